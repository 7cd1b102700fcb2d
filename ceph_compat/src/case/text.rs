//! A case as text, so that it can be saved, read by people and run again.
//!
//! One fact a line, words separated by blanks, lists by commas; `-` is an empty list.
#![forbid(unsafe_code)]

use super::{Bucket, Case, ChooseArg, Input, Rule, Step, Tunables};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Why a text is no case.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub(crate) struct CaseError {
    line: usize,
    what: String,
}

fn list<T: Display>(values: &[T]) -> String {
    if values.is_empty() {
        return "-".to_owned();
    }
    values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let t = &self.tunables;
        writeln!(
            f,
            "tunables {} {} {} {} {} {} {} {} {}",
            t.local_tries,
            t.local_fallback_tries,
            t.total_tries,
            t.descend_once,
            t.vary_r,
            t.stable,
            t.straw_calc_version,
            t.msr_descents,
            t.msr_collision_tries
        )?;
        for b in &self.buckets {
            let (items, weights) = (list(&b.items), list(&b.weights));
            writeln!(f, "bucket {} {} {} {} {} {items} {weights}", b.id, b.alg, b.relabel, b.hash, b.kind)?;
        }
        for rule in &self.rules {
            let steps: Vec<String> =
                rule.steps.iter().map(|s| format!("{}:{}:{}", s.op, s.arg1, s.arg2)).collect();
            writeln!(f, "rule {} {}", rule.kind, list(&steps))?;
        }
        if let Some(max_devices) = self.max_devices {
            writeln!(f, "max_devices {max_devices}")?;
        }
        writeln!(f, "device_weights {}", list(&self.device_weights))?;
        for arg in self.choose_args.iter().flatten() {
            let ids = arg.ids.as_ref().map_or("none".to_owned(), |ids| list(ids));
            let sets: Vec<String> = arg.weight_sets.iter().map(|set| list(set)).collect();
            writeln!(f, "choose_arg {} {ids} {}", arg.bucket, sets.join(" "))?;
        }
        writeln!(f, "choose_args {}", if self.choose_args.is_some() { "given" } else { "null" })?;
        writeln!(f, "histogram {}", if self.histogram { "given" } else { "null" })?;
        for input in &self.inputs {
            writeln!(f, "input {} {} {}", input.rule, input.x, input.result_max)?;
        }
        Ok(())
    }
}

/// The words of one line, taken one after the other.
struct Words<'a>(std::str::SplitWhitespace<'a>);

impl Words<'_> {
    fn word<T: FromStr>(&mut self, name: &str) -> Result<T, String> {
        let word = self.0.next().ok_or_else(|| format!("{name} is missing"))?;
        word.parse().map_err(|_| format!("{word} is no {name}"))
    }

    fn list<T: FromStr>(&mut self, name: &str) -> Result<Vec<T>, String> {
        let word: String = self.word(name)?;
        split(&word, name)
    }
}

fn split<T: FromStr>(word: &str, name: &str) -> Result<Vec<T>, String> {
    if word == "-" {
        return Ok(Vec::new());
    }
    word.split(',').map(|part| part.parse().map_err(|_| format!("{part} is no {name}"))).collect()
}

fn tunables(words: &mut Words<'_>) -> Result<Tunables, String> {
    Ok(Tunables {
        local_tries: words.word("number of tries")?,
        local_fallback_tries: words.word("number of tries")?,
        total_tries: words.word("number of tries")?,
        descend_once: words.word("descend_once")?,
        vary_r: words.word("vary_r")?,
        stable: words.word("stable")?,
        straw_calc_version: words.word("straw_calc_version")?,
        msr_descents: words.word("number of descents")?,
        msr_collision_tries: words.word("number of tries")?,
    })
}

fn bucket(words: &mut Words<'_>) -> Result<Bucket, String> {
    Ok(Bucket {
        id: words.word("bucket id")?,
        alg: words.word("algorithm")?,
        relabel: words.word("algorithm")?,
        hash: words.word("hash type")?,
        kind: words.word("bucket type")?,
        items: words.list("item")?,
        weights: words.list("weight")?,
    })
}

fn one_step(text: &str) -> Result<Step, String> {
    let mut parts = text.split(':').map(str::parse::<i64>);
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Ok(op)), Some(Ok(arg1)), Some(Ok(arg2)), None) => {
            Ok(super::step(op as u32, arg1 as i32, arg2 as i32))
        }
        _ => Err(format!("{text} is no step")),
    }
}

fn rule(words: &mut Words<'_>) -> Result<Rule, String> {
    let kind = words.word("rule type")?;
    let steps: Vec<String> = words.list("step")?;
    Ok(Rule { kind, steps: steps.iter().map(|text| one_step(text)).collect::<Result<_, _>>()? })
}

fn choose_arg(words: &mut Words<'_>) -> Result<ChooseArg, String> {
    let bucket = words.word("bucket id")?;
    let ids: String = words.word("list of ids")?;
    let ids = if ids == "none" { None } else { Some(split(&ids, "id")?) };
    let weight_sets = words.0.by_ref().map(|word| split(word, "weight")).collect::<Result<_, _>>()?;
    Ok(ChooseArg { bucket, ids, weight_sets })
}

fn given(words: &mut Words<'_>) -> Result<bool, String> {
    match words.word::<String>("\"given\" or \"null\"")?.as_str() {
        "given" => Ok(true),
        "null" => Ok(false),
        other => Err(format!("{other} is neither \"given\" nor \"null\"")),
    }
}

impl Case {
    fn line(&mut self, args: &mut Vec<ChooseArg>, words: &mut Words<'_>) -> Result<(), String> {
        match words.word::<String>("name")?.as_str() {
            "tunables" => self.tunables = tunables(words)?,
            "bucket" => self.buckets.push(bucket(words)?),
            "rule" => self.rules.push(rule(words)?),
            "max_devices" => self.max_devices = Some(words.word("number of devices")?),
            "device_weights" => self.device_weights = words.list("weight")?,
            "choose_arg" => args.push(choose_arg(words)?),
            "choose_args" => self.choose_args = given(words)?.then(|| std::mem::take(args)),
            "histogram" => self.histogram = given(words)?,
            "input" => self.inputs.push(Input {
                rule: words.word("rule number")?,
                x: words.word("input")?,
                result_max: words.word("result_max")?,
            }),
            other => return Err(format!("{other} is not known")),
        }
        match words.0.next() {
            Some(word) => Err(format!("{word} is one word too many")),
            None => Ok(()),
        }
    }
}

impl FromStr for Case {
    type Err = CaseError;

    fn from_str(text: &str) -> Result<Self, CaseError> {
        let mut case = Self {
            tunables: Tunables::OPTIMAL,
            buckets: Vec::new(),
            rules: Vec::new(),
            max_devices: None,
            device_weights: Vec::new(),
            choose_args: None,
            histogram: false,
            inputs: Vec::new(),
        };
        let mut args = Vec::new();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        for (index, line) in lines {
            let mut words = Words(line.split_whitespace());
            case.line(&mut args, &mut words).map_err(|what| CaseError { line: index + 1, what })?;
        }
        Ok(case)
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Case;
    use crate::generate::{MappingKind, mapping_case};
    use crate::rng::Rng;

    #[test]
    fn what_is_written_is_read_back() {
        for number in 0..200 {
            for kind in [MappingKind::Bucket, MappingKind::ChooseArgs, MappingKind::Msr] {
                let case = mapping_case(kind, &mut Rng::of_case(7, number), 3);
                assert_eq!(case.to_string().parse::<Case>().map_err(|e| e.to_string()), Ok(case));
            }
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let error = "tunables 0 0 50 1 1 1 1 5 5\nbucket x".parse::<Case>().expect_err("x is no id");
        assert_eq!(error.to_string(), "line 2: x is no bucket id");
    }
}
