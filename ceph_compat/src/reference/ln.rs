//! The fixed-point logarithm of spec 02 section 3.

use super::ln_table::LL;
use std::sync::LazyLock;

/// `RH` of spec 02 section 3.1: reciprocals, rounded up.
static RH: LazyLock<[u64; 129]> =
    LazyLock::new(|| std::array::from_fn(|k| (1u64 << 55).div_ceil(128 + k as u64)));

/// `LH` of spec 02 section 3.1: logarithms, rounded down, but for the last.
static LH: LazyLock<[u64; 129]> =
    LazyLock::new(|| std::array::from_fn(|k| if k == 128 { (1 << 48) - (1 << 32) } else { log2_fixed(k) }));

/// floor(2^48 * log2(1 + k/128)); a double has the bits for it (compared with 60 digits for every k).
fn log2_fixed(k: usize) -> u64 {
    ((1u64 << 48) as f64 * (1.0 + k as f64 / 128.0).log2()).floor() as u64
}

/// About 2^44 * log2(u + 1), for u below 65536.
pub(crate) fn ln(u: u32) -> u64 {
    let mut v = u + 1;
    let mut exponent = 15;
    if v < 0x8000 {
        let zeros = 15 - v.ilog2();
        v <<= zeros;
        exponent -= zeros;
    }
    let k = (v >> 8) as usize - 128;
    let i = ((u64::from(v) * RH[k]) >> 48) & 0xff;
    (u64::from(exponent) << 44) + ((LH[k] + LL[i as usize]) >> 4)
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn spec_02_14_2_vectors() {
        for (u, expected) in [
            (0, 0),
            (1, 0x1000_0000_0000),
            (2, 0x195c_01a3_9fbd),
            (777, 0x99a8_73ac_eb54),
            (12345, 0xd977_cb0d_013d),
            (32768, 0xf000_2e2a_60a0),
            (54321, 0xfbab_0cbc_ae73),
            (65279, 0xffe8_df26_3f95),
            (65280, 0xffe8_df26_3f95),
            (65534, 0xffff_fd61_ad10),
            (65535, 0xffff_f000_0000),
        ] {
            assert_eq!(ln(u), expected, "ln({u})");
        }
    }
}
