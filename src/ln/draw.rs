//! What an item of a straw2 bucket draws (spec 02 section 8).
#![forbid(unsafe_code)]

use super::ln;

/// The draw of an item of weight `weight` (16.16), from the low 16 bits of its hash: at most 0 for weights below 2^31, the
/// least of all for weight 0. The largest draw wins.
///
/// The divisor is the weight as a signed number: from 2^31 up it is negative, and the draw beats every normal one.
#[inline]
pub(crate) fn draw(hash: u32, weight: u32) -> i64 {
    if weight == 0 {
        return i64::MIN;
    }
    let logarithm = ln(hash & 0xffff).cast_signed() - (1 << 48);
    logarithm / i64::from(weight.cast_signed())
}
