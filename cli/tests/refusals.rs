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

/// As text an empty file is a map without anything; it is there because what should have written it failed.
#[test]
fn empty_files() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("empty");
    for content in ["", " \n\n"] {
        std::fs::write(&path, content).unwrap();
        for command in ["show", "lint", "tunables", "pgs"] {
            assert!(refusal(&[command], &path).contains("empty: empty, so no map"), "{command}");
        }
        assert!(refusal(&["report", "-o", "-"], &path).contains("empty, so no map"));
    }
}

/// Commands that write files, and what stands before the file's name.
const WRITERS: [&[&str]; 2] = [
    &["baseline", "record", "../examples/three-hosts.txt", "-o"],
    &["report", "../examples/three-hosts.txt", "-o"],
];

fn write_to(writer: &[&str], path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(writer).arg(path).output().unwrap()
}

#[test]
fn output_that_cannot_be_written() {
    let directory = tempfile::TempDir::new().unwrap();
    let nowhere = directory.path().join("no/such/directory");
    for writer in WRITERS {
        for path in [Path::new("/dev/full"), directory.path(), &nowhere] {
            let output = write_to(writer, path);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            assert!(message.contains(&format!("{} cannot be written", path.display())), "{message}");
        }
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(writer).arg("-").stdout(full);
        assert_eq!(command.output().unwrap().status.code(), Some(2));
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "files are left");
    let full = std::fs::metadata("/dev/full").unwrap();
    assert!(
        std::os::unix::fs::FileTypeExt::is_char_device(&full.file_type()),
        "a device was replaced by a file"
    );
}

#[test]
fn files_are_written_as_any_program_writes_them() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::TempDir::new().unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (number, writer) in WRITERS.into_iter().enumerate() {
        let (file, link) =
            (directory.path().join(format!("file{number}")), directory.path().join(format!("link{number}")));
        assert!(write_to(writer, &file).status.success());
        assert_eq!(mode(&file) & 0o600, 0o600);
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(write_to(writer, &link).status.success());
        assert!(link.is_symlink(), "a link was replaced by a file");
        assert_eq!(mode(&file), 0o640);
    }
}
