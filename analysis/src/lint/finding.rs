//! What is found.

use serde::Serialize;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// It costs balance, data movement or safety.
    Warning,
    /// Placements are incomplete or wrong, or programs crash.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Something that is wrong with a map, or may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Name of the check that found it.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is, in words.
    pub place: String,
    /// The item it is about: a device, or a negative bucket id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<i32>,
    /// The rule it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<u32>,
    /// What is wrong, and what it leads to.
    pub explanation: String,
    /// What to do about it.
    pub remedy: String,
}

/// Where something is found.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) words: String,
    pub(super) item: Option<i32>,
    pub(super) rule: Option<u32>,
}

impl From<&str> for Place {
    fn from(words: &str) -> Self {
        Self { words: words.to_owned(), ..Self::default() }
    }
}

/// What the checks have found so far.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) check: &'static str,
    pub(super) list: Vec<Finding>,
    of_check: usize,
}

impl Findings {
    /// Findings of one check that are listed; more are counted.
    const LISTED: usize = 50;

    pub(super) fn new() -> Self {
        Self { check: "", list: Vec::new(), of_check: 0 }
    }

    /// What follows is found by `check`.
    pub(super) fn begin(&mut self, check: &'static str) {
        (self.check, self.of_check) = (check, 0);
    }

    pub(super) fn add(
        &mut self,
        severity: Severity,
        place: impl Into<Place>,
        explanation: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.of_check += 1;
        if self.of_check > Self::LISTED {
            return;
        }
        let (place, check) = (place.into(), self.check);
        self.list.push(Finding {
            check,
            severity,
            place: place.words,
            item: place.item,
            rule: place.rule,
            explanation: explanation.into(),
            remedy: remedy.into(),
        });
    }

    /// Says how many findings of the check are not listed.
    pub(super) fn end(&mut self) {
        let more = self.of_check.saturating_sub(Self::LISTED);
        if more > 0 {
            self.of_check = 0;
            let severity = self.list.last().map_or(Severity::Note, |last| last.severity);
            self.add(severity, "map", format!("{more} more of this kind"), "see to those above first");
        }
    }
}
