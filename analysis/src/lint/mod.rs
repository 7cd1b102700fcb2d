//! What is wrong with a map, or may be: each check in a file of its own, with a map that it speaks about and a near miss.

mod checks;
mod finding;
pub(crate) mod subject;
#[cfg(test)]
pub(crate) mod tests;
mod usable;
pub(crate) mod words;

pub use checks::{CHECKS, Check};
pub use finding::{Finding, Severity};
pub use subject::Subject;

use finding::Findings;
use std::collections::TryReserveError;

/// Looks at all of a map, and gives what was found, the worst first.
///
/// # Errors
/// Not enough memory.
pub fn lint(subject: &Subject<'_>) -> Result<Vec<Finding>, TryReserveError> {
    let mut found = Findings::new();
    for check in CHECKS {
        found.begin(check.name);
        (check.run)(subject, &mut found)?;
        found.end();
    }
    found.list.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Ok(found.list)
}
