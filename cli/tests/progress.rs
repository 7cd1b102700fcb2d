//! The bar of long tests, on a terminal that `script` makes: there when standard error is a terminal and the test takes longer
//! than a second, and else not.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const CRUSHTOOL: &str = env!("CARGO_BIN_EXE_crushtool");
/// What stands behind the bar.
const BAR: &str = " inputs, ";

/// What a shell's command writes to the terminal, and how long it takes; nothing where there is no `script`.
fn on_a_terminal(command: &str) -> Option<(String, Duration)> {
    let started = Instant::now();
    let output = Command::new("script").args(["-qec", command, "/dev/null"]).env("TERM", "xterm").output();
    match output {
        Ok(output) => {
            assert!(output.status.success(), "{command}: {output:?}");
            Some((String::from_utf8_lossy(&output.stdout).into_owned(), started.elapsed()))
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "script: {error}");
            eprintln!("SKIPPED: the bar on a terminal (script: {error})");
            None
        }
    }
}

struct Site {
    directory: TempDir,
}

impl Site {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/golden/straw2-jewel.txt");
        let map = directory.path().join("map");
        assert!(Command::new(CRUSHTOOL).arg("-c").arg(text).arg("-o").arg(map).status().unwrap().success());
        Self { directory }
    }

    /// A command line for a shell in which so many inputs are tested.
    fn test(&self, inputs: u64, rest: &str) -> String {
        let (directory, last) = (self.directory.path().display(), inputs - 1);
        format!(
            "cd {directory} && {CRUSHTOOL} -i map --test --num-rep 3 --min-x 0 --max-x {last} --show-statistics {rest}"
        )
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.directory.path().join(name)).unwrap()
    }
}

#[test]
fn a_bar_for_people_who_wait() {
    let site = Site::new();
    // As many inputs as it takes to wait.
    let mut inputs = 20_000;
    let text = loop {
        let Some((text, time)) = on_a_terminal(&site.test(inputs, "> out")) else { return };
        if time > Duration::from_millis(2500) {
            break text;
        }
        inputs *= 2;
    };
    assert!(text.contains(BAR), "no bar: {text:?}");
    let out = site.read("out");
    assert!(out.contains("result size == 3") && !out.contains(BAR), "{out}");
    // It leaves no trace: the last thing is that its line is cleared.
    assert!(text.trim_end().ends_with("\u{1b}[2K"), "{text:?}");

    let (text, _) = on_a_terminal(&site.test(inputs, "> out 2> err")).unwrap();
    let err = site.read("err");
    assert_eq!((text.as_str(), err.as_str()), ("", ""), "standard error is no terminal");

    let (text, time) = on_a_terminal(&site.test(10, "> out")).unwrap();
    assert!(text.is_empty() || time > Duration::from_secs(1), "a bar for nothing: {text:?}");
}
