//! Why a text is no map.
#![forbid(unsafe_code)]

use super::super::lines::Place;
use crate::builder::BuildError;

/// A text that is no map, with the place of the fault.
///
/// It is shown as [`detail`](Self::detail): the place, and what is wrong there. The words of the genuine tool, which
/// mostly have no place, are [`upstream_message`](Self::upstream_message).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.detail())]
pub struct CompileError {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Byte of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: CompileFault,
}

/// What is wrong with a text. The messages are those of the genuine tool, word for word, where it has one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum CompileFault {
    /// A statement ends early. Upstream names the line in which the last good statement ends, and what follows there.
    #[error("parse error at '{}'", String::from_utf8_lossy(rest))]
    Syntax { line: usize, rest: Vec<u8>, expected: Vec<String> },
    #[error("tunable {0} not recognized")]
    UnknownTunable(String),
    #[error("item {0} defined twice")]
    DeviceTwice(String),
    #[error("bucket  '{0}' and bucket '{1}' are included each other")]
    IncludeEachOther(String, String),
    #[error("buckets must be defined before rules")]
    BucketAfterRule,
    #[error("bucket type '{0}' is not defined")]
    UnknownBucketType(String),
    #[error("bucket or device '{0}' is already defined")]
    NameTwice(String),
    #[error("duplicate device class {class} for bucket {bucket}")]
    ClassTwice { class: String, bucket: String },
    #[error("unknown bucket alg '{0}'\n")]
    UnknownAlgorithm(String),
    #[error("item '{item}' in bucket '{bucket}' has explicit pos {position}, which is occupied")]
    PositionTaken { item: String, bucket: String, position: i32 },
    #[error("item '{item}' in bucket '{bucket}' is not defined")]
    UnknownItem { item: String, bucket: String },
    #[error("device weight limited to 100")]
    DeviceWeight,
    #[error("bucket weight limited to 65535 to prevent overflow")]
    BucketWeight,
    #[error(
        "item '{item}' in uniform bucket '{bucket}' has weight {weight} but previous item(s) have weight {first}; \
         uniform bucket items must all have identical weights."
    )]
    UnequalWeights { item: String, bucket: String, weight: u32, first: String },
    #[error("item '{item}' in bucket '{bucket}' has pos {position} >= size {size}")]
    PositionTooHigh { item: String, bucket: String, position: i32, size: usize },
    #[error("oh no! our bucket weights are overflowing all over the place, better lower the item weights")]
    WeightOverflow,
    #[error("Duplicate bucket id {0}")]
    IdTwice(i32),
    /// A bucket cannot be built: a tree bucket of more than 64 items, a uniform one of items without weight.
    #[error("add_bucket failed ({errno}) {text}")]
    AddBucket { errno: i32, text: &'static str },
    #[error("rule name '{0}' already defined\n")]
    RuleNameTwice(String),
    #[error("rule {0} already exists")]
    RuleTwice(i32),
    #[error("unable to add rule id {id} for rule '{name}'")]
    RuleNotStorable { id: i32, name: String },
    #[error("in rule '{rule}' item '{item}' not defined")]
    UnknownRuleItem { rule: String, item: String },
    /// A rule takes an item with a class that does not exist: upstream says nothing.
    #[error("class {0} does not exist")]
    UnknownClass(String),
    #[error("in rule '{rule}' step take {item} has no class information")]
    NoClassInformation { rule: String, item: String },
    #[error("in rule '{rule}' step take {item} no matching bucket for class {class}")]
    NoBucketForClass { rule: String, item: String, class: String },
    #[error("in rule '{rule}' type '{kind}' not defined")]
    UnknownRuleType { rule: String, kind: String },
    #[error("{0} duplicated")]
    ChooseArgsTwice(i32),
    #[error("{0} is out of range")]
    OutOfRange(i32),
    #[error("{0} does not exist")]
    NoBucket(i32),
    #[error("{bucket} needs exactly {needed} weights but got {got}")]
    WeightCount { bucket: i32, needed: usize, got: usize },
    #[error("{bucket} needs exactly {needed} ids but got {got}")]
    IdCount { bucket: i32, needed: usize, got: usize },
    /// A device id below 0, or one that mapping uses as a mark: upstream makes a map of it that cannot be read.
    #[error("device id {0} is out of range")]
    DeviceId(i32),
    /// More than any map file may hold, see [`limits`](crate::map::limits).
    #[error("{0} exceeds what a map can hold")]
    TooLarge(&'static str),
    #[error("out of memory")]
    NoMemory,
}

impl CompileFault {
    pub(super) fn at(self, place: Place) -> CompileError {
        CompileError { line: place.line, column: place.column, fault: self }
    }

    /// The fault of a whole file.
    pub(super) fn at_start(self) -> CompileError {
        self.at(Place { line: 1, column: 1 })
    }
}

impl From<BuildError> for CompileFault {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::NoMemory => Self::AddBucket { errno: 12, text: "Cannot allocate memory" },
            BuildError::WeightOverflow => {
                Self::AddBucket { errno: 34, text: "Numerical result out of range" }
            }
            _ => Self::AddBucket { errno: 22, text: "Invalid argument" },
        }
    }
}

impl CompileError {
    /// The genuine tool's message for a file of this name, line end included; empty where it says nothing.
    pub fn upstream_message(&self, file: &[u8]) -> Vec<u8> {
        match &self.fault {
            CompileFault::Syntax { line, rest, .. } => {
                let place = format!(":{line} error: parse error at '");
                [file, place.as_bytes(), rest, b"'\n"].concat()
            }
            CompileFault::UnknownClass(_) => Vec::new(),
            fault => format!("{fault}\n").into_bytes(),
        }
    }

    /// What is wrong, with its place and what would be right there: for people, where the genuine tool's words do not
    /// matter.
    pub fn detail(&self) -> String {
        let place = format!("line {}, column {}", self.line, self.column);
        match &self.fault {
            CompileFault::Syntax { expected, .. } if !expected.is_empty() => {
                format!("{place}: expected {}", expected.join(" or "))
            }
            fault => format!("{place}: {}", fault.to_string().trim_end()),
        }
    }
}
