//! The bounds in single precision, over every draw: with them a winner is always among the candidates.
//!
//! Write Q = L / 2^44 / w for the quotient that is wanted least, `low` and `high` for its bounds. The kernel keeps the
//! items with low <= 1.001 min(high) + 5.69e-14. From what is shown here, with e = 4.5e-4: the winner's low is at most
//! Q / (1 - e); its Q is less than one unit (2^-44) above the smallest Q; and that is at most min(high) (1 + e). So its low
//! is at most (min(high) (1 + e) + 2^-44) / (1 - e), which is below the limit, since (1 + e) / (1 - e) < 1.000901 and
//! 2^-44 / (1 - e) < 5.688e-14: rounding of the limit itself, 2^-23 of it, fits in between.

use super::Kernels;
use super::kernels_of_all_levels;
use crate::ln::ln;
use crate::simd::avx2::best_mixed::HOPELESS;

/// The relative error of the polynomial.
const FIT: f64 = 4e-4;
/// The same with the rounding of a reciprocal, a product and a sum.
const ROUNDED: f64 = 4.5e-4;
const SPREAD: f64 = 5e-5;

/// The logarithm's distance from 2^48 in units of 2^44.
fn distance(u: u16) -> f64 {
    let l = (1_u64 << 48) - ln(u32::from(u));
    l as f64 / (1_u64 << 44) as f64
}

fn inverted(draws: [u16; 8]) -> [u32; 8] {
    draws.map(|draw| u32::from(!draw))
}

fn bounds(kernels: Kernels, draws: [u16; 8], weights: &[u32; 8]) -> [(f32, f32); 8] {
    let (low, high) = kernels.bounds(&inverted(draws), weights);
    std::array::from_fn(|lane| (low[lane], high[lane]))
}

/// Every draw once, eight at a time.
fn all_draws() -> impl Iterator<Item = [u16; 8]> {
    (0..=0x1fff).map(|eight| std::array::from_fn(|lane| 8 * eight + lane as u16))
}

/// The same for each set of kernels.
fn all_draws_at_all_levels() -> impl Iterator<Item = (Kernels, [u16; 8])> {
    kernels_of_all_levels().into_iter().flat_map(|kernels| all_draws().map(move |draws| (kernels, draws)))
}

#[test]
fn the_logarithm_of_every_draw_is_within_its_bounds() {
    for (kernels, draws) in all_draws_at_all_levels() {
        for (u, low) in draws.into_iter().zip(kernels.lower_bounds(&inverted(draws)).map(f64::from)) {
            let distance = distance(u);
            assert!(low * (1.0 - FIT) <= distance, "{u}: {low} against {distance}");
            assert!(distance <= (low + SPREAD) * (1.0 + FIT), "{u}: {low} against {distance}");
        }
    }
}

#[test]
fn the_quotient_of_every_draw_is_within_its_bounds() {
    let mut weights = vec![3, 7, 0x1_0000, 56_128_037, 0x7fff_fffe, 0x7fff_ffff];
    // Conversion to single precision rounds from 2^24 on.
    for power in 0..31 {
        weights.extend([1 << power, (1 << power) + (1 << power >> 1), (1_u32 << power).saturating_sub(1)]);
    }
    weights.retain(|&weight| weight > 0);
    for weight in weights {
        for (kernels, draws) in all_draws_at_all_levels() {
            for (u, (low, high)) in draws.into_iter().zip(bounds(kernels, draws, &[weight; 8])) {
                let quotient = distance(u) / f64::from(weight);
                assert!(
                    f64::from(low) * (1.0 - ROUNDED) <= quotient,
                    "{u} / {weight}: {low}, not {quotient}"
                );
                assert!(
                    quotient <= f64::from(high) * (1.0 + ROUNDED),
                    "{u} / {weight}: {high}, not {quotient}"
                );
            }
        }
    }
}

/// Bounds of weight 0 are far above all others: such items are candidates only when all are.
#[test]
fn no_weight_has_bounds_that_nothing_else_reaches() {
    for (kernels, draws) in all_draws_at_all_levels() {
        for (low, high) in bounds(kernels, draws, &[0; 8]) {
            assert!(HOPELESS < low && low <= high && high < f32::INFINITY, "{low}, {high}");
        }
        for (_, high) in bounds(kernels, draws, &[1; 8]) {
            assert!(high < HOPELESS, "{high}");
        }
    }
}
