//! Placement prepared once and asked many times (`crushx.h`).

use super::errno::INVALID;
use super::handle;
use super::last_error::fail;
use crate::abi::{crush_choose_arg, crush_map};
use crate::mapper::Topology;
use crate::placer::{PlaceError, Placer, PlacerError};
use crate::view::{ChooseArgs, MapView, slice_from_ptr, slice_from_ptr_mut};
use core::ffi::c_int;

/// A map, a rule, device weights and replacements, prepared for mapping many inputs. Threads may share it.
#[expect(non_camel_case_types, reason = "the name that C programs use")]
pub struct crushx_placer(Placer);

/// Prepares rule `ruleno` of `map` for results of `result_max` ids, and stores the placer at `*placer`.
///
/// `weights` holds the operator's weight of each device in 16.16, `weight_count` of them: 0 is out, 0x10000 is in; a device
/// without a weight is out. `choose_args` is NULL or an array of `map->max_buckets` replacements. What is given is copied: a
/// placer is a snapshot that knows of no later change. It maps as `crush_do_rule` does with the same arguments, but faster,
/// and never counts in `map->choose_tries`.
///
/// Returns 0; -EINVAL for NULL or an empty result; -ENOENT for an unknown rule; -ERANGE if mapping one input could take more
/// than 2^28 draws (see `crushx_worst_case`) or the result is too long; -EFBIG if the map is too large; -ENOMEM.
///
/// # Safety
/// `map` is NULL or a map whose arrays are NULL or as long as its counts say; `weights` and `choose_args` are NULL or valid
/// for what is said above; nobody changes any of it during the call. `placer` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_placer_new(
    map: *const crush_map,
    ruleno: u32,
    result_max: usize,
    weights: *const u32,
    weight_count: usize,
    choose_args: *const crush_choose_arg,
    placer: *mut *mut crushx_placer,
) -> c_int {
    // SAFETY: the caller promises a valid map.
    let Some(view) = (unsafe { MapView::from_ptr(map) }).filter(|_| !placer.is_null()) else {
        return fail(-INVALID, &"crushx_placer_new needs a map and a place for the placer");
    };
    if weights.is_null() && weight_count > 0 {
        return fail(-INVALID, &"crushx_placer_new was told of weights that are not there");
    }
    // SAFETY: the caller promises an entry for each bucket slot.
    let args = unsafe { ChooseArgs::from_ptr(choose_args, view.max_buckets()) };
    // SAFETY: the caller promises so many weights.
    let weights = unsafe { slice_from_ptr(weights, weight_count) };
    match Placer::new(&view.with_choose_args(args), ruleno, result_max, weights) {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Ok(made) => unsafe { handle::give(crushx_placer(made), placer) },
        Err(error) => fail(errno_of(&error), &error),
    }
}

/// Maps input `x`: `result` gets the ids, as many as the placer was made for, and `*len` how many of them count, as
/// `crush_do_rule` returns it; `len` may be NULL. Unused places hold `CRUSH_ITEM_NONE`, as holes do.
///
/// Returns 0; -EINVAL for NULL; -ENOMEM, with results of some hundreds of places alone. Allocates nothing with shorter ones.
///
/// # Safety
/// `placer` is NULL or came from `crushx_placer_new`; `result` is NULL or has room for the ids; `len` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_placer_place(
    placer: *const crushx_placer,
    x: u32,
    result: *mut i32,
    len: *mut usize,
) -> c_int {
    // SAFETY: the caller promises a placer.
    let Some(crushx_placer(placer)) = (unsafe { placer.as_ref() }).filter(|_| !result.is_null()) else {
        return fail(-INVALID, &"crushx_placer_place needs a placer and a result");
    };
    // SAFETY: the caller promises room for the ids, which nobody else uses.
    let result = unsafe { slice_from_ptr_mut(result, placer.result_max()) };
    match placer.place(x, result) {
        Ok(placed) => {
            if !len.is_null() {
                // SAFETY: not NULL, so the caller promises that it is writable.
                unsafe { len.write(placed) };
            }
            0
        }
        Err(error) => fail(errno_of_mapping(&error), &error),
    }
}

/// Maps the `count` inputs at `xs`: row i of `results`, as many ids as the placer was made for, starts at
/// `results[i * result_max]`, and `lens[i]` is how many of it count; `lens` may be NULL. See `crushx_placer_place`.
///
/// Works on up to `threads` threads, the calling one among them; 0 stands for as many as there are processors. The results
/// are the same with any number, and no thread outlives the call. Takes a few hundred inputs to be faster than single calls.
///
/// Returns 0; -EINVAL for NULL, unless `count` is 0, or a size that no array has; -ENOMEM, after which `results` and `lens`
/// may be filled in part.
///
/// # Safety
/// `placer` is NULL or came from `crushx_placer_new`; `xs`, `results` and `lens` are NULL or as long as is said above,
/// and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_placer_place_batch(
    placer: *const crushx_placer,
    xs: *const u32,
    count: usize,
    results: *mut i32,
    lens: *mut usize,
    threads: usize,
) -> c_int {
    // SAFETY: the caller promises a placer.
    let Some(crushx_placer(placer)) = (unsafe { placer.as_ref() }) else {
        return fail(-INVALID, &"crushx_placer_place_batch needs a placer");
    };
    if count > 0 && (xs.is_null() || results.is_null()) {
        return fail(-INVALID, &"crushx_placer_place_batch needs inputs and results");
    }
    // SAFETY: the caller promises so many inputs.
    let inputs = unsafe { slice_from_ptr(xs, count) };
    if inputs.len() != count {
        return fail(-INVALID, &"crushx_placer_place_batch was told of more inputs than memory can hold");
    }
    // SAFETY: the caller promises room for as many rows, which nobody else uses.
    let results = unsafe { slice_from_ptr_mut(results, count.saturating_mul(placer.result_max())) };
    // SAFETY: NULL or as long as there are inputs, as the caller promises.
    let lens = if lens.is_null() { None } else { Some(unsafe { slice_from_ptr_mut(lens, count) }) };
    match placer.par_place_batch(inputs, results, lens, threads) {
        Ok(()) => 0,
        Err(error) => fail(errno_of_mapping(&error), &error),
    }
}

/// Frees a placer; NULL is fine.
///
/// # Safety
/// `placer` is NULL or came from `crushx_placer_new`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_placer_free(placer: *mut crushx_placer) {
    if !placer.is_null() {
        // SAFETY: not NULL, so it came from `Box::into_raw`, and the caller gives it back.
        drop(unsafe { Box::from_raw(placer) });
    }
}

fn errno_of(error: &PlacerError) -> c_int {
    match error {
        PlacerError::UnknownRule(_) => libc::ENOENT,
        PlacerError::EmptyResult => libc::EINVAL,
        PlacerError::ResultTooLong(_) | PlacerError::OverBudget { .. } => libc::ERANGE,
        PlacerError::TooLarge => libc::EFBIG,
        PlacerError::NoMemory(_) => libc::ENOMEM,
    }
}

fn errno_of_mapping(error: &PlaceError) -> c_int {
    match error {
        PlaceError::Results { .. } | PlaceError::Lengths { .. } => libc::EINVAL,
        PlaceError::NoMemory(_) => libc::ENOMEM,
    }
}
