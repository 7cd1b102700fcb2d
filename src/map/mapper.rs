//! Placement with a map of the model.
#![forbid(unsafe_code)]

use super::Map;
use crate::mapper::{DeviceWeights, Observer, Slot, Topology, Unobserved, run_rule, scratch_used};
use crate::placer::{DEFAULT_BUDGET, Placer, PlacerError};
use crate::view::{ChooseArgTable, MapView};
use std::collections::TryReserveError;

/// Maps inputs by a map's rules, one at a time, and keeps its working memory between them.
#[derive(Debug)]
pub struct MapMapper<'a> {
    map: &'a Map,
    choose_args: Option<ChooseArgTable>,
    scratch: Vec<Slot>,
}

impl Map {
    /// A mapper with the choose_args that serve `pool`: its own, else the default ones. Pools count for nothing else;
    /// [`DEFAULT_CHOOSE_ARGS`](super::DEFAULT_CHOOSE_ARGS) names none in particular.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn mapper(&self, pool: i64) -> Result<MapMapper<'_>, TryReserveError> {
        Ok(MapMapper { map: self, choose_args: self.choose_arg_table(pool)?, scratch: Vec::new() })
    }

    /// The choose_args that serve `pool`, laid out for [`view_with`](Self::view_with); `None` if there are none.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn choose_arg_table(&self, pool: i64) -> Result<Option<ChooseArgTable>, TryReserveError> {
        self.choose_args_for(pool).map(|args| args.table(self.max_buckets())).transpose()
    }

    /// The map as the mapper sees it, with choose_args.
    pub fn view_with<'a>(&'a self, choose_args: Option<&'a ChooseArgTable>) -> MapView<'a> {
        let view = self.view();
        choose_args.map_or(view, |table| view.with_choose_args(table.view()))
    }

    /// Prepares rule `rule` for many inputs, with the choose_args that serve `pool`, results of `result_max` places, and the
    /// operator's weights of the devices, 16.16. See [`Placer::new`]; [`Placer::with_budget`] takes [`view`](Self::view).
    ///
    /// # Errors
    /// As for [`Placer::new`].
    pub fn placer(
        &self,
        pool: i64,
        rule: u32,
        result_max: usize,
        weights: &[u32],
    ) -> Result<Placer, PlacerError> {
        self.placer_with_budget(pool, rule, result_max, weights, DEFAULT_BUDGET)
    }

    /// As [`placer`](Self::placer), with a budget of one's own: see [`Placer::with_budget`].
    ///
    /// # Errors
    /// Those of `Placer::with_budget`.
    pub fn placer_with_budget(
        &self,
        pool: i64,
        rule: u32,
        result_max: usize,
        weights: &[u32],
        budget: u64,
    ) -> Result<Placer, PlacerError> {
        let table = self.choose_arg_table(pool)?;
        Placer::with_budget(&self.view_with(table.as_ref()), rule, result_max, weights, budget)
    }
}

impl MapMapper<'_> {
    /// Maps input `x` by a rule and returns how many places of `result` are defined; places that could not be filled
    /// hold 0x7fffffff, and what places past the returned number hold means nothing. `weights` are the operator's weights of
    /// the devices, 16.16, 0x10000 for a device that is in. An unknown rule gives 0.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn place(
        &mut self,
        rule: u32,
        x: u32,
        weights: &[u32],
        result: &mut [i32],
    ) -> Result<usize, TryReserveError> {
        self.place_observed(rule, x, weights, result, &Unobserved)
    }

    /// As [`place`](Self::place), and tells `observer` what is done.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn place_observed<O: Observer>(
        &mut self,
        rule: u32,
        x: u32,
        weights: &[u32],
        result: &mut [i32],
        observer: &O,
    ) -> Result<usize, TryReserveError> {
        let view = self.map.view_with(self.choose_args.as_ref());
        let Some(rule) = view.rule(rule) else { return Ok(0) };
        let Some(used) = scratch_used(&view, &rule, result.len()) else { return Ok(0) };
        if let Some(more @ 1..) = used.checked_sub(self.scratch.len()) {
            self.scratch.try_reserve(more)?;
            self.scratch.resize(used, Slot::EMPTY);
        }
        let x = x.cast_signed();
        let scratch = (&mut self.scratch[..], used);
        Ok(run_rule(&view, &rule, x, result, DeviceWeights(weights), scratch, observer))
    }
}
