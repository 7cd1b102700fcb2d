//! A logarithm in integers: the same everywhere.
#![forbid(unsafe_code)]

/// Bits behind the point of a logarithm.
const FRACTION: u32 = 57;
/// Leading bits behind the first that choose a table entry.
const INDEX: u32 = 8;
const ENTRIES: usize = 1 << INDEX;

/// log2(1 + i / 256) with [`FRACTION`] bits behind the point, rounded down.
const LOG2: [u64; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut index = 0;
    while index < ENTRIES {
        table[index] = log2_by_squaring(((ENTRIES + index) as u64) << (63 - INDEX));
        index += 1;
    }
    table
};

/// 1 / ln 2 = log2 e with 62 bits behind the point.
const LOG2_E: u128 = 0x5c55_1d94_ae0b_f85d;

/// The logarithm to base 2 of `x` / 2^63, which is at least 1 and below 2, one bit at a time: the definition, too slow for
/// use.
const fn log2_by_squaring(x: u64) -> u64 {
    let (mut x, mut log) = (x, 0);
    let mut bit = 0;
    while bit < FRACTION {
        let square = (x as u128) * (x as u128);
        let over = (square >> 127) as u64;
        x = (square >> (63 + over)) as u64;
        log = log << 1 | over;
        bit += 1;
    }
    log
}

/// -log2((hash + 1) / 2^64) with 57 bits behind the point: how unlikely it is that a hash is at least as low. Between 0 and
/// 64.
pub(super) fn unlikeliness(hash: u64) -> u64 {
    let Some(x @ 1..) = hash.checked_add(1) else { return 0 };
    let shift = x.leading_zeros();
    let normal = x << shift;
    // 63 - shift whole bits, and those of a number between 1 and 2.
    (u64::from(shift + 1) << FRACTION).wrapping_sub(mantissa(normal))
}

/// log2 of `x` / 2^63, between 1 and 2: a table for the leading bits, a series for the rest.
fn mantissa(x: u64) -> u64 {
    let index = (x >> (63 - INDEX)) as usize - ENTRIES;
    let base = ((ENTRIES + index) as u64) << (63 - INDEX);
    // x / base - 1, below 2^-8, with 64 bits behind the point.
    let rest = ((u128::from(x - base) << 64) / u128::from(base)) as u64;
    let log = (u128::from(ln_1p(rest)) * LOG2_E) >> (64 + 62 - FRACTION);
    LOG2[index] + log as u64
}

/// ln(1 + r) for r below 2^-8, both with 64 bits behind the point: seven terms leave less than 2^-64.
fn ln_1p(r: u64) -> u64 {
    let times = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 64) as u64;
    let inverse = |n: u64| u64::MAX / n;
    let sum = (2..=7).rev().fold(inverse(8), |inner, n| inverse(n) - times(r, inner));
    r - times(r, times(r, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 2^63 to 2^64, dense at the borders of the table.
    fn samples() -> impl Iterator<Item = u64> {
        let borders = (0..ENTRIES as u64).map(|i| (ENTRIES as u64 + i) << (63 - INDEX));
        let near = borders.flat_map(|at| [at, at + 1, at + 12_345, at.wrapping_sub(1)]);
        near.chain((0..10_000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63))
            .filter(|x| x >> 63 == 1)
    }

    #[test]
    fn the_table_and_series_equal_the_definition_but_for_the_last_bits() {
        for x in samples() {
            let (quick, defined) = (mantissa(x), log2_by_squaring(x));
            assert!(quick.abs_diff(defined) <= 4, "{x:#x}: {quick:#x} and {defined:#x}");
        }
    }

    #[test]
    fn higher_hashes_are_never_less_likely() {
        for x in samples() {
            for step in [1, 2, 3, 100] {
                let (low, high) = (unlikeliness(x - step), unlikeliness(x));
                assert!(low.saturating_add(8) >= high, "{x:#x} - {step}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_whole_numbers() {
        assert_eq!(unlikeliness(u64::MAX), 0);
        for bits in 0..64 {
            assert_eq!(unlikeliness((1 << bits) - 1), (64 - bits) << FRACTION, "2^{bits} - 1");
        }
    }
}
