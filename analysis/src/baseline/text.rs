//! Baselines as text.

use super::{Baseline, Section};
use crate::placed::NONE;
use std::fmt;
use std::str::FromStr;

const HEADING: &str = "crush baseline 1";
/// Devices that a file may speak of at most.
const MOST_DEVICES: usize = 1 << 22;
/// The weight of a device of which the file says nothing.
const IN: u32 = 0x1_0000;

/// A text that is no baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected {expected}")]
pub struct BaselineError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What should be there.
    pub expected: &'static str,
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}\ndevices {}", self.weights.len())?;
        for (device, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight != IN) {
            writeln!(f, "weight {device} {weight:x}")?;
        }
        self.sections.iter().try_for_each(|section| write!(f, "{section}"))
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, size, args, answers } = self;
        writeln!(f, "rule {rule} size {size} args {args} inputs {}", answers.len())?;
        for answer in answers {
            let item = |&item: &i32| if item == NONE { "-".to_owned() } else { item.to_string() };
            writeln!(f, "{}", answer.iter().map(item).collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Self, BaselineError> {
        let mut lines = text.lines().zip(1..);
        let mut last = 0;
        let mut next = |expected| {
            let found = lines.next();
            last = found.map_or(last + 1, |(_, line)| line);
            found.ok_or(BaselineError { line: last, expected })
        };
        let (heading, line) = next(HEADING)?;
        if heading != HEADING {
            return Err(BaselineError { line, expected: HEADING });
        }
        let expected = "devices N";
        let (text, line) = next(expected)?;
        let devices = text.strip_prefix("devices ").and_then(|number| number.parse().ok());
        let devices = devices.filter(|&devices: &usize| devices <= MOST_DEVICES);
        let weights = vec![IN; devices.ok_or(BaselineError { line, expected })?];
        let mut baseline = Self { weights, sections: Vec::new() };
        while let Ok((text, line)) = next("") {
            if let Some(rest) = text.strip_prefix("weight ") {
                let expected = "weight DEVICE HEX, for one of the devices";
                weight(rest, &mut baseline.weights).ok_or(BaselineError { line, expected })?;
                continue;
            }
            let expected = "rule NUMBER size N args INDEX inputs N";
            let (mut section, inputs) = section(text).ok_or(BaselineError { line, expected })?;
            for _ in 0..inputs {
                let expected = "an answer: devices with commas between, - for none";
                let (text, line) = next(expected)?;
                section.answers.push(answer(text).ok_or(BaselineError { line, expected })?);
            }
            baseline.sections.push(section);
        }
        Ok(baseline)
    }
}

fn weight(text: &str, weights: &mut [u32]) -> Option<()> {
    let (device, weight) = text.split_once(' ')?;
    *weights.get_mut(device.parse::<usize>().ok()?)? = u32::from_str_radix(weight, 16).ok()?;
    Some(())
}

fn section(text: &str) -> Option<(Section, usize)> {
    let words: Vec<&str> = text.split(' ').collect();
    let ["rule", rule, "size", size, "args", args, "inputs", inputs] = words[..] else { return None };
    let size = size.parse().ok().filter(|&size: &usize| size <= 1 << 16)?;
    let section = Section { rule: rule.parse().ok()?, size, args: args.parse().ok()?, answers: Vec::new() };
    Some((section, inputs.parse().ok()?))
}

fn answer(text: &str) -> Option<Vec<i32>> {
    let items = text.split(',').filter(|item| !item.is_empty());
    items.map(|item| if item == "-" { Some(NONE) } else { item.parse().ok() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Cluster;
    use crate::share::tests::TWO_PARTS;
    use crush::map::Map;
    use crush::placer::DEFAULT_BUDGET;

    fn recorded() -> Baseline {
        let mut cluster = Cluster::bare(Map::compile(TWO_PARTS).unwrap()).unwrap();
        cluster.map.osd_weight[1] = 0x8000;
        Baseline::record(&cluster, &[], 40, DEFAULT_BUDGET).unwrap()
    }

    #[test]
    fn text_says_everything() {
        let baseline = recorded();
        assert_eq!(baseline.to_string().parse(), Ok(baseline.clone()));
        assert_eq!(baseline.len(), 40);
        let holes = Section { rule: 1, size: 3, args: -1, answers: vec![vec![NONE, 2], vec![]] };
        let with = Baseline { weights: vec![], sections: vec![holes] };
        assert_eq!(with.to_string().parse(), Ok(with));
    }

    #[test]
    fn other_answers_are_found() {
        let map = Map::compile(TWO_PARTS).unwrap();
        let mut baseline = recorded();
        assert_eq!(baseline.check(&map, DEFAULT_BUDGET).unwrap(), []);
        let right = std::mem::take(&mut baseline.sections[0].answers[7]);
        let found = baseline.check(&map, DEFAULT_BUDGET).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].input, &found[0].found), (7, &right));
        baseline.sections[0].rule = 3;
        assert_eq!(baseline.check(&map, DEFAULT_BUDGET).unwrap().len(), 39);
    }

    #[test]
    fn other_texts_are_refused_with_their_line() {
        let good = recorded().to_string();
        for (bad, line) in [
            ("crush baseline 2\n".to_owned(), 1),
            (good.replacen("devices 3", "devices 99999999", 1), 2),
            (good.replacen("weight 1 8000", "weight 9 8000", 1), 3),
            (good.replacen("inputs 40", "inputs 41", 1), 45),
            (good.replacen("inputs 40", "inputs 39", 1), 44),
        ] {
            assert_eq!(bad.parse::<Baseline>().unwrap_err().line, line, "{bad}");
        }
    }
}
