//! Why a map has no complete text.
#![forbid(unsafe_code)]

/// A map whose text ends early, with what was written up to there. Upstream leaves it at that and reports success.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct DecompileError {
    /// The text up to the fault.
    pub written: Vec<u8>,
    /// What is wrong.
    pub fault: DecompileFault,
}

/// What a text cannot say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecompileFault {
    /// A bucket contains itself, directly or through others. The message is upstream's.
    #[error(
        "decompile_crush_bucket: error: while trying to output bucket {0}, we found out that it contains one of the \
         buckets that contain it. This is not allowed. The buckets must form a directed acyclic graph."
    )]
    Cycle(i32),
    /// A rule takes an item without a name, or a shadow bucket whose name leads to no bucket and class.
    #[error("rule {rule} takes item {item}, which has no name that a text could use")]
    UnnamedTake {
        /// Number of the rule.
        rule: u32,
        /// What it takes.
        item: i32,
    },
}
