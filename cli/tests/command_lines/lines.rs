//! Random command lines over all options.

use super::random::Random;

const DEVICES: &[&str] = &["osd.0", "osd.1", "osd.3", "osd.5", "osd.7", "osd.9", "disk-a", "osd.99"];
const BUCKETS: &[&str] =
    &["h0", "h1", "h2", "h5", "r0", "r2", "default", "other", "ssd", "h0-ssd", "default~ssd", "nope"];
const TYPES: &[&str] = &["host", "rack", "root", "osd", "nope"];
const RULES: &[&str] = &["copies", "shards", "fast", "two", "both", "fresh", "nope"];
const CLASSES: &[&str] = &["hdd", "ssd", "nvme"];
const WEIGHTS: &[&str] = &[
    "1",
    "0",
    "0.5",
    "2.25",
    "3.14159",
    "1000",
    "32767.9",
    "32768",
    "-1",
    "-0.000001",
    "abc",
    "1e2",
    "0x10",
    "nan",
];
const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "5", "9", "50", "-1", "", "abc", "5x", "+5", "5.", "2147483648", "-x", "--"];

/// A command line, without the input map.
pub(crate) fn arguments(random: &mut Random, release: &str, maps: &[&str]) -> Vec<String> {
    let mut line = Line { random, release, maps, words: Vec::new() };
    let map = line.map();
    match line.random.below(20) {
        0..=5 => {
            line.put(&["-i", &map]);
            line.edits();
        }
        6..=12 => {
            line.put(&["-i", &map]);
            line.test();
        }
        13 | 14 => {
            line.put(&["-i", &map]);
            line.show();
        }
        15 | 16 => line.build(),
        17 => {
            let text = map.replace(".bin", ".txt");
            line.put(&["-c", &text]);
            line.output();
        }
        18 => {
            line.put(&["-d", &map]);
            line.output();
        }
        _ => {
            line.put(&["-i", &map]);
            line.slips();
        }
    }
    line.words
}

struct Line<'a> {
    random: &'a mut Random,
    release: &'a str,
    maps: &'a [&'a str],
    words: Vec<String>,
}

impl Line<'_> {
    fn put(&mut self, words: &[&str]) {
        self.words.extend(words.iter().map(|&word| word.to_owned()));
    }

    /// A word of a list.
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick(from)
    }

    fn map(&mut self) -> String {
        format!("{}.bin", self.random.pick(self.maps))
    }

    fn number(&mut self, below: usize) -> String {
        self.random.below(below).to_string()
    }

    /// An option now and then.
    fn maybe(&mut self, times: usize, words: &[&str]) {
        if self.random.once_in(times) {
            self.put(words);
        }
    }

    fn location(&mut self) {
        for _ in 0..self.random.below(3) {
            let (kind, bucket) = (self.pick(TYPES), self.pick(BUCKETS));
            self.put(&["--loc", kind, bucket]);
        }
    }

    fn good_location(&mut self) {
        let (kind, bucket) = match self.random.below(5) {
            0 => ("root", "default"),
            1 => ("rack", "r1"),
            2 => ("host", "fresh-host"),
            _ => ("host", self.pick(&["h0", "h1", "h2"])),
        };
        self.put(&["--loc", kind, bucket]);
        self.maybe(3, &["--loc", "root", "default"]);
    }

    fn any_location(&mut self) {
        if self.random.once_in(3) { self.location() } else { self.good_location() }
    }

    fn edits(&mut self) {
        for _ in 0..=self.random.below(3) {
            self.edit();
        }
        self.output();
    }

    fn edit(&mut self) {
        match self.random.below(16) {
            0 | 1 => {
                let option = self.pick(&["--add-item", "--update-item"]);
                let (id, weight) = (self.number(14), self.pick(WEIGHTS));
                let name =
                    if self.random.once_in(4) { self.pick(DEVICES).to_owned() } else { format!("osd.{id}") };
                self.put(&[option, &id, weight, &name]);
                self.any_location();
            }
            2 => {
                let name = if self.random.once_in(2) { self.pick(DEVICES) } else { self.pick(BUCKETS) };
                self.put(&["--remove-item", name]);
            }
            3 => {
                let name = if self.random.once_in(3) { self.pick(BUCKETS) } else { self.pick(DEVICES) };
                let weight = self.pick(WEIGHTS);
                self.put(&["--reweight-item", name, weight]);
            }
            4 => {
                let (name, kind) = (self.pick(&["fresh", "fresh.2", "h0", "bad name"]), self.pick(TYPES));
                self.put(&["--add-bucket", name, kind]);
                if self.random.once_in(2) {
                    self.any_location();
                }
            }
            5 => {
                let name = if self.random.once_in(2) { self.pick(DEVICES) } else { self.pick(BUCKETS) };
                self.put(&["--move", name]);
                self.any_location();
            }
            6 | 7 => self.rule(),
            8 => {
                let rule = self.pick(RULES);
                self.put(&["--remove-rule", rule]);
            }
            9 => self.put(&["--reweight"]),
            10 => self.put(&["--rebuild-class-roots"]),
            11 => {
                let (bucket, class) = (self.pick(BUCKETS), self.pick(CLASSES));
                self.put(&["--set-subtree-class", bucket, class]);
                self.maybe(2, &["--rebuild-class-roots"]);
            }
            12 => self.reclassify(),
            _ => self.tunable(),
        }
    }

    fn rule(&mut self) {
        let (name, root, kind) = (self.pick(RULES), self.pick(BUCKETS), self.pick(TYPES));
        let root = if self.random.once_in(3) { root } else { "default" };
        let kind = if self.random.once_in(8) { "" } else { kind };
        if self.random.once_in(2) {
            let mode = self.pick(&["firstn", "indep", "indep", "nope"]);
            self.put(&["--create-simple-rule", name, root, kind, mode]);
        } else {
            self.put(&["--create-replicated-rule", name, root, kind]);
        }
        if self.random.once_in(3) {
            let class = self.pick(CLASSES);
            self.put(&["--device-class", class]);
        }
    }

    fn reclassify(&mut self) {
        self.put(&["--reclassify"]);
        if self.random.once_in(2) {
            let root = self.pick(&["default", "other", "ssd", "nope"]);
            let class = self.pick(CLASSES);
            self.put(&["--set-subtree-class", root, class, "--reclassify-root", root, class]);
        }
        if self.random.once_in(2) {
            let pattern = self.pick(&["%-ssd", "h0%", "ssd", "nope"]);
            let parent = if self.random.once_in(6) { "nope" } else { "default" };
            self.put(&["--reclassify-bucket", pattern, "ssd", parent]);
            self.maybe(2, &["--reclassify-bucket", "ssd", "ssd", "default"]);
        }
    }

    fn tunable(&mut self) {
        let name = self.pick(&[
            "choose-local-tries",
            "choose-local-fallback-tries",
            "choose_total_tries",
            "chooseleaf-descend-once",
            "chooseleaf-vary-r",
            "chooseleaf-stable",
            "straw-calc-version",
            "allowed-bucket-algs",
        ]);
        let value = if self.random.once_in(3) {
            self.pick(NUMBERS)
        } else {
            self.pick(&["0", "1", "2", "54", "300"])
        };
        self.put(&[&format!("--set-{name}"), value]);
    }

    /// Where the outcome of a change goes.
    fn output(&mut self) {
        self.maybe(2, &["--tree"]);
        self.maybe(6, &["--dump", "-f", "json"]);
        self.maybe(2, &["-o", "out.file"]);
        self.maybe(4, &["-v"]);
        self.maybe(12, &["--reweight"]);
        if self.random.once_in(5) {
            self.put(&["--test", "--num-rep", "3", "--show-mappings", "--max-x", "20", "--min-x", "0"]);
        }
    }

    fn show(&mut self) {
        let id = self.pick(&["0", "1", "3", "8", "77", "-1", "abc"]);
        self.maybe(2, &["--tree"]);
        self.maybe(3, &["--show-location", id]);
        self.maybe(3, &["--dump"]);
        let format = self.pick(&[
            "json",
            "json-pretty",
            "xml",
            "xml-pretty",
            "html",
            "html-pretty",
            "table",
            "table-kv",
            "bogus",
            "",
        ]);
        self.maybe(2, &["--dump", "--format", format]);
        let limit = self.pick(NUMBERS);
        self.maybe(2, &["--check", limit]);
        let bucket = self.pick(BUCKETS);
        self.maybe(3, &["--bucket-tree", "-b", bucket]);
        self.maybe(8, &["--bucket-tree"]);
    }

    fn test(&mut self) {
        self.put(&["--test"]);
        // No places at all make genuine tools write where they must not; what follows is left to chance.
        let places = (1 + self.random.below(7)).to_string();
        if self.random.once_in(5) && self.release != "pacific" {
            let most = (1 + self.random.below(7)).to_string();
            self.put(&["--min-rep", &places, "--max-rep", &most]);
        } else if !self.random.once_in(10) {
            self.put(&["--num-rep", &places]);
        }
        for option in ["--show-mappings", "--show-bad-mappings", "--show-statistics", "--show-choose-tries"] {
            self.maybe(3, &[option]);
        }
        self.maybe(4, &["--show-utilization"]);
        self.maybe(5, &["--show-utilization-all"]);
        if self.random.once_in(4) {
            let batches = self.pick(&["1", "3", "7", "0", "500"]);
            self.put(&["--output-csv", "--batches", batches]);
            self.maybe(2, &["--output-name", "tag"]);
        }
        self.ranges();
        self.weights();
        self.maybe(7, &["--simulate"]);
        if self.random.once_in(6) {
            let other = self.map();
            self.put(&["--compare", &other]);
        }
    }

    fn ranges(&mut self) {
        if self.random.once_in(2) {
            let (least, most) = (self.number(100), self.number(300));
            self.put(&["--min-x", &least, "--max-x", &most]);
        } else if self.random.once_in(4) {
            let x = self.number(5000);
            self.put(&["--x", &x]);
        }
        let rule = self.number(7);
        self.maybe(3, &["--rule", &rule]);
        self.maybe(9, &["--min-rule", &rule]);
        self.maybe(9, &["--max-rule", "4"]);
        let pool = self.pick(&["0", "1", "-1", "4294967297", "-7", "99999999999999999999"]);
        self.maybe(5, &["--pool-id", pool]);
    }

    fn weights(&mut self) {
        while self.random.once_in(3) {
            let (device, weight) = (self.number(16), self.pick(WEIGHTS));
            self.put(&["--weight", &device, weight]);
        }
        if self.random.once_in(7) {
            let (ratio, buckets) =
                (self.pick(&["0.5", "0.9", ".3", "1", "0", "-1"]), self.pick(&["0.5", "1", "0.25"]));
            self.put(&["--mark-down-ratio", ratio, "--mark-down-bucket-ratio", buckets]);
        }
    }

    fn build(&mut self) {
        let devices = if self.random.once_in(6) { self.pick(NUMBERS).to_owned() } else { self.number(30) };
        self.put(&["--build", "--num_osds", &devices]);
        for layer in ["host", "rack", "root"] {
            if self.random.once_in(4) {
                continue;
            }
            let algorithm = self.pick(&["straw2", "straw2", "straw", "list", "tree", "uniform", "nope"]);
            let size = self.pick(&["0", "0", "2", "3", "5x", "abc"]);
            self.put(&[layer, algorithm, if layer == "root" { "0" } else { size }]);
        }
        self.maybe(12, &["more"]);
        self.edits();
    }

    /// Words that are wrong or missing.
    fn slips(&mut self) {
        self.maybe(2, &["--tree"]);
        let option = self.pick(&[
            "--num-rep",
            "--x",
            "--min-x",
            "--rule",
            "--pool-id",
            "--weight",
            "--batches",
            "--mark-down-ratio",
            "--add-item",
            "--update-item",
            "--reweight-item",
            "--remove-item",
            "--move",
            "--loc",
            "--remove-rule",
            "--create-simple-rule",
            "--create-replicated-rule",
            "--device-class",
            "--set-subtree-class",
            "--reclassify-root",
            "--reclassify-bucket",
            "--show-location",
            "--check",
            "--set-choose-total-tries",
            "--output-name",
            "--compare",
            "-o",
            "-f",
            "-b",
            "--num_osds",
            "--nonsense",
            "-show-mappings",
            "--tree=1",
        ]);
        if self.random.once_in(4) {
            self.put(&["--set-chooseleaf-stable", "abc"]);
        }
        self.put(&[option]);
        for _ in 0..self.random.below(4) {
            let word = self.pick(NUMBERS);
            self.put(&[word]);
        }
    }
}
