//! `ceph_compat scaling`.
#![forbid(unsafe_code)]

use crate::bench::{Bench, cycles_per_nanosecond};
use crate::library::Library;
use crate::oracle::Oracle;
use crate::profile::Profile;
use crate::scaling::{self, Point, ScalingError, Share};
use crate::{ours, watch};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Options of `scaling`.
#[derive(Args, Clone)]
pub(crate) struct ScalingArguments {
    /// pacific, reef, tentacle, or the path of a library like libceph-common.so.2
    #[arg(long, default_value = "tentacle")]
    oracle: String,
    /// A table for docs/performance.md
    #[arg(long)]
    markdown: bool,
    /// Rounds of calls: the least time counts
    #[arg(long, default_value_t = 50)]
    rounds: usize,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Set by this program when it runs itself on the oracle's C library: this program
    #[arg(long, hide = true)]
    program: Option<PathBuf>,
    /// Set by this program for a process that measures alone: devices and replicas
    #[arg(long, hide = true, num_args = 2)]
    alone: Vec<usize>,
}

impl ScalingArguments {
    /// Measures all clusters.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        match (&self.ours, &self.program, self.alone.as_slice()) {
            (Some(ours), _, &[devices, replicas]) => {
                watch::start();
                scaling::measure_alone(&Library::open(ours)?, devices, replicas)?;
            }
            (Some(ours), Some(program), _) => self.measure(ours, program)?,
            _ => return self.on_the_right_c_library(),
        }
        Ok(ExitCode::SUCCESS)
    }

    fn on_the_right_c_library(&self) -> Result<ExitCode, Box<dyn Error>> {
        let oracles = Oracle::find(&self.oracle)?;
        let [oracle] = oracles.as_slice() else { return Err("one oracle at a time".into()) };
        let (ours, program) = (ours::library(Profile::Msr, self.ours.as_deref())?, std::env::current_exe()?);
        let mut arguments = vec!["scaling".to_owned()];
        let mut add = |name: &str, value: &str| arguments.extend([name.to_owned(), value.to_owned()]);
        add("--oracle", &oracle.library.display().to_string());
        add("--ours", &ours.display().to_string());
        add("--program", &program.display().to_string());
        add("--rounds", &self.rounds.to_string());
        arguments.extend(self.markdown.then(|| "--markdown".to_owned()));
        Ok(if oracle.rerun(&arguments)?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn measure(&self, path: &Path, program: &Path) -> Result<(), Box<dyn Error>> {
        watch::start();
        let (theirs, ours) = (Library::open(Path::new(&self.oracle))?, Library::open(path)?);
        let bench = Bench { theirs: &theirs, ours: &ours, rounds: self.rounds, falsify: None };
        let (level, rate) = (ours.simd_level().unwrap_or("unknown"), cycles_per_nanosecond());
        println!("ours: SIMD level {level}; clock at {rate:.2} GHz\n");
        self.print_head();
        for (devices, replicas) in scaling::clusters() {
            let share = || -> Result<Share, ScalingError> {
                let mut command = Command::new(program);
                command.args(["scaling", "--alone", &devices.to_string(), &replicas.to_string()]);
                command.arg("--ours").arg(path);
                Share::start(command)
            };
            self.print(&scaling::measure(&bench, (devices, replicas), share)?, rate);
        }
        Ok(())
    }

    fn print_head(&self) {
        if self.markdown {
            println!("| {} |\n|{}", COLUMNS.join(" | "), " --- |".repeat(COLUMNS.len()));
        } else {
            println!("{}", COLUMNS.map(|name| format!("{name:>13}")).join(" "));
        }
    }

    fn print(&self, point: &Point, rate: f64) {
        let Point { devices, replicas, calls, threads: [one, two], processes } = point;
        let cells = [
            devices.to_string(),
            replicas.to_string(),
            format!("{:.0}", calls.draws),
            format!("{:.0}", calls.theirs),
            format!("{:.0}", calls.ours),
            format!("{:.2}", calls.ratio()),
            format!("{one:.0}"),
            format!("{two:.0}"),
            format!("{processes:.0}"),
            format!("{:.1}", one * rate / calls.draws),
        ];
        if self.markdown {
            println!("| {} |", cells.join(" | "));
        } else {
            println!("{}", cells.map(|cell| format!("{cell:>13}")).join(" "));
        }
    }
}

/// All times are in nanoseconds of a mapping.
const COLUMNS: [&str; 10] = [
    "devices",
    "replicas",
    "draws",
    "upstream",
    "call",
    "ratio",
    "batch",
    "two threads",
    "two processes",
    "cycles a draw",
];
