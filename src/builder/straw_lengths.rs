//! Lengths of straws (spec 03 section 8).
//!
//! The lengths are defined by floating-point steps that are not monotone in any simple sense, so order and rounding of
//! every operation are part of the definition: no fused forms, and `pow` is the C library's.

use super::alloc::NoMemory;
use super::array::Array;

/// How straw lengths are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrawVersion {
    /// Zero weights stay in the count of straws left, and equal weights share one step.
    Original,
    /// Every weight takes one off the count of straws left.
    Corrected,
}

impl From<u8> for StrawVersion {
    fn from(straw_calc_version: u8) -> Self {
        if straw_calc_version == 0 { Self::Original } else { Self::Corrected }
    }
}

/// Writes the straw length of every weight to the same place of `straws`, which is as long as `weights`.
pub(crate) fn compute(weights: &[u32], version: StrawVersion, straws: &mut [u32]) -> Result<(), NoMemory> {
    if weights.is_empty() {
        return Ok(());
    }
    let mut sorted = Array::<WeightAt>::zeroed(weights.len())?;
    for (place, (entry, &weight)) in sorted.iter_mut().zip(weights).enumerate() {
        *entry = WeightAt { weight, place };
    }
    // Ties stay in the order of the items; comparing places gives that without a sort that allocates.
    sorted.sort_unstable_by_key(|entry| (entry.weight, entry.place));
    let mut growth = Growth { left: count_of(weights.len()), straw: 1.0, below: 0.0, last: 0.0 };
    for (i, entry) in sorted.iter().enumerate() {
        let length = if entry.weight == 0 { 0 } else { truncate(growth.straw * 65536.0) };
        if let Some(straw) = straws.get_mut(entry.place) {
            *straw = length;
        }
        growth.advance(entry.weight, &sorted[i + 1..], version);
    }
    Ok(())
}

/// A weight and which item it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct WeightAt {
    weight: u32,
    place: usize,
}

/// State between one straw and the next longer one.
struct Growth {
    /// Straws not yet fixed, as the formula counts them.
    left: i32,
    /// Length of the current straw.
    straw: f64,
    /// Weight below the current one, over all straws.
    below: f64,
    /// Weight at which the last step was made.
    last: f64,
}

impl Growth {
    /// Steps from a straw of weight `weight` to the first of `heavier`, which are sorted.
    fn advance(&mut self, weight: u32, heavier: &[WeightAt], version: StrawVersion) {
        if weight == 0 {
            self.left -= i32::from(version == StrawVersion::Corrected);
            return;
        }
        let Some(next) = heavier.first().map(|entry| entry.weight) else { return };
        if version == StrawVersion::Original && next == weight {
            return;
        }
        self.below += (f64::from(weight) - self.last) * f64::from(self.left);
        self.left = self.left.wrapping_sub(match version {
            StrawVersion::Original => {
                count_of(heavier.iter().take_while(|entry| entry.weight == next).count())
            }
            StrawVersion::Corrected => 1,
        });
        let rise = f64::from(self.left.cast_unsigned().wrapping_mul(next.wrapping_sub(weight)));
        let share = self.below / (self.below + rise);
        self.straw *= (1.0 / share).powf(1.0 / f64::from(self.left));
        self.last = f64::from(weight);
    }
}

/// A number of items as the formula's `int`; buckets with more have no memory to live in.
fn count_of(items: usize) -> i32 {
    i32::try_from(items).unwrap_or(i32::MAX)
}

/// Converts as x86-64 does: toward zero to 64 bits, of which the low 32 count; what does not fit becomes 0.
fn truncate(length: f64) -> u32 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&length) { (length as i64) as u32 } else { 0 }
}
