//! The tables against their formulas in exact arithmetic, and the logarithm against recorded values.

use super::ln;
use super::tables::{COARSE_LOGARITHMS, FINE_LOGARITHMS, RECIPROCALS};

/// Upper 128 bits of the 256-bit square of `value`, and whether lower bits were cut off.
fn square_high(value: u128) -> (u128, bool) {
    let (high, low) = (value >> 64, value & u128::from(u64::MAX));
    let cross = high * low;
    let (low_sum, carry) = (low * low).overflowing_add(cross << 65);
    let top = high * high + (cross >> 63) + u128::from(carry);
    (top, low_sum != 0)
}

/// floor(2^48 log2(numerator / denominator)) for a quotient in 1..2, proved by interval arithmetic.
///
/// Squaring doubles a logarithm; each time the square reaches 2, the next binary digit is 1. Both ends of an interval
/// around the quotient are squared, and must agree on every digit.
fn log2_floor(numerator: u128, denominator: u128) -> u64 {
    const ONE: u128 = 1 << 126;
    let scaled = (numerator << 110) / denominator;
    let (mut low, mut high) = (scaled << 16, (scaled + 1) << 16);
    let mut digits = 0;
    for _ in 0..48 {
        low = square_high(low).0 << 2;
        let (top, cut) = square_high(high);
        high = (top + u128::from(cut)) << 2;
        let digit = low >= 2 * ONE;
        assert_eq!(digit, high > 2 * ONE, "the interval is too wide for {numerator}/{denominator}");
        digits = digits << 1 | u64::from(digit);
        if digit {
            (low, high) = (low >> 1, (high >> 1) + 1);
        }
    }
    digits
}

#[test]
fn reciprocals_follow_their_formula() {
    for (k, &entry) in (0u64..).zip(&RECIPROCALS) {
        assert_eq!(entry, (1u64 << 55).div_ceil(128 + k), "entry {k}");
    }
}

#[test]
fn coarse_logarithms_follow_their_formula_but_for_the_last() {
    assert_eq!(COARSE_LOGARITHMS[0], 0);
    for k in 1..128u128 {
        assert_eq!(COARSE_LOGARITHMS[k as usize], log2_floor(128 + k, 128), "entry {k}");
    }
    assert_eq!(COARSE_LOGARITHMS[128], (1 << 48) - (1 << 32));
}

/// Entries of the fine table that do not deviate by `USUAL`, with their deviations (spec 02 section 3.1).
const EXACT: [usize; 21] =
    [0, 1, 203, 216, 222, 233, 237, 238, 239, 243, 244, 245, 246, 248, 249, 250, 251, 252, 253, 254, 255];
const ODD: [(usize, u64); 23] = [
    (56, 5349423536),
    (127, 978272901),
    (134, 3588789669),
    (181, 4007963589),
    (184, 5423282367),
    (188, 2201924427),
    (193, 3829329171),
    (198, 2511158322),
    (199, 2670353280),
    (200, 3807665765),
    (207, 5045407031),
    (210, 4635559696),
    (212, 3670382108),
    (225, 3209098745),
    (227, 1514328394),
    (228, 2662093655),
    (229, 561838844),
    (231, 3537203772),
    (235, 4861921003),
    (236, 5281046906),
    (240, 2650193885),
    (241, 4203558265),
    (247, 362109528),
];
const USUAL: u64 = 0x1_4770_0000;

#[test]
fn fine_logarithms_deviate_as_the_specification_lists() {
    for (i, &entry) in FINE_LOGARITHMS.iter().enumerate() {
        let formula = if i == 0 { 0 } else { log2_floor((1 << 15) + i as u128, 1 << 15) };
        let odd = ODD.iter().find(|(index, _)| *index == i).map(|(_, deviation)| *deviation);
        let expected = if EXACT.contains(&i) { 0 } else { odd.unwrap_or(USUAL) };
        assert_eq!(entry - formula, expected, "entry {i}");
    }
    assert!(FINE_LOGARITHMS.is_sorted_by(|a, b| a < b));
}

#[test]
fn vectors_of_spec_02_section_14_2() {
    const VECTORS: [(u32, u64); 55] = [
        (0, 0x0000_0000_0000),
        (1, 0x1000_0000_0000),
        (2, 0x195c_01a3_9fbd),
        (3, 0x2000_0000_0000),
        (4, 0x2526_9e12_f346),
        (7, 0x3000_0000_0000),
        (8, 0x32b8_0347_3f7a),
        (15, 0x4000_0000_0000),
        (16, 0x4166_3f6f_ac91),
        (31, 0x5000_0000_0000),
        (32, 0x50b5_d69b_ac77),
        (63, 0x6000_0000_0000),
        (64, 0x605b_9e5a_170b),
        (100, 0x6a88_08c3_8454),
        (127, 0x7000_0000_0000),
        (128, 0x702d_fca1_6dde),
        (255, 0x8000_0000_0000),
        (256, 0x8017_1e3b_6d7a),
        (257, 0x802d_fca1_6dde),
        (511, 0x9000_0000_0000),
        (512, 0x900b_9c38_ff85),
        (777, 0x99a8_73ac_eb54),
        (1000, 0x9f79_b349_27a5),
        (1023, 0xa000_0000_0000),
        (1024, 0xa005_d910_4dd0),
        (2047, 0xb000_0000_0000),
        (2048, 0xb002_f6f1_c5ef),
        (4095, 0xc000_0000_0000),
        (4096, 0xc001_85bf_ec2a),
        (5000, 0xc49b_b7bd_ac18),
        (8191, 0xd000_0000_0000),
        (8192, 0xd000_cd1e_588f),
        (10000, 0xd49a_ff65_882b),
        (12345, 0xd977_cb0d_013d),
        (16383, 0xe000_0000_0000),
        (16384, 0xe000_70cb_64ec),
        (20000, 0xe49a_d14e_9924),
        (30000, 0xedf6_a4da_edd4),
        (32766, 0xefff_be92_e131),
        (32767, 0xf000_0000_0000),
        (32768, 0xf000_2e2a_60a0),
        (32769, 0xf000_70cb_64ec),
        (33000, 0xf029_deab_d108),
        (40000, 0xf49a_a337_4e16),
        (45678, 0xf7aa_e9dd_dd03),
        (50000, 0xf9c1_414a_415d),
        (54321, 0xfbab_0cbc_ae73),
        (60000, 0xfdf6_a4da_edd4),
        (65000, 0xffcf_7bc3_f4f2),
        (65279, 0xffe8_df26_3f95),
        (65280, 0xffe8_df26_3f95),
        (65281, 0xffe9_0d50_a035),
        (65533, 0xffff_be92_e131),
        (65534, 0xffff_fd61_ad10),
        (65535, 0xffff_f000_0000),
    ];
    for (u, expected) in VECTORS {
        assert_eq!(ln(u), expected, "ln({u})");
    }
}

#[test]
fn properties_of_spec_02_section_3_2() {
    assert!(ln(65534) > ln(65535));
    assert_eq!(ln(65279), ln(65280));
    assert!((0..=0xffff).all(|u| ln(u) < 1 << 48));
}

/// How the logarithms of the draws lie, on which the vector kernels rest (`docs/performance.md`).
mod order {
    use super::ln;

    #[test]
    fn ten_thousand_and_seven_neighbours_are_equal_and_no_three() {
        let equal: Vec<u32> = (0..0xffff).filter(|&u| ln(u) == ln(u + 1)).collect();
        assert_eq!(equal.len(), 10_007);
        assert_eq!(equal[0], 33_023);
        assert!(equal.windows(2).all(|pair| pair[1] > pair[0] + 1), "three in a row");
    }

    #[test]
    fn one_pair_of_neighbours_is_swapped() {
        let swapped: Vec<u32> = (0..0xffff).filter(|&u| ln(u) > ln(u + 1)).collect();
        assert_eq!(swapped, [65_534]);
    }

    /// So that candidates are those within one of the largest draw.
    #[test]
    fn two_apart_are_in_order() {
        let mut largest = 0;
        for u in 2..=0xffff {
            largest = largest.max(ln(u - 2));
            assert!(ln(u) > largest, "ln({u}) against all up to ln({})", u - 2);
        }
    }

    #[test]
    fn the_smallest_gap_bounds_the_weights_that_keep_them_apart() {
        let mut distances: Vec<u64> = (0..=0xffff).map(|u| (1 << 48) - ln(u)).collect();
        distances.sort_unstable();
        distances.dedup();
        let gap = distances.windows(2).map(|pair| pair[1] - pair[0]).min();
        assert_eq!(gap, Some(56_128_037));
        let apart = |weight: u64| distances.windows(2).all(|pair| pair[0] / weight < pair[1] / weight);
        for weight in [1, 2, 3, 0x1_0000, 0xff_ffff, 56_128_036, 56_128_037] {
            assert!(apart(weight), "weight {weight} makes different logarithms equal");
        }
        // The gap is a sufficient bound; the first weight beyond that fails is not far.
        assert!(!apart(56_136_799));
    }
}
