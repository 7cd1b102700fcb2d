//! Which choices are foreseen, whatever the input.
#![forbid(unsafe_code)]

use crate::fallible::Fallible;
use crate::mapper::Forecast;
use std::collections::TryReserveError;

/// Requests of a stage that are served together: enough to fill the vectors of hundreds of buckets, and few enough to stay
/// in the cache.
const REQUESTS: usize = 1 << 15;
/// Inputs of a block at most.
const MOST_INPUTS: usize = 1 << 13;
/// Levels of a descent that are foreseen.
pub(super) const LEVELS: usize = 6;

/// Where an entry's bucket is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// The bucket that the rule takes.
    Root(i32),
    /// What an entry chose.
    Entry(u32),
    /// What a descent reached.
    Descent(u32),
}

/// A choice that is foreseen for each input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) rank: i32,
    pub(super) position: i32,
    pub(super) from: From,
}

/// A stage of descents.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) kind: i32,
    /// Its first entry: as many for each level as there are descents.
    pub(super) first: usize,
    /// Its first descent.
    pub(super) first_descent: usize,
    pub(super) descents: usize,
}

/// What is foreseen, whatever the input.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    pub(super) entries: Vec<Entry>,
    pub(super) courses: Vec<Course>,
    pub(super) descents: usize,
    /// Inputs of a block.
    block: usize,
}

impl Outlook {
    /// What the forecasts of a rule come to.
    pub(super) fn new(forecasts: &[Forecast]) -> Result<Self, TryReserveError> {
        let mut outlook = Self::default();
        for forecast in forecasts {
            let mut above = 0;
            for (number, stage) in forecast.stages.iter().enumerate() {
                let course = Course {
                    kind: stage.kind,
                    first: outlook.entries.len(),
                    first_descent: outlook.descents,
                    descents: stage.descents.len(),
                };
                for level in 0..LEVELS {
                    for descent in &stage.descents {
                        let from = match (level, number) {
                            (0, 0) => From::Root(forecast.root),
                            (0, _) => From::Descent((above + descent.parent) as u32),
                            _ => From::Entry((outlook.entries.len() - stage.descents.len()) as u32),
                        };
                        let entry = Entry { rank: descent.rank, position: descent.position, from };
                        outlook.entries.try_push(entry)?;
                    }
                }
                above = outlook.descents;
                outlook.descents += stage.descents.len();
                outlook.courses.try_push(course)?;
            }
        }
        let widest = outlook.courses.iter().map(|course| course.descents).max().unwrap_or(1);
        outlook.block = (REQUESTS / widest).min(MOST_INPUTS);
        Ok(outlook)
    }

    /// Inputs that are best served together; 0 when nothing is foreseen.
    pub(super) fn block(&self) -> usize {
        if self.courses.is_empty() { 0 } else { self.block }
    }
}
