//! Placement groups by name.
#![forbid(unsafe_code)]

use core::fmt;
use core::str::FromStr;

/// A placement group: a pool and a seed in it. Written `POOL.SEED`, the seed in hexadecimal.
///
/// ```
/// use crush::placement::PgId;
///
/// let pg: PgId = "3.1a".parse().unwrap();
/// assert_eq!((pg.pool, pg.seed), (3, 26));
/// assert_eq!(pg.to_string(), "3.1a");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PgId {
    /// The pool's id.
    pub pool: u64,
    /// Number of the PG, below the pool's `pg_num`; a raw one is an object's whole hash.
    pub seed: u32,
}

impl fmt::Display for PgId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:x}", self.pool, self.seed))
    }
}

/// A text that names no placement group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no placement group: write POOL.SEED with the seed in hexadecimal, like 3.1a")]
pub struct ParsePgError(pub String);

impl FromStr for PgId {
    type Err = ParsePgError;

    /// Reads `POOL.SEED`; what follows the seed, like the shard in `3.4s0`, is not looked at (spec 09 section 2).
    fn from_str(text: &str) -> Result<Self, ParsePgError> {
        let parsed = text.split_once('.').and_then(|(pool, rest)| {
            let rest = rest.strip_prefix("0x").unwrap_or(rest);
            let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
            let pool = if pool.starts_with('+') { None } else { pool.parse().ok() }?;
            Some(Self { pool, seed: u32::from_str_radix(rest.get(..end)?, 16).ok()? })
        });
        parsed.ok_or_else(|| ParsePgError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{ParsePgError, PgId};

    #[test]
    fn texts_that_are_pgs() {
        for (text, pool, seed) in
            [("1.6", 1, 6), ("3.4s0", 3, 4), ("7.0x1F", 7, 31), ("4294967301.1", 4_294_967_301, 1)]
        {
            assert_eq!(text.parse(), Ok(PgId { pool, seed }), "{text}");
        }
    }

    #[test]
    fn texts_that_are_none() {
        for text in ["", "1", "1.", ".1", "a.1", "1.g", "-1.1", "+1.1", "1.100000000"] {
            assert_eq!(text.parse::<PgId>(), Err(ParsePgError(text.to_owned())));
        }
    }
}
