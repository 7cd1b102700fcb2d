//! The mapping itself: a rule, run over a hierarchy for one input (spec 02 sections 9 to 12).
//!
//! Everything here is safe code over two small traits: [`Topology`] is what the algorithm sees of a map, [`Observer`] is
//! told what it does. The layers, from the outside in:
//!
//! - `rule` runs the steps; `msr` runs the steps of multi-step-retry rules;
//! - `firstn` and `indep` decide which choices are pending and judge each answer;
//! - `descent` makes a pending choice: from a bucket down to an item of the wanted type;
//! - `work` tells beforehand how much all of that can be.
#![forbid(unsafe_code)]

mod ahead;
mod context;
mod descent;
mod device;
mod firstn;
#[cfg(target_arch = "x86_64")]
mod forecast;
mod indep;
mod msr;
mod observer;
mod rule;
mod slot;
mod topology;
mod work;
mod workspace;

#[cfg(test)]
pub(crate) mod tests;

pub use device::DeviceWeights;
#[cfg(target_arch = "x86_64")]
pub(crate) use forecast::{Forecast, forecast};
pub(crate) use msr::is_well_formed;
pub use observer::{Event, Judgement, Observer, Unobserved};
pub use rule::do_rule;
pub(crate) use rule::run_rule;
pub use slot::Slot;
pub use topology::{Rule, Step, Topology, Tunables};
pub(crate) use work::reachable;
pub use work::{Work, worst_case};
pub use workspace::{scratch_len, scratch_used};

/// Marks a place that no choice has filled yet.
pub(crate) const UNDEF: i32 = crate::abi::CRUSH_ITEM_UNDEF;
/// Marks a place that no choice could fill.
pub(crate) const NONE: i32 = crate::abi::CRUSH_ITEM_NONE;
