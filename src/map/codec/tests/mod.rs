//! Files good and bad: what is accepted is written and read again as it is, everything else is an error.

mod annotated;
mod damage;
mod hostile;
mod releases;
mod sample;
mod tails;

use super::{DecodeError, DecodeFault};
use crate::map::{Map, Release};

/// Decodes, and checks that what is accepted is written and read again as it is.
fn decode(bytes: &[u8]) -> Result<Map, DecodeError> {
    let map = Map::decode(bytes)?;
    let written = map.encode(Release::Tentacle).unwrap();
    let again = Map::decode(&written).unwrap();
    assert_eq!(again.encode(Release::Tentacle).unwrap(), written);
    assert!(again.buckets().eq(map.buckets()) && again.choose_args() == map.choose_args());
    assert!(again.names() == map.names() && again.classes() == map.classes());
    assert_eq!(again.max_devices(), map.max_devices());
    Ok(map)
}
