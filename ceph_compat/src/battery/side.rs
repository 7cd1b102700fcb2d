//! One case on one side: its programs run, and what can be seen of that is kept.

use super::log::{WithoutLog, without_log};
use super::table::{Case, Step};
use crate::patched::{Counts, Genuine, PatchError, Replacement};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The original functions, or ours.
pub(super) struct Side<'a> {
    pub(super) genuine: &'a Genuine,
    pub(super) replacement: Option<&'a Replacement>,
}

/// What one program showed.
pub(super) struct Shown {
    /// How it ended.
    pub(super) status: String,
    /// It ended by itself.
    pub(super) exited: bool,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: WithoutLog,
    /// Calls of our functions.
    pub(super) calls: u64,
}

/// What a case showed.
pub(super) struct Seen {
    pub(super) steps: Vec<Shown>,
    /// The files that it left, and what is in them.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    pub(super) counts: Counts,
}

/// No program of the tables takes a tenth of this.
const LONGEST: Duration = Duration::from_secs(30);

impl Side<'_> {
    /// Runs the programs of a case in a fresh directory.
    pub(super) fn run(&self, case: &Case, place: &Path, maps: &Path) -> Result<Seen, PatchError> {
        let directory = place.join("in");
        let complain = |error| PatchError::Io(place.to_owned(), error);
        if place.exists() {
            std::fs::remove_dir_all(place).map_err(complain)?;
        }
        std::fs::create_dir_all(&directory).map_err(complain)?;
        std::os::unix::fs::symlink(maps, directory.join("maps")).map_err(complain)?;
        let (mut steps, mut counts) = (Vec::new(), Counts::default());
        for step in &case.steps {
            let (shown, called) = self.step(step, place, &directory)?;
            steps.push(shown);
            counts.add(&called);
        }
        Ok(Seen { steps, files: files(&directory)?, counts })
    }

    fn step(&self, step: &Step, place: &Path, directory: &Path) -> Result<(Shown, Counts), PatchError> {
        let file = |name: &str| place.join(name);
        let counts = file("counts");
        let create = |path: PathBuf| File::create(&path).map_err(at(&path));
        let replacement = self.replacement.map(|replacement| (replacement, counts.as_path()));
        let mut command = self.genuine.command(&step.program, replacement);
        command.current_dir(directory).args(&step.arguments).envs(step.environment.iter().cloned());
        command.stdout(create(file("stdout"))?).stderr(create(file("stderr"))?).stdin(Stdio::null());
        if let Some(input) = &step.input {
            let input = directory.join(input);
            command.stdin(File::open(&input).map_err(at(&input))?);
        }
        let mut child = command.spawn().map_err(at(Path::new(&step.program)))?;
        let status = ended(&mut child).map_err(at(Path::new(&step.program)))?;
        let read = |name: &str| std::fs::read(file(name)).map_err(at(&file(name)));
        let called = Counts::read(&counts)?;
        if counts.exists() {
            std::fs::remove_file(&counts).map_err(at(&counts))?;
        }
        let shown = Shown {
            exited: status.is_some_and(|status| status.code().is_some()),
            status: status.map_or_else(|| "it did not end".to_owned(), |status| status.to_string()),
            stdout: read("stdout")?,
            stderr: without_log(&read("stderr")?),
            calls: called.total(),
        };
        Ok((shown, called))
    }
}

/// An error with the file that it is about.
fn at(path: &Path) -> impl FnOnce(std::io::Error) -> PatchError + use<> {
    let path = path.to_owned();
    move |error| PatchError::Io(path, error)
}

/// Waits for a program; one that takes too long is killed.
fn ended(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// All files below a directory but the inputs.
fn files(directory: &Path) -> Result<BTreeMap<String, Vec<u8>>, PatchError> {
    let complain = |error| PatchError::Io(directory.to_owned(), error);
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(directory).map_err(complain)? {
        let path = entry.map_err(complain)?.path();
        if path.is_file() {
            let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            files.insert(name, std::fs::read(&path).map_err(complain)?);
        }
    }
    Ok(files)
}
