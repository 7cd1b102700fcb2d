//! `crushtool`: makes, changes and tests crush maps, with the arguments and the output of Ceph's tool of that name
//! (spec 07 and 08).

mod ceph_args;
mod compile;
mod edit;
mod exit;
mod files;
mod format;
mod number;
pub mod option;
mod run;
mod scan;
mod settings;
mod show;
mod test;
mod words;
mod write;

use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

/// Runs the tool with the arguments of this process.
pub fn main() -> ExitCode {
    let mut words = std::env::args_os().map(OsStringExt::into_vec);
    let argv0 = words.next().unwrap_or_default();
    match run::run(&argv0, words.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(exit) => {
            exit::tell(&[&exit.message]);
            ExitCode::from(exit.status)
        }
    }
}
