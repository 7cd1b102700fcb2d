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
    /// Where the file that all languages read goes; made from the maps that are in --directory
    #[arg(long, default_value = "testdata/shared")]
    shared: PathBuf,
    /// Only the file that all languages read
    #[arg(long)]
    only_shared: bool,
}

impl RecordArguments {
    /// Records all maps and answers.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        if !self.only_shared {
            let mappings = record::record(&self.directory)?;
            println!("record: {mappings} mappings in {}", self.directory.display());
        }
        let mappings = record::shared::record(&self.directory, &self.shared)?;
        println!("record: {mappings} mappings in {}", self.shared.display());
        Ok(ExitCode::SUCCESS)
    }
}
