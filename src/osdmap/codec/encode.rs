//! The outer frame, writing (spec 09 section 9.2).
#![forbid(unsafe_code)]

use super::{client, frame};
use crate::map::EncodeError;
use crate::map::codec::writer::Sink;
use crate::osdmap::OsdMap;
use crate::osdmap::crc::crc32c;

/// The first version with a checksum.
const WITH_CHECKSUM: u8 = 8;

/// Writes a map in the versions that it came in.
pub(in crate::osdmap) fn encode(map: &OsdMap) -> Result<Vec<u8>, EncodeError> {
    let section = client::write(map);
    let mut body = Vec::new();
    frame::write(&mut body, map.kept.client, &section);
    body.put(&map.kept.osd_only);
    let at = body.len() + frame::HEADER;
    let checksum = map.kept.outer[0] >= WITH_CHECKSUM;
    if checksum {
        body.u32(0);
    }
    body.put(&map.kept.outer_rest);
    if u32::try_from(body.len()).is_err() {
        return Err(EncodeError::TooLarge(body.len()));
    }
    let mut bytes = Vec::new();
    frame::write(&mut bytes, map.kept.outer, &body);
    if checksum {
        let crc = crc32c(&[&bytes[..at], &bytes[at + 4..]]);
        bytes[at..at + 4].copy_from_slice(&crc.to_le_bytes());
    }
    Ok(bytes)
}
