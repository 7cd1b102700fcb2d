//! Rules that want as many failure domains as there are, or more.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::{Subject, Use};
use crate::lint::words;
use crate::step;
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check {
    name: "few-domains",
    finds: "a rule that wants more failure domains than there are, or all of them",
    run,
};

/// A choose step that has no more to choose from than it wants.
pub(super) struct Shortage {
    /// What it chooses, as a type.
    kind: i32,
    wanted: usize,
    /// Where it chooses from; the one with fewest.
    below: i32,
    there: usize,
}

impl Shortage {
    /// Whether a place stays empty.
    pub(super) fn is_lacking(&self) -> bool {
        self.there < self.wanted
    }
}

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for used in &subject.uses {
        for short in shortages(subject, used) {
            report(subject, used, &short, found);
        }
    }
    Ok(())
}

fn report(subject: &Subject<'_>, used: &Use, short: &Shortage, found: &mut Findings) {
    let map = subject.map;
    let (kind, below) = (words::kind(map, short.kind), words::item(map, short.below));
    let in_it = if short.kind == 0 { "that are in" } else { "with devices that are in" };
    let (there, place) =
        (format!("{} {in_it}", words::count(short.there, &kind)), words::at_rule(map, used.rule));
    let wanted = format!("wants {} {}", words::count(short.wanted, &kind), used.whose());
    if short.is_lacking() {
        let explanation = format!("{wanted}, and {below} has {there}: places stay empty");
        let remedy = format!(
            "add {} there, lower the size of the pool, or let the rule choose a lower type",
            there_noun(&kind)
        );
        let severity = if used.is_guess { Severity::Warning } else { Severity::Error };
        found.add(severity, place, explanation, remedy);
    } else {
        let explanation = format!(
            "{wanted}, and {below} has just {there}: when one is lost, its copies have nowhere to \
             go until it is back"
        );
        found.add(Severity::Warning, place, explanation, format!("add another {kind}"));
    }
}

fn there_noun(kind: &str) -> String {
    words::count(2, kind).split_once(' ').map_or_else(String::new, |(_, noun)| noun.to_owned())
}

/// The steps of a rule that have as few to choose from as they want, or fewer; for each `take` the first alone, since what
/// follows chooses from less.
pub(super) fn shortages(subject: &Subject<'_>, used: &Use) -> Vec<Shortage> {
    let Some(rule) = subject.map.rule(used.rule) else { return Vec::new() };
    let mut found = Vec::new();
    for block in rule.steps.split(|taken| taken.op == step::EMIT) {
        let Some(start) = block.iter().rposition(|taken| taken.op == step::TAKE) else { continue };
        let mut selected = vec![block[start].arg1];
        let choices = block[start..].iter().filter(|taken| step::chooses(taken.op));
        for (number, choice) in choices.enumerate() {
            // How many a later step fills of what "all" means depends on the steps before it.
            if number == 0 || choice.arg1 > 0 {
                let wanted = step::wanted(choice.arg1, used.size).min(used.size);
                if let Some(short) = fewest(subject, &selected, choice.arg2, wanted) {
                    found.push(short);
                    break;
                }
            }
            selected = selected
                .iter()
                .flat_map(|&item| subject.usable.members(subject.map, item, choice.arg2))
                .collect();
            selected.sort_unstable();
            selected.dedup();
        }
    }
    found
}

fn fewest(subject: &Subject<'_>, selected: &[i32], kind: i32, wanted: usize) -> Option<Shortage> {
    let buckets = selected.iter().filter(|&&item| subject.map.bucket(item).is_some());
    let there = |&below: &i32| (subject.usable.members(subject.map, below, kind).len(), below);
    let (there, below) = buckets.map(there).min()?;
    (wanted > 0 && there <= wanted && kind >= 0).then_some(Shortage { kind, wanted, below, there })
}

#[cfg(test)]
mod tests {
    use crate::lint::Severity;
    use crate::lint::tests::{found, hosts, severities};

    #[test]
    fn hosts_for_three_copies() {
        assert_eq!(severities("few-domains", &hosts(2, "chooseleaf firstn 3 type host")), [Severity::Error]);
        assert_eq!(
            severities("few-domains", &hosts(3, "chooseleaf firstn 0 type host")),
            [Severity::Warning]
        );
        assert_eq!(found("few-domains", &hosts(4, "chooseleaf firstn 0 type host")), 0);
        // That it is three copies is a guess.
        assert_eq!(
            severities("few-domains", &hosts(2, "chooseleaf firstn 0 type host")),
            [Severity::Warning]
        );
    }

    #[test]
    fn devices_below_chosen_hosts() {
        // Hosts have three devices each.
        let steps = |devices| format!("choose indep 2 type host step choose indep {devices} type osd");
        assert_eq!(severities("few-domains", &hosts(4, &steps(4))), [Severity::Error]);
        assert_eq!(severities("few-domains", &hosts(4, &steps(3))), [Severity::Warning]);
        assert_eq!(found("few-domains", &hosts(4, &steps(2))), 0);
    }
}
