//! `crushtool`: makes, changes and tests crush maps, as Ceph's tool of that name does.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    cli::crushtool::main()
}
