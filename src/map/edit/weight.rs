//! Weights as numbers, and as 16.16 integers.
#![forbid(unsafe_code)]

use super::{EditError, Result};

/// 1.0 as a 16.16 integer.
const ONE: f32 = 65536.0;

/// The 16.16 integer of a weight: cut off, so that anything above -1/65536 that is not positive counts as 0.
///
/// ```
/// use crush::map::fixed_weight;
///
/// assert_eq!(fixed_weight(1.5), Ok(0x1_8000));
/// assert!(fixed_weight(-1.0).is_err());
/// ```
///
/// # Errors
/// `WeightOutOfRange` for weights below 0, from 32768 on, and for what is not a number.
pub fn fixed_weight(weight: f32) -> Result<u32> {
    let scaled = (weight * ONE).trunc();
    // 2^31 is the first number above the greatest weight that single precision has.
    if (0.0..2_147_483_648.0).contains(&scaled) {
        Ok(scaled as u32)
    } else {
        Err(EditError::WeightOutOfRange(weight.to_string()))
    }
}

/// A 16.16 integer as a number, in single precision like the original's: weights from 256 on lose their lowest bits.
pub fn float_weight(weight: u32) -> f32 {
    weight as f32 / ONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_cut_off() {
        assert_eq!(fixed_weight(0.1), Ok(6553));
        assert_eq!(fixed_weight(-0.000_01), Ok(0));
        assert_eq!(fixed_weight(32767.998), Ok(0x7fff_ff80));
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        for weight in [-1.0 / 65536.0, 32768.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e20] {
            assert!(fixed_weight(weight).is_err(), "{weight}");
        }
    }

    #[test]
    fn single_precision_loses_bits() {
        assert_eq!(fixed_weight(float_weight(0x0100_0001)), Ok(0x0100_0000));
        assert_eq!(fixed_weight(float_weight(0x00ff_ffff)), Ok(0x00ff_ffff));
    }
}
