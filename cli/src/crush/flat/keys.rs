//! What is placed.

use super::Arguments;
use crate::describe;
use crate::failure::Failure;
use crate::input;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::path::Path;

/// A key, and how it is shown.
pub(super) struct Key {
    pub(super) bytes: Vec<u8>,
    pub(super) shown: String,
}

/// Hands every key on: arguments first, then those of a file, then hashes of files.
pub(super) fn each(
    arguments: &Arguments,
    mut place: impl FnMut(Key) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let none = arguments.keys.is_empty() && arguments.from.is_none() && arguments.file.is_empty();
    if none {
        return Err(Failure::new("there is no key: give some, or --from FILE, or --file FILE"));
    }
    let from = arguments.from.as_deref().map(input::read).transpose()?.unwrap_or_default();
    let lines = from.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    for text in arguments.keys.iter().map(String::as_bytes).chain(lines) {
        place(key(text, arguments.hex)?)?;
    }
    for file in &arguments.file {
        let hash = hash(file)?;
        place(Key { shown: in_hex(&hash), bytes: hash })?;
    }
    Ok(())
}

fn key(text: &[u8], hex: bool) -> Result<Key, Failure> {
    let shown = describe::printable(&String::from_utf8_lossy(text));
    let bytes = if hex {
        from_hex(text).ok_or_else(|| Failure::new(format!("'{shown}' is not hexadecimal")))?
    } else {
        text.to_vec()
    };
    Ok(Key { bytes, shown })
}

/// The SHA-256 of a file's content.
fn hash(path: &Path) -> Result<Vec<u8>, Failure> {
    let failure = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
    let mut hasher = Sha256::new();
    std::io::copy(&mut File::open(path).map_err(failure)?, &mut hasher).map_err(failure)?;
    Ok(hasher.finalize().to_vec())
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| Some(char::from(byte).to_digit(16)? as u8);
    let (pairs, rest) = text.as_chunks::<2>();
    let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}

fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_there_and_back() {
        assert_eq!(from_hex(b"00ffA7").map(|bytes| in_hex(&bytes)), Some("00ffa7".to_owned()));
        assert_eq!((from_hex(b"0"), from_hex(b"0g"), from_hex(b"")), (None, None, Some(Vec::new())));
    }
}
