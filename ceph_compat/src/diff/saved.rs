//! What is saved of a mismatch, so that it can be run again: a mapping case or a sequence of builder operations.

use crate::builder::Operation;
use crate::case::Case;
use std::fmt;
use std::str::FromStr;

/// A saved mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// A map with inputs.
    Mapping(Case),
    /// Operations on an empty map.
    Builder(Vec<Operation>),
}

/// Starts each line of a builder sequence.
const OPERATION: &str = "operation ";

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mapping(case) => case.fmt(f),
            Self::Builder(list) => list.iter().try_for_each(|one| writeln!(f, "{OPERATION}{one}")),
        }
    }
}

impl FromStr for Saved {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lines = || text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        if !lines().any(|line| line.starts_with(OPERATION)) {
            let case: Case = text.parse().map_err(|error: crate::case::text::CaseError| error.to_string())?;
            if case.inputs.is_empty() {
                return Err("neither inputs nor operations: there is nothing to compare".to_owned());
            }
            return Ok(Self::Mapping(case));
        }
        let one = |line: &str| line.strip_prefix(OPERATION).ok_or("a line is no operation")?.parse();
        lines().map(one).collect::<Result<_, String>>().map(Self::Builder)
    }
}
