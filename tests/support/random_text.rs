//! Random text maps: everything that the grammar has, mostly used as it should be.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::fmt::Write;

/// A small generator of random numbers (splitmix64), so that a seed names a map.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }
}

const TUNABLES: [&str; 10] = [
    "choose_local_tries",
    "choose_local_fallback_tries",
    "choose_total_tries",
    "chooseleaf_descend_once",
    "chooseleaf_vary_r",
    "chooseleaf_stable",
    "straw_calc_version",
    "allowed_bucket_algs",
    "msr_descents",
    "msr_collision_tries",
];
const SETS: [&str; 8] = [
    "set_choose_tries",
    "set_choose_local_tries",
    "set_choose_local_fallback_tries",
    "set_chooseleaf_tries",
    "set_chooseleaf_vary_r",
    "set_chooseleaf_stable",
    "set_msr_descents",
    "set_msr_collision_tries",
];
const CLASSES: [&str; 3] = ["hdd", "ssd", "nvme"];
const TYPES: [&str; 4] = ["osd", "host", "rack", "root"];

/// What has been said so far.
struct Author {
    random: Random,
    text: String,
    /// Names of devices and buckets, lowest level first, with the number of items.
    levels: Vec<Vec<(String, i32, usize)>>,
    next_id: i32,
}

/// The text map that a seed names.
pub(crate) fn random_text(seed: u64) -> String {
    let mut author = Author { random: Random(seed), text: String::new(), levels: Vec::new(), next_id: 1 };
    author.tunables();
    author.devices();
    author.types();
    for level in 1..TYPES.len() {
        author.buckets(level);
    }
    author.rules();
    author.choose_args();
    author.text
}

impl Author {
    fn line(&mut self, line: &str) {
        let blanks = self.random.below(3);
        let comment = if self.random.chance(5) { " # why" } else { "" };
        let _ = writeln!(self.text, "{}{line}{comment}", &"\t  "[..blanks]);
    }

    fn tunables(&mut self) {
        for name in TUNABLES {
            if self.random.chance(30) {
                let value = *self.random.pick(&[0, 1, 2, 4, 19, 50, 100, 255, 256, 54, 22]);
                self.line(&format!("tunable {name} {value}"));
            }
        }
    }

    fn devices(&mut self) {
        let mut devices = Vec::new();
        let classed = self.random.chance(60);
        for id in 0..1 + self.random.below(14) {
            if self.random.chance(10) {
                continue;
            }
            let name = if self.random.chance(90) { format!("osd.{id}") } else { format!("disk_{id}") };
            let class = if classed && self.random.chance(80) {
                format!(" class {}", self.random.pick(&CLASSES))
            } else {
                String::new()
            };
            self.line(&format!("device {id} {name}{class}"));
            devices.push((name, id as i32, 0));
        }
        self.levels.push(devices);
    }

    fn types(&mut self) {
        for (id, name) in TYPES.iter().enumerate() {
            if id > 0 || self.random.chance(90) {
                self.line(&format!("type {id} {name}"));
            }
        }
    }

    fn buckets(&mut self, level: usize) {
        let mut buckets = Vec::new();
        let count = 1 + self.random.below(4);
        for number in 0..count {
            let name = format!("{}{number}", TYPES[level]);
            let (id, size) = self.bucket(level, &name);
            buckets.push((name, id, size));
        }
        self.levels.push(buckets);
    }

    /// Writes a bucket; returns its id, 0 if it is not known, and its size.
    fn bucket(&mut self, level: usize, name: &str) -> (i32, usize) {
        self.line(&format!("{} {name} {{", TYPES[level]));
        let mut id = 0;
        if self.random.chance(70) {
            self.next_id += self.random.below(3) as i32;
            id = -self.next_id;
            self.next_id += 1;
            self.line(&format!("id {id}"));
        }
        for class in CLASSES {
            if self.random.chance(10) {
                let id = -(40 + self.random.below(60) as i32);
                self.line(&format!("id {id} class {class}"));
            }
        }
        let algorithm =
            *self.random.pick(&["straw2", "straw2", "straw2", "straw", "list", "tree", "uniform"]);
        self.line(&format!("alg {algorithm}"));
        if self.random.chance(80) {
            let hash = *self.random.pick(&["0", "0", "rjenkins1", "1", "300"]);
            self.line(&format!("hash {hash}"));
        }
        let size = self.items(level, algorithm);
        self.line("}");
        (id, size)
    }

    fn items(&mut self, level: usize, algorithm: &str) -> usize {
        let size = self.random.below(7);
        let equal = self.weight();
        let positions = self.random.chance(20);
        for position in 0..size {
            let from = if self.random.chance(90) { level - 1 } else { self.random.below(level) };
            let Some((name, ..)) = self.levels[from].get(self.random.below(self.levels[from].len())).cloned()
            else {
                continue;
            };
            let weight = if algorithm == "uniform" { equal.clone() } else { self.weight() };
            let weight = if self.random.chance(85) { format!(" weight {weight}") } else { String::new() };
            let position = if positions { format!(" pos {}", size - 1 - position) } else { String::new() };
            self.line(&format!("item {name}{weight}{position}"));
        }
        size
    }

    fn weight(&mut self) -> String {
        let fixed =
            ["0", "1", "1.000", "0.5", ".25", "3.", "1e1", "0.1", "99.99999", "0.00001", "2.71828", "100"];
        if self.random.chance(50) {
            return (*self.random.pick(&fixed)).to_owned();
        }
        format!("{}.{:05}", self.random.below(20), self.random.below(100_000))
    }

    fn rules(&mut self) {
        let count = self.random.below(4);
        for number in 0..count {
            let name = if self.random.chance(90) { format!(" rule{number}") } else { String::new() };
            self.line(&format!("rule{name} {{"));
            let id = number * 2 + self.random.below(2);
            let keyword = *self.random.pick(&["id", "ruleset"]);
            self.line(&format!("{keyword} {id}"));
            let kind = *self.random.pick(&["replicated", "erasure", "msr_firstn", "msr_indep"]);
            self.line(&format!("type {kind}"));
            if self.random.chance(20) {
                self.line("min_size 1");
            }
            if self.random.chance(20) {
                self.line("max_size 10");
            }
            for _ in 0..1 + self.random.below(6) {
                let step = self.step();
                self.line(&format!("step {step}"));
            }
            self.line("}");
        }
    }

    fn step(&mut self) -> String {
        let count = self.random.below(5) as i32 - 2;
        let kind = *self.random.pick(&TYPES[1..]);
        let mode = *self.random.pick(&["firstn", "indep"]);
        match self.random.below(6) {
            0 | 1 => {
                let level = self.random.below(self.levels.len());
                let Some((name, ..)) = self.levels[level].first().cloned() else { return "emit".to_owned() };
                let class = if self.random.chance(15) { " class ssd" } else { "" };
                format!("take {name}{class}")
            }
            2 => "emit".to_owned(),
            3 => format!("{} {}", self.random.pick(&SETS), count.abs()),
            4 => format!("{} {mode} {count} type {kind}", self.random.pick(&["choose", "chooseleaf"])),
            _ => format!("choosemsr {count} type {kind}"),
        }
    }

    fn choose_args(&mut self) {
        for _ in 0..self.random.below(3) {
            let index = *self.random.pick(&["0", "1", "7", "18446744073709551615"]);
            self.line(&format!("choose_args {index} {{"));
            let buckets: Vec<_> = self.levels[1..].iter().flatten().cloned().collect();
            for (_, id, size) in buckets {
                if id != 0 && self.random.chance(50) {
                    self.choose_arg(id, size);
                }
            }
            self.line("}");
        }
    }

    fn choose_arg(&mut self, id: i32, size: usize) {
        self.line(&format!("{{ bucket_id {id}"));
        if self.random.chance(80) {
            self.line("weight_set [");
            for _ in 0..self.random.below(4) {
                let weights: Vec<_> = (0..size).map(|_| self.weight()).collect();
                self.line(&format!("[ {} ]", weights.join(" ")));
            }
            self.line("]");
        }
        if self.random.chance(40) {
            let ids: Vec<_> =
                (0..size).map(|_| (self.random.below(2000) as i32 - 1000).to_string()).collect();
            self.line(&format!("ids [ {} ]", ids.join(" ")));
        }
        self.line("}");
    }
}

/// The text with one of its words dropped, doubled, exchanged or changed.
pub(crate) fn damaged(text: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = text.split_inclusive(char::is_whitespace).map(str::to_owned).collect();
    for _ in 0..1 + random.below(2) {
        let place = random.below(words.len());
        let other = random.below(words.len());
        match random.below(5) {
            0 => words[place].clear(),
            1 => words.insert(place, words[place].clone()),
            2 => words.swap(place, other),
            3 => words[place] = words[other].clone(),
            _ => {
                let odd = [
                    "-1 ",
                    "0 ",
                    "4294967295 ",
                    "99999999999 ",
                    "} ",
                    "{ ",
                    "item ",
                    "1e40 ",
                    "-7.5 ",
                    "~ ",
                    "65536 ",
                ];
                words[place] = (*random.pick(&odd)).to_owned();
            }
        }
    }
    words.concat()
}
