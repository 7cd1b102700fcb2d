//! The end of a run.

use crush::builder::BuildError;
use crush::map::EditError;
use std::io::{self, Write};

/// Why a run ends before its end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Exit {
    /// Exit status.
    pub(crate) status: u8,
    /// Text for stderr, line ends included.
    pub(crate) message: Vec<u8>,
    /// What else there is to say; upstream does not.
    pub(crate) detail: Option<String>,
}

impl Exit {
    /// Status 1 with a message, to which a line end is added.
    pub(crate) fn failure(message: impl Into<Vec<u8>>) -> Self {
        Self::with_status(1, message)
    }

    /// A status with a message, to which a line end is added.
    pub(crate) fn with_status(status: u8, message: impl Into<Vec<u8>>) -> Self {
        let mut message = message.into();
        message.push(b'\n');
        Self { status, message, detail: None }
    }

    /// The end of the run without an error.
    pub(crate) fn early(message: impl Into<Vec<u8>>) -> Self {
        Self::with_status(0, message)
    }

    /// A failed edit: its number is the status, and printed.
    pub(crate) fn edit(argv0: &[u8], error: &EditError) -> Self {
        let message = text(&[argv0, b" ", error.errno_text().as_bytes()]);
        Self::with_status(edit_status(error), message).unless_crash(argv0, error)
    }

    /// How a failed edit ends, unless the original crashes on it or does not end: then what is wrong is said, with status 1.
    pub(crate) fn unless_crash(self, argv0: &[u8], error: &EditError) -> Self {
        let advice = match error {
            // Edits add an item without weight at first.
            EditError::CannotAdd { error: BuildError::InvalidArgument, .. } => {
                ": edit the text of the map to add to a uniform bucket"
            }
            EditError::CannotAdd { .. } | EditError::Cycle(_) | EditError::TooManyPaths(_) => "",
            _ => return self.because(error),
        };
        Self::failure(text(&[argv0, b" ", error.to_string().as_bytes(), advice.as_bytes()]))
    }

    /// Says the rest too.
    pub(crate) fn explained(mut self) -> Self {
        if let Some(detail) = self.detail.take() {
            self.message.extend_from_slice(&text(&[detail.as_bytes(), b"\n"]));
        }
        self
    }

    /// Adds what else there is to say.
    pub(crate) fn because(self, detail: impl ToString) -> Self {
        Self { detail: Some(detail.to_string()), ..self }
    }
}

/// The status that a negative errno becomes.
pub(crate) fn edit_status(error: &EditError) -> u8 {
    // The low byte, as the system keeps it.
    (error.errno() as u8).wrapping_neg()
}

/// Output that nobody reads any more ends the run without a word, as a closed pipe does.
impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { status: 1, ..Self::default() };
        }
        Self::failure(format!("cannot write: {error}"))
    }
}

/// Prints a text on stderr, line ends included. Nobody is left to tell when that is closed.
pub(crate) fn tell(pieces: &[&[u8]]) {
    let _ = io::stderr().write_all(&text(pieces));
}

/// Puts pieces of text together.
pub(crate) fn text(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.concat()
}
