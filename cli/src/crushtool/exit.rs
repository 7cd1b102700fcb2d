//! The end of a run.

use std::io;

/// Why a run ends before its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    /// Exit status.
    pub(crate) status: u8,
    /// Text for stderr, line ends included.
    pub(crate) message: Vec<u8>,
}

impl Exit {
    /// Status 1 with a message, to which a line end is added.
    pub(crate) fn failure(message: impl Into<Vec<u8>>) -> Self {
        let mut message = message.into();
        message.push(b'\n');
        Self { status: 1, message }
    }
}

/// Output that nobody reads any more ends the run without a word, as a closed pipe does.
impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { status: 1, message: Vec::new() };
        }
        Self::failure(format!("cannot write: {error}"))
    }
}

/// Puts pieces of text together.
pub(crate) fn text(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.concat()
}
