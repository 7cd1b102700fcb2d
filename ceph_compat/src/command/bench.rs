//! `ceph_compat bench`.

use crate::bench::{self, Bench, BenchError, LIMIT, Subject, Times};
use crate::library::Library;
use crate::oracle::Oracle;
use crate::{ours, watch};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    /// One object a line
    #[arg(long)]
    json: bool,
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
        let flags = [("--curve", self.curve), ("--json", self.json)];
        arguments.extend(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| (*flag).to_owned()));
        arguments
    }

    fn measure(&self, name: &str, theirs: &Path, ours: &Path) -> Result<ExitCode, Box<dyn Error>> {
        watch::start();
        let (theirs, ours) = (Library::open(theirs)?, Library::open(ours)?);
        let bench = Bench { theirs: &theirs, ours: &ours, rounds: self.rounds, falsify: self.falsify };
        if !self.json {
            let level = ours.simd_level().unwrap_or("unknown");
            println!(
                "upstream {name}; ours at SIMD level {level}; {} rounds; nanoseconds a mapping",
                self.rounds
            );
        }
        if self.curve {
            self.measure_curve(&bench)?
        } else {
            self.measure_maps(&bench)?
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether a name on the command line, if there are any, means this map: all of its name or its first word.
    fn wants(&self, name: &str) -> bool {
        let first = name.split(' ').next();
        self.map.is_empty() || self.map.iter().any(|wanted| wanted == name || Some(wanted.as_str()) == first)
    }

    fn measure_maps(&self, bench: &Bench<'_>) -> Result<(), Box<dyn Error>> {
        let all = bench::all();
        let wanted: Vec<&Subject> = all.iter().filter(|subject| self.wants(&subject.name)).collect();
        if wanted.is_empty() {
            let names: Vec<&str> = all.iter().map(|subject| subject.name.as_str()).collect();
            return Err(format!("no map has this name; there are: {}", names.join(", ")).into());
        }
        if !self.json {
            println!("{:<15} {:>9} {:>9} {:>7} {:>7}", "map", "upstream", "ours", "ratio", "median");
        }
        for subject in wanted {
            if !subject.is_ordinary() && !bench.theirs.profile().has_msr() {
                eprintln!("{subject}: left out, since this generation has no such rules");
                continue;
            }
            let times = bench.run(subject)?;
            if self.json {
                println!("{{\"map\":\"{subject}\",\"mode\":\"call\",{}}}", numbers(&times));
            } else {
                println!("{:<15} {}", subject.name, row(&times));
            }
        }
        Ok(())
    }

    fn measure_curve(&self, bench: &Bench<'_>) -> Result<(), Box<dyn Error>> {
        let (mut measured, mut below) = (0, 0);
        for point in bench::points().filter(|point| self.wants(point.curve)) {
            let times = doubted(bench, &point.subject)?;
            let slow = times.median < LIMIT;
            (measured, below) = (measured + 1, below + usize::from(slow));
            if self.json {
                let (curve, size) = (point.curve, point.size);
                println!("{{\"curve\":\"{curve}\",\"size\":{size},\"mode\":\"call\",{}}}", numbers(&times));
            } else {
                let mark = if slow { "  SLOWER" } else { "" };
                println!("{:<13} {:>6} {}{mark}", point.curve, point.size, row(&times));
            }
        }
        if measured == 0 {
            return Err(
                "no curve has this name; there are: uniform, list, tree, straw, straw2, straw2-mixed".into(),
            );
        }
        if !self.json {
            println!("curve points={measured} below {LIMIT}: {below}");
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

/// The times as columns.
fn row(times: &Times) -> String {
    format!("{:>9.0} {:>9.0} {:>7.2} {:>7.2}", times.theirs, times.ours, times.ratio(), times.median)
}

/// The times as members of a JSON object.
fn numbers(times: &Times) -> String {
    let (theirs, ours, ratio, median) = (times.theirs, times.ours, times.ratio(), times.median);
    format!(
        "\"upstream_ns\":{theirs:.1},\"ours_ns\":{ours:.1},\"ratio\":{ratio:.3},\"median_ratio\":{median:.3}"
    )
}
