//! Remainders that move few numbers when the divisor grows (spec 09 section 2).
#![forbid(unsafe_code)]

/// Reduces `x` to a number below `pg_num`, so that most numbers keep theirs while `pg_num` grows. A `pg_num` of 0 counts as
/// 1.
///
/// ```
/// use crush::placement::stable_mod;
///
/// assert_eq!(stable_mod(0x7fc1_f406, 12), 6);
/// assert_eq!(stable_mod(13, 12), 5); // 16 is the next power of two; 13 is not there yet.
/// ```
pub fn stable_mod(x: u32, pg_num: u32) -> u32 {
    let mask = u32::MAX.checked_shr((pg_num.saturating_sub(1)).leading_zeros()).unwrap_or(0);
    let reduced = x & mask;
    // Upstream compares signed numbers: a pg_num of 2^31 or more is below everything.
    let below = reduced.cast_signed() < pg_num.cast_signed();
    if below { reduced } else { x & (mask >> 1) }
}

#[cfg(test)]
mod tests {
    use super::stable_mod;

    #[test]
    fn results_are_below_the_divisor_and_small_numbers_stay() {
        for pg_num in 1..300 {
            for x in 0..1000 {
                let reduced = stable_mod(x, pg_num);
                assert!(reduced < pg_num, "{x} mod {pg_num}");
                assert!(x >= pg_num || reduced == x, "{x} mod {pg_num}");
            }
        }
    }

    #[test]
    fn growing_by_one_moves_numbers_to_the_new_place_alone() {
        for pg_num in 1..300 {
            for x in 0..1000 {
                let (before, after) = (stable_mod(x, pg_num), stable_mod(x, pg_num + 1));
                assert!(before == after || after == pg_num, "{x} mod {pg_num}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_masks() {
        assert_eq!(stable_mod(u32::MAX, 1), 0);
        assert_eq!(stable_mod(u32::MAX, 8), 7);
        assert_eq!(stable_mod(u32::MAX, 1 << 30), (1 << 30) - 1);
        assert_eq!(stable_mod(u32::MAX, 0), 0);
    }

    #[test]
    fn a_divisor_of_two_to_the_31_leaves_30_bits() {
        assert_eq!(stable_mod(u32::MAX, 1 << 31), (1 << 30) - 1);
    }
}
