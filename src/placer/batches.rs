//! Choices of many inputs made together, before mapping asks for them.
//!
//! The descents of a forecast are made stage by stage and level by level for all inputs of a block. On each level the inputs
//! are sorted by the bucket that they have reached, so that those in one bucket fill whole vectors. The mapper then runs
//! over each input by itself and finds the answers there.
#![forbid(unsafe_code)]

mod counts;
mod foreseeing;
mod foresight;
mod outlook;

use self::foreseeing::Foreseeing;
use self::foresight::Foresight;
use self::outlook::{Entry, From, Outlook};
use super::PlacerError;
use super::columns::Columns;
use super::flat::FlatMap;
use crate::mapper::{Topology, forecast};
use crate::simd::Avx2;

/// Inputs from which on a batch is worth its preparation.
const FEW: usize = 48;

/// What a placer keeps for batches.
#[derive(Debug)]
pub(super) struct Batches {
    columns: Columns,
    outlook: Outlook,
}

impl Batches {
    /// Prepares batches of the map's rule.
    pub(super) fn new(map: &FlatMap, result_max: usize) -> Result<Self, PlacerError> {
        let mut outlook = Outlook::new(&forecast(map, &map.only_rule(), result_max)?)?;
        let mut columns = if outlook.block() > 0 { Columns::new(map)? } else { Columns::default() };
        let is_column = |entry: &Entry| match entry.from {
            From::Root(root) => columns.get(columns.number(root, entry.position)).is_some(),
            _ => false,
        };
        if !outlook.entries.iter().any(is_column) {
            (outlook, columns) = (Outlook::default(), Columns::default());
        }
        Ok(Self { columns, outlook })
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.columns.bytes() + self.outlook.entries.capacity() * size_of::<Entry>()
    }

    /// Maps inputs block by block: `place` maps input number i over a map that knows answers. False when nothing was done,
    /// since nothing can be foreseen, the inputs are few or memory is short: then they are mapped one by one.
    pub(super) fn place(
        &self,
        map: &FlatMap,
        inputs: &[u32],
        mut place: impl FnMut(usize, &Foreseeing<'_>),
    ) -> bool {
        let Some(avx2) = Avx2::get().filter(|_| self.outlook.block() > 0 && inputs.len() >= FEW) else {
            return false;
        };
        // Blocks of one size.
        let blocks = inputs.len().div_ceil(self.outlook.block());
        let block = inputs.len().div_ceil(blocks);
        let Ok(mut foresight) = Foresight::new(&self.outlook, &self.columns, block) else {
            return false;
        };
        let (mut number, is_positional) = (0, map.is_positional());
        for inputs in inputs.chunks(block) {
            foresight.look(avx2, &self.outlook, &self.columns, inputs);
            for input in 0..inputs.len() {
                place(number, &Foreseeing::new(map, &foresight, is_positional, input));
                number += 1;
            }
        }
        true
    }
}
