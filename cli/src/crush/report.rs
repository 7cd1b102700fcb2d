//! `crush report`.

use crate::cluster;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output;
use analysis::diff::{Diff, Options};
use analysis::report::{Movement, Report, ReportError, Source};
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
    output::file(&arguments.output, report.html().as_bytes())
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

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Placement(error) => error.into(),
            other => Self::new(other.to_string()),
        }
    }
}
