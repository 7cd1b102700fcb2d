//! Finding the tops of the hierarchy (`helpers.h`), for programs written for stand-alone libcrush 1.0.

use super::errno::INVALID;
use crate::abi::crush_map;
use crate::builder::array::Array;
use crate::builder::find_roots;
use core::ffi::c_int;

/// Stores the ids of all buckets that are no bucket's item in an array at `*buckets`, from -1 down.
///
/// Returns their number; -EINVAL if an item is a bucket beyond `max_buckets`, or for NULL; -ENOMEM. The caller frees the
/// array with `free`, also when the number is 0; on failure there is none and `*buckets` is untouched.
///
/// # Safety
/// `map` is NULL or valid, and nobody changes it during the call; `buckets` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_find_roots(map: *mut crush_map, buckets: *mut *mut c_int) -> c_int {
    // SAFETY: the caller vouches for a map that is not NULL.
    let Some(map) = (unsafe { map.as_ref() }).filter(|_| !buckets.is_null()) else { return INVALID };
    // SAFETY: the caller vouches for what the map consists of.
    let ids: Array<c_int> = match unsafe { find_roots::find_roots(map) } {
        Ok(ids) => ids,
        Err(error) => return error.into(),
    };
    let Ok(count) = c_int::try_from(ids.len()) else { return INVALID };
    // SAFETY: not NULL, so the caller vouches for it.
    unsafe { buckets.write(ids.into_raw()) };
    count
}
