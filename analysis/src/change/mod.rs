//! Changes to a cluster, as options of commands say them.
//!
//! Each is what a command of Ceph does to the maps: `weight` is `ceph osd crush reweight` (for a bucket
//! `reweight-subtree`), `reweight` is `ceph osd reweight`, and so on. They are applied in order.

mod apply;
mod error;
mod parse;
mod steps;

pub use error::ChangeError;

use crate::cluster::Cluster;
use crush::map::{Location, Name, TunablesProfile};

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// All tunables of a profile.
    Tunables(TunablesProfile),
    /// One tunable.
    Tunable(Tunable, u32),
    /// The crush weight of a device, or of each device below a bucket.
    Weight(Name, f32),
    /// The weight, 16.16, by which a device, or each below a bucket, is in.
    Reweight(Name, u32),
    /// Devices are down.
    Down(Name),
    /// Devices are up.
    Up(Name),
    /// A new device, up and in.
    Add {
        /// The device.
        device: Name,
        /// Its crush weight.
        weight: f32,
        /// Where it is.
        location: Location,
    },
    /// A new, empty bucket.
    AddBucket {
        /// Its name.
        bucket: Name,
        /// Its type.
        r#type: Name,
        /// Where it is; a root if empty.
        location: Location,
    },
    /// A device goes, or a bucket with all below it.
    Remove(Name),
    /// A device or bucket is elsewhere.
    Move(Name, Location),
    /// The class of a device, or of each device below a bucket; none for no class.
    Class(Name, Option<Name>),
    /// Weights of an item in a weight-set, one for each position; the weight-set is made if it is not there.
    WeightSet {
        /// The pool's id, or -1 for the one that serves all pools without their own.
        index: i64,
        /// The item.
        item: Name,
        /// Its weights.
        weights: Vec<f64>,
    },
    /// A weight-set goes.
    RemoveWeightSet(i64),
    /// Other steps for a rule, as a text map has them.
    RuleSteps(Name, String),
    /// The failure domain of a rule: the type of its last choice of buckets.
    RuleDomain(Name, Name),
    /// The class of what a rule takes; none for devices of all classes.
    RuleClass(Name, Option<Name>),
    /// Another rule for a pool.
    PoolRule(String, Name),
    /// Another number of replicas for a pool.
    PoolSize(String, u8),
    /// Another number of PGs for a pool.
    PoolPgNum(String, u32),
    /// Straw buckets become straw2 buckets.
    Straw2,
}

/// A tunable, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a tunable is its name")]
pub enum Tunable {
    ChooseLocalTries,
    ChooseLocalFallbackTries,
    ChooseTotalTries,
    ChooseleafDescendOnce,
    ChooseleafVaryR,
    ChooseleafStable,
    StrawCalcVersion,
    MsrDescents,
    MsrCollisionTries,
}

impl Cluster {
    /// Applies changes in order. After an error the cluster has the changes before it.
    ///
    /// # Errors
    /// What cannot be done, and why.
    pub fn apply(&mut self, changes: &[Change]) -> Result<(), ChangeError> {
        changes.iter().try_for_each(|change| apply::apply(self, change))
    }
}
