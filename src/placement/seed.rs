//! From a PG to the input of its pool's rule (spec 09 section 3).
#![forbid(unsafe_code)]

use super::stable_mod;
use crate::hash::HashKind;

/// The input that a pool's rule gets for a PG. `seed` is the PG's number or an object's whole hash, `pgp_num` the pool's
/// number of distinct placements. Pools with `hashpspool`, as all of today, hash the two; others add them, so that their
/// PGs overlap those of the next pool.
pub fn placement_seed(pool: u64, seed: u32, pgp_num: u32, hashpspool: bool) -> u32 {
    let reduced = stable_mod(seed, pgp_num);
    // Both forms use the low half of a pool's id.
    let pool = pool as u32;
    if hashpspool { HashKind::Rjenkins1.hash2(reduced, pool) } else { reduced.wrapping_add(pool) }
}

#[cfg(test)]
mod tests {
    use super::placement_seed;

    #[test]
    fn examples_of_spec_09_section_8() {
        assert_eq!(placement_seed(1, 0x7fc1_f406, 12, true), 0xd774_84f9);
        assert_eq!(placement_seed(2, 6, 8, false), 8);
        assert_eq!(placement_seed(3, 4, 8, true), placement_seed(3, 12, 8, true));
        assert_eq!(placement_seed(4_294_967_301, 1, 4, true), 0x3e5e_d3fa);
    }
}
