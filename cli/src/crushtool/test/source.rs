//! Where mappings come from.

use super::no_memory;
use super::plan::{CHOOSE_ARGS, Plan};
use super::simulate::Simulation;
use crate::crushtool::exit::Exit;
use crush::Placer;
use crush::map::{Map, MapMapper};
use crush::mapper::Observer;
use crush::placer::PlaceError;
use std::cell::RefCell;

/// Draws that mapping one input may take at most: minutes. Upstream goes on for as long as it takes.
const BUDGET: u64 = 1 << 36;

/// Prepares a rule of `map`, which need not be the plan's own. There is nothing to prepare for no places, or without the
/// rule.
pub(super) fn prepare(plan: &Plan<'_>, map: &Map, rule: i32, places: usize) -> Result<Option<Placer>, Exit> {
    let number = rule.cast_unsigned();
    if places == 0 || map.rule(number).is_none() {
        return Ok(None);
    }
    let placer = map.placer_with_budget(CHOOSE_ARGS, number, places, &plan.weights, BUDGET);
    placer.map(Some).map_err(|error| Exit::failure(format!("rule {rule} with num_rep {places}: {error}")))
}

/// Answers inputs, a thread for itself.
pub(super) enum Source<'a> {
    /// By a rule.
    Rule(&'a Placer),
    /// By a rule, and tries are counted.
    Tries { mapper: MapMapper<'a>, rule: u32, weights: &'a [u32] },
    /// By chance.
    Random(Simulation<'a>),
    /// Nothing is placed.
    Nothing,
}

/// Results of several inputs.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// Places of a result.
    places: usize,
    seeds: Vec<u32>,
    items: Vec<i32>,
    lens: Vec<usize>,
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
    /// The mappings of a rule, for which `placer` is prepared if it is not `None`.
    pub(super) fn rule(placer: Option<&'a Placer>) -> Self {
        placer.map_or(Self::Nothing, Self::Rule)
    }

    /// The mappings of a rule of the plan's map, with a count of the tries.
    pub(super) fn tries(plan: &'a Plan<'_>, rule: i32) -> Result<Self, Exit> {
        let mapper = plan.map.mapper(CHOOSE_ARGS).map_err(no_memory)?;
        Ok(Self::Tries { mapper, rule: rule.cast_unsigned(), weights: &plan.weights })
    }

    /// Maps seeds to results of `places` places, and counts tries.
    pub(super) fn place(
        &mut self,
        seeds: impl Iterator<Item = u32>,
        places: usize,
        results: &mut Results,
        tries: &mut [u64],
    ) -> Result<(), Exit> {
        results.clear(seeds, places).map_err(no_memory)?;
        match self {
            Self::Rule(placer) => {
                let Results { seeds, items, lens, .. } = results;
                placer.place_batch(seeds, items, Some(lens)).map_err(|error| place_error(&error))
            }
            Self::Tries { mapper, rule, weights } => results.each(|seed, items| {
                let histogram = Histogram(RefCell::new(&mut *tries));
                mapper.place_observed(*rule, seed, weights, items, &histogram).map_err(no_memory)
            }),
            Self::Random(simulation) => results.each(|_, items| Ok(simulation.place(items))),
            Self::Nothing => Ok(()),
        }
    }
}

fn place_error(error: &PlaceError) -> Exit {
    Exit::failure(error.to_string())
}

impl Results {
    /// Empty results for seeds.
    fn clear(
        &mut self,
        seeds: impl Iterator<Item = u32>,
        places: usize,
    ) -> Result<(), std::collections::TryReserveError> {
        self.places = places;
        self.seeds.clear();
        self.seeds.extend(seeds);
        let count = self.seeds.len().saturating_mul(places);
        self.items.clear();
        self.items.try_reserve(count)?;
        self.items.resize(count, 0);
        self.lens.clear();
        self.lens.resize(self.seeds.len(), 0);
        Ok(())
    }

    fn each(&mut self, mut place: impl FnMut(u32, &mut [i32]) -> Result<usize, Exit>) -> Result<(), Exit> {
        for (row, (&seed, len)) in self.seeds.iter().zip(&mut self.lens).enumerate() {
            *len = place(seed, &mut self.items[row * self.places..][..self.places])?;
        }
        Ok(())
    }

    /// The results, in the order of the seeds.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[i32]> {
        self.lens.iter().enumerate().map(|(row, &len)| &self.items[row * self.places..][..len])
    }
}
