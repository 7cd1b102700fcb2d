//! Straw lengths (spec 03 section 8).

/// The lengths for these weights; version 0 is the original calculation, every other the corrected one.
pub(super) fn straws(weights: &[u32], version: u8) -> Vec<u32> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&i| weights[i]);
    let g = |i: usize| weights[order[i]];
    let mut straws = vec![0; weights.len()];
    let (mut left, mut straw, mut below, mut last) = (weights.len() as i32, 1.0f64, 0.0f64, 0.0f64);
    let mut i = 0;
    while i < weights.len() {
        if g(i) == 0 {
            i += 1;
            if version != 0 {
                left -= 1;
            }
            continue;
        }
        straws[order[i]] = truncate(straw * 65536.0);
        i += 1;
        if i == weights.len() {
            break;
        }
        if version == 0 && g(i) == g(i - 1) {
            continue;
        }
        below += (f64::from(g(i - 1)) - last) * f64::from(left);
        left -=
            if version == 0 { (i..weights.len()).take_while(|&j| g(j) == g(i)).count() as i32 } else { 1 };
        let next = f64::from((left as u32).wrapping_mul(g(i).wrapping_sub(g(i - 1))));
        let p = below / (below + next);
        straw *= (1.0 / p).powf(1.0 / f64::from(left));
        last = f64::from(g(i - 1));
    }
    straws
}

/// C's conversion on x86-64: through 64 signed bits, of which the low 32 stay; outside of them 0.
fn truncate(value: f64) -> u32 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&value) { value as i64 as u32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::straws;

    #[test]
    fn spec_03_13_1_vectors() {
        for (weights, version_0, version_1) in [
            (
                vec![0x10000, 0x10000, 0x20000],
                vec![0x10000, 0x10000, 0x14a7e],
                vec![0x10000, 0x10000, 0x15555],
            ),
            (vec![0x10000, 0, 0, 0x30000], vec![0x10000, 0, 0, 0x15b72], vec![0x10000, 0, 0, 0x20000]),
            (vec![1, 0xffff_ffff], vec![0x10000, 0], vec![0x10000, 0]),
            (
                vec![1, 100, 0xffff_fff0],
                vec![0x10000, 0x82f73, 0xd510_d25d],
                vec![0x10000, 0x82f73, 0xd510_d25d],
            ),
        ] {
            assert_eq!(straws(&weights, 0), version_0, "{weights:x?}, version 0");
            assert_eq!(straws(&weights, 1), version_1, "{weights:x?}, version 1");
        }
    }
}
