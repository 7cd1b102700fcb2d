//! A faulty text is refused with one line about the fault, and leaves no file.

use std::path::PathBuf;
use std::process::{Command, Output};

const HEAD: &str = "device 0 a\ndevice 1 b\ntype 0 osd\ntype 1 host\n";
const RULE: &str = "rule r {\n id 0\n type replicated\n step take h\n step emit\n}\n";

/// Compiles a text; the output file that it asked for is removed again and returned when it was there.
fn compile(name: &str, text: &[u8]) -> (Output, Option<Vec<u8>>) {
    let path = |suffix: &str| -> PathBuf {
        std::env::temp_dir().join(format!("crush-faulty-{}-{name}.{suffix}", std::process::id()))
    };
    let (input, file) = (path("txt"), path("bin"));
    std::fs::write(&input, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crushtool"));
    let output = command.arg("-c").arg(&input).arg("-o").arg(&file).output().unwrap();
    let written = std::fs::read(&file).ok();
    let _ = (std::fs::remove_file(&input), std::fs::remove_file(&file));
    (output, written)
}

#[test]
fn nothing_is_written_and_the_status_is_1() {
    let host = "host h {\n id -1\n alg straw2\n item a weight 1\n}\n";
    let cases = [
        ("rule-twice", format!("{HEAD}{host}{RULE}{RULE}")),
        ("item", format!("{HEAD}host h {{\n alg straw2\n item c weight 1\n}}\n")),
        ("bucket-twice", format!("{HEAD}{host}{host}")),
        ("id-twice", format!("{HEAD}{host}host i {{\n id -1\n alg straw2\n}}\n")),
        ("algorithm", format!("{HEAD}host h {{\n alg straw9\n}}\n")),
        ("take", format!("{HEAD}{RULE}")),
        (
            "type",
            format!(
                "{HEAD}{host}{}",
                RULE.replace("step emit", "step choose firstn 0 type rack\n step emit")
            ),
        ),
        ("class", format!("{HEAD}{host}{}", RULE.replace("take h", "take h class tape"))),
        ("open", format!("{HEAD}host h {{\n alg straw2\n")),
        ("uniform", format!("{HEAD}host h {{\n alg uniform\n item a weight 1\n item b weight 2\n}}\n")),
        ("garbage", "\u{1}\u{2}\n".to_owned()),
    ];
    for (name, text) in cases {
        let (output, written) = compile(name, text.as_bytes());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(written.is_none(), "{name} left a file");
        // Of an unknown class the genuine tool says nothing.
        let lines = usize::from(name != "class");
        assert_eq!(message.trim_end().lines().count(), lines, "{name}: {message}");
    }
}

/// What the genuine tool takes is taken: an empty text, an item twice in a bucket, an id of two devices.
#[test]
fn what_is_only_odd_is_compiled() {
    for (name, text) in [
        ("empty", String::new()),
        ("item-twice", format!("{HEAD}host h {{\n alg straw2\n item a weight 1\n item a weight 1\n}}\n")),
        ("device-twice", format!("{HEAD}device 1 c\n")),
        ("unsafe", "tunable choose_local_tries 2\n".to_owned()),
    ] {
        let (output, written) = compile(name, text.as_bytes());
        assert!(output.status.success() && written.is_some(), "{name}: {output:?}");
    }
}
