//! The fixed-point logarithm behind straw2 (spec 02 section 3).
//!
//! ln(u) is near 2^44 log2(u + 1). It is part of the definition of every placement, with its small errors: it is not
//! even monotone (65534 has a larger logarithm than 65535).
#![forbid(unsafe_code)]

mod draw;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use draw::draw;
use tables::{COARSE_LOGARITHMS, FINE_LOGARITHMS, RECIPROCALS};

/// Logarithm of `u` + 1 in units of 2^-44, for the low 16 bits of `u`. Below 2^48.
#[inline]
pub(crate) fn ln(u: u32) -> u64 {
    let value = (u & 0xffff) + 1;
    // A value of 17 bits (0x10000) is its own normal form, of exponent 15 like 0x8000.
    let shift = value.leading_zeros().saturating_sub(16);
    let normal = value << shift;
    let exponent = u64::from(15 - shift);
    // Normal forms run from 0x8000 to 0x10000, so k runs from 0 to 128.
    let k = ((normal >> 8) - 128) as usize;
    let rest = (u64::from(normal) * RECIPROCALS[k]) >> 48;
    let fine = FINE_LOGARITHMS[(rest & 0xff) as usize];
    (exponent << 44) + ((COARSE_LOGARITHMS[k] + fine) >> 4)
}
