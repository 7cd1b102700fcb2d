//! One bucket of every size: what choosing from it takes, for each algorithm.
#![forbid(unsafe_code)]

use super::cluster::Devices;
use super::maps::{Subject, flat};
use crate::case::alg;

/// A point with a smaller ratio than this is slower than upstream.
pub(crate) const LIMIT: f64 = 0.97;
/// Sizes of the bucket.
const SIZES: [usize; 19] =
    [1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 48, 64, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/// Larger trees have more nodes than upstream can count.
const LARGEST_TREE: usize = 64;

/// A point of a curve.
pub(crate) struct Point {
    pub(crate) curve: &'static str,
    pub(crate) size: usize,
    pub(crate) subject: Subject,
}

/// All points of all curves.
pub(crate) fn points() -> impl Iterator<Item = Point> {
    let curves = [
        ("uniform", alg::UNIFORM, Devices::Equal),
        ("list", alg::LIST, Devices::Equal),
        ("tree", alg::TREE, Devices::Equal),
        ("straw", alg::STRAW, Devices::Equal),
        ("straw2", alg::STRAW2, Devices::Equal),
        ("straw2-mixed", alg::STRAW2, Devices::Mixed),
    ];
    curves.into_iter().flat_map(|(curve, alg, devices)| {
        let sizes = SIZES.into_iter().filter(move |&size| alg != alg::TREE || size <= LARGEST_TREE);
        sizes.map(move |size| Point {
            curve,
            size,
            subject: flat(&format!("{curve} {size}"), alg, size, devices),
        })
    })
}
