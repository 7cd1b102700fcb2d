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
        self.hash_parts(&[bytes])
    }

    /// Hashes parts as if they were one, without joining them.
    pub(super) fn hash_parts(self, parts: &[&[u8]]) -> u32 {
        match self {
            Self::Linux => linux(parts),
            Self::Rjenkins => {
                let mut state = Rjenkins::new();
                parts.iter().for_each(|part| state.absorb(part));
                state.end()
            }
            Self::Unknown => u32::MAX,
        }
    }
}

fn linux(parts: &[&[u8]]) -> u32 {
    parts.iter().flat_map(|part| part.iter()).fold(0, |hash: u32, &byte| {
        let byte = u32::from(byte);
        hash.wrapping_add(byte << 4).wrapping_add(byte >> 4).wrapping_mul(11)
    })
}

/// Bytes that are mixed in at a time.
const BLOCK: usize = 12;

/// The state of Jenkins' hash between two parts of what it hashes.
struct Rjenkins {
    words: [u32; 3],
    len: u32,
    block: [u8; BLOCK],
    filled: usize,
}

impl Rjenkins {
    fn new() -> Self {
        Self { words: [0x9e37_79b9, 0x9e37_79b9, 0], len: 0, block: [0; BLOCK], filled: 0 }
    }

    fn absorb(&mut self, mut bytes: &[u8]) {
        // The length is taken modulo 2^32, as upstream does.
        self.len = self.len.wrapping_add(bytes.len() as u32);
        if self.filled > 0 {
            let (first, rest) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.keep(first);
            bytes = rest;
            if self.filled < BLOCK {
                return;
            }
            let block = self.block;
            self.mix(&block, 0);
            self.filled = 0;
        }
        let (blocks, rest) = bytes.as_chunks();
        blocks.iter().for_each(|block| self.mix(block, 0));
        self.keep(rest);
    }

    /// Keeps bytes, for which there is room, until the block is full.
    fn keep(&mut self, bytes: &[u8]) {
        self.block[self.filled..][..bytes.len()].copy_from_slice(bytes);
        self.filled += bytes.len();
    }

    /// Mixes a block in, of which the last word may be shifted.
    fn mix(&mut self, block: &[u8; BLOCK], shift: u32) {
        let [a, b, c] = &mut self.words;
        let word = |at: usize| u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
        *a = a.wrapping_add(word(0));
        *b = b.wrapping_add(word(4));
        *c = c.wrapping_add(word(8) << shift);
        mix(a, b, c);
    }

    fn end(mut self) -> u32 {
        let mut block = [0; BLOCK];
        block[..self.filled].copy_from_slice(&self.block[..self.filled]);
        self.words[2] = self.words[2].wrapping_add(self.len);
        // The low byte of the last word is the length's alone.
        self.mix(&block, 8);
        self.words[2]
    }
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
    fn parts_hash_as_if_joined() {
        let whole: Vec<u8> = (0..60).collect();
        for kind in [Rjenkins, Linux] {
            for (first, second) in (0..60).flat_map(|a| (a..60).map(move |b| (a, b))) {
                let parts = [&whole[..first], &whole[first..second], &whole[second..]];
                assert_eq!(kind.hash_parts(&parts), kind.hash(&whole), "{first} {second}");
            }
        }
    }

    #[test]
    fn an_unknown_hash_gives_all_ones() {
        assert_eq!((Unknown.hash(b""), Unknown.hash(b"foo")), (u32::MAX, u32::MAX));
    }
}
