//! Maps with a rule, device weights and replacements, by the names of `docs/performance.md`.
#![forbid(unsafe_code)]

use crate::checksums::{Checksum, INPUTS, genuine};
use crate::cluster::{Cluster, Devices, HOST, ROOT_ID};
use crush::Placer;
use crush::abi::crush_rule_step;
use crush::builder::{BucketAlgorithm, MapTunables, StoredRule};
use crush::mapper::{DeviceWeights, Slot, Topology, Unobserved, do_rule, scratch_used};
use crush::view::{ChooseArgTable, MapView, Replacement};

/// Numbers of rule steps.
mod op {
    pub(super) const TAKE: u32 = 1;
    pub(super) const CHOOSE_FIRSTN: u32 = 2;
    pub(super) const EMIT: u32 = 4;
    pub(super) const CHOOSELEAF_FIRSTN: u32 = 6;
    pub(super) const CHOOSELEAF_INDEP: u32 = 7;
    pub(super) const CHOOSE_MSR: u32 = 16;
}

/// Types of rules.
mod rule {
    pub(super) const REPLICATED: u8 = 1;
    pub(super) const ERASURE: u8 = 3;
    pub(super) const MSR_INDEP: u8 = 5;
}

/// A map and all else that a mapping takes.
pub struct Subject {
    /// As in the document.
    pub name: String,
    cluster: Cluster,
    device_weights: Vec<u32>,
    choose_args: Option<ChooseArgTable>,
    result: Vec<i32>,
    scratch: Vec<Slot>,
}

impl Subject {
    fn new(name: &str, mut cluster: Cluster, kind: u8, steps: &[(u32, i32, i32)], result_max: usize) -> Self {
        // What Ceph sets beyond the optimal tunables of the C interface.
        let (straw_calc_version, msr_descents, msr_collision_tries) = (1, 100, 100);
        let tunables = cluster.map.tunables();
        let tunables = MapTunables { straw_calc_version, msr_descents, msr_collision_tries, ..tunables };
        cluster.map.set_tunables(&tunables);
        let ends = [(op::TAKE, ROOT_ID, 0), (op::EMIT, 0, 0)];
        let steps = ends[..1].iter().chain(steps).chain(&ends[1..]);
        let steps: Vec<_> = steps.map(|&(op, arg1, arg2)| crush_rule_step { op, arg1, arg2 }).collect();
        let rule = StoredRule { ruleset: 0, r#type: kind, min_size: 1, max_size: 100, steps: &steps };
        cluster.map.add_rule(&rule, Some(0)).expect("a free number");
        cluster.map.finalize();
        let view = cluster.map.view();
        let used = view.rule(0).and_then(|rule| scratch_used(&view, &rule, result_max)).expect("little");
        let scratch = vec![Slot::EMPTY; used];
        let device_weights = vec![0x1_0000; cluster.devices];
        let (name, result) = (name.to_owned(), vec![0; result_max]);
        Self { name, cluster, device_weights, choose_args: None, result, scratch }
    }

    /// Maps input `x`.
    pub fn place(&mut self, x: u32) -> &[i32] {
        let mut view: MapView<'_> = self.cluster.map.view();
        if let Some(table) = &self.choose_args {
            view = view.with_choose_args(table.view());
        }
        let weights = DeviceWeights(&self.device_weights);
        let x = x.cast_signed();
        let placed = do_rule(&view, 0, x, &mut self.result, weights, &mut self.scratch, &Unobserved);
        &self.result[..placed]
    }

    /// Compares with the answers of genuine Ceph: what is wrong is not worth a time.
    ///
    /// # Panics
    /// The answers differ, or are not known.
    pub fn verify(&mut self) {
        let mut checksum = Checksum::EMPTY;
        for x in 0..INPUTS {
            checksum.add(self.place(x));
        }
        assert_eq!(Some(checksum.0), genuine(&self.name), "{}: not what genuine Ceph answers", self.name);
    }

    /// The same, prepared for batches.
    ///
    /// # Panics
    /// The rule could take too long, which those here cannot.
    pub fn placer(&self) -> Placer {
        let mut view: MapView<'_> = self.cluster.map.view();
        if let Some(table) = &self.choose_args {
            view = view.with_choose_args(table.view());
        }
        Placer::new(&view, 0, self.result.len(), &self.device_weights).expect("a rule of sane maps")
    }

    /// Compares a batch with the answers of genuine Ceph.
    ///
    /// # Panics
    /// The answers differ, or are not known.
    pub fn verify_batch(&self) {
        let (placer, inputs): (_, Vec<u32>) = (self.placer(), (0..INPUTS).collect());
        let mut rows = vec![0; inputs.len() * placer.result_max()];
        let mut lens = vec![0; inputs.len()];
        placer.place_batch(&inputs, &mut rows, Some(&mut lens)).expect("rows for all inputs");
        let mut checksum = Checksum::EMPTY;
        for (row, &len) in rows.chunks(placer.result_max()).zip(&lens) {
            checksum.add(&row[..len]);
        }
        assert_eq!(Some(checksum.0), genuine(&self.name), "{}: not what genuine Ceph answers", self.name);
    }

    /// Every tenth device is out, every tenth at half.
    fn reweighted(mut self) -> Self {
        for (device, weight) in self.device_weights.iter_mut().enumerate() {
            match device % 10 {
                3 => *weight = 0,
                7 => *weight = 0x8000,
                _ => {}
            }
        }
        self
    }

    /// All devices but every `n`th are out.
    fn mostly_out(mut self, n: usize) -> Self {
        for (device, weight) in self.device_weights.iter_mut().enumerate() {
            *weight = if device % n == 0 { 0x1_0000 } else { 0 };
        }
        self
    }

    /// With the tunables of Ceph's first years, that fall back to a permutation after a few failures.
    fn legacy(mut self) -> Self {
        let tunables = self.cluster.map.tunables();
        self.cluster.map.set_tunables(&MapTunables {
            choose_local_tries: 2,
            choose_local_fallback_tries: 5,
            choose_total_tries: 19,
            chooseleaf_descend_once: 0,
            chooseleaf_vary_r: 0,
            chooseleaf_stable: 0,
            ..tunables
        });
        self
    }

    /// Ids and two positions of weights stand in for those of every bucket.
    fn with_choose_args(mut self) -> Self {
        let nudged = |weights: &[u32], turn: usize| -> Vec<u32> {
            let nudge = |(i, weight): (usize, &u32)| weight / 16 * (14 + (i * 5 + turn) as u32 % 5);
            weights.iter().enumerate().map(nudge).collect()
        };
        let arrays: Vec<(usize, Vec<i32>, Vec<Vec<u32>>)> = self
            .cluster
            .buckets
            .iter()
            .map(|(id, items, weights)| {
                let ids = items.iter().map(|item| item ^ 0x10_0000).collect();
                ((-1 - id) as usize, ids, vec![nudged(weights, 0), nudged(weights, 2)])
            })
            .collect();
        let replacements =
            arrays.iter().map(|(slot, ids, weight_set)| Replacement { slot: *slot, ids, weight_set });
        let slots = self.cluster.map.max_buckets();
        self.choose_args = Some(ChooseArgTable::new(slots, replacements).expect("memory"));
        self
    }
}

const LEAF: (u32, i32, i32) = (op::CHOOSELEAF_FIRSTN, 0, HOST as i32);

fn hier(name: &str, devices: Devices) -> Subject {
    let cluster = Cluster::new(BucketAlgorithm::Straw2, &[25, 20, 20], devices);
    Subject::new(name, cluster, rule::REPLICATED, &[LEAF], 3)
}

fn small(name: &str, algorithm: BucketAlgorithm, devices: Devices) -> Subject {
    Subject::new(name, Cluster::new(algorithm, &[8, 12], devices), rule::REPLICATED, &[LEAF], 3)
}

/// One bucket of `size` devices; as many replicas as it has, three at most.
pub fn flat(name: &str, algorithm: BucketAlgorithm, size: usize, devices: Devices) -> Subject {
    let cluster = Cluster::new(algorithm, &[size], devices);
    Subject::new(name, cluster, rule::REPLICATED, &[(op::CHOOSE_FIRSTN, 0, 0)], size.min(3))
}

fn ec(name: &str) -> Subject {
    let cluster = Cluster::new(BucketAlgorithm::Straw2, &[25, 20, 20], Devices::Equal);
    Subject::new(name, cluster, rule::ERASURE, &[(op::CHOOSELEAF_INDEP, 0, HOST.into())], 11)
}

fn msr(name: &str) -> Subject {
    let cluster = Cluster::new(BucketAlgorithm::Straw2, &[25, 20, 20], Devices::Equal);
    let steps = [(op::CHOOSE_MSR, 4, HOST.into()), (op::CHOOSE_MSR, 4, 0)];
    Subject::new(name, cluster, rule::MSR_INDEP, &steps, 14)
}

/// The maps of the document; but for `wrapper`, since this interface has no workspace to initialise.
pub fn all() -> Vec<Subject> {
    use BucketAlgorithm::{List, Straw, Straw2, Tree, Uniform};
    use Devices::{Equal, Mixed};
    let mut subjects = vec![
        hier("hier", Equal),
        hier("hier-mixed", Mixed),
        flat("flat100", Straw2, 100, Equal),
        flat("flat100-mixed", Straw2, 100, Mixed),
        flat("flat1000", Straw2, 1000, Equal),
        ec("ec"),
        small("small", Straw2, Equal),
        small("small-mixed", Straw2, Mixed),
        hier("reweighted", Equal).reweighted(),
        msr("msr"),
        hier("choose-args", Equal).with_choose_args(),
    ];
    for (name, algorithm, size) in
        [("uniform", Uniform, 100), ("list", List, 100), ("tree", Tree, 64), ("straw", Straw, 100)]
    {
        subjects.push(flat(&format!("{name} flat"), algorithm, size, Equal));
        subjects.push(small(&format!("{name} small"), algorithm, Equal));
    }
    let uniform_out = |name| flat(name, Uniform, 100, Equal).mostly_out(25);
    subjects.extend([
        hier("exhausted", Equal).mostly_out(400),
        uniform_out("uniform out"),
        uniform_out("uniform fallback").legacy(),
    ]);
    subjects
}
