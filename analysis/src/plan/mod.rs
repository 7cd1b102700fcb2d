//! A change of weights in steps, so that no step moves more than a given share.
//!
//! Between the cluster as it is and its target every crush weight and every operator's weight goes the same part of its way
//! at each step. How far a step goes is the most that stays below the share, found by halving: what moves grows with the
//! way, but not evenly.

mod error;
mod way;

pub use error::PlanError;
pub use way::{Way, Weight};

use crate::cluster::Cluster;
use crate::diff::{Diff, Options, Total};
use serde::Serialize;

/// Halvings in search of a step's end: a thousandth of the way.
const HALVINGS: u32 = 10;
/// Steps after which a plan is given up.
const MOST_STEPS: usize = 1000;

/// One step.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The part of the whole way that is gone after it.
    pub part: f64,
    /// Weights to set.
    pub weights: Vec<Weight>,
    /// What moves in it.
    pub cost: Total,
}

/// A device that only the target has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewDevice {
    /// The device.
    pub device: i32,
    /// Where it comes, as `ceph osd crush add` wants it: `root=default host=alpha`.
    pub location: String,
}

/// All steps.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// Devices that come with weight 0 before the first step.
    pub devices: Vec<NewDevice>,
    /// What moves when they come.
    pub preparation: Total,
    /// The steps.
    pub steps: Vec<Step>,
    /// What all steps move together.
    pub moved: u64,
    /// What moves when everything is done at once.
    pub at_once: Total,
    /// How many times what moves at once the steps move together; none if nothing moves.
    pub over_at_once: Option<f64>,
}

impl Plan {
    /// Plans the way from one cluster to another that differs in weights alone, or in devices that one of them lacks. New
    /// devices come with weight 0 first, devices that go leave when theirs is 0. `share` is the part of all replicas that
    /// one step may move.
    ///
    /// # Errors
    /// A target that differs in more than weights; a share that no step can keep to; those of [`Diff::between`].
    pub fn new(before: &Cluster, target: &Cluster, share: f64, options: &Options) -> Result<Self, PlanError> {
        let way = Way::between(before, target)?;
        let start = way.at(before, 0.0)?;
        let preparation = Diff::between(before, &start, options)?.total;
        let at_once = Diff::between(&start, &way.at(before, 1.0)?, options)?.total;
        let mut steps: Vec<Step> = Vec::new();
        let (mut here, mut part) = (start, 0.0);
        while part < 1.0 {
            if steps.len() >= MOST_STEPS {
                return Err(PlanError::TooManySteps(MOST_STEPS));
            }
            let (next, there, cost) = farthest(&way, before, (part, &here), share, options)?;
            steps.push(Step { part: next, weights: way.weights(part, next), cost });
            (here, part) = (there, next);
        }
        let moved = steps.iter().map(|step| step.cost.moved).sum();
        let over_at_once = (at_once.moved > 0).then(|| moved as f64 / at_once.moved as f64);
        Ok(Self {
            devices: way.new_devices(before, target),
            preparation,
            steps,
            moved,
            at_once,
            over_at_once,
        })
    }
}

/// The farthest point that one step reaches from a point of the way, and what it costs.
fn farthest(
    way: &Way,
    before: &Cluster,
    (part, here): (f64, &Cluster),
    share: f64,
    options: &Options,
) -> Result<(f64, Cluster, Total), PlanError> {
    let try_to = |to: f64| -> Result<(f64, Cluster, Total), PlanError> {
        let there = way.at(before, to)?;
        let cost = Diff::between(here, &there, options)?.total;
        Ok((to, there, cost))
    };
    let allowed = |cost: &Total| cost.moved as f64 <= share * cost.replicas as f64;
    let whole = try_to(1.0)?;
    if allowed(&whole.2) {
        return Ok(whole);
    }
    let (mut low, mut high) = (part, 1.0);
    let mut best = None;
    let mut least = whole.2;
    for _ in 0..HALVINGS {
        let tried = try_to(f64::midpoint(low, high))?;
        least = tried.2;
        if allowed(&tried.2) {
            low = tried.0;
            best = Some(tried);
        } else {
            high = tried.0;
        }
    }
    best.ok_or(PlanError::TooSmall { share, least: least.moved as f64 / (least.replicas as f64).max(1.0) })
}
