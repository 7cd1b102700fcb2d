//! Why an edit is refused.
#![forbid(unsafe_code)]

use crate::builder::BuildError;
use crate::map::names::Name;
use crate::map::shadow::ShadowError;
use std::collections::TryReserveError;

/// Why a map was not edited; the map is as it was before (spec 06).
///
/// [`errno`](Self::errno) is the number that Ceph's tools report for the same refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A name is empty, too long, or has other characters than letters, digits, `-`, `_` and `.`.
    #[error("'{0}' is not a name: letters, digits, '-', '_' and '.' make one")]
    InvalidName(Name),
    /// A location has a type or bucket whose name is not valid.
    #[error("location {type}={bucket} is not made of valid names")]
    InvalidLocation {
        /// The type.
        r#type: Name,
        /// The bucket.
        bucket: Name,
    },
    /// A weight is negative, not a number, or 32768 or more.
    #[error("weight {0} is not between 0 and 32768")]
    WeightOutOfRange(String),
    /// A sum of weights does not fit into 32 bits.
    #[error("the sum of the weights in bucket {0} exceeds 32 bits")]
    WeightOverflow(i32),
    /// The name belongs to another item.
    #[error("name '{name}' belongs to item {id}")]
    NameTaken {
        /// The name.
        name: Name,
        /// The item that has it.
        id: i32,
    },
    /// No item has this name.
    #[error("no item is named '{0}'")]
    UnknownItem(Name),
    /// The item has no name.
    #[error("item {0} has no name")]
    Unnamed(i32),
    /// No bucket has this id.
    #[error("bucket {0} does not exist")]
    UnknownBucket(i32),
    /// A device stands where a bucket is needed.
    #[error("item {0} is a device, not a bucket")]
    NotABucket(i32),
    /// A bucket stands where a device is needed.
    #[error("item {0} is a bucket, not a device")]
    NotADevice(i32),
    /// The id is none that a device may have.
    #[error("{0} is no device id")]
    NoSuchDeviceId(i32),
    /// No type has this name.
    #[error("unknown type '{0}'")]
    UnknownType(Name),
    /// The item is in no bucket, or not in the one that was named.
    #[error("item {item} is not in {place}")]
    NotFoundIn {
        /// The item.
        item: i32,
        /// Where it was looked for.
        place: String,
    },
    /// The item is below the bucket already.
    #[error("item {item} is below bucket {bucket} already")]
    AlreadyBelow {
        /// The item.
        item: i32,
        /// The bucket.
        bucket: i32,
    },
    /// The bucket of a location has another type than the location says.
    #[error("bucket {bucket} is not of type '{type}'")]
    WrongType {
        /// The bucket.
        bucket: i32,
        /// The type that the location says.
        r#type: Name,
    },
    /// The bucket would be below itself.
    #[error("bucket {bucket} is below item {item}, which cannot go below it")]
    Loop {
        /// The item that was to be put there.
        item: i32,
        /// The bucket.
        bucket: i32,
    },
    /// A location says nowhere to put the item.
    #[error("the location says nowhere to put item {0}")]
    Nowhere(i32),
    /// The bucket still has items.
    #[error("bucket {0} is not empty")]
    NotEmpty(i32),
    /// A rule takes the bucket, or it is a shadow bucket.
    #[error("bucket {0} is in use by a rule, or is the shadow of another bucket")]
    InUse(i32),
    /// An item's name stands for no bucket and class.
    #[error("'{0}' names no bucket with a class")]
    UnknownShadow(Name),
    /// A bucket is below itself: weights and trees are not defined.
    #[error("bucket {0} is below itself: repair the map first")]
    Cycle(i32),
    /// Neither of two buckets may be below the other.
    #[error("bucket {0} is above bucket {1}")]
    Ancestor(i32, i32),
    /// Edits may use none of the bucket algorithms.
    #[error("allowed_bucket_algs {0} allows no algorithm for a new bucket")]
    NoAlgorithmAllowed(u32),
    /// An item cannot be added to a bucket.
    #[error("bucket {bucket} cannot take item {item}: {error}")]
    CannotAdd {
        /// The bucket.
        bucket: i32,
        /// The item.
        item: i32,
        /// Why.
        error: BuildError,
    },
    /// The map would exceed what files may hold.
    #[error("the map would exceed {limit} {of}")]
    TooLarge {
        /// What there would be too much of.
        of: &'static str,
        /// The most that a map may have.
        limit: usize,
    },
    /// Ways from the item to the roots are too many for their weights to be brought up to date.
    #[error("there are too many ways up from item {0} to bring all weights up to date")]
    TooManyPaths(i32),
    /// To be renamed: the source does not exist, the destination does.
    #[error("srcname = '{from}' does not exist and dstname = '{to}' already exists")]
    AlreadyRenamed {
        /// The old name.
        from: Name,
        /// The new name.
        to: Name,
    },
    /// To be renamed: the source does not exist.
    #[error("srcname = '{0}' does not exist")]
    NoSource(Name),
    /// To be renamed: the destination exists.
    #[error("dstname = '{0}' already exists")]
    DestinationExists(Name),
    /// To be renamed: the destination is not a valid name.
    #[error("dstname = '{0}' does not match [-_.0-9a-zA-Z]+")]
    DestinationInvalid(Name),
    /// To be renamed as a bucket: the source is a device.
    #[error("srcname = '{name}' is not a bucket because its id = {id} is >= 0")]
    SourceIsDevice {
        /// The name.
        name: Name,
        /// The device.
        id: i32,
    },
    /// To be renamed: there is no such rule.
    #[error("source rule name '{0}' does not exist")]
    NoSourceRule(Name),
    /// To be renamed: the rule exists.
    #[error("destination rule name '{0}' already exists")]
    DestinationRuleExists(Name),
    /// No class has this name.
    #[error("class '{0}' does not exist")]
    UnknownClass(Name),
    /// A class has this name already.
    #[error("class '{0}' already exists")]
    ClassExists(Name),
    /// The device has another class.
    #[error(
        "osd.{device} has already bound to class '{old}', can not reset class to '{new}'; use 'ceph osd crush rm-device-class <id>' to remove old class first"
    )]
    OtherClass {
        /// The device.
        device: i32,
        /// Its class.
        old: Name,
        /// The class that it was to get.
        new: Name,
    },
    /// The device has no name.
    #[error("osd.{0} does not have a name")]
    UnnamedDevice(i32),
    /// A rule has this name already.
    #[error("rule {0} exists")]
    RuleExists(Name),
    /// A rule has this number already.
    #[error("rule with ruleno {0} exists")]
    RuleNumberTaken(u32),
    /// There is no rule with this number.
    #[error("rule {0} does not exist")]
    UnknownRule(u32),
    /// The root of a new rule does not exist.
    #[error("root item {0} does not exist")]
    UnknownRoot(Name),
    /// The failure domain of a new rule is not a type.
    #[error("unknown type {0}")]
    UnknownFailureDomain(Name),
    /// The class of a new rule does not exist.
    #[error("device class {0} does not exist")]
    UnknownDeviceClass(Name),
    /// The root of a new rule has no shadow for the class.
    #[error("root {root} has no devices with class {class}")]
    NoDevicesOfClass {
        /// The root.
        root: Name,
        /// The class.
        class: Name,
    },
    /// A mode of choosing that is none.
    #[error("unknown mode {0}")]
    UnknownMode(String),
    /// The kind of a multi-device rule is not one of the two MSR types.
    #[error("unknown rule_type {0}")]
    UnknownRuleType(i32),
    /// An erasure-code profile has several devices per failure domain and no number of failure domains.
    #[error("crush-num-failure-domains {0} must be >= 1 if crush-osds-per-failure-domain specified")]
    NoFailureDomains(i32),
    /// No room for a rule.
    #[error("failed to add rule {0} because (28) No space left on device")]
    TooManyRules(u32),
    /// There are choose_args of this index already.
    #[error("choose_args {0} exist already")]
    ChooseArgsExist(i64),
    /// There are no choose_args of this index.
    #[error("choose_args {0} do not exist")]
    UnknownChooseArgs(i64),
    /// An item occurs nowhere where the weight-sets have as many positions as weights were given.
    #[error("item {0} not found in crush map")]
    NotInWeightSets(i32),
    /// Shadow trees could not be built.
    #[error("shadow trees cannot be built: {0}")]
    Shadow(#[from] ShadowError),
    /// Something else about the hierarchy.
    #[error("{0}")]
    Build(#[from] BuildError),
}

/// Numbers of errors under their C names.
mod number {
    pub(super) const ENOENT: i32 = libc::ENOENT;
    pub(super) const EINVAL: i32 = libc::EINVAL;
}

impl EditError {
    /// The positive errno that Ceph's tools report (spec 06).
    pub fn errno(&self) -> i32 {
        use number::{EINVAL, ENOENT};
        match self {
            Self::UnknownItem(_)
            | Self::Unnamed(_)
            | Self::UnknownBucket(_)
            | Self::NotFoundIn { .. }
            | Self::UnknownShadow(_)
            | Self::NoSource(_)
            | Self::NoSourceRule(_)
            | Self::UnknownClass(_)
            | Self::UnnamedDevice(_)
            | Self::UnknownRule(_)
            | Self::UnknownRoot(_)
            | Self::UnknownChooseArgs(_)
            | Self::NotInWeightSets(_) => ENOENT,
            Self::WeightOutOfRange(_) => libc::EOVERFLOW,
            Self::WeightOverflow(_) => libc::ERANGE,
            Self::NameTaken { .. }
            | Self::DestinationExists(_)
            | Self::DestinationRuleExists(_)
            | Self::ClassExists(_)
            | Self::RuleExists(_)
            | Self::RuleNumberTaken(_)
            | Self::ChooseArgsExist(_) => libc::EEXIST,
            Self::AlreadyRenamed { .. } => libc::EALREADY,
            Self::SourceIsDevice { .. } => libc::ENOTDIR,
            Self::Loop { .. } => libc::ELOOP,
            Self::NotEmpty(_) => libc::ENOTEMPTY,
            Self::InUse(_) | Self::OtherClass { .. } => libc::EBUSY,
            Self::TooManyRules(_) => libc::ENOSPC,
            Self::TooLarge { .. } | Self::TooManyPaths(_) => libc::E2BIG,
            Self::Shadow(error) => shadow_errno(error),
            Self::Build(error) | Self::CannotAdd { error, .. } => build_errno(*error),
            _ => EINVAL,
        }
    }
}

impl EditError {
    /// What Ceph's tools print for the refusal, such as `(22) Invalid argument`.
    pub fn errno_text(&self) -> String {
        let number = self.errno();
        let text = std::io::Error::from_raw_os_error(number).to_string();
        let text = text.rsplit_once(" (os error").map_or(text.as_str(), |(text, _)| text);
        format!("({number}) {text}")
    }
}

fn shadow_errno(error: &ShadowError) -> i32 {
    match error {
        ShadowError::BucketName(_) => libc::ECHILD,
        ShadowError::ClassName(_) => libc::EBADF,
        ShadowError::MissingBucket(_) => libc::ENOENT,
        ShadowError::Cycle(_) => libc::ELOOP,
        ShadowError::UnequalWeight { .. } | ShadowError::IdOutOfRange { .. } => libc::EINVAL,
        ShadowError::TooLarge => libc::E2BIG,
        ShadowError::Build { error, .. } => build_errno(*error),
    }
}

fn build_errno(error: BuildError) -> i32 {
    match error {
        BuildError::NoMemory => libc::ENOMEM,
        BuildError::BucketNotFound | BuildError::ItemNotFound => libc::ENOENT,
        BuildError::BucketExists => libc::EEXIST,
        BuildError::TooManyRules => libc::ENOSPC,
        BuildError::WeightOverflow => libc::ERANGE,
        _ => libc::EINVAL,
    }
}

impl From<TryReserveError> for EditError {
    fn from(_: TryReserveError) -> Self {
        Self::Build(BuildError::NoMemory)
    }
}
