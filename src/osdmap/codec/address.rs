//! Addresses of devices, which are passed over (spec 09 section 9.1).
#![forbid(unsafe_code)]

use super::error::{OsdMapError, OsdMapFault};
use super::frame;
use crate::map::codec::reader::Reader;

/// Bytes of a legacy address behind its first.
const LEGACY: usize = 135;

/// Passes over the addresses of one device.
pub(super) fn skip(reader: &mut Reader<'_>, field: &'static str) -> Result<(), OsdMapError> {
    let offset = reader.offset();
    match reader.u8(field)? {
        2 => {
            // An address takes two bytes at least, so that the count is bounded by the file.
            let count = reader.count(field, 2, usize::MAX)?;
            (0..count).try_for_each(|_| {
                let offset = reader.offset();
                let first = reader.u8(field)?;
                single(reader, field, offset, first)
            })
        }
        first => single(reader, field, offset, first),
    }
}

fn single(reader: &mut Reader<'_>, field: &'static str, offset: usize, first: u8) -> Result<(), OsdMapError> {
    match first {
        0 => Ok(reader.bytes(field, LEGACY).map(drop)?),
        1 => frame::skip(reader, field),
        other => Err(OsdMapFault::UnknownAddress(other).at(offset, field)),
    }
}
