//! One case of functions without a map: hashes, names, arithmetic predicates.

use super::tally::{Mismatch, Tally};
use crate::library::Library;
use crate::reference::hash::hash;
use crate::rng::Rng;

/// Compares `count` calls of each function with random arguments.
pub(super) fn compare(theirs: &Library, ours: &Library, rng: &mut Rng, count: usize, tally: &mut Tally) {
    for _ in 0..count {
        hashes(theirs, ours, rng, tally);
        predicates(theirs, ours, rng, tally);
    }
    let kind = rng.range(-2, 9) as i32;
    differ(tally, || format!("crush_hash_name({kind})"), &theirs.hash_name(kind), &ours.hash_name(kind));
    let names = (theirs.bucket_alg_name(kind), ours.bucket_alg_name(kind));
    differ(tally, || format!("crush_bucket_alg_name({kind})"), &names.0, &names.1);
}

fn differ<T: PartialEq + std::fmt::Debug>(
    tally: &mut Tally,
    call: impl Fn() -> String,
    theirs: &T,
    ours: &T,
) {
    if theirs != ours {
        tally.mismatch(Mismatch::new(None, format!("{}: theirs {theirs:?}, ours {ours:?}", call())));
    }
}

/// A word: any, small, or at an edge.
fn word(rng: &mut Rng) -> u32 {
    match rng.below(4) {
        0 => rng.below(300) as u32,
        1 => rng.pick(&[
            0,
            1,
            0xffff,
            0x1_0000,
            0x7fff_ffff,
            0x8000_0000,
            u32::MAX,
            1_315_423_911,
            231_232,
            1232,
        ]),
        _ => rng.u32(),
    }
}

fn hashes(theirs: &Library, ours: &Library, rng: &mut Rng, tally: &mut Tally) {
    let words: [u32; 5] = std::array::from_fn(|_| word(rng));
    let kind = if rng.one_in(8) { rng.pick(&[1, -1, 255, 256, i32::MIN]) } else { 0 };
    for count in 1..=5 {
        let words = &words[..count];
        let falsified = u32::from(tally.take_falsify());
        let answers = [theirs.hash(kind, words), ours.hash(kind, words) ^ falsified, hash(kind, words)];
        if answers[0] != answers[1] || answers[0] != answers[2] {
            let text = format!("hash type {kind} of {words:?}: theirs, ours, reference {answers:x?}");
            tally.mismatch(Mismatch::new(None, text));
        }
    }
}

fn predicates(theirs: &Library, ours: &Library, rng: &mut Rng, tally: &mut Tally) {
    let (a, b) = (word(rng), word(rng));
    let sums = (theirs.addition_is_unsafe(a, b), ours.addition_is_unsafe(a, b));
    differ(tally, || format!("crush_addition_is_unsafe({a}, {b})"), &sums.0, &sums.1);
    let products = (theirs.multiplication_is_unsafe(a, b), ours.multiplication_is_unsafe(a, b));
    differ(tally, || format!("crush_multiplication_is_unsafe({a}, {b})"), &products.0, &products.1);
}
