//! The counts that were accepted.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

/// Counts may grow by this much; in percent.
const TOLERATED: u64 = 3;

/// Counts by map, and how they came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Baseline {
    /// The SIMD level: counts of different ones cannot be compared.
    pub(crate) level: String,
    /// The compiler.
    pub(crate) compiler: String,
    pub(crate) counts: BTreeMap<String, u64>,
}

/// What has become of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// It changed by so many percent.
    Changed(f64),
    /// It grew by so many percent, which is more than is tolerated.
    Regressed(f64),
    /// There was none.
    New,
}

impl Baseline {
    /// Compares the count of a map.
    pub(crate) fn judge(&self, map: &str, count: u64) -> Verdict {
        let Some(&before) = self.counts.get(map) else {
            return Verdict::New;
        };
        let change = (count as f64 / before as f64 - 1.0) * 100.0;
        if count * 100 > before * (100 + TOLERATED) {
            Verdict::Regressed(change)
        } else {
            Verdict::Changed(change)
        }
    }
}

impl Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Instructions of a mapping. `make bench-icount` compares with this file, which")?;
        writeln!(f, "# `make bench-icount-accept` writes.")?;
        writeln!(f, "level: {}", self.level)?;
        writeln!(f, "compiler: {}", self.compiler)?;
        self.counts.iter().try_for_each(|(map, count)| writeln!(f, "{map}: {count}"))
    }
}

impl FromStr for Baseline {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut baseline = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(": ").ok_or_else(|| format!("no `name: value`: {line}"))?;
            match name {
                "level" => value.clone_into(&mut baseline.level),
                "compiler" => value.clone_into(&mut baseline.compiler),
                map => {
                    let count: u64 = value.parse().map_err(|_| format!("no count: {line}"))?;
                    baseline.counts.insert(map.to_owned(), count);
                }
            }
        }
        Ok(baseline)
    }
}
