//! How a command ends that did not do what was asked.

use std::io;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error in words, which say what to do.
    Error(String),
    /// The command did its work, and the answer is no: status 1, nothing to say.
    No,
    /// Output could not be written.
    Output(io::Error),
}

impl Failure {
    /// An error with its context.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Error(message.into())
    }

    /// Says what is wrong, and gives the status: 1 for no, 2 for errors. A reader that has had enough is no error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::No => ExitCode::from(1),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => complain(&format!("cannot write: {error}")),
            Self::Error(message) => complain(&message),
        }
    }
}

fn complain(message: &str) -> ExitCode {
    eprintln!("crush: {message}");
    ExitCode::from(2)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<crush::placement::PlacementError> for Failure {
    fn from(error: crush::placement::PlacementError) -> Self {
        use crush::placement::PlacementError::Rule;
        use crush::placer::PlacerError;
        let help = match &error {
            Rule { error: PlacerError::OverBudget { .. }, .. } => "; --budget DRAWS allows more",
            _ => "",
        };
        Self::Error(format!("{error}{help}"))
    }
}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::new("not enough memory")
    }
}
