//! What can be wrong with a map, and where.
#![forbid(unsafe_code)]

use core::fmt;

/// Something about a map that a mapping would stumble over, or that is hardly meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

/// Where something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the map itself.
    Map,
    /// In the bucket of this number, the complement of its slot.
    Bucket(i32),
    /// At an item of a bucket.
    Item {
        /// Number of the bucket.
        bucket: i32,
        /// Index of the item.
        index: usize,
    },
    /// In a rule.
    Rule(u32),
    /// At a step of a rule.
    Step {
        /// Number of the rule.
        rule: u32,
        /// Index of the step.
        step: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map => write!(f, "map"),
            Self::Bucket(bucket) => write!(f, "bucket {bucket}"),
            Self::Item { bucket, index } => write!(f, "bucket {bucket}, item {index}"),
            Self::Rule(rule) => write!(f, "rule {rule}"),
            Self::Step { rule, step } => write!(f, "rule {rule}, step {step}"),
        }
    }
}

/// What is wrong. This library maps over all of it and gives the answers of `docs/compatibility.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no table of buckets although the map counts some.
    #[error("the table of buckets is missing")]
    NoBucketTable,
    /// There is no table of rules although the map counts some.
    #[error("the table of rules is missing")]
    NoRuleTable,
    /// The bucket counts items and has none.
    #[error("the items are missing")]
    NoItems,
    /// An array of weights, sums, straws or nodes has not as many numbers as items ask for.
    #[error("{found} weights for {expected} items")]
    Weights {
        /// As the items ask for.
        expected: usize,
        /// As there are.
        found: usize,
    },
    /// The nodes of a tree are no tree, or lead to leaves without an item.
    #[error("the tree's nodes do not fit its {0} items")]
    Tree(usize),
    /// The bucket's id is that of another slot.
    #[error("the id is {0}")]
    WrongId(i32),
    /// The bucket's type is that of devices.
    #[error("the type is that of devices, 0")]
    TypeOfDevices,
    /// No bucket has this number.
    #[error("there is no bucket {0}")]
    UnknownBucket(i32),
    /// Buckets lead in a circle.
    #[error("bucket {0} contains itself by way of this item")]
    Circle(i32),
    /// The blocks of a multi-step-retry rule are not TAKE, choose steps, EMIT.
    #[error("no block of take, choose steps and emit")]
    Malformed,
    /// Tries may never end, or not while anybody waits: more than 2^64 draws.
    #[error("mapping may never end")]
    Endless,
    /// The bucket chooses by an algorithm that does not exist: always its first item.
    #[error("there is no such algorithm")]
    UnknownAlgorithm,
    /// The bucket hashes by a function that does not exist: always to 0.
    #[error("there is no such hash")]
    UnknownHash,
    /// The bucket has no items.
    #[error("the bucket is empty")]
    Empty,
    /// No item has a weight: the first one takes all.
    #[error("no item has a weight")]
    Weightless,
    /// A weight of 2^31 or more, which counts as negative.
    #[error("weight {0:#x} counts as negative")]
    NegativeWeight(u32),
    /// A list's sum is not the weight of the items up to there.
    #[error("the sum is {found:#x}, not {expected:#x}")]
    Sum {
        /// The weight of the items.
        expected: u32,
        /// What is stored.
        found: u32,
    },
    /// The device is beyond those that the map counts, and never chosen.
    #[error("device {0} is beyond the map's devices")]
    UnknownDevice(i32),
    /// The item was in the bucket before.
    #[error("item {0} is here twice")]
    Twice(i32),
    /// Buckets are nested deeper than tools expect.
    #[error("{0} levels are more than 10")]
    Deep(u64),
    /// The step takes what the map does not have: the earlier selection stays.
    #[error("there is no item {0} to take")]
    UnknownTake(i32),
    /// The step's number means nothing in this kind of rule: it is passed over.
    #[error("operation {0} means nothing here")]
    UnknownStep(u32),
    /// The step chooses from nothing.
    #[error("nothing is selected to choose from")]
    NothingSelected,
    /// Below what is selected there is nothing of the type that the step chooses.
    #[error("nothing of type {0} is below what is selected")]
    TypeNotFound(i32),
    /// What the rule chose last is not emitted.
    #[error("what is selected at the end is not emitted")]
    NotEmitted,
}

/// What a fault comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Defined, but hardly meant.
    Odd,
    /// Other implementations crash, read beyond arrays, abort or never return, if a mapping gets there.
    Unsafe,
}

impl Fault {
    /// What it comes to.
    pub fn severity(&self) -> Severity {
        match self {
            Self::NoBucketTable
            | Self::NoRuleTable
            | Self::NoItems
            | Self::Weights { .. }
            | Self::Tree(_)
            | Self::WrongId(_)
            | Self::TypeOfDevices
            | Self::UnknownBucket(_)
            | Self::Circle(_)
            | Self::Malformed
            | Self::Endless => Severity::Unsafe,
            _ => Severity::Odd,
        }
    }
}
