//! Maps that edits begin with, as text.

use crate::rng::Rng;
use std::fmt::Write;

const ALGORITHMS: [&str; 5] = ["straw2", "straw", "list", "tree", "uniform"];
pub(super) const CLASSES: [&str; 3] = ["hdd", "ssd", "nvme"];
/// Type names from 0 up.
pub(super) const TYPES: [&str; 4] = ["osd", "host", "rack", "root"];

/// A text map of up to two roots with racks, hosts and devices.
pub(super) fn text(rng: &mut Rng) -> String {
    let mut author = Author { algorithms: algorithms(rng), buckets: Vec::new(), text: String::new() };
    author.header(rng);
    let devices = rng.range(0, 9) as usize;
    author.devices(devices, rng);
    let devices: Vec<_> = (0..devices).map(|id| (format!("osd.{id}"), rng.range(0, 40) as usize)).collect();
    let hosts = author.level(1, devices, rng);
    let racks = if rng.one_in(4) { hosts } else { author.level(2, hosts, rng) };
    author.level(3, racks, rng);
    author.rules(rng);
    author.choose_args(rng);
    author.text
}

/// Mostly straw2, as maps are today.
fn algorithms(rng: &mut Rng) -> Vec<&'static str> {
    match rng.below(4) {
        0 => vec![rng.pick(&ALGORITHMS[..4])],
        1 => ALGORITHMS[..4].to_vec(),
        2 => vec!["straw2", "straw2", "straw2", "uniform"],
        _ => vec!["straw2"],
    }
}

struct Author {
    algorithms: Vec<&'static str>,
    /// Names and numbers of items.
    buckets: Vec<(i32, usize)>,
    text: String,
}

impl Author {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    fn header(&mut self, rng: &mut Rng) {
        for (name, values) in [
            ("choose_total_tries", &[19, 50][..]),
            ("chooseleaf_stable", &[0, 1]),
            ("straw_calc_version", &[0, 1, 1]),
            ("allowed_bucket_algs", &[54, 54, 54, 22, 8]),
        ] {
            let value = rng.pick(values);
            self.line(format_args!("tunable {name} {value}"));
        }
        for (id, name) in TYPES.iter().enumerate() {
            self.line(format_args!("type {id} {name}"));
        }
    }

    fn devices(&mut self, devices: usize, rng: &mut Rng) {
        let classed = rng.one_in(2);
        for id in 0..devices {
            let class = if classed && !rng.one_in(4) {
                format!(" class {}", rng.pick(&CLASSES))
            } else {
                String::new()
            };
            self.line(format_args!("device {id} osd.{id}{class}"));
        }
    }

    /// Puts the items into buckets of a level; some into none, a few into two. Weights are in eighths.
    fn level(&mut self, level: usize, items: Vec<(String, usize)>, rng: &mut Rng) -> Vec<(String, usize)> {
        let count = rng.range(1, 3) as usize;
        let mut contents = vec![Vec::new(); count];
        for item in items {
            if !rng.one_in(12) {
                contents[rng.below(count as u64) as usize].push(item.clone());
            }
            if rng.one_in(20) {
                contents[rng.below(count as u64) as usize].push(item);
            }
        }
        let name = |number| {
            if level == 3 && number == 0 { "default".to_owned() } else { format!("{}{number}", TYPES[level]) }
        };
        let contents = contents.into_iter().enumerate();
        contents.map(|(number, items)| self.bucket(level, name(number), items, rng)).collect()
    }

    fn bucket(
        &mut self,
        level: usize,
        name: String,
        mut items: Vec<(String, usize)>,
        rng: &mut Rng,
    ) -> (String, usize) {
        let algorithm = rng.pick(&self.algorithms);
        if algorithm == "uniform" {
            items.iter_mut().for_each(|item| item.1 = 8);
        }
        let id = -1 - self.buckets.len() as i32;
        self.buckets.push((id, items.len()));
        self.line(format_args!("{} {name} {{\n\tid {id}\n\talg {algorithm}\n\thash 0", TYPES[level]));
        for (item, weight) in &items {
            self.line(format_args!("\titem {item} weight {}.{:03}", weight / 8, weight % 8 * 125));
        }
        self.line(format_args!("}}"));
        (name, items.iter().map(|item| item.1).sum())
    }

    fn rules(&mut self, rng: &mut Rng) {
        for number in 0..rng.below(3) {
            let take = rng.pick(&["default", "default", "host0", "root1"]);
            let exists = take == "default" || self.text.contains(&format!(" {take} {{"));
            let take = if exists { take } else { "default" };
            let class = rng.pick(&CLASSES);
            let class = if self.text.contains(&format!("class {class}")) && rng.one_in(2) {
                format!(" class {class}")
            } else {
                String::new()
            };
            // Pacific wants sizes, which later releases ignore.
            self.line(format_args!(
                "rule rule{number} {{\n\tid {number}\n\ttype replicated\n\tmin_size 1\n\tmax_size 10\n\tstep take {take}{class}\n\tstep chooseleaf firstn 0 type host\n\tstep emit\n}}"
            ));
        }
    }

    fn choose_args(&mut self, rng: &mut Rng) {
        let filled = self.buckets.iter().any(|&(_, items)| items > 0);
        if self.algorithms != ["straw2"] || !rng.one_in(3) || !filled {
            return;
        }
        let positions = if rng.one_in(6) { 2 } else { 1 };
        let index = rng.pick(&[-1_i32, 0, 3]);
        // Numbers are read with 64 bits and kept with 32, which is how a text says -1.
        let index = index as u32;
        self.line(format_args!("choose_args {index} {{"));
        for (id, items) in self.buckets.clone() {
            if rng.one_in(4) || items == 0 {
                continue;
            }
            self.line(format_args!("  {{\n    bucket_id {id}\n    weight_set ["));
            for _ in 0..positions {
                let weights: Vec<_> = (0..items).map(|_| format!("{}.5", rng.below(9))).collect();
                self.line(format_args!("      [ {} ]", weights.join(" ")));
            }
            self.line(format_args!("    ]\n  }}"));
        }
        self.line(format_args!("}}"));
    }
}
