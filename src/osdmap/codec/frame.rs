//! Parts of a file with a version and a length, which older readers can skip.
#![forbid(unsafe_code)]

use super::error::{OsdMapError, OsdMapFault};
use crate::map::codec::reader::Reader;
use crate::map::codec::writer::Sink;

/// Bytes in front of a frame's contents.
pub(super) const HEADER: usize = 6;

/// The beginning of a frame: its version and the oldest that can read it; and its contents.
pub(super) fn open<'a>(
    reader: &mut Reader<'a>,
    field: &'static str,
    supported: u8,
) -> Result<([u8; 2], Reader<'a>), OsdMapError> {
    let offset = reader.offset();
    let versions = [reader.u8(field)?, reader.u8(field)?];
    if versions[1] > supported {
        return Err(OsdMapFault::TooNew { needed: versions[1], supported }.at(offset, field));
    }
    let len = reader.count(field, 1, usize::MAX)?;
    Ok((versions, reader.part(field, len)?))
}

/// Passes over a frame of any version.
pub(super) fn skip(reader: &mut Reader<'_>, field: &'static str) -> Result<(), OsdMapError> {
    open(reader, field, u8::MAX).map(drop)
}

/// Writes a frame around `contents`.
pub(super) fn write(sink: &mut Vec<u8>, versions: [u8; 2], contents: &[u8]) {
    sink.put(&versions);
    sink.count(contents.len());
    sink.put(contents);
}
