//! Rules whose tries do not fill all places: measured.

use super::{Check, few_domains};
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::{Subject, Use};
use crate::lint::words;
use crate::more_tries::MoreTries;
use crate::sample::{self, Question, Sample};
use crate::{share, step};
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check {
    name: "unfilled",
    finds: "a rule that leaves places empty which could be filled (measured)",
    run,
};

/// Tries that are tried for a remedy.
const TRIES: [u32; 4] = [100, 200, 500, 1000];
/// Inputs that they are tried with.
const TRIED: usize = 256;

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for used in &subject.uses {
        let is_lacking = few_domains::shortages(subject, used).iter().any(few_domains::Shortage::is_lacking);
        if is_lacking || used.size == 0 || subject.map.rule(used.rule).is_none() {
            continue;
        }
        examine(subject, used, found)?;
    }
    Ok(())
}

fn examine(subject: &Subject<'_>, used: &Use, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    let place = words::at_rule(map, used.rule);
    let asked: usize = share::parts(map, used.rule, used.size).iter().map(|part| part.places).sum();
    if asked < used.size {
        let explanation =
            format!("asks for {asked} places and is used {}: the others stay empty", used.whose());
        let remedy = "raise the numbers of its choose steps, or write 0 for as many as the pool has";
        found.add(Severity::Error, place, explanation, remedy);
        return Ok(());
    }
    match measure(subject, used, None, &used.inputs)? {
        None => {
            let explanation = "could not be measured: one mapping may take more than 2^28 draws, or the limit of 2^31 \
                               draws for all rules is reached";
            found.add(
                Severity::Note,
                place,
                explanation,
                "lower the tries that the rule or the tunables ask for",
            );
        }
        Some(sample) if sample.unfilled_count > 0 => {
            let severity = if used.is_known() { Severity::Error } else { Severity::Warning };
            let explanation = format!(
                "leaves places empty {}: {} of {} inputs lack {} in all, though there are enough to choose from",
                used.whose(),
                sample.unfilled_count,
                sample.inputs,
                words::count(usize::try_from(sample.empty_places).unwrap_or(usize::MAX), "place"),
            );
            found.add(severity, place, explanation, remedy(subject, used, &sample)?);
        }
        Some(_) => {}
    }
    Ok(())
}

/// The fewest tries that would fill all places of the sample.
fn remedy(subject: &Subject<'_>, used: &Use, sample: &Sample) -> Result<String, TryReserveError> {
    let tried = &sample.unfilled[..sample.unfilled.len().min(TRIED)];
    for tries in TRIES {
        let Some(again) = measure(subject, used, Some(tries), tried)? else { break };
        if again.unfilled_count == 0 && again.inputs == tried.len() as u64 {
            let is_msr = subject.map.rule(used.rule).is_some_and(|rule| rule.r#type >= step::FIRST_MSR_TYPE);
            let sets = if is_msr { "set_msr_descents" } else { "set_choose_tries" };
            return Ok(format!(
                "begin the rule with: step {sets} {tries} (measured: fills {} of them)",
                tried.len()
            ));
        }
    }
    Ok("more tries do not help (measured up to 1000): add failure domains or devices, or even out their weights".to_owned())
}

fn measure(
    subject: &Subject<'_>,
    used: &Use,
    tries: Option<u32>,
    inputs: &[u32],
) -> Result<Option<Sample>, TryReserveError> {
    let table = subject.map.choose_arg_table(used.choose_args)?;
    let view = subject.map.view_with(table.as_ref());
    let question = Question { rule: used.rule, size: used.size, weights: &subject.weights };
    let mut budget = subject.budget.get();
    let sample = match tries {
        None => sample::take(&view, question, inputs.iter().copied(), &mut budget)?,
        Some(tries) => {
            let more = MoreTries::new(&view, used.rule, tries);
            sample::take(&more, question, inputs.iter().copied(), &mut budget)?
        }
    };
    subject.budget.set(budget);
    Ok(sample.filter(|sample| sample.inputs == inputs.len() as u64))
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, hosts, lint};

    #[test]
    fn tries_that_do_not_suffice() {
        let few = hosts(4, "set_choose_tries 2 step chooseleaf indep 3 type host");
        assert_eq!(found("unfilled", &few), 1);
        let remedy = lint(&few).into_iter().find(|finding| finding.check == "unfilled").unwrap().remedy;
        assert!(remedy.contains("set_choose_tries 100"), "{remedy}");
        assert_eq!(found("unfilled", &hosts(4, "set_choose_tries 100 step chooseleaf indep 3 type host")), 0);
    }

    #[test]
    fn rules_that_ask_for_too_little() {
        use crate::lint::tests::{found_in, osdmap};
        assert_eq!(found_in("unfilled", &osdmap(0, 3)), 0);
        assert_eq!(found_in("unfilled", &osdmap(0, 5)), 1);
    }
}
