//! The outer frame, reading (spec 09 section 9.2).
#![forbid(unsafe_code)]

use super::client;
use super::error::{OsdMapError, OsdMapFault};
use super::frame;
use super::pool::kept;
use crate::map::codec::reader::Reader;
use crate::osdmap::OsdMap;
use crate::osdmap::crc::crc32c;

/// The newest version of the outer frame that is known.
const SUPPORTED: u8 = 8;
/// The first version that is a frame.
const OLDEST: u8 = 7;
/// The first version with a checksum.
const WITH_CHECKSUM: u8 = 8;

/// Reads a file; bytes behind the map are not looked at.
pub(in crate::osdmap) fn decode(bytes: &[u8]) -> Result<OsdMap, OsdMapError> {
    if let Some(&version @ ..OLDEST) = bytes.first() {
        return Err(OsdMapFault::Classic(version).at(0, "osdmap"));
    }
    let (outer, mut body) = frame::open(&mut Reader::new(bytes), "osdmap", SUPPORTED)?;
    let end = body.offset() + body.left();
    let (versions, mut section) = frame::open(&mut body, "client section", client::SUPPORTED)?;
    let osd_only = kept(&mut body, |body| frame::skip(body, "osd section"))?;
    if outer[0] >= WITH_CHECKSUM {
        let at = body.offset();
        let expected = body.u32("crc")?;
        let actual = crc32c(&[&bytes[..at], &bytes[at + 4..end]]);
        if actual != expected {
            return Err(OsdMapFault::BadChecksum { actual, expected }.at(at, "crc"));
        }
    }
    let mut map = client::read(&mut section, versions)?;
    map.kept.outer = outer;
    map.kept.osd_only = osd_only.to_vec();
    map.kept.outer_rest = body.rest().to_vec();
    Ok(map)
}
