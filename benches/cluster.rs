//! Trees in which all buckets of a level are alike, numbered as in `ceph_compat`.
#![forbid(unsafe_code)]

use crush::builder::{BucketAlgorithm, BucketSpec, OwnedMap};

/// Types of buckets.
pub(crate) const HOST: u16 = 1;
const RACK: u16 = 2;
const ROOT: u16 = 10;
/// The bucket that every rule takes.
pub(crate) const ROOT_ID: i32 = -1;

/// What the devices of a cluster weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
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
            Self::Mixed => SIZES[(device * 7 + device / 3) % SIZES.len()],
        }
    }
}

/// A map under construction.
pub(crate) struct Cluster {
    pub(crate) map: OwnedMap,
    pub(crate) devices: usize,
    /// Id, items and weights of each bucket.
    pub(crate) buckets: Vec<(i32, Vec<i32>, Vec<u32>)>,
    algorithm: BucketAlgorithm,
    weights: Devices,
}

impl Cluster {
    /// A tree with a fan-out for each level, from the root down.
    pub(crate) fn new(algorithm: BucketAlgorithm, fan_out: &[usize], weights: Devices) -> Self {
        let map = OwnedMap::new().expect("memory");
        let mut cluster = Self { map, devices: 0, buckets: Vec::new(), algorithm, weights };
        let (items, weights) = cluster.children(fan_out);
        cluster.add(ROOT_ID, ROOT, items, weights);
        cluster
    }

    fn children(&mut self, fan_out: &[usize]) -> (Vec<i32>, Vec<u32>) {
        let (count, below) = fan_out.split_first().map_or((0, fan_out), |(count, below)| (*count, below));
        (0..count).map(|_| if below.is_empty() { self.device() } else { self.bucket(below) }).unzip()
    }

    fn device(&mut self) -> (i32, u32) {
        self.devices += 1;
        (self.devices as i32 - 1, self.weights.weight(self.devices - 1))
    }

    fn bucket(&mut self, fan_out: &[usize]) -> (i32, u32) {
        let (items, weights) = self.children(fan_out);
        let weight = weights.iter().sum();
        let id = ROOT_ID - 1 - self.buckets.len() as i32;
        self.add(id, if fan_out.len() == 1 { HOST } else { RACK }, items, weights);
        (id, weight)
    }

    fn add(&mut self, id: i32, kind: u16, items: Vec<i32>, weights: Vec<u32>) {
        let (algorithm, items_, weights_) = (self.algorithm, &items, &weights);
        let spec = BucketSpec { id, algorithm, hash: 0, r#type: kind, items: items_, weights: weights_ };
        self.map.add_bucket(&spec).expect("a bucket that can be made");
        self.buckets.push((id, items, weights));
    }
}
