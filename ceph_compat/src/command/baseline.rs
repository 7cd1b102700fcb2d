//! `ceph_compat baseline`.

use crate::baseline;
use crate::library::Library;
use crate::oracle::Oracle;
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `baseline`.
#[derive(Args, Clone)]
pub(crate) struct BaselineArguments {
    /// pacific, reef, tentacle, all, or the path of a library like libceph-common.so.2
    #[arg(long)]
    oracle: String,
    /// A binary crush map
    map: PathBuf,
    /// What `crush baseline record` wrote
    baseline: PathBuf,
    /// Set by this program when it runs itself on the oracle's C library
    #[arg(long, hide = true)]
    inside: Option<String>,
}

impl BaselineArguments {
    /// Runs this program once for each oracle, on the C library that the oracle needs.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        if let Some(name) = &self.inside {
            return self.run_inside(name);
        }
        let mut code = ExitCode::SUCCESS;
        for oracle in Oracle::find(&self.oracle)? {
            let mut arguments = vec!["baseline".to_owned(), "--inside".to_owned(), oracle.name.clone()];
            let paths = [&oracle.library, &self.map, &self.baseline];
            let [library, map, answers] = paths.map(|path| path.display().to_string());
            arguments.extend(["--oracle".to_owned(), library, map, answers]);
            if !oracle.rerun(&arguments)?.success() {
                code = ExitCode::FAILURE;
            }
        }
        Ok(code)
    }

    fn run_inside(&self, name: &str) -> Result<ExitCode, Box<dyn Error>> {
        let library = Library::open(Path::new(&self.oracle))?;
        let map = crush::map::Map::decode(&std::fs::read(&self.map)?)?;
        let recorded = std::fs::read_to_string(&self.baseline)?.parse()?;
        let mismatches = baseline::check(&library, &map, &recorded);
        for mismatch in mismatches.iter().take(10) {
            let analysis::baseline::Mismatch { rule, size, input, recorded, found } = mismatch;
            println!(
                "  rule {rule}, size {size}, input {input}: recorded {recorded:?}, {name} says {found:?}"
            );
        }
        println!("baseline oracle={name} answers={} mismatches={}", recorded.len(), mismatches.len());
        Ok(if mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
