//! Buckets of clusters in which all buckets of a level are alike.
#![forbid(unsafe_code)]

use super::maps::{HOST, RACK, ROOT, ROOT_ID};
use crate::case::Bucket;

/// What the devices of a cluster weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Devices {
    /// All the same: 0x10000.
    Equal,
    /// Six sizes of disks side by side.
    Mixed,
}

/// 1.82, 3.64, 7.28, 9.1, 14.55 and 16.4 in 16.16.
const SIZES: [u32; 6] = [119_275, 238_551, 477_102, 596_377, 953_548, 1_074_790];

impl Devices {
    fn weight(self, device: usize) -> u32 {
        match self {
            Self::Equal => 0x1_0000,
            // An order that hosts do not repeat.
            Self::Mixed => SIZES[(device * 7 + device / 3) % SIZES.len()],
        }
    }
}

/// One bucket of `size` devices.
pub(super) fn single(alg: u8, size: usize, devices: Devices) -> Vec<Bucket> {
    let children = (0..size).map(|device| (device as i32, devices.weight(device))).collect();
    vec![bucket(ROOT_ID, alg, ROOT, children)]
}

/// A tree with a fan-out for each level, from the root down; children come before their parents.
pub(super) fn hierarchy(alg: u8, fan_out: &[usize], devices: Devices) -> Vec<Bucket> {
    let mut tree = Tree { alg, devices, buckets: Vec::new(), placed: 0 };
    let children = tree.children(fan_out);
    tree.buckets.push(bucket(ROOT_ID, alg, ROOT, children));
    tree.buckets
}

/// A tree under construction, without its root.
struct Tree {
    alg: u8,
    devices: Devices,
    buckets: Vec<Bucket>,
    /// Devices so far.
    placed: usize,
}

impl Tree {
    /// Ids and weights of the children of a bucket, with all below them added.
    fn children(&mut self, fan_out: &[usize]) -> Vec<(i32, u32)> {
        let (count, below) = fan_out.split_first().map_or((0, fan_out), |(count, below)| (*count, below));
        (0..count).map(|_| if below.is_empty() { self.device() } else { self.grow(below) }).collect()
    }

    fn device(&mut self) -> (i32, u32) {
        self.placed += 1;
        (self.placed as i32 - 1, self.devices.weight(self.placed - 1))
    }

    /// Adds a bucket and all below it; gives its id and weight.
    fn grow(&mut self, fan_out: &[usize]) -> (i32, u32) {
        let children = self.children(fan_out);
        let weight = children.iter().map(|(_, weight)| weight).sum();
        let id = ROOT_ID - 1 - self.buckets.len() as i32;
        let kind = if fan_out.len() == 1 { HOST } else { RACK };
        self.buckets.push(bucket(id, self.alg, kind, children));
        (id, weight)
    }
}

fn bucket(id: i32, alg: u8, kind: u16, children: Vec<(i32, u32)>) -> Bucket {
    let (items, weights) = children.into_iter().unzip();
    Bucket { id, alg, relabel: alg, hash: 0, kind, items, weights }
}
