//! Which level is used, and how `CRUSHX_SIMD` lowers it.

use super::Level;
use std::process::Command;

#[test]
fn a_name_lowers_the_level_and_never_raises_it() {
    for best in Level::ALL {
        for asked in Level::ALL {
            assert_eq!(best.lowered(Some(asked.name())), best.min(asked));
        }
        assert_eq!(best.lowered(None), best);
        for odd in ["", "AVX2", "avx1024", " scalar", "scalar\n", "0"] {
            assert_eq!(best.lowered(Some(odd)), best, "{odd:?} is no level");
        }
    }
}

/// What the tests below start as processes of their own, since the variable is read once.
#[test]
fn says_the_level_in_use() {
    println!("level in use: {}.", Level::current().name());
}

fn level_with(variable: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().expect("tests are a program"));
    command.args(["--exact", "simd::level::tests::says_the_level_in_use", "--nocapture"]);
    match variable {
        Some(value) => command.env("CRUSHX_SIMD", value),
        None => command.env_remove("CRUSHX_SIMD"),
    };
    let output = command.output().expect("the program runs");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = said.split_once("level in use: ").expect("the test above prints it");
    rest.split('.').next().unwrap_or_default().to_owned()
}

#[test]
fn the_environment_lowers_the_level() {
    let best = Level::best().name();
    assert_eq!(level_with(None), best);
    assert_eq!(level_with(Some("scalar")), "scalar");
    assert_eq!(level_with(Some("avx2")), Level::best().min(Level::Avx2).name());
    assert_eq!(level_with(Some("avx512")), best);
    assert_eq!(level_with(Some("nonsense")), best);
    assert_eq!(level_with(Some("")), best);
}
