//! The hash of a key and a node.
#![forbid(unsafe_code)]

use xxhash_rust::xxh3::xxh3_64;

/// Keys of at most so many bytes, which content hashes are, are joined with the node's id without allocating.
const SHORT: usize = 120;
const ID: usize = size_of::<u64>();

/// A key with room behind it for a node's id.
pub(super) enum Draw {
    Short([u8; SHORT + ID], usize),
    Long(Vec<u8>),
}

impl Draw {
    /// Prepares a key; an error means that there is not enough memory for it.
    pub(super) fn new(key: &[u8]) -> Result<Self, std::collections::TryReserveError> {
        if key.len() <= SHORT {
            let mut bytes = [0; SHORT + ID];
            bytes[..key.len()].copy_from_slice(key);
            return Ok(Self::Short(bytes, key.len()));
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(key.len() + ID)?;
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&[0; ID]);
        Ok(Self::Long(bytes))
    }

    /// XXH3, 64 bits, of the key and the id as eight bytes, the lowest first.
    pub(super) fn hash(&mut self, id: u64) -> u64 {
        let joined = match self {
            Self::Short(bytes, len) => &mut bytes[..*len + ID],
            Self::Long(bytes) => bytes,
        };
        let at = joined.len() - ID;
        joined[at..].copy_from_slice(&id.to_le_bytes());
        xxh3_64(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::{Draw, SHORT};
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn keys_of_every_length_are_joined_with_the_id() {
        for len in [0, 1, 32, SHORT - 1, SHORT, SHORT + 1, 5000] {
            let key: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let mut draw = Draw::new(&key).unwrap();
            for id in [0, 1, 0x0102_0304_0506_0708, u64::MAX] {
                let joined = [key.as_slice(), &id.to_le_bytes()].concat();
                assert_eq!(draw.hash(id), xxh3_64(&joined), "{len} bytes, id {id}");
            }
        }
    }
}
