//! Random map files, written by spec 04 without any code of the library.

use crate::case::{Case, Rule, alg};
use crate::reference::Parts;
use crate::rng::Rng;

/// A file under construction.
#[derive(Default)]
struct File(Vec<u8>);

impl File {
    fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn s32(&mut self, value: i32) {
        self.0.extend(value.to_le_bytes());
    }

    fn s64(&mut self, value: i64) {
        self.0.extend(value.to_le_bytes());
    }

    fn count(&mut self, value: usize) {
        self.u32(value as u32);
    }

    fn text(&mut self, value: &[u8]) {
        self.count(value.len());
        self.0.extend(value);
    }

    /// A table of names (spec 04 section 2.3): now and then with keys of 64 bits, as some early releases wrote them.
    fn names(&mut self, rng: &mut Rng, keys: &[i32], word: &str) {
        let wide = rng.one_in(8);
        self.count(keys.len());
        for &key in keys {
            self.s32(key);
            if wide && key >= 0 {
                self.u32(0);
            }
            let tail: String = (0..rng.below(4)).map(|_| rng.pick(&['a', '-', '.', '7', '_'])).collect();
            self.text(format!("{word}{}{tail}", key.unsigned_abs()).as_bytes());
        }
    }
}

/// Writes the map of a case, with names, classes and choose_args of its own.
pub(super) fn write(case: &Case, buckets: &[Option<Parts>], max_devices: i32, rng: &mut Rng) -> Vec<u8> {
    let mut file = File::default();
    file.u32(0x0001_0000);
    file.count(buckets.len());
    file.count(case.rules.len());
    file.s32(max_devices);
    for bucket in buckets {
        match bucket {
            None => file.u32(0),
            Some(parts) => write_bucket(&mut file, parts),
        }
    }
    for (number, rule) in case.rules.iter().enumerate() {
        write_rule(&mut file, number, rule, rng);
    }
    let ids: Vec<i32> = buckets.iter().flatten().map(|parts| parts.id).rev().collect();
    let devices: Vec<i32> = (0..max_devices + rng.range(0, 3) as i32).filter(|_| !rng.one_in(9)).collect();
    let mut kinds: Vec<i32> = buckets.iter().flatten().map(|parts| i32::from(parts.kind)).collect();
    kinds.push(0);
    kinds.sort_unstable();
    kinds.dedup();
    file.names(rng, &kinds, "type");
    let named: Vec<i32> = ids.iter().chain(&devices).copied().filter(|_| !rng.one_in(20)).collect();
    file.names(rng, &named, "item");
    let numbers: Vec<i32> = (0..case.rules.len() as i32).collect();
    file.names(rng, &numbers, "rule");
    write_tunables(&mut file, case);
    write_classes(&mut file, &devices, &ids, rng);
    write_choose_args(&mut file, case, rng);
    file.u32(case.tunables.msr_descents);
    file.u32(case.tunables.msr_collision_tries);
    file.0
}

fn write_bucket(file: &mut File, parts: &Parts) {
    file.u32(parts.alg.into());
    file.s32(parts.id);
    file.0.extend(parts.kind.to_le_bytes());
    file.u8(parts.alg);
    file.u8(parts.hash);
    file.u32(parts.weight);
    file.count(parts.items.len());
    parts.items.iter().for_each(|&item| file.s32(item));
    match (parts.alg, parts.arrays.as_slice()) {
        (alg::TREE, [nodes]) => {
            file.u8(nodes.len() as u8);
            nodes.iter().for_each(|&node| file.u32(node));
        }
        (_, [one]) => one.iter().for_each(|&weight| file.u32(weight)),
        (_, [weights, others]) => {
            for (&weight, &other) in weights.iter().zip(others) {
                file.u32(weight);
                file.u32(other);
            }
        }
        _ => {}
    }
}

fn write_rule(file: &mut File, number: usize, rule: &Rule, rng: &mut Rng) {
    file.u32(1);
    file.count(rule.steps.len());
    file.u8(number as u8);
    file.u8(rule.kind);
    file.u8(rng.range(0, 4) as u8);
    file.u8(rng.range(4, 200) as u8);
    for step in &rule.steps {
        file.u32(step.op);
        file.s32(step.arg1);
        file.s32(step.arg2);
    }
}

fn write_tunables(file: &mut File, case: &Case) {
    let t = &case.tunables;
    file.u32(t.local_tries);
    file.u32(t.local_fallback_tries);
    file.u32(t.total_tries);
    file.u32(t.descend_once);
    file.u8(t.vary_r);
    file.u8(t.straw_calc_version);
    file.u32(54);
    file.u8(t.stable);
}

/// Classes of some devices, their names, and links that lead anywhere.
fn write_classes(file: &mut File, devices: &[i32], ids: &[i32], rng: &mut Rng) {
    let classes = rng.below(4) as i32;
    let classed: Vec<i32> = devices.iter().copied().filter(|_| classes > 0 && rng.one_in(2)).collect();
    file.count(classed.len());
    for device in classed {
        file.s32(device);
        file.s32(rng.below(classes as u64) as i32);
    }
    file.count(classes as usize);
    for class in 0..classes {
        file.s32(class);
        file.text(["flash", "spinning", "tape", ""][class as usize % 4].as_bytes());
    }
    let linked: Vec<i32> = ids.iter().copied().filter(|_| classes > 0 && rng.one_in(4)).collect();
    file.count(linked.len());
    for id in linked {
        file.s32(id);
        file.u32(1);
        file.s32(rng.below(classes as u64) as i32);
        file.s32(rng.pick(ids));
    }
}

fn write_choose_args(file: &mut File, case: &Case, rng: &mut Rng) {
    let Some(args) = &case.choose_args else { return file.u32(0) };
    let indices: &[i64] = rng.pick(&[&[-1][..], &[0], &[-1, 0, 7], &[1 << 40]]);
    file.count(indices.len());
    let mut sorted: Vec<_> = args.iter().collect();
    sorted.sort_by_key(|arg| -1 - i64::from(arg.bucket));
    for &index in indices {
        file.s64(index);
        file.count(sorted.len());
        for arg in &sorted {
            file.s32(-1 - arg.bucket);
            file.count(arg.weight_sets.len());
            for set in &arg.weight_sets {
                file.count(set.len());
                set.iter().for_each(|&weight| file.u32(weight));
            }
            let ids = arg.ids.as_deref().unwrap_or_default();
            file.count(ids.len());
            ids.iter().for_each(|&id| file.s32(id));
        }
    }
}
