//! Runs of `crushtool`, ours and genuine ones, in directories of their own.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

// The harness compares the same tools.
#[path = "../../../ceph_compat/src/battery/log.rs"]
mod log;
use log::{WithoutLog, without_log};

/// Longest that a genuine tool may take; some command lines send it into an endless loop.
const PATIENCE: Duration = Duration::from_secs(5);
/// Status of a run that did not end.
const ENDLESS: i32 = 124;

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Exit status; 128 and the signal's number if it was killed, 124 if it did not end.
    pub(crate) status: i32,
    pub(crate) stdout: String,
    /// Without log lines.
    pub(crate) stderr: String,
    /// The same, with the places where they were.
    errors: WithoutLog,
    /// Contents of the files that are new or changed.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// Where a genuine or our tool is.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    program: PathBuf,
    /// Options of ours that come first.
    options: Vec<String>,
}

impl Tool {
    /// Ours, doing as the tool of a release does.
    pub(crate) fn ours(release: &str) -> Self {
        let options = if release == "tentacle" { vec![] } else { vec!["--release".into(), release.into()] };
        Self { program: env!("CARGO_BIN_EXE_crushtool").into(), options }
    }

    /// A genuine one.
    pub(crate) fn genuine(program: PathBuf) -> Self {
        Self { program, options: vec![] }
    }

    /// Runs in a directory that holds nothing but `inputs`. Genuine tools now and then do not come to their end, which is
    /// no property of the command line: they get a second and a third chance.
    pub(crate) fn run<A: AsRef<str>>(&self, inputs: &BTreeMap<String, Vec<u8>>, arguments: &[A]) -> Outcome {
        let mut outcome = self.run_once(inputs, arguments);
        for _ in 0..2 {
            if outcome.status == ENDLESS {
                outcome = self.run_once(inputs, arguments);
            }
        }
        outcome
    }

    fn run_once<A: AsRef<str>>(&self, inputs: &BTreeMap<String, Vec<u8>>, arguments: &[A]) -> Outcome {
        let directory = TempDir::new().unwrap();
        for (name, bytes) in inputs {
            fs::write(directory.path().join(name), bytes).unwrap();
        }
        let output = directory.path().join(".stdout");
        let errors = directory.path().join(".stderr");
        let mut command = Command::new(&self.program);
        command.arg0("crushtool");
        if !arguments.is_empty() {
            command.args(&self.options);
        }
        command.args(arguments.iter().map(AsRef::as_ref));
        command.current_dir(directory.path()).env_remove("CEPH_ARGS").stdin(Stdio::null());
        command.stdout(fs::File::create(&output).unwrap()).stderr(fs::File::create(&errors).unwrap());
        let status = wait(&mut command);
        let stdout = self.read(&output);
        let errors = without_log(self.read(&errors).as_bytes());
        let stderr = String::from_utf8_lossy(&errors.text).into_owned();
        Outcome { status, stdout, stderr, errors, files: changed_files(directory.path(), inputs) }
    }

    /// Text with the name that the tool was called by; genuine ones are started by a script.
    fn read(&self, path: &Path) -> String {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let directory = self.program.parent().unwrap_or(Path::new("."));
        text.replace(&format!("{}/../libexec/crushtool", directory.display()), "crushtool")
    }
}

/// The status of a program's end; that of an endless loop if it has none in time.
fn wait(command: &mut Command) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
        }
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return ENDLESS;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn changed_files(directory: &Path, inputs: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    let files = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let files = files.filter(|(name, _)| name != ".stdout" && name != ".stderr");
    let files = files.map(|(name, path)| (name, fs::read(path).unwrap()));
    files.filter(|(name, bytes)| inputs.get(name) != Some(bytes)).collect()
}

impl Outcome {
    /// Whether a genuine tool's outcome is the same as ours.
    pub(crate) fn is_as(&self, ours: &Self) -> bool {
        let (stderr, ours_stderr) = self.errors.comparable(&ours.errors);
        (self.status, &self.stdout, stderr) == (ours.status, &ours.stdout, ours_stderr)
            && self.files == ours.files
    }

    /// Crashes and endless loops are for us errors; what the tool printed before does not count.
    pub(crate) fn is_crash(&self) -> bool {
        matches!(self.status, ENDLESS | 134 | 136 | 139)
    }
}
