//! Where mappings come from.

use super::no_memory;
use super::plan::{CHOOSE_ARGS, Plan};
use super::simulate::Simulation;
use crate::crushtool::exit::Exit;
use crush::map::{Map, MapMapper};
use crush::mapper::Observer;
use std::cell::RefCell;

/// Answers inputs, a thread for itself.
pub(super) enum Source<'a> {
    /// By a rule.
    Rule { mapper: MapMapper<'a>, rule: u32, weights: &'a [u32] },
    /// By a rule, and tries are counted.
    Tries { mapper: MapMapper<'a>, rule: u32, weights: &'a [u32] },
    /// By chance.
    Random(Simulation<'a>),
    /// Nothing is placed.
    Nothing,
}

/// A histogram of tries.
struct Histogram<'a>(RefCell<&'a mut [u64]>);

impl Observer for Histogram<'_> {
    fn tries(&self, tries: u32) {
        if let Some(count) = self.0.borrow_mut().get_mut(tries as usize) {
            *count += 1;
        }
    }
}

impl<'a> Source<'a> {
    /// The mappings of a rule of `map`, which need not be the plan's own.
    pub(super) fn rule(plan: &'a Plan<'_>, map: &'a Map, rule: u32, tries: bool) -> Result<Self, Exit> {
        let mapper = map.mapper(CHOOSE_ARGS).map_err(no_memory)?;
        let weights = &plan.weights;
        Ok(if map.rule(rule).is_none() {
            Self::Nothing
        } else if tries {
            Self::Tries { mapper, rule, weights }
        } else {
            Self::Rule { mapper, rule, weights }
        })
    }

    /// Maps a seed to `places` and returns how many are filled.
    pub(super) fn place(&mut self, seed: u32, places: &mut [i32], tries: &mut [u64]) -> Result<usize, Exit> {
        match self {
            Self::Rule { mapper, rule, weights } => {
                mapper.place(*rule, seed, weights, places).map_err(no_memory)
            }
            Self::Tries { mapper, rule, weights } => {
                let histogram = Histogram(RefCell::new(tries));
                mapper.place_observed(*rule, seed, weights, places, &histogram).map_err(no_memory)
            }
            Self::Random(simulation) => Ok(simulation.place(places)),
            Self::Nothing => Ok(0),
        }
    }
}
