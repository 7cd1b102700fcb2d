//! `ceph_compat bench`.

use crate::bench::{self, Bench, BenchError, Form, LIMIT, Row, Subject, Times};
use crate::library::Library;
use crate::oracle::Oracle;
use crate::{ours, watch};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How inputs are given to ours; upstream has plain calls alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mode {
    /// One after another to `crush_do_rule`.
    Call,
    /// All together to a placer.
    Batch,
}

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Batch => "batch",
        }
    }
}

/// Options of `bench`.
#[derive(Args, Clone)]
pub(crate) struct BenchArguments {
    /// pacific, reef, tentacle, all, or the path of a library like libceph-common.so.2
    #[arg(long)]
    oracle: String,
    /// Only this map, or this curve; several times for several
    #[arg(long)]
    map: Vec<String>,
    /// One bucket of every size for each algorithm, instead of the maps
    #[arg(long)]
    curve: bool,
    /// Only plain calls, or only batches
    #[arg(long)]
    mode: Option<Mode>,
    /// One object a line
    #[arg(long)]
    json: bool,
    /// A table for docs/performance.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Rounds of each map: the least time counts
    #[arg(long, default_value_t = 100)]
    rounds: usize,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Falsify our answer for this input: has to end with an error
    #[arg(long, hide = true)]
    falsify: Option<i32>,
    /// Set by this program when it runs itself on the oracle's C library
    #[arg(long, hide = true)]
    inside: Option<String>,
}

impl BenchArguments {
    /// Runs this program once for each oracle, on the C library that the oracle needs.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        if let (Some(name), Some(ours)) = (&self.inside, &self.ours) {
            return self.measure(name, Path::new(&self.oracle), ours);
        }
        let mut code = ExitCode::SUCCESS;
        for oracle in Oracle::find(&self.oracle)? {
            let library = ours::library(oracle.profile, self.ours.as_deref())?;
            if !oracle.rerun(&self.again(&oracle, &library))?.success() {
                code = ExitCode::FAILURE;
            }
        }
        Ok(code)
    }

    /// The same command for one oracle and a library that is there.
    fn again(&self, oracle: &Oracle, library: &Path) -> Vec<String> {
        let (theirs, ours) = (oracle.library.display().to_string(), library.display().to_string());
        let mut arguments = vec!["bench".to_owned()];
        let mut add = |name: &str, value: &str| arguments.extend([name.to_owned(), value.to_owned()]);
        add("--inside", &oracle.name);
        add("--oracle", &theirs);
        add("--ours", &ours);
        add("--rounds", &self.rounds.to_string());
        for map in &self.map {
            add("--map", map);
        }
        if let Some(input) = self.falsify {
            add("--falsify", &input.to_string());
        }
        if let Some(mode) = self.mode {
            add("--mode", mode.name());
        }
        let flags = [("--curve", self.curve), ("--json", self.json), ("--markdown", self.markdown)];
        arguments.extend(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| (*flag).to_owned()));
        arguments
    }

    fn measure(&self, name: &str, theirs: &Path, ours: &Path) -> Result<ExitCode, Box<dyn Error>> {
        watch::start();
        let (theirs, ours) = (Library::open(theirs)?, Library::open(ours)?);
        let bench = Bench { theirs: &theirs, ours: &ours, rounds: self.rounds, falsify: self.falsify };
        let rate = bench::cycles_per_nanosecond();
        if self.form() != Form::Json {
            let (level, rounds) = (ours.simd_level().unwrap_or("unknown"), self.rounds);
            println!("upstream: {name}; ours: SIMD level {level}; {rounds} rounds; clock at {rate:.2} GHz\n");
        }
        if self.curve {
            self.measure_curve(&bench, rate)?
        } else {
            self.measure_maps(&bench, rate)?
        }
        Ok(ExitCode::SUCCESS)
    }

    fn form(&self) -> Form {
        match (self.json, self.markdown) {
            (true, _) => Form::Json,
            (_, true) => Form::Markdown,
            _ => Form::Columns,
        }
    }

    fn print_head(&self, keys: &[&str]) {
        if let Some(head) = self.form().head(keys) {
            println!("{head}");
        }
    }

    /// Whether a name on the command line, if there are any, means this map: all of its name or its first word.
    fn wants(&self, name: &str) -> bool {
        let first = name.split(' ').next();
        self.map.is_empty() || self.map.iter().any(|wanted| wanted == name || Some(wanted.as_str()) == first)
    }

    fn measure_maps(&self, bench: &Bench<'_>, rate: f64) -> Result<(), Box<dyn Error>> {
        let all = bench::all();
        let wanted: Vec<&Subject> = all.iter().filter(|subject| self.wants(&subject.name)).collect();
        if wanted.is_empty() {
            let names: Vec<&str> = all.iter().map(|subject| subject.name.as_str()).collect();
            return Err(format!("no map has this name; there are: {}", names.join(", ")).into());
        }
        self.print_head(&["map"]);
        for &subject in &wanted {
            if !subject.is_ordinary() && !bench.theirs.profile().has_msr() {
                eprintln!("{subject}: left out, since this generation has no such rules");
                continue;
            }
            let keys = [("map", subject.name.clone())];
            if self.mode != Some(Mode::Batch) {
                let (times, mode) = (bench.run(subject)?, Mode::Call.name());
                println!("{}", self.form().row(&Row { keys: &keys, times, mode, rate, note: "" }));
            }
        }
        if self.mode != Some(Mode::Call) {
            self.measure_batches(bench, &wanted, rate)?;
        }
        Ok(())
    }

    /// A batch of prepared placements against as many plain calls of upstream.
    fn measure_batches(
        &self,
        bench: &Bench<'_>,
        wanted: &[&Subject],
        rate: f64,
    ) -> Result<(), Box<dyn Error>> {
        if self.form() == Form::Columns {
            println!("\nbatches of prepared placement, against upstream's calls:");
        }
        for subject in wanted.iter().filter(|subject| subject.workspaces == bench::Workspaces::Kept) {
            if !subject.is_ordinary() && !bench.theirs.profile().has_msr() {
                continue;
            }
            let Some(times) = bench.run_batch(subject)? else {
                return Err("this library has no prepared placement".into());
            };
            let name =
                if self.form() == Form::Json { subject.name.clone() } else { format!("{subject}, batch") };
            let (keys, mode) = ([("map", name)], Mode::Batch.name());
            println!("{}", self.form().row(&Row { keys: &keys, times, mode, rate, note: "" }));
        }
        Ok(())
    }

    fn measure_curve(&self, bench: &Bench<'_>, rate: f64) -> Result<(), Box<dyn Error>> {
        let (mut measured, mut below) = (0, 0);
        self.print_head(&["curve", "size"]);
        for point in bench::points().filter(|point| self.wants(point.curve)) {
            let times = doubted(bench, &point.subject)?;
            let slow = times.median < LIMIT;
            (measured, below) = (measured + 1, below + usize::from(slow));
            let keys = [("curve", point.curve.to_owned()), ("size", point.size.to_string())];
            let note = if slow { "SLOWER" } else { "" };
            println!("{}", self.form().row(&Row { keys: &keys, times, mode: Mode::Call.name(), rate, note }));
        }
        if measured == 0 {
            return Err(
                "no curve has this name; there are: uniform, list, tree, straw, straw2, straw2-mixed".into(),
            );
        }
        if self.form() != Form::Json {
            println!("\ncurve points={measured} below {LIMIT}: {below}");
        }
        Ok(())
    }
}

/// Measures a point; once more, for longer, when it seems slow.
fn doubted(bench: &Bench<'_>, subject: &Subject) -> Result<Times, BenchError> {
    let times = bench.run(subject)?;
    if times.median >= LIMIT {
        return Ok(times);
    }
    Bench { rounds: bench.rounds * 3, ..*bench }.run(subject)
}
