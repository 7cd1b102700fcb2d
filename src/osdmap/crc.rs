//! CRC-32C as Ceph uses it: without the final inversion.
#![forbid(unsafe_code)]

/// The Castagnoli polynomial, reflected.
const POLYNOMIAL: u32 = 0x82f6_3b78;

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The checksum of all parts together.
pub(super) fn crc32c(parts: &[&[u8]]) -> u32 {
    parts.iter().flat_map(|part| part.iter()).fold(u32::MAX, |crc, &byte| {
        let index = (crc ^ u32::from(byte)) & 0xff;
        TABLE[index as usize] ^ crc >> 8
    })
}

#[cfg(test)]
mod tests {
    use super::crc32c;

    #[test]
    fn the_published_check_value() {
        assert_eq!(!crc32c(&[b"123456789"]), 0xe306_9283);
        assert_eq!(crc32c(&[b"1234", b"", b"56789"]), crc32c(&[b"123456789"]));
    }
}
