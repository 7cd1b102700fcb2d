//! What `crush` refuses, and what it says then.

#[path = "../../tests/support/mod.rs"]
mod support;

use crush::osdmap::{NewPool, OsdMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn crush(arguments: &[&str], path: &Path) -> Output {
    let (command, rest) = arguments.split_first().unwrap();
    Command::new(env!("CARGO_BIN_EXE_crush")).arg(command).arg(path).args(rest).output().unwrap()
}

/// Runs a command that must end with status 2, and gives what it says.
fn refusal(arguments: &[&str], path: &Path) -> String {
    let output = crush(arguments, path);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A file with a map that was changed.
fn file(name: &str, change: impl FnOnce(&mut OsdMap)) -> Option<PathBuf> {
    let bytes =
        std::fs::read(support::test_data()?.join("spec/examples/placement/osdmap-all-up.bin")).unwrap();
    let mut map = OsdMap::decode(&bytes).unwrap();
    change(&mut map);
    let path = std::env::temp_dir().join(format!("crush-{name}-{}.bin", std::process::id()));
    std::fs::write(&path, map.encode().unwrap()).unwrap();
    Some(path)
}

#[test]
fn pools_of_milliards_of_pgs() {
    let pool = NewPool { pg_num: 1 << 31, pgp_num: 1 << 31, ..NewPool::default() };
    let Some(path) = file("huge", |map| map.add_pool(1, "huge", pool.build())) else { return };
    assert!(refusal(&["pgs", "--pool", "huge"], &path).contains("--max-pgs"));
    let one = crush(&["locate", "--pool", "huge", "object", "--json"], &path);
    assert!(one.status.success() && one.stdout.starts_with(b"{\"object\":\"object\""), "{one:?}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn rules_that_may_try_for_hours() {
    let text = b"device 0 osd.0\ntype 0 osd\ntype 1 root\nroot all { alg straw2 item osd.0 weight 1 }
        rule r { id 0 type replicated step set_choose_tries 2000000000 step take all step choose firstn 0 type osd step emit }";
    let path = std::env::temp_dir().join(format!("crush-tries-{}.txt", std::process::id()));
    std::fs::write(&path, text).unwrap();
    assert!(refusal(&["explain", "--rule", "r", "--x", "1"], &path).contains("--budget"));
    assert!(refusal(&["locate", "--rule", "r", "object"], &path).contains("--budget"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_not_there() {
    let Some(path) = file("plain", |_| {}) else { return };
    assert!(refusal(&["locate", "--pool", "nosuch", "object"], &path).contains("the map has 1 'p1'"));
    assert!(refusal(&["locate", "--pg", "1.ff"], &path).contains("its pool has 12 PGs"));
    assert!(refusal(&["explain"], &path).contains("--pg"));
    assert!(refusal(&["show"], Path::new("/no/such/file")).contains("/no/such/file"));
    std::fs::remove_file(path).unwrap();
}
