//! Placement prepared once and asked many times.
//!
//! [`Placer`] is a map, a rule, device weights and choose_args, compiled into flat arrays of what the rule can reach. It
//! gives the answers that [`do_rule`] gives over the map it was made from, runs the same algorithm, and needs the map no
//! more.
//!
//! [`do_rule`]: crate::mapper::do_rule
#![forbid(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod batches;
#[cfg(target_arch = "x86_64")]
mod columns;
mod error;
mod flat;
mod parallel;
mod store;

#[cfg(test)]
mod tests;

pub use error::{PlaceError, PlacerError};

use crate::fallible::Fallible;
use crate::mapper::{
    DeviceWeights, NONE, Slot, Topology, Unobserved, Work, run_rule, scratch_used, worst_case,
};
use flat::FlatMap;

/// Draws that mapping one input may take at most, unless the maker of a placer says something else: a fraction of a second.
/// Clusters of 100,000 devices with codes of 20 shards stay far below.
pub const DEFAULT_BUDGET: u64 = 1 << 28;

/// Places of scratch space that fit the stack.
const ON_STACK: usize = 1024;
/// Places of scratch space that most rules need at most.
const USUAL: usize = 64;

/// A map, a rule, device weights and choose_args, prepared for mapping many inputs.
///
/// Answers are those of [`do_rule`](crate::mapper::do_rule) with the same arguments. A placer is a snapshot: when the map
/// or the weights change, a new one is made. Threads may share it. Mapping one input allocates nothing, unless results have
/// some hundreds of places.
///
/// A batch makes the choices of up to 8,192 inputs together, those in one bucket side by side, before it maps one after
/// another; it pays from some hundreds of inputs on. For that it takes memory for the time of the call, and does without
/// where there is none: 28 bytes for each input and each descent of its first tries, 1.4 MB for three copies.
///
/// # Memory
/// For each bucket below what the rule takes about 200 bytes, and for each item 8, 4 more where a list keeps sums, and 4 for
/// each position of a weight-set and for ids that stand in for it; for batches over straw and straw2 buckets the items once
/// more, with 12 bytes for each position; 4 for each device weight. [`memory`](Self::memory) tells it.
///
/// # Example
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use crush::Placer;
/// use crush::map::{DEFAULT_CHOOSE_ARGS, Map};
///
/// let map = Map::compile(
///     b"device 0 osd.0
///       device 1 osd.1
///       device 2 osd.2
///       type 0 osd
///       type 1 root
///       root all { alg straw2 item osd.0 weight 1 item osd.1 weight 1 item osd.2 weight 2 }
///       rule copies { id 0 type replicated step take all step choose firstn 0 type osd step emit }",
/// )?;
/// let weights = [0x1_0000; 3]; // All devices are in: 1.0 in 16.16.
/// let placer = map.placer(DEFAULT_CHOOSE_ARGS, 0, 2, &weights)?; // Rule 0, two places.
///
/// let mut copies = [0; 2];
/// assert_eq!(placer.place(4711, &mut copies)?, 2);
///
/// let objects = [4711, 4712, 4713];
/// let mut rows = [0; 6]; // Two places for each object.
/// placer.place_batch(&objects, &mut rows, None)?;
/// assert_eq!(rows[..2], copies);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Placer {
    map: FlatMap,
    weights: Vec<u32>,
    result_max: usize,
    /// Places of scratch space.
    scratch: usize,
    work: Work,
    #[cfg(target_arch = "x86_64")]
    batches: batches::Batches,
}

impl Placer {
    /// Prepares rule `rule` of `map` for results of `result_max` places. `weights` are the operator's weights of the
    /// devices, 16.16: 0 is out, 0x10000 in, and a device without a weight is out.
    ///
    /// # Errors
    /// `UnknownRule`, `EmptyResult`, `ResultTooLong`, `OverBudget` when mapping one input could take more draws than
    /// [`DEFAULT_BUDGET`], `TooLarge`, `NoMemory`.
    pub fn new<T: Topology>(
        map: &T,
        rule: u32,
        result_max: usize,
        weights: &[u32],
    ) -> Result<Self, PlacerError> {
        Self::with_budget(map, rule, result_max, weights, DEFAULT_BUDGET)
    }

    /// As [`new`](Self::new), with a budget of one's own: the draws that mapping one input may take at most, however often
    /// it has to try. `u64::MAX` allows everything, tries without end included.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with_budget<T: Topology>(
        map: &T,
        rule: u32,
        result_max: usize,
        weights: &[u32],
        budget: u64,
    ) -> Result<Self, PlacerError> {
        if map.rule(rule).is_none() {
            return Err(PlacerError::UnknownRule(rule));
        }
        if result_max == 0 {
            return Err(PlacerError::EmptyResult);
        }
        let work = worst_case(map, rule, result_max)?;
        if cost(work, result_max) > budget {
            return Err(PlacerError::OverBudget { work, budget });
        }
        let map = FlatMap::new(map, rule, result_max)?;
        let scratch = scratch_used(&map, &map.only_rule(), result_max)
            .filter(|places| places.checked_mul(size_of::<Slot>()).is_some())
            .ok_or(PlacerError::ResultTooLong(result_max))?;
        #[cfg(target_arch = "x86_64")]
        let batches = batches::Batches::new(&map, result_max)?;
        Ok(Self {
            map,
            weights: Vec::try_collect(weights.iter().copied())?,
            result_max,
            scratch,
            work,
            #[cfg(target_arch = "x86_64")]
            batches,
        })
    }

    /// Places of a result.
    pub fn result_max(&self) -> usize {
        self.result_max
    }

    /// The most that mapping one input can take.
    pub fn worst_case(&self) -> Work {
        self.work
    }

    /// Bytes that the placer holds.
    pub fn memory(&self) -> usize {
        #[cfg(target_arch = "x86_64")]
        let batches = self.batches.bytes();
        #[cfg(not(target_arch = "x86_64"))]
        let batches = 0;
        size_of::<Self>() + self.map.bytes() + self.weights.capacity() * size_of::<u32>() + batches
    }

    /// Maps input `x` and returns how many places of `result` are defined, as a mapper does; the others hold
    /// 0x7fffffff, as places do that a rule of the indep kind could not fill.
    ///
    /// # Errors
    /// `Results` when `result` has not [`result_max`](Self::result_max) places, `NoMemory`.
    pub fn place(&self, x: u32, result: &mut [i32]) -> Result<usize, PlaceError> {
        let mut len = [0];
        self.place_batch(&[x], result, Some(&mut len))?;
        Ok(len[0])
    }

    /// Maps the inputs, one after another. The result of input number i starts at place i * [`result_max`](Self::result_max)
    /// of `results`, and the number of places that are defined in it goes to `lens[i]`; see [`place`](Self::place).
    ///
    /// # Errors
    /// `Results`, `Lengths` when there is not one for each input, `NoMemory`.
    pub fn place_batch(
        &self,
        inputs: &[u32],
        results: &mut [i32],
        lens: Option<&mut [usize]>,
    ) -> Result<(), PlaceError> {
        self.check(inputs, results, lens.as_deref())?;
        let mut usual = [Slot::EMPTY; USUAL];
        if let Some(scratch) = usual.get_mut(..self.scratch) {
            self.place_each(inputs, results, lens, scratch);
            return Ok(());
        }
        let mut large = [Slot::EMPTY; ON_STACK];
        if let Some(scratch) = large.get_mut(..self.scratch) {
            self.place_each(inputs, results, lens, scratch);
            return Ok(());
        }
        let mut scratch = Vec::try_filled(self.scratch, Slot::EMPTY)?;
        self.place_each(inputs, results, lens, &mut scratch);
        Ok(())
    }

    /// As [`place_batch`](Self::place_batch), on up to `threads` threads, this one among them; 0 stands for as many as the
    /// machine has processors for. The results are the same.
    ///
    /// # Errors
    /// As for [`place_batch`](Self::place_batch).
    pub fn par_place_batch(
        &self,
        inputs: &[u32],
        results: &mut [i32],
        lens: Option<&mut [usize]>,
        threads: usize,
    ) -> Result<(), PlaceError> {
        self.check(inputs, results, lens.as_deref())?;
        parallel::place_batch(self, inputs, results, lens, threads)
    }

    /// Whether there is a result, and a length if any are wanted, for each input.
    fn check(&self, inputs: &[u32], results: &[i32], lens: Option<&[usize]>) -> Result<(), PlaceError> {
        let expected = inputs.len().saturating_mul(self.result_max);
        if results.len() != expected {
            return Err(PlaceError::Results { expected, found: results.len() });
        }
        match lens {
            Some(lens) if lens.len() != inputs.len() => {
                Err(PlaceError::Lengths { expected: inputs.len(), found: lens.len() })
            }
            _ => Ok(()),
        }
    }

    fn place_each(
        &self,
        inputs: &[u32],
        results: &mut [i32],
        lens: Option<&mut [usize]>,
        scratch: &mut [Slot],
    ) {
        let lens = lens.unwrap_or(&mut []);
        #[cfg(target_arch = "x86_64")]
        {
            let mut rows = results.chunks_exact_mut(self.result_max);
            let done = self.batches.place(&self.map, inputs, |i, map| {
                if let Some(result) = rows.next() {
                    let len = self.place_one(map, inputs[i], result, scratch);
                    lens.get_mut(i).into_iter().for_each(|place| *place = len);
                }
            });
            if done {
                return;
            }
        }
        for (i, (&x, result)) in inputs.iter().zip(results.chunks_exact_mut(self.result_max)).enumerate() {
            let len = self.place_one(&self.map, x, result, scratch);
            lens.get_mut(i).into_iter().for_each(|place| *place = len);
        }
    }

    fn place_one<T: Topology>(&self, map: &T, x: u32, result: &mut [i32], scratch: &mut [Slot]) -> usize {
        let weights = DeviceWeights(&self.weights);
        let (rule, scratch) = (self.map.only_rule(), (scratch, self.scratch));
        let placed = run_rule(map, &rule, x.cast_signed(), result, weights, scratch, &Unobserved);
        if let Some(unused) = result.get_mut(placed..) {
            unused.fill(NONE);
        }
        placed
    }
}

/// What is held against the budget: the draws, and for each choice the comparisons with what is chosen already, sixteen of
/// which take about as long as a draw.
fn cost(work: Work, result_max: usize) -> u64 {
    let comparisons = work.choices.saturating_mul(result_max as u64 / 16);
    work.draws.saturating_add(comparisons)
}
