//! Rules of two choose steps, which cannot leave a failure domain whose devices are out: measured.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::{Subject, Use};
use crate::lint::words;
use crate::sample::{self, Question, Sample};
use crate::step;
use crush::builder::StoredRule;
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check {
    name: "two-step",
    finds: "a rule of two choose steps that an MSR rule would serve better (measured)",
    run,
};

/// Inputs that are mapped with a failure domain out.
const INPUTS: u32 = 1024;

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for used in &subject.uses {
        if let Some(rule) = subject.map.rule(used.rule)
            && let Some(two) = two_steps(&rule)
        {
            examine(subject, used, &two, found)?;
        }
    }
    Ok(())
}

/// A rule of one `take` and two choices, of which the second makes more than one.
struct TwoSteps {
    take: i32,
    numbers: [i32; 2],
    kinds: [i32; 2],
    is_indep: bool,
}

fn two_steps(rule: &StoredRule<'_>) -> Option<TwoSteps> {
    if rule.r#type >= step::FIRST_MSR_TYPE
        || rule.steps.iter().filter(|taken| taken.op == step::EMIT).count() != 1
    {
        return None;
    }
    let take = rule.steps.iter().find(|taken| taken.op == step::TAKE)?.arg1;
    let choices: Vec<_> = rule.steps.iter().filter(|taken| step::chooses(taken.op)).collect();
    let [first, second] = choices[..] else { return None };
    let is_indep = step::is_indep(second.op);
    (second.arg1 != 1).then_some(TwoSteps {
        take,
        numbers: [first.arg1, second.arg1],
        kinds: [first.arg2, second.arg2],
        is_indep,
    })
}

fn examine(
    subject: &Subject<'_>,
    used: &Use,
    two: &TwoSteps,
    found: &mut Findings,
) -> Result<(), TryReserveError> {
    let map = subject.map;
    let domains = subject.usable.members(map, two.take, two.kinds[0]);
    // Without a domain to spare there is nothing better.
    if domains.len() <= step::wanted(two.numbers[0], used.size) || two.kinds[0] == 0 {
        return Ok(());
    }
    let out = domains[0];
    let Some(sample) = without(subject, used, out)? else { return Ok(()) };
    if sample.unfilled_count == 0 {
        return Ok(());
    }
    let explanation = format!(
        "chooses in two steps {}: with all devices of {} out, {} of {} inputs have empty places ({} in all), although {} \
         could take them; the second step cannot leave what the first one chose",
        used.whose(),
        words::item(map, out),
        sample.unfilled_count,
        sample.inputs,
        sample.empty_places,
        words::count(domains.len() - 1, &words::kind(map, two.kinds[0])),
    );
    found.add(Severity::Note, words::at_rule(map, used.rule), explanation, remedy(subject, two));
    Ok(())
}

/// What the rule does with all devices below an item out.
fn without(subject: &Subject<'_>, used: &Use, out: i32) -> Result<Option<Sample>, TryReserveError> {
    let mut weights = subject.weights.clone();
    for device in subject.map.leaves(out).unwrap_or_default() {
        if let Some(weight) = usize::try_from(device).ok().and_then(|at| weights.get_mut(at)) {
            *weight = 0;
        }
    }
    let table = subject.map.choose_arg_table(used.choose_args)?;
    let view = subject.map.view_with(table.as_ref());
    let question = Question { rule: used.rule, size: used.size, weights: &weights };
    let mut budget = subject.budget.get();
    let sample = sample::take(&view, question, 0..INPUTS, &mut budget)?;
    subject.budget.set(budget);
    Ok(sample)
}

fn remedy(subject: &Subject<'_>, two: &TwoSteps) -> String {
    let map = subject.map;
    let choose =
        |at: usize| format!("step choosemsr {} type {}", two.numbers[at], words::kind(map, two.kinds[at]));
    let take = map.names().name(two.take).map_or_else(|| two.take.to_string(), words::clean);
    let take = match take.split_once('~') {
        Some((bucket, class)) => format!("{bucket} class {class}"),
        None => take,
    };
    format!(
        "where all clients are Squid or later, a rule of type msr_{}: step take {take}; {}; {}; step emit. New rules move \
         data",
        if two.is_indep { "indep" } else { "firstn" },
        choose(0),
        choose(1),
    )
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, hosts};

    #[test]
    fn one_step_and_two() {
        assert_eq!(found("two-step", &hosts(4, "choose indep 2 type host step choose indep 2 type osd")), 1);
        assert_eq!(
            found("two-step", &hosts(4, "choose indep 3 type host step chooseleaf indep 1 type osd")),
            0
        );
        assert_eq!(found("two-step", &hosts(4, "chooseleaf indep 3 type host")), 0);
    }
}
