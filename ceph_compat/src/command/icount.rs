//! `ceph_compat icount`.

use crate::icount::{self, Baseline, Count, CountError, Verdict};
use crate::library::Library;
use crate::oracle::Oracle;
use crate::ours;
use crate::profile::Profile;
use clap::Args;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Options of `icount`.
#[derive(Args, Clone)]
pub(crate) struct IcountArguments {
    /// Only this map, `MAP, batch` for a batch, or a point of a curve such as `list 12`; several times for several
    #[arg(long)]
    map: Vec<String>,
    /// Count a genuine library as well
    #[arg(long)]
    oracle: Option<String>,
    /// Write the counts down as the accepted ones
    #[arg(long)]
    accept: bool,
    /// A table for docs/performance.md
    #[arg(long)]
    markdown: bool,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Set by this program when it runs itself under valgrind
    #[arg(long, hide = true)]
    inside: bool,
}

impl IcountArguments {
    /// Counts, compares with what was accepted, and fails when a count has grown too much.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let wanted = self.wanted()?;
        if let (true, Some(path)) = (self.inside, &self.ours) {
            icount::run(&Library::open(path)?, &wanted)?;
            return Ok(ExitCode::SUCCESS);
        }
        let names: Vec<String> = wanted.iter().map(|count| count.name.clone()).collect();
        let library = ours::library(Profile::Msr, self.ours.as_deref())?;
        let counts = match icount::counts(&library, None, &wanted) {
            Err(CountError::Valgrind(error)) if std::env::var_os("CI").is_none() => {
                println!("SKIPPED: counting instructions (valgrind: {error})");
                return Ok(ExitCode::SUCCESS);
            }
            counts => counts?,
        };
        let theirs = self.oracle.as_deref().map(upstream).transpose()?;
        let now = Baseline {
            level: counts.level,
            compiler: compiler(),
            counts: names.iter().cloned().zip(counts.instructions).collect(),
        };
        if self.accept {
            return self.write(&now);
        }
        if self.markdown {
            print_markdown(&names, &now, theirs.as_ref());
            return Ok(ExitCode::SUCCESS);
        }
        compare(&names, &now, theirs.as_ref())
    }

    fn wanted(&self) -> Result<Vec<Count>, String> {
        let of_name = |name: &String| Count::of_name(name).ok_or_else(|| format!("no map is called {name}"));
        if self.map.is_empty() { Ok(Count::all()) } else { self.map.iter().map(of_name).collect() }
    }

    fn write(&self, now: &Baseline) -> Result<ExitCode, Box<dyn Error>> {
        if !self.map.is_empty() {
            return Err("--accept takes all maps".into());
        }
        std::fs::write(path(), now.to_string())?;
        println!("{}: {} counts written", path().display(), now.counts.len());
        Ok(ExitCode::SUCCESS)
    }
}

/// Where the accepted counts are.
fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// Counts of a genuine library's calls, by map.
fn upstream(name: &str) -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
    let oracles = Oracle::find(name)?;
    let [oracle] = oracles.as_slice() else { return Err("one oracle at a time".into()) };
    let calls: Vec<Count> = Count::all().into_iter().filter(|count| !count.is_batch()).collect();
    let counts = icount::counts(&oracle.library, Some(oracle), &calls)?;
    Ok(calls.into_iter().map(|count| count.name).zip(counts.instructions).collect())
}

fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok();
    output.map_or("unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The map that a count is over.
fn map_of(name: &str) -> &str {
    name.strip_suffix(", batch").unwrap_or(name)
}

/// Prints a table; fails when a count has grown too much or is not known yet.
fn compare(
    names: &[String],
    now: &Baseline,
    theirs: Option<&BTreeMap<String, u64>>,
) -> Result<ExitCode, Box<dyn Error>> {
    let accepted: Baseline = std::fs::read_to_string(path())?.parse()?;
    if accepted.level != now.level {
        let (was, is) = (&accepted.level, &now.level);
        return Err(format!("the accepted counts are of SIMD level {was}, these of {is}").into());
    }
    if accepted.compiler != now.compiler {
        println!("accepted with {}, now {}", accepted.compiler, now.compiler);
    }
    println!(
        "{:<23} {:>12} {:>8}{}",
        "map",
        "instructions",
        "change",
        if theirs.is_some() { "    upstream   ratio" } else { "" }
    );
    let mut failed = 0;
    for name in names {
        let count = now.counts.get(name).copied().unwrap_or(0);
        let (change, note) = match accepted.judge(name, count) {
            Verdict::Changed(change) => (format!("{change:+.1}%"), ""),
            Verdict::Regressed(change) => (format!("{change:+.1}%"), "  REGRESSION"),
            Verdict::New => ("-".to_owned(), "  NOT ACCEPTED YET"),
        };
        failed += usize::from(!note.is_empty());
        let beside = theirs
            .and_then(|theirs| theirs.get(map_of(name)))
            .map_or(String::new(), |&theirs| format!(" {theirs:>11} {:>7.2}", theirs as f64 / count as f64));
        println!("{name:<23} {count:>12} {change:>8}{beside}{note}");
    }
    println!("icount maps={} regressions={failed}", names.len());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The counts alone, for the document.
fn print_markdown(names: &[String], now: &Baseline, theirs: Option<&BTreeMap<String, u64>>) {
    println!("Instructions of a mapping; ours: SIMD level {}, {}\n", now.level, now.compiler);
    println!("| map | upstream | ours | ratio |\n| --- | --- | --- | --- |");
    for name in names {
        let ours = now.counts.get(name).copied().unwrap_or(0);
        let (theirs, ratio) = match theirs.and_then(|theirs| theirs.get(map_of(name))) {
            Some(&theirs) => (theirs.to_string(), format!("{:.2}", theirs as f64 / ours as f64)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("| {name} | {theirs} | {ours} | {ratio} |");
    }
}
