//! `crushtool`: tests and edits crush maps.
#![forbid(unsafe_code)]

fn main() {
    eprintln!("crushtool: no options are understood yet");
    std::process::exit(1);
}
