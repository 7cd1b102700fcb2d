//! `crush report`.

use crate::cluster;
use crate::failure::Failure;
use crate::input::{self, Input};
use analysis::diff::{Diff, Options};
use analysis::report::{Movement, Report, ReportError, Source};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A page about a map: one HTML file that needs no other.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A crush map or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    /// What it becomes: the page shows what that moves. A crush map behind an osdmap replaces the one inside.
    #[arg(long, value_name = "MAP|OSDMAP")]
    new: Option<PathBuf>,
    /// Where the page goes; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What to call it; the file's name if not given.
    #[arg(long)]
    title: Option<String>,
    /// Places of the sets that rules make which no pool uses; as many as the rule says, else 3, if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    size: Option<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = input::load(&arguments.map)?;
    let source = match &loaded {
        Input::OsdMap(map) => Source::Cluster(map),
        Input::Crush(map) => Source::Crush(map),
    };
    let size = arguments.size.map(usize::from);
    let movement = arguments.new.as_deref().map(|new| movement(&arguments.map, new, size)).transpose()?;
    let report = Report::gather(&title(arguments), source, size, movement)?;
    write(&arguments.output, report.html().as_bytes())
}

/// What moves when the map becomes another.
fn movement(old: &Path, new: &Path, size: Option<usize>) -> Result<Movement, Failure> {
    let title = format!("From {} to {}", old.display(), new.display());
    let (old, new) = cluster::load_both(old, new)?;
    let options = Options { size: size.unwrap_or(Options::default().size), ..Options::default() };
    let diff = Diff::between(&old, &new, &options).map_err(cluster::failure)?;
    Ok(Movement::of(&title, &diff, &old, &new))
}

fn title(arguments: &Arguments) -> String {
    let of_file = || arguments.map.file_name().map(|name| name.to_string_lossy().into_owned());
    arguments.title.clone().or_else(of_file).unwrap_or_default()
}

/// The file appears when it is complete.
fn write(path: &Path, page: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(std::io::stdout().lock().write_all(page)?);
    }
    let failure = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
    // What is no file, such as a pipe or a device, cannot be replaced by one.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, page).map_err(failure);
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file =
        tempfile::Builder::new().permissions(readable()).tempfile_in(directory).map_err(failure)?;
    file.write_all(page).map_err(failure)?;
    file.persist(path).map_err(|error| failure(error.error))?;
    Ok(())
}

/// As other files are made, less what the user's mask takes away.
fn readable() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Placement(error) => error.into(),
            other => Self::new(other.to_string()),
        }
    }
}
