//! What rules do: how far they spread copies, and how hard they try.

use super::text::{escape, number, share};
use crate::report::{RuleUse, Spread};
use std::collections::BTreeMap;

/// Counts of failed tries that are shown one by one.
const TRIES: u32 = 8;

pub(super) fn spread(uses: &[RuleUse]) -> String {
    if uses.is_empty() {
        return "<p>No rule is in use.</p>\n".to_owned();
    }
    uses.iter().map(|used| format!("{}{}", heading(used), levels(used))).collect()
}

fn heading(used: &RuleUse) -> String {
    let sets = if used.is_exact { "placement groups" } else { "sets sampled" };
    let incomplete = match used.incomplete {
        0 => String::new(),
        some => format!(", <b class=\"bad\">{} incomplete</b>", number(some)),
    };
    format!(
        "<h3>{} <small>{}; {} {sets}{incomplete}</small></h3>\n",
        escape(&used.rule),
        escape(&used.whose),
        number(used.sets)
    )
}

fn levels(used: &RuleUse) -> String {
    if used.spread.is_empty() {
        return "<p>There is one bucket of each type.</p>\n".to_owned();
    }
    let rows: String = used.spread.iter().map(|spread| level(used, spread)).collect();
    format!("<div class=\"levels\">{rows}</div>\n")
}

/// One type: a bar whose segments are sets in so many distinct buckets, most first.
fn level(used: &RuleUse, spread: &Spread) -> String {
    let total: u64 = spread.distinct.values().sum();
    let chosen =
        spread.promised.map(|number| format!(" <b class=\"badge\">{number} chosen</b>")).unwrap_or_default();
    let most = spread.promised.unwrap_or(used.size);
    let segment = |(&distinct, &count): (&usize, &u64)| {
        let part = 100.0 * count as f64 / total.max(1) as f64;
        // From as far apart as the rule means them to all in one.
        let apart = match distinct {
            1 if used.size > 1 => "one",
            _ if distinct >= most => "apart",
            _ => "some",
        };
        let label = if part > 12.0 { distinct.to_string() } else { String::new() };
        format!("<i class=\"{apart}\" style=\"width:{part:.2}%\">{label}</i>")
    };
    let words = |(&distinct, &count): (&usize, &u64)| format!("{distinct} in {}", share(count, total));
    let segments: String = spread.distinct.iter().rev().map(segment).collect();
    let words: Vec<String> = spread.distinct.iter().rev().map(words).collect();
    format!(
        "<div class=\"level\"><span class=\"name\">{}{chosen}</span><span class=\"stack\">{segments}</span>\
         <span class=\"words\">distinct: {}</span></div>\n",
        escape(&spread.kind),
        words.join(", ")
    )
}

pub(super) fn tries(uses: &[RuleUse]) -> String {
    let known: Vec<&RuleUse> = uses.iter().filter(|used| !used.tries.is_empty()).collect();
    if known.is_empty() {
        return "<p>No rule tells of its tries; those of MSR rules are not counted.</p>\n".to_owned();
    }
    let one = |used: &&RuleUse| format!("{}{}", heading_of_tries(used), bars(&used.tries));
    let hint = "<p class=\"hint\">Choices by the tries that failed before them, each bar on a scale of powers of ten; of indep rules the \
                passes that were made. Long tails \
                mean that there is little to choose from.</p>\n";
    format!("{hint}{}", known.iter().map(one).collect::<String>())
}

fn heading_of_tries(used: &RuleUse) -> String {
    format!("<h3>{} <small>{}</small></h3>\n", escape(&used.rule), escape(&used.whose))
}

fn bars(tries: &BTreeMap<u32, u64>) -> String {
    let total: u64 = tries.values().sum();
    let mut rows: Vec<(String, u64)> =
        tries.range(..TRIES).map(|(failed, &count)| (failed.to_string(), count)).collect();
    let rest: u64 = tries.range(TRIES..).map(|(_, count)| count).sum();
    if let Some((&last, _)) = tries.last_key_value().filter(|(last, _)| **last >= TRIES) {
        let range = if last > TRIES { format!("{TRIES}\u{2013}{last}") } else { TRIES.to_string() };
        rows.push((range, rest));
    }
    let scale = (total.max(2) as f64).log10();
    let row = |(failed, count): &(String, u64)| {
        let width = 100.0 * ((*count as f64).log10() + 0.3) / (scale + 0.3);
        format!(
            "<div class=\"try\"><span>{failed}</span><span class=\"track\"><i style=\"width:{width:.1}%\"></i></span>\
             <span class=\"num\">{} <small>{}</small></span></div>\n",
            number(*count),
            share(*count, total)
        )
    };
    format!("<div class=\"tries\">{}</div>\n", rows.iter().map(row).collect::<String>())
}
