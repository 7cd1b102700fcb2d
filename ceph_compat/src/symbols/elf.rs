//! Names that a shared library exports, read from its dynamic symbol table (ELF, 64 bits, little-endian).

use std::path::Path;

/// Why a file's names cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ElfError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Io(#[from] std::io::Error),
    /// It is something else, or damaged.
    #[error("it is no 64-bit little-endian shared library, or a damaged one")]
    Format,
}

/// Section type of a dynamic symbol table.
const SHT_DYNSYM: u32 = 11;
/// Size of an entry of a symbol table.
const SYMBOL: usize = 24;
/// Bindings that other libraries can see: global and weak.
const VISIBLE: [u8; 2] = [1, 2];

/// A file in memory, read with bounds checked.
struct Image(Vec<u8>);

impl Image {
    fn bytes(&self, at: usize, len: usize) -> Result<&[u8], ElfError> {
        self.0.get(at..).and_then(|rest| rest.get(..len)).ok_or(ElfError::Format)
    }

    fn number(&self, at: usize, len: usize) -> Result<usize, ElfError> {
        let bytes = self.bytes(at, len)?;
        Ok(bytes.iter().rev().fold(0, |value, &byte| value << 8 | usize::from(byte)))
    }

    fn name(&self, at: usize) -> Result<String, ElfError> {
        let rest = self.0.get(at..).ok_or(ElfError::Format)?;
        let end = rest.iter().position(|&byte| byte == 0).ok_or(ElfError::Format)?;
        Ok(String::from_utf8_lossy(&rest[..end]).into_owned())
    }
}

/// The names that a shared library defines for others, sorted.
pub(crate) fn exported(path: &Path) -> Result<Vec<String>, ElfError> {
    let image = Image(std::fs::read(path)?);
    if image.bytes(0, 6)? != b"\x7fELF\x02\x01" {
        return Err(ElfError::Format);
    }
    let (table, entry, count) = (image.number(0x28, 8)?, image.number(0x3a, 2)?, image.number(0x3c, 2)?);
    let mut names = Vec::new();
    for section in (0..count).map(|index| table + index * entry) {
        if image.number(section + 4, 4)? as u32 == SHT_DYNSYM {
            let strings = table + image.number(section + 0x28, 4)? * entry;
            let strings = image.number(strings + 0x18, 8)?;
            let (from, size) = (image.number(section + 0x18, 8)?, image.number(section + 0x20, 8)?);
            for symbol in (from..from + size).step_by(SYMBOL) {
                let binding = image.bytes(symbol + 4, 1)?[0] >> 4;
                let defined = image.number(symbol + 6, 2)? != 0;
                if defined && VISIBLE.contains(&binding) {
                    names.push(image.name(strings + image.number(symbol, 4)?)?);
                }
            }
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}
