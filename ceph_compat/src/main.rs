//! Compares libcrush-rs with genuine Ceph libraries: `ceph_compat --help` lists the commands.

mod baseline;
mod battery;
mod bench;
mod bindings;
mod builder;
mod case;
mod codec;
mod command;
mod diff;
mod edits;
mod generate;
mod icount;
mod library;
mod mutants;
mod oracle;
mod ours;
mod patched;
mod profile;
mod record;
mod reference;
mod rng;
mod scaling;
mod symbols;
mod watch;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match command::Arguments::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("ceph_compat: {error}");
            ExitCode::from(2)
        }
    }
}
