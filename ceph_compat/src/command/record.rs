//! `ceph_compat record`.

use crate::record;
use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `record`.
#[derive(Args, Clone)]
pub(crate) struct RecordArguments {
    /// Where to write
    #[arg(long, default_value = "testdata/golden")]
    directory: PathBuf,
}

impl RecordArguments {
    /// Records all maps and answers.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let mappings = record::record(&self.directory)?;
        println!("record: {mappings} mappings in {}", self.directory.display());
        Ok(ExitCode::SUCCESS)
    }
}
