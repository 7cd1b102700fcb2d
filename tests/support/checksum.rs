//! Checksums of osdmaps that were damaged on purpose (spec 09 section 9.2).

/// Bytes in front of a frame's contents.
pub(crate) const HEADER: usize = 6;

/// CRC-32C without the final inversion.
fn crc(parts: [&[u8]; 2]) -> u32 {
    parts.into_iter().flatten().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 },
        )
    })
}

/// The place behind the frame at `at`.
fn behind(bytes: &[u8], at: usize) -> Option<usize> {
    let len = bytes.get(at + 2..at + HEADER)?.try_into().ok().map(u32::from_le_bytes)?;
    at.checked_add(HEADER)?.checked_add(usize::try_from(len).ok()?)
}

/// Makes the checksum right, if the frames still tell where it is.
pub(crate) fn mend(bytes: &mut [u8]) -> Option<()> {
    let at = behind(bytes, behind(bytes, HEADER)?)?;
    let end = behind(bytes, 0)?.min(bytes.len());
    let crc = crc([bytes.get(..at)?, bytes.get(at + 4..end)?]);
    bytes.get_mut(at..at + 4)?.copy_from_slice(&crc.to_le_bytes());
    Some(())
}
