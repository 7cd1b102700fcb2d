//! Flat weighted placement (`crushx.h`).

use super::arguments::bytes;
use super::errno::INVALID;
use super::handle;
use super::last_error::fail;
use crate::fallible::Fallible;
use crate::rendezvous::{Flat, FlatError, Node, Score};
use crate::view::slice_from_ptr;
use core::ffi::{c_char, c_int};

/// Score that gives each node a share of keys as large as its share of weight; the value of `score` in
/// `crushx_rendezvous_new` that is right unless others must compute the same with a few lines of their own.
pub const CRUSHX_RENDEZVOUS_EXACT: c_int = 0;
/// Score that is a hash times the weight, by which heavy nodes get more than their share; a value of `score` in
/// `crushx_rendezvous_new`.
pub const CRUSHX_RENDEZVOUS_SIMPLE: c_int = 1;

/// A node of a flat cluster.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crushx_rendezvous_node {
    /// Its id, which no other node has, and which decides what it holds.
    pub id: u64,
    /// Its share of the keys, in any unit; with 0 or less it gets none.
    pub weight: i64,
    /// What fails together with it: copies go to nodes of distinct domains first.
    pub domain: u64,
}

/// Nodes, ready to place keys. Threads may share it.
#[expect(non_camel_case_types, reason = "the name that C programs use")]
pub struct crushx_rendezvous(Flat);

/// Prepares the `count` nodes at `nodes`, whose order does not matter, and stores the handle at `*flat`. What is given is
/// copied.
///
/// `score` is `CRUSHX_RENDEZVOUS_EXACT` or `CRUSHX_RENDEZVOUS_SIMPLE`.
///
/// Returns 0; -EINVAL for NULL (but `nodes` may be NULL when `count` is 0), another score, or a size that no array has;
/// -EEXIST if two nodes have one id; -ENOMEM.
///
/// # Safety
/// `nodes` is NULL or has `count` nodes, which nobody changes during the call; `flat` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_rendezvous_new(
    nodes: *const crushx_rendezvous_node,
    count: usize,
    score: c_int,
    flat: *mut *mut crushx_rendezvous,
) -> c_int {
    if flat.is_null() || nodes.is_null() && count > 0 {
        return fail(-INVALID, &"crushx_rendezvous_new needs nodes and a place for the handle");
    }
    // SAFETY: the caller promises so many nodes.
    let given = unsafe { slice_from_ptr(nodes, count) };
    if given.len() != count {
        return fail(-INVALID, &"crushx_rendezvous_new was told of more nodes than memory can hold");
    }
    let score = match score {
        CRUSHX_RENDEZVOUS_EXACT => Score::Exact,
        CRUSHX_RENDEZVOUS_SIMPLE => Score::Simple,
        other => return fail(-INVALID, &format_args!("crushx_rendezvous_new: there is no score {other}")),
    };
    match prepare(given, score) {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Ok(made) => unsafe { handle::give(crushx_rendezvous(made), flat) },
        Err(error) => fail(errno_of(&error), &error),
    }
}

/// Finds the nodes that hold a key of `key_len` bytes, such as a content hash: `copies` of them, or all that have weight if
/// those are fewer. `ids` has room for `copies` ids and gets the best node of each failure domain, best first, then, if there
/// are too few domains, the best of the other nodes.
///
/// Writes the number of ids to `*len`, and to `*distinct` how many of them, from the front, are in domains of their own;
/// where that is less than `copies`, domains repeat or places stay empty. `distinct` may be NULL.
///
/// Returns 0; -EINVAL for NULL (but `key` may be NULL when it is empty, and `ids` when `copies` is 0); -ENOMEM.
///
/// # Safety
/// `flat` is NULL or came from `crushx_rendezvous_new`; `key` is NULL or has `key_len` bytes; `ids` is NULL or has room for
/// `copies` ids; `len` and `distinct` are NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_rendezvous_place(
    flat: *const crushx_rendezvous,
    key: *const c_char,
    key_len: usize,
    copies: usize,
    ids: *mut u64,
    len: *mut usize,
    distinct: *mut usize,
) -> c_int {
    // SAFETY: the caller promises `key_len` bytes, or NULL.
    let key = unsafe { bytes(key, key_len) };
    // SAFETY: the caller promises a handle, or NULL.
    let flat = unsafe { flat.as_ref() };
    let (Some(key), Some(crushx_rendezvous(flat))) = (key, flat) else {
        return fail(-INVALID, &"crushx_rendezvous_place needs a handle and a key");
    };
    if len.is_null() || ids.is_null() && copies > 0 {
        return fail(-INVALID, &"crushx_rendezvous_place needs room for ids and their number");
    }
    let placed = match flat.place(key, copies) {
        Ok(placed) => placed,
        Err(error) => return fail(errno_of(&error), &error),
    };
    for (index, &id) in placed.nodes.iter().enumerate() {
        // SAFETY: not NULL, with room for `copies` ids, and no more were placed.
        let place = unsafe { ids.add(index) };
        // SAFETY: as above.
        unsafe { place.write(id) };
    }
    // SAFETY: not NULL, so the caller promises that it is writable.
    unsafe { len.write(placed.nodes.len()) };
    if !distinct.is_null() {
        // SAFETY: not NULL, so the caller promises that it is writable.
        unsafe { distinct.write(placed.distinct) };
    }
    0
}

/// Frees a handle; NULL is fine.
///
/// # Safety
/// `flat` is NULL or came from `crushx_rendezvous_new`, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_rendezvous_free(flat: *mut crushx_rendezvous) {
    if !flat.is_null() {
        // SAFETY: not NULL, so it came from `Box::into_raw`, and the caller gives it back.
        drop(unsafe { Box::from_raw(flat) });
    }
}

fn prepare(given: &[crushx_rendezvous_node], score: Score) -> Result<Flat, FlatError> {
    let node =
        |given: &crushx_rendezvous_node| Node { id: given.id, weight: given.weight, domain: given.domain };
    Flat::new(&Vec::try_collect(given.iter().map(node))?, score)
}

fn errno_of(error: &FlatError) -> c_int {
    match error {
        FlatError::DuplicateId(_) => libc::EEXIST,
        FlatError::NoMemory => libc::ENOMEM,
    }
}
