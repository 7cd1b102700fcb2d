//! Maps that no builder makes: arrays that do not fit, circles, numbers without meaning.

use crate::bucket::{Algorithm, Bucket, ChooseArg};
use crate::hash::HashKind;
use crate::mapper::{Rule, Step, Topology, Tunables};

/// Numbers that look random (xorshift64*).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.next() % end
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }
}

/// A bucket whose arrays need not fit its items.
pub(crate) struct HostileBucket {
    pub(crate) id: i32,
    pub(crate) kind: u16,
    pub(crate) hash: HashKind,
    pub(crate) algorithm: u32,
    pub(crate) items: Vec<i32>,
    pub(crate) weights: Vec<u32>,
    pub(crate) sums: Vec<u32>,
    pub(crate) replaced_ids: Vec<i32>,
    pub(crate) replaced_weights: Vec<Vec<u32>>,
}

pub(crate) struct HostileMap {
    pub(crate) buckets: Vec<Option<HostileBucket>>,
    pub(crate) max_devices: i32,
    pub(crate) tunables: Tunables,
    pub(crate) steps: Vec<Step>,
    pub(crate) kind: u8,
}

impl Topology for HostileMap {
    fn max_buckets(&self) -> u32 {
        self.buckets.len() as u32
    }

    fn max_devices(&self) -> i32 {
        self.max_devices
    }

    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        let bucket = self.buckets.get((!item) as u32 as usize)?.as_ref()?;
        let (item_weights, sum_weights) = (&bucket.weights[..], &bucket.sums[..]);
        let algorithm = match bucket.algorithm {
            0 => Algorithm::Uniform,
            1 => Algorithm::List { item_weights, sum_weights },
            2 => Algorithm::Tree { node_weights: sum_weights },
            3 => Algorithm::Straw { straws: item_weights },
            4 => Algorithm::Straw2 { item_weights },
            _ => Algorithm::Unknown,
        };
        Some(Bucket { id: bucket.id, kind: bucket.kind, hash: bucket.hash, items: &bucket.items, algorithm })
    }

    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        let stored = self.buckets.iter().flatten().find(|stored| stored.id == bucket.id);
        stored.map_or(ChooseArg::default(), |stored| {
            let last = stored.replaced_weights.len().saturating_sub(1);
            let weights = stored.replaced_weights.get(last.min(position as u32 as usize));
            ChooseArg { ids: &stored.replaced_ids, weights: weights.map_or(&[], |weights| weights) }
        })
    }

    fn tunables(&self) -> Tunables {
        self.tunables
    }

    fn max_rules(&self) -> u32 {
        1
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        (ruleno == 0).then_some(Rule { kind: self.kind, steps: &self.steps })
    }
}

/// Weights around every boundary that the kernels know, in one of several mixtures.
fn weights(numbers: &mut Numbers, len: usize) -> Vec<u32> {
    const EDGES: [u32; 12] = [
        0,
        0,
        1,
        2,
        0x1_0000,
        0x1_0001,
        56_128_037,
        56_128_038,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        u32::MAX,
    ];
    let (mixture, one) = (numbers.below(6), numbers.pick(&EDGES));
    let weight = |_| match mixture {
        0 | 1 => one,
        2 => numbers.pick(&EDGES),
        3 => numbers.next(),
        4 => numbers.below(0x4_0000),
        _ => numbers.below(3) * 0x1_0000,
    };
    (0..len).map(weight).collect()
}

/// The number of an array's elements: mostly `len`.
fn about(numbers: &mut Numbers, len: usize) -> usize {
    if numbers.below(12) == 0 { numbers.below(len as u32 + 20) as usize } else { len }
}

fn bucket(numbers: &mut Numbers, slot: u32, slots: u32, devices: u32) -> HostileBucket {
    let len = match numbers.below(60) {
        0 => 0,
        1 => 480 + numbers.below(64),
        2 => 1000 + numbers.below(64),
        3..=40 => 1 + numbers.below(12),
        _ => 1 + numbers.below(70),
    } as usize;
    let item = |numbers: &mut Numbers| match numbers.below(40) {
        0 => i32::MAX - numbers.below(4) as i32,
        1 => i32::MIN + numbers.below(2) as i32,
        2 => !(numbers.below(slots + 2) as i32),
        3..=25 if slot + 1 < slots => !((slot + 1 + numbers.below(slots - slot - 1)) as i32),
        _ => numbers.below(devices + 2) as i32,
    };
    let items: Vec<i32> = (0..len).map(|_| item(numbers)).collect();
    let sizes = [(); 2].map(|()| about(numbers, len));
    let id = if numbers.below(20) == 0 { numbers.pick(&[0, -1, i32::MIN]) } else { !(slot as i32) };
    let replaced = numbers.below(3) == 0;
    let positions = if replaced { numbers.below(4) } else { 0 };
    let replaced_ids = if replaced { about(numbers, len) } else { 0 };
    HostileBucket {
        id,
        kind: if slot == 0 { 3 } else { numbers.below(4) as u16 },
        hash: if numbers.below(15) == 0 { HashKind::Unknown } else { HashKind::Rjenkins1 },
        algorithm: numbers.pick(&[0, 1, 2, 3, 3, 4, 4, 4, 4, 5]),
        items,
        weights: weights(numbers, sizes[0]),
        sums: weights(numbers, sizes[1].min(255)),
        replaced_ids: (0..replaced_ids).map(|_| numbers.next().cast_signed()).collect(),
        replaced_weights: (0..positions)
            .map(|_| {
                let len = about(numbers, len);
                weights(numbers, len)
            })
            .collect(),
    }
}

fn steps(numbers: &mut Numbers, msr: bool) -> Vec<Step> {
    let step = |op, arg1, arg2| Step { op, arg1, arg2 };
    let mut steps = vec![];
    if !msr {
        let set = 8 + numbers.below(8);
        steps.push(step(set, numbers.below(6).cast_signed(), 0));
    }
    steps.push(step(1, -1, 0));
    for left in (0..1 + numbers.below(3)).rev() {
        let op = if msr { 16 } else { numbers.pick(&[2, 3, 6, 7]) };
        let count = numbers.pick(&[0, 1, 2, 3, 5, 17, -1]);
        let kind = if left == 0 && (msr || op < 6) { 0 } else { 1 + numbers.below(3).cast_signed() };
        steps.push(step(op, count, kind));
    }
    steps.push(step(4, 0, 0));
    steps
}

/// A map with one rule, number 0.
pub(crate) fn map(numbers: &mut Numbers) -> HostileMap {
    let (slots, devices) = (1 + numbers.below(10), 1 + numbers.below(80));
    let buckets = (0..slots)
        .map(|slot| (slot == 0 || numbers.below(12) > 0).then(|| bucket(numbers, slot, slots, devices)))
        .collect();
    let msr = numbers.below(3) == 0;
    let local = numbers.below(3) == 0;
    let tunables = Tunables {
        choose_local_tries: if local { numbers.below(4) } else { 0 },
        choose_local_fallback_tries: if local { numbers.below(6) } else { 0 },
        choose_total_tries: numbers.pick(&[0, 3, 19, 50, u32::MAX]),
        chooseleaf_descend_once: numbers.below(2),
        chooseleaf_vary_r: numbers.below(6) as u8,
        chooseleaf_stable: numbers.below(2) as u8,
        msr_descents: numbers.below(8),
        msr_collision_tries: numbers.below(8),
    };
    let devices = devices.cast_signed();
    HostileMap {
        buckets,
        max_devices: numbers.pick(&[devices, devices, devices / 2, i32::MAX - 2, i32::MAX - 1, i32::MAX]),
        tunables,
        steps: steps(numbers, msr),
        kind: if msr { numbers.pick(&[4, 5]) } else { 1 },
    }
}
