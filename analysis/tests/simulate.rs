//! What the literature says holds for our own code.

use analysis::simulate::{buckets, failure, flat, hierarchy};

const INPUTS: u32 = 1500;
/// What chance may add to the least.
const NEAR: std::ops::Range<f64> = 0.75..1.35;

#[test]
fn straw2_moves_the_least_and_the_others_at_their_good_end() {
    let rows = buckets(INPUTS).unwrap();
    let of = |name: &str| rows.iter().find(|row| row.algorithm == name).unwrap();
    let straw2 = of("straw2");
    for ratio in [straw2.add_first, straw2.add_last, straw2.remove_first, straw2.remove_last] {
        assert!(NEAR.contains(&ratio), "{straw2:?}");
    }
    assert!(NEAR.contains(&straw2.reweight.unwrap()), "{straw2:?}");
    let list = of("list");
    assert!(NEAR.contains(&list.add_last) && NEAR.contains(&list.remove_last), "{list:?}");
    assert!(list.remove_first > 2.0 * list.remove_last, "{list:?}");
    let uniform = of("uniform");
    assert!(uniform.add_last > 5.0 && uniform.remove_last > 5.0 && uniform.reweight.is_none(), "{uniform:?}");
    assert!(of("tree").add_last > 1.0 && of("straw").add_last < 2.0);
}

#[test]
fn a_hierarchy_moves_more_than_the_least() {
    for row in hierarchy(INPUTS).unwrap() {
        let over = row.over.unwrap();
        assert!((0.9..4.0).contains(&over), "{row:?}");
    }
}

#[test]
fn indep_keeps_positions_and_firstn_does_not() {
    let rows = failure(INPUTS).unwrap();
    assert_eq!(rows.len(), 4);
    for pair in rows.chunks(2) {
        let [firstn, indep] = pair else { unreachable!() };
        assert!(firstn.moved_by_position as f64 > 1.5 * indep.moved_by_position as f64, "{pair:?}");
        assert!(indep.moved_by_position >= indep.lost, "{pair:?}");
    }
}

#[test]
fn rings_and_rendezvous_move_the_least_and_modulo_nearly_all() {
    let rows = flat(INPUTS).unwrap();
    assert!(rows[0].add > 15.0 && rows[0].remove > 15.0, "{:?}", rows[0]);
    for row in &rows[2..] {
        assert!(NEAR.contains(&row.add) && NEAR.contains(&row.remove), "{row:?}");
    }
    assert!(NEAR.contains(&rows[3].reweight.unwrap()), "{:?}", rows[3]);
    // A ring's arcs are uneven, but nothing moves between nodes that were there before.
    assert!((0.5..1.6).contains(&rows[1].add), "{:?}", rows[1]);
}
