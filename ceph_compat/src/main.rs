//! Compares this library with genuine Ceph libraries.

fn main() {
    eprintln!("ceph_compat: no command is understood yet");
    std::process::exit(1);
}
