//! Odd and hostile maps: what spec 02 section 13 lists, as far as C calls can make it.

use super::map::{Shape, add};
use crate::case::alg;
use crate::rng::Rng;

/// Perhaps makes a map of an ordinary rule odd.
pub(super) fn ordinary(rng: &mut Rng, shape: &mut Shape) {
    match rng.below(60) {
        0 => missing_child(rng, shape),
        1 => zero_weights(rng, shape),
        2 => unknown_algorithm(rng, shape),
        3 => straw_becomes_straw2(shape),
        4 => cycle(rng, shape),
        5 => device_type(rng, shape),
        _ => {}
    }
}

/// Makes a map of an MSR rule odd.
pub(super) fn msr(rng: &mut Rng, shape: &mut Shape) {
    match rng.below(7) {
        0 => missing_child(rng, shape),
        1 => empty_child(rng, shape),
        2 => cycle(rng, shape),
        3 => device_type(rng, shape),
        4 => unknown_algorithm(rng, shape),
        5 => straw_becomes_straw2(shape),
        _ => high_device(rng, shape),
    }
}

fn missing_child(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    let missing = shape.free_id() - rng.pick(&[0, 1, 40]);
    add(rng, &mut shape.buckets[at], missing);
}

fn empty_child(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    shape.buckets[at].items.clear();
    shape.buckets[at].weights.clear();
}

fn zero_weights(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    if shape.buckets[at].alg != alg::UNIFORM {
        shape.buckets[at].weights.fill(0);
    }
}

/// A label that no algorithm has: the first item is chosen.
fn unknown_algorithm(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    shape.buckets[at].relabel = rng.pick(&[0, 6, 9, 255]);
}

/// What Ceph does to turn a straw bucket into straw2: it changes the label.
fn straw_becomes_straw2(shape: &mut Shape) {
    let straws = shape.buckets.iter_mut().filter(|b| b.alg == alg::STRAW || b.alg == alg::LIST);
    straws.for_each(|bucket| bucket.relabel = alg::STRAW2);
}

/// The root somewhere below itself.
fn cycle(rng: &mut Rng, shape: &mut Shape) {
    let (at, root) = (shape.any_index(rng), shape.root());
    add(rng, &mut shape.buckets[at], root);
}

/// A bucket with the type of devices.
fn device_type(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    shape.buckets[at].kind = 0;
}

fn high_device(rng: &mut Rng, shape: &mut Shape) {
    let (at, device) = (shape.any_index(rng), shape.devices() + 100);
    add(rng, &mut shape.buckets[at], device);
}

/// Devices with the greatest ids there are, those that mean "none" and "undefined" among them; the `max_devices` that
/// lets some of them in.
pub(super) fn far_devices(rng: &mut Rng, shape: &mut Shape) -> Option<i32> {
    let below = rng.pick(&[1, 3, 40]);
    for bucket in &mut shape.buckets {
        for item in bucket.items.iter_mut().filter(|item| **item >= 0) {
            if rng.one_in(2) {
                *item = i32::MAX - rng.below(below) as i32;
            }
        }
    }
    (!rng.one_in(4)).then(|| i32::MAX - rng.below(below) as i32)
}
