//! What a rule does with many inputs: places it leaves empty, and tries it needs.

use crush::mapper::{DeviceWeights, Observer, Slot, Topology, do_rule, scratch_used, worst_case};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, TryReserveError};

/// Draws that mapping one input may take at most in a sample.
const DRAWS_OF_ONE: u64 = 1 << 28;

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Inputs that were mapped.
    pub inputs: u64,
    /// Inputs with a place left empty, the first of them.
    pub unfilled: Vec<u32>,
    /// How many there are.
    pub unfilled_count: u64,
    /// Places left empty.
    pub empty_places: u64,
    /// Choices by the tries that failed before them.
    pub tries: BTreeMap<u32, u64>,
    /// Places filled by each device.
    pub devices: BTreeMap<i32, u64>,
}

/// What is asked of a sample.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Number of the rule.
    pub rule: u32,
    /// Places of a result.
    pub size: usize,
    /// The operator's weights of the devices, 16.16.
    pub weights: &'a [u32],
}

/// Counts what a mapping does.
#[derive(Default)]
struct Count {
    draws: Cell<u64>,
    tries: RefCell<BTreeMap<u32, u64>>,
}

impl Observer for Count {
    fn tries(&self, tries: u32) {
        *self.tries.borrow_mut().entry(tries).or_default() += 1;
    }

    fn choice(&self, items: usize) {
        self.draws.set(self.draws.get().saturating_add(items as u64));
    }
}

/// Maps inputs by a rule until the draws in `budget`, which it takes from, are used up; `None` for an unknown rule, or one
/// that may try for longer than anybody waits.
///
/// # Errors
/// Not enough memory.
pub fn take<T: Topology>(
    map: &T,
    question: Question<'_>,
    inputs: impl IntoIterator<Item = u32>,
    budget: &mut u64,
) -> Result<Option<Sample>, TryReserveError> {
    take_each(map, question, inputs, budget, |_| {})
}

/// As [`take`], and shows each result.
///
/// # Errors
/// Not enough memory.
pub fn take_each<T: Topology>(
    map: &T,
    question: Question<'_>,
    inputs: impl IntoIterator<Item = u32>,
    budget: &mut u64,
    mut each: impl FnMut(&[i32]),
) -> Result<Option<Sample>, TryReserveError> {
    let Question { rule: number, size, weights } = question;
    let Some(rule) = map.rule(number) else { return Ok(None) };
    if worst_case(map, number, size)?.draws > DRAWS_OF_ONE {
        return Ok(None);
    }
    let Some(used) = scratch_used(map, &rule, size) else { return Ok(None) };
    let (mut scratch, mut result) = (Vec::new(), Vec::new());
    scratch.try_reserve_exact(used)?;
    scratch.resize(used, Slot::EMPTY);
    result.try_reserve_exact(size)?;
    result.resize(size, 0);
    let (mut sample, count) = (Sample::default(), Count::default());
    for x in inputs {
        if count.draws.get() >= *budget {
            break;
        }
        let weights = DeviceWeights(weights);
        let placed = do_rule(map, number, x.cast_signed(), &mut result, weights, &mut scratch, &count);
        sample.add(x, &result[..placed.min(size)], size);
        each(&result[..placed.min(size)]);
    }
    *budget = budget.saturating_sub(count.draws.get());
    sample.tries = count.tries.into_inner();
    Ok(Some(sample))
}

impl Sample {
    /// Inputs that are remembered.
    const KEPT: usize = 4096;

    fn add(&mut self, x: u32, result: &[i32], size: usize) {
        let mut filled = 0;
        for &device in result.iter().filter(|&&item| item != i32::MAX) {
            *self.devices.entry(device).or_default() += 1;
            filled += 1;
        }
        self.inputs += 1;
        if filled < size {
            self.empty_places += (size - filled) as u64;
            self.unfilled_count += 1;
            if self.unfilled.len() < Self::KEPT {
                self.unfilled.push(x);
            }
        }
    }
}
