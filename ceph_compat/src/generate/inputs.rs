//! Inputs of mappings.

use crate::case::Input;
use crate::rng::Rng;

/// Mappings to ask for, over the whole range of inputs.
pub(super) fn inputs(rng: &mut Rng, count: usize, rules: usize) -> Vec<Input> {
    let style = rng.below(4);
    let start = rng.u32() as i32;
    // Mostly as many as pools have replicas or shards.
    let max = if rng.one_in(4) { rng.range(1, 20) } else { rng.range(1, 6) };
    (0..count)
        .map(|i| {
            let x = match style {
                0 => i as i32,
                1 => start.wrapping_add(i as i32),
                2 if rng.one_in(3) => rng.pick(&[0, 1, -1, i32::MIN, i32::MAX, 0xffff, 0x1_0000]),
                _ => rng.u32() as i32,
            };
            let rule = if rng.one_in(100) {
                rng.pick(&[-1, i32::MIN, rules as i32 + 8, i32::MAX])
            } else {
                rng.below(rules as u64) as i32
            };
            let result_max = if rng.one_in(8) { rng.range(1, 20) } else { max } as i32;
            Input { rule, x, result_max }
        })
        .collect()
}
