//! Mapping inputs to devices (`mapper.h`).

use crate::abi::{__u32, crush_choose_arg, crush_map};
#[cfg(feature = "abi-pacific")]
use crate::builder::find_rule;
use crate::mapper::{self, DeviceWeights, Topology, Unobserved};
use crate::view::{
    ChooseArgs, Histogram, MapView, init_workspace, scratch_of, slice_from_ptr, slice_from_ptr_mut,
};
use core::ffi::{c_int, c_void};

/// Maps input `x` by rule `ruleno` and returns how many entries of `result` are defined.
///
/// `result` has room for `result_max` ids; what entries beyond the returned number hold means nothing. `weights` holds the
/// operator's weight of each device in 16.16, `weight_max` of them: 0 is out, 0x10000 is in, and with a weight between
/// them a device is in for that share of the inputs; a device without a weight is out. `cwin` is a workspace of
/// `crush_work_size(map, result_max)` bytes, at any address, that `crush_init_workspace` has been called on.
/// `choose_args` is NULL or an array of `map->max_buckets` replacements.
///
/// Entries are device ids, or bucket ids where the rule chooses buckets. A rule that chooses independently keeps the
/// position of each entry and puts `CRUSH_ITEM_NONE` where it found none; others return fewer entries.
///
/// Never fails: an unknown rule, a `result_max` below 1 or a NULL `map`, `result` or `cwin` gives 0. Allocates nothing.
/// Threads may share the map, the weights and the replacements while nobody changes them, each with its own workspace and
/// result; `map->choose_tries`, if not NULL, counts for all of them.
///
/// # Safety
/// The pointers are NULL or valid for what is said above; the map has been finalized since it last changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_do_rule(
    map: *const crush_map,
    ruleno: c_int,
    x: c_int,
    result: *mut c_int,
    result_max: c_int,
    weights: *const __u32,
    weight_max: c_int,
    cwin: *mut c_void,
    choose_args: *const crush_choose_arg,
) -> c_int {
    // SAFETY: the caller promises a valid map.
    let Some(view) = (unsafe { MapView::from_ptr(map) }) else {
        return 0;
    };
    // SAFETY: the caller promises an entry for each bucket slot.
    let args = unsafe { ChooseArgs::from_ptr(choose_args, view.max_buckets()) };
    // SAFETY: the caller promises `result_max` writable integers.
    let result = unsafe { slice_from_ptr_mut(result, length(result_max)) };
    // SAFETY: the caller promises `weight_max` weights.
    let weights = DeviceWeights(unsafe { slice_from_ptr(weights, length(weight_max)) });
    let view = view.with_choose_args(args);
    let Some(rule) = view.rule(ruleno.cast_unsigned()) else {
        return 0;
    };
    let Some(used) = mapper::scratch_used(&view, &rule, result.len()) else {
        return 0;
    };
    // SAFETY: the caller promises a workspace for this map and result, and `used` is within the size of one.
    let scratch = (unsafe { scratch_of(&view, cwin, used) }, used);
    let counters = view.header().choose_tries;
    let placed = if counters.is_null() {
        mapper::run_rule(&view, &rule, x, result, weights, scratch, &Unobserved)
    } else {
        // SAFETY: the caller promises a counter for each number of tries up to the tunable.
        let histogram = unsafe { Histogram::from_ptr(counters, view.header().choose_total_tries) };
        mapper::run_rule(&view, &rule, x, result, weights, scratch, &histogram)
    };
    // No more than `result_max`.
    c_int::try_from(placed).unwrap_or(c_int::MAX)
}

/// Returns the number of bytes that a workspace needs to map up to `result_max` items with any rule of `map`.
///
/// Takes `map->working_size` as `crush_finalize` left it. 0 for a NULL map.
///
/// # Safety
/// `map` is NULL or a valid map.
#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_work_size(map: *const crush_map, result_max: c_int) -> usize {
    // SAFETY: the caller promises a valid map.
    let Some(view) = (unsafe { MapView::from_ptr(map) }) else {
        return 0;
    };
    let places = mapper::scratch_len(&view, result_max.cast_unsigned());
    view.header().working_size.wrapping_add(usize::try_from(places).unwrap_or(usize::MAX).wrapping_mul(4))
}

/// Prepares the workspace `v` for mapping over `m`.
///
/// `v` has the bytes that `crush_work_size` asked for. It must be prepared again when the map has changed, and must not
/// be moved. Nothing happens when either is NULL. A workspace serves one thread at a time.
///
/// # Safety
/// The pointers are NULL or valid for what is said above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_init_workspace(m: *const crush_map, v: *mut c_void) {
    // SAFETY: the caller promises a valid map.
    if let Some(view) = unsafe { MapView::from_ptr(m) } {
        // SAFETY: the caller promises at least `working_size` bytes.
        unsafe { init_workspace(&view, v) };
    }
}

/// Returns the number of the first rule of this ruleset and type that serves `size` replicas, or -1. -1 for a NULL map.
///
/// # Safety
/// `map` is NULL or a valid map.
#[cfg(feature = "abi-pacific")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_find_rule(
    map: *const crush_map,
    ruleset: c_int,
    r#type: c_int,
    size: c_int,
) -> c_int {
    // SAFETY: the caller promises a valid map.
    let Some(map) = (unsafe { map.as_ref() }) else {
        return -1;
    };
    // SAFETY: the caller promises a valid map.
    let number = unsafe { find_rule::find_rule(map, ruleset, r#type, size) };
    number.and_then(|number| c_int::try_from(number).ok()).unwrap_or(-1)
}

/// A count of the C interface as a length: negative ones are empty.
fn length(count: c_int) -> usize {
    usize::try_from(count).unwrap_or(0)
}
