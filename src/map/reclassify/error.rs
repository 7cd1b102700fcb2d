//! Why a map is not reclassified.
#![forbid(unsafe_code)]

use crate::map::edit::EditError;
use crate::map::names::Name;

/// Why a map was not reclassified; it is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReclassifyError {
    /// A root does not exist.
    #[error("root {0} does not exist")]
    UnknownRoot(Name),
    /// A rule takes a class of a root already.
    #[error("rule {rule} includes take on root {root} class {class}")]
    RuleTakesClass {
        /// Number of the rule.
        rule: u32,
        /// Name of the root.
        root: Name,
        /// Id of the class.
        class: i32,
    },
    /// A bucket is in two buckets below a root; the original gives it two ids and loses what is in it.
    #[error("bucket {0} is in several buckets below the root")]
    LinkedTwice(i32),
    /// The bucket that new buckets go below does not exist.
    #[error("default parent {0} does not exist")]
    UnknownParent(Name),
    /// An item of a bucket that is reclassified is a bucket that is not.
    #[error("item {item} in bucket {bucket} is not also a reclassified bucket")]
    NotReclassified {
        /// The item.
        item: i32,
        /// The bucket.
        bucket: i32,
    },
    /// What is said of an edit.
    #[error("{0}")]
    Edit(#[from] EditError),
}

impl ReclassifyError {
    /// The positive errno of the original.
    pub fn errno(&self) -> i32 {
        match self {
            Self::Edit(error) => error.errno(),
            _ => libc::EINVAL,
        }
    }
}
