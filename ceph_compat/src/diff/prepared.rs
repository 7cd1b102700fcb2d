//! Prepared placement of what was just compared: one input at a time, and in batches.

use super::tally::{Mismatch, Tally};
use crate::case::{ITEM_NONE, Input};
use crate::library::{Library, NativeArgs, NativeMap, NativePlacer};

/// Inputs of a batch: the same ones again and again, so that vectors are filled.
const BATCH: usize = 100;
/// Status of a refusal because a mapping could take too long: -ERANGE.
const OVER_BUDGET: i32 = -34;

/// An input with its right answer.
pub(super) struct Answered {
    pub(super) index: usize,
    pub(super) input: Input,
    pub(super) returned: i32,
    pub(super) places: Vec<i32>,
}

/// Compares a placer's answers to all of these inputs.
pub(super) fn compare(
    library: &Library,
    map: &NativeMap<'_>,
    weights: &[u32],
    args: Option<&NativeArgs>,
    answered: &[Answered],
    tally: &mut Tally,
) {
    let mut rest: Vec<&Answered> = answered.iter().filter(|answered| answered.input.result_max > 0).collect();
    while let Some(first) = rest.first() {
        let (rule, result_max) = (first.input.rule, first.input.result_max);
        let (alike, others): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .partition(|answered| (answered.input.rule, answered.input.result_max) == (rule, result_max));
        rest = others;
        let places = result_max as usize;
        match NativePlacer::new(library, map, rule.cast_unsigned(), places, weights, args) {
            Ok(placer) => compare_all(&placer, places, &alike, tally),
            Err(Some(OVER_BUDGET)) => tally.over_budget += 1,
            // An unknown rule places nothing.
            Err(_) if alike.iter().all(|answered| answered.returned == 0) => {}
            Err(status) => {
                let text = format!("prepared placement by rule {rule} was refused: {status:?}");
                tally.mismatch(Mismatch::new(Some(alike[0].index), text));
            }
        }
    }
}

fn compare_all(placer: &NativePlacer, places: usize, answered: &[&Answered], tally: &mut Tally) {
    for answered in answered {
        let (status, len, row) = placer.place(answered.input.x.cast_unsigned());
        expect(answered, places, (status, len, &row), "prepared", tally);
    }
    let batch: Vec<&Answered> = answered.iter().copied().cycle().take(BATCH.max(answered.len())).collect();
    let inputs: Vec<u32> = batch.iter().map(|answered| answered.input.x.cast_unsigned()).collect();
    let (status, lens, mut rows) = placer.place_batch(&inputs, 1);
    if tally.take_falsify() {
        rows[0] ^= 1;
    }
    for ((answered, len), row) in batch.iter().zip(lens).zip(rows.chunks(places)) {
        expect(answered, places, (status, len, row), "in a batch", tally);
    }
    tally.prepared += (answered.len() + batch.len()) as u64;
}

/// Compares one answer; places that are not defined are to be empty.
fn expect(answered: &Answered, places: usize, got: (i32, usize, &[i32]), how: &str, tally: &mut Tally) {
    let returned = usize::try_from(answered.returned).unwrap_or(0).min(places);
    let mut wanted = answered.places[..returned].to_vec();
    wanted.resize(places, ITEM_NONE);
    if got != (0, returned, &wanted) {
        let text = format!("{how}: status, number and places {got:?}, not {:?}", (0, returned, &wanted));
        tally.mismatch(Mismatch::new(Some(answered.index), text));
    }
}
