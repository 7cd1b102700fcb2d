//! Hashes of object names (spec 09 section 1).
#![forbid(unsafe_code)]

use crate::hash::mix;

/// The hash of a pool's object names, by its number in osdmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringHash {
    /// Number 1.
    Linux,
    /// Number 2, which every pool of today has.
    Rjenkins,
    /// Any other number: every hash is 0xffffffff.
    Unknown,
}

impl From<u8> for StringHash {
    fn from(number: u8) -> Self {
        match number {
            1 => Self::Linux,
            2 => Self::Rjenkins,
            _ => Self::Unknown,
        }
    }
}

impl StringHash {
    /// Hashes bytes.
    pub fn hash(self, bytes: &[u8]) -> u32 {
        match self {
            Self::Linux => linux(bytes),
            Self::Rjenkins => rjenkins(bytes),
            Self::Unknown => u32::MAX,
        }
    }
}

fn linux(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |hash: u32, &byte| {
        let byte = u32::from(byte);
        hash.wrapping_add(byte << 4).wrapping_add(byte >> 4).wrapping_mul(11)
    })
}

/// Up to four bytes as a little-endian word, missing ones 0.
fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

fn rjenkins(bytes: &[u8]) -> u32 {
    let (mut a, mut b, mut c) = (0x9e37_79b9_u32, 0x9e37_79b9_u32, 0_u32);
    let (blocks, rest) = bytes.as_chunks::<12>();
    for block in blocks {
        a = a.wrapping_add(word(&block[..4]));
        b = b.wrapping_add(word(&block[4..8]));
        c = c.wrapping_add(word(&block[8..]));
        mix(&mut a, &mut b, &mut c);
    }
    // The length is taken modulo 2^32, as upstream does; the low byte of the last word is the length's alone.
    c = c.wrapping_add(bytes.len() as u32);
    let (first, rest) = rest.split_at(rest.len().min(4));
    let (second, third) = rest.split_at(rest.len().min(4));
    a = a.wrapping_add(word(first));
    b = b.wrapping_add(word(second));
    c = c.wrapping_add(word(third) << 8);
    mix(&mut a, &mut b, &mut c);
    c
}

#[cfg(test)]
mod tests {
    use super::StringHash::{Linux, Rjenkins, Unknown};

    #[test]
    fn vectors_of_spec_09_section_1() {
        let vectors: [(&[u8], u32, u32); 9] = [
            (b"", 0xbd49_d10d, 0),
            (b"a", 0x29ee_c818, 0x0000_42f2),
            (b"ab", 0x9879_ac41, 0x0003_2408),
            (b"abcdefghijk", 0xe52b_8e4c, 0x7323_0f0a),
            (b"abcdefghijkl", 0x0b1b_3ea5, 0xf281_eff0),
            (b"abcdefghijklm", 0x3122_b031, 0x6b95_9a82),
            (b"foo", 0x7fc1_f406, 0x0024_db2a),
            (b"rbd_data.10226b8b4567.0000000000000000", 0x87bd_7b9a, 0xaa02_3d55),
            ("🦀".as_bytes(), 0xb6c3_2adc, 0x0396_56ec),
        ];
        for (name, rjenkins, linux) in vectors {
            assert_eq!((Rjenkins.hash(name), Linux.hash(name)), (rjenkins, linux), "{name:?}");
        }
    }

    #[test]
    fn an_unknown_hash_gives_all_ones() {
        assert_eq!((Unknown.hash(b""), Unknown.hash(b"foo")), (u32::MAX, u32::MAX));
    }
}
