//! A new, empty map (spec 03 section 2.1).

use super::alloc::NoMemory;
use super::block::Block;
use super::tunables;
use crate::abi::crush_map;

/// Makes a map without buckets and rules, with the optimal tunables.
pub(crate) fn create() -> Result<Block<crush_map>, NoMemory> {
    let mut map = Block::<crush_map>::zeroed()?;
    tunables::set_optimal(&mut map);
    Ok(map)
}
