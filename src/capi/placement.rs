//! From object names to the inputs of rules (`crushx.h`).

use super::arguments::bytes;
use super::last_error::fail;
use crate::placement::{ObjectLocator, StringHash, placement_seed, stable_mod};
use core::ffi::{c_char, c_int};

/// Hash of object names that very old pools have; the value of `hash` in `crushx_object_hash`.
pub const CRUSHX_OBJECT_HASH_LINUX: c_int = 1;
/// Hash of object names that every pool of today has; the value of `hash` in `crushx_object_hash`.
pub const CRUSHX_OBJECT_HASH_RJENKINS: c_int = 2;

/// Hashes what places an object: its name, or the locator key if that is not empty, within a namespace, which may be
/// empty. Names are bytes, of which NUL may be one. Writes the whole 32 bits to `seed`, of which `crushx_stable_mod` makes
/// the number of a placement group.
///
/// `hash` is the pool's `object_hash`; one that does not exist gives 0xffffffff, as in Ceph.
///
/// Returns 0, or -EINVAL if `seed` is NULL or a string is NULL and not empty.
///
/// # Safety
/// Each string has as many bytes as its length says, or is NULL; `seed` is NULL or room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_object_hash(
    hash: c_int,
    name: *const c_char,
    name_len: usize,
    nspace: *const c_char,
    nspace_len: usize,
    key: *const c_char,
    key_len: usize,
    seed: *mut u32,
) -> c_int {
    // SAFETY: the caller promises `name_len` bytes, or NULL.
    let name = unsafe { bytes(name, name_len) };
    // SAFETY: the caller promises `nspace_len` bytes, or NULL.
    let nspace = unsafe { bytes(nspace, nspace_len) };
    // SAFETY: the caller promises `key_len` bytes, or NULL.
    let key = unsafe { bytes(key, key_len) };
    let (Some(name), Some(nspace), Some(key)) = (name, nspace, key) else {
        return fail(libc::EINVAL, &"crushx_object_hash: a string that is not empty is NULL");
    };
    // SAFETY: the caller promises NULL or room for a number.
    let Some(seed) = (unsafe { seed.as_mut() }) else {
        return fail(libc::EINVAL, &"crushx_object_hash: seed is NULL");
    };
    let kind = u8::try_from(hash).map_or(StringHash::Unknown, StringHash::from);
    *seed = ObjectLocator::new(name).with_namespace(nspace).with_key(key).hash(kind);
    0
}

/// Reduces `x` to a number below `pg_num`, the number of an object's placement group when `x` is its hash. Most numbers keep
/// theirs while `pg_num` grows. A `pg_num` of 0 counts as 1.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_stable_mod(x: u32, pg_num: u32) -> u32 {
    stable_mod(x, pg_num)
}

/// Returns the input that the rule of a pool gets for a placement group, to be given to `crush_do_rule` or a placer.
///
/// `pool` is the pool's id, `seed` the group's number or an object's whole hash, `pgp_num` the pool's, and `hashpspool` not
/// 0 for pools with that flag, as all of today.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_pg_seed(pool: u64, seed: u32, pgp_num: u32, hashpspool: c_int) -> u32 {
    placement_seed(pool, seed, pgp_num, hashpspool != 0)
}
