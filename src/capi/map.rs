//! Map files, binary and text, for C programs (`crushx.h`).

use super::arguments;
use super::errno::INVALID;
use super::handle;
use super::last_error::fail;
use crate::abi::{crush_choose_arg, crush_map};
use crate::builder::alloc;
use crate::map::{
    CompileError, CompileFault, DecodeError, DecodeFault, EncodeError, Map, Name, NameTable, Release,
    TextForm,
};
use crate::view::ChooseArgTable;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::fmt::Display;
use std::collections::{BTreeMap, TryReserveError};

/// Bytes of memory for each byte of a file that entries of collections take at most: one of nine bytes, a name of one letter,
/// takes two nodes' shares and a block of its own, some 200.
const ENTRY_BYTES: usize = 24;

/// A map with everything that its file holds: names, device classes and choose_args besides the `struct crush_map`. It does
/// not change, so threads may share it.
#[expect(non_camel_case_types, reason = "the name that C programs use")]
pub struct crushx_map {
    map: Map,
    /// The C form of the choose_args.
    choose_args: BTreeMap<i64, ChooseArgTable>,
}

/// Reads the map file of `len` bytes at `bytes`, of any release up to Tentacle, and stores the map at `*map`.
///
/// Returns 0; -EINVAL for NULL or bytes that are no map, with offset and field in `crushx_last_error`; -ENOMEM.
///
/// # Safety
/// `bytes` is NULL or points to `len` bytes; `map` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_decode(
    bytes: *const c_void,
    len: usize,
    map: *mut *mut crushx_map,
) -> c_int {
    // SAFETY: the caller promises so many bytes.
    let Some(bytes) = (unsafe { arguments::bytes(bytes.cast(), len) }).filter(|_| !map.is_null()) else {
        return fail(-INVALID, &"crushx_map_decode needs bytes and a place for the map");
    };
    // Entries of names, classes and choose_args live in collections of the standard library, which do not ask.
    if alloc::headroom(ENTRY_BYTES.saturating_mul(bytes.len())).is_err() {
        return fail(libc::ENOMEM, &"out of memory");
    }
    match Map::decode(bytes) {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Ok(decoded) => unsafe { give_map(decoded, map) },
        Err(error) => fail(errno_of_decoding(&error), &error),
    }
}

/// Compiles the text map of `len` bytes at `text` and stores the map at `*map`.
///
/// Returns 0; -EINVAL for NULL or a text that is no map, with line and column in `crushx_last_error`; -ENOMEM.
///
/// # Safety
/// `text` is NULL or points to `len` bytes; `map` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_compile(
    text: *const c_char,
    len: usize,
    map: *mut *mut crushx_map,
) -> c_int {
    // SAFETY: the caller promises so many bytes.
    let Some(text) = (unsafe { arguments::bytes(text, len) }).filter(|_| !map.is_null()) else {
        return fail(-INVALID, &"crushx_map_compile needs a text and a place for the map");
    };
    match Map::compile(text) {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Ok(compiled) => unsafe { give_map(compiled, map) },
        Err(error) => fail(errno_of_compiling(&error), &error),
    }
}

/// Stores the map's file for readers of a release at `*bytes`, and its length at `*len`; to be freed with `crushx_free`.
/// `release` is a name like "reef", or NULL for the newest, "tentacle".
///
/// Returns 0; -EINVAL for NULL or an unknown release; -EOPNOTSUPP if the map holds something that the release does not
/// understand; -EFBIG for what no file can hold; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `release` is NULL or a text that ends in NUL; `bytes` and `len` are NULL or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_encode(
    map: *const crushx_map,
    release: *const c_char,
    bytes: *mut *mut u8,
    len: *mut usize,
) -> c_int {
    // SAFETY: the caller promises a map.
    let Some(map) = (unsafe { map.as_ref() }).filter(|_| !bytes.is_null() && !len.is_null()) else {
        return fail(-INVALID, &"crushx_map_encode needs a map and places for bytes and length");
    };
    // SAFETY: the caller promises a text.
    let release = match unsafe { release_named(release) } {
        Ok(release) => release,
        Err(status) => return status,
    };
    match map.map.encode(release) {
        // SAFETY: not NULL, so the caller promises that they are writable.
        Ok(encoded) => unsafe { give_buffer(&encoded, bytes, len) },
        Err(error) => fail(errno_of_encoding(&error), &error),
    }
}

/// Stores the map as text at `*text`, as `crushtool -d` of Tentacle writes it, and its length at `*len`; to be freed with
/// `crushx_free`. A NUL that is not counted stands behind it. `len` may be NULL.
///
/// Returns 0; -EINVAL for NULL or a map that no text can describe; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `text` and `len` are NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_decompile(
    map: *const crushx_map,
    text: *mut *mut c_char,
    len: *mut usize,
) -> c_int {
    // SAFETY: the caller promises a map.
    let Some(map) = (unsafe { map.as_ref() }).filter(|_| !text.is_null()) else {
        return fail(-INVALID, &"crushx_map_decompile needs a map and a place for the text");
    };
    match map.map.decompile(TextForm::default()) {
        // SAFETY: the text is not NULL; both are writable where they are not, as the caller promises.
        Ok(written) => unsafe { give_buffer(&written, text.cast(), len) },
        Err(error) => fail(libc::EINVAL, &error),
    }
}

/// Frees a map; NULL is fine. What `crushx_map_raw` and `crushx_map_choose_args` returned goes with it.
///
/// # Safety
/// `map` is NULL or came from this library, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_free(map: *mut crushx_map) {
    if !map.is_null() {
        // SAFETY: not NULL, so it came from `Box::into_raw`, and the caller gives it back.
        drop(unsafe { Box::from_raw(map) });
    }
}

/// Returns the `struct crush_map` inside, for functions that only read it, such as `crush_do_rule`; NULL for NULL. It belongs
/// to `map` and is valid as long.
///
/// # Safety
/// `map` is NULL or came from this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_raw(map: *const crushx_map) -> *const crush_map {
    // SAFETY: the caller promises a map.
    unsafe { map.as_ref() }.map_or(core::ptr::null(), |map| map.map.crush().as_ptr().cast_const())
}

/// Returns the replacements that serve a pool, as `crush_do_rule` takes them: those with the pool's id, else those with -1;
/// NULL if there are none, and for NULL. There are `max_buckets` of them, they belong to `map` and are valid as long.
///
/// # Safety
/// `map` is NULL or came from this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_choose_args(
    map: *const crushx_map,
    pool_id: i64,
) -> *const crush_choose_arg {
    // SAFETY: the caller promises a map.
    let tables = unsafe { map.as_ref() }.map(|map| &map.choose_args);
    let of_pool = |tables: &BTreeMap<i64, ChooseArgTable>| {
        tables
            .get(&pool_id)
            .or_else(|| tables.get(&crate::map::DEFAULT_CHOOSE_ARGS))
            .map(ChooseArgTable::as_ptr)
    };
    tables.and_then(of_pool).unwrap_or(core::ptr::null())
}

/// Stores the id of the device or bucket with a name at `*id`.
///
/// Returns 0; -ENOENT if there is none; -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_item_id(
    map: *const crushx_map,
    name: *const c_char,
    id: *mut i32,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_id(map, Map::names, name, id, "item") }
}

/// Stores the name of a device or bucket at `*name`; to be freed with `crushx_free`.
///
/// Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_item_name(
    map: *const crushx_map,
    id: i32,
    name: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_name(map, Map::names, id, name, "item") }
}

/// Stores the number of the type with a name at `*id`; 0 is that of devices.
///
/// Returns 0; -ENOENT if there is none; -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_type_id(
    map: *const crushx_map,
    name: *const c_char,
    id: *mut i32,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_id(map, Map::types, name, id, "type") }
}

/// Stores the name of a type at `*name`; to be freed with `crushx_free`.
///
/// Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_type_name(
    map: *const crushx_map,
    id: i32,
    name: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_name(map, Map::types, id, name, "type") }
}

/// Stores the number of the device class with a name at `*id`.
///
/// Returns 0; -ENOENT if there is none; -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_class_id(
    map: *const crushx_map,
    name: *const c_char,
    id: *mut i32,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_id(map, |map| &map.classes().names, name, id, "class") }
}

/// Stores the name of a device class at `*name`; to be freed with `crushx_free`.
///
/// Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_class_name(
    map: *const crushx_map,
    id: i32,
    name: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_name(map, |map| &map.classes().names, id, name, "class") }
}

/// Stores the number of the class of a device, or of a shadow bucket, at `*class_id`.
///
/// Returns 0; -ENOENT if the item has no class; -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or came from this library; `class_id` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_item_class(
    map: *const crushx_map,
    item: i32,
    class_id: *mut i32,
) -> c_int {
    // SAFETY: the caller promises a map.
    let Some(map) = (unsafe { map.as_ref() }).filter(|_| !class_id.is_null()) else {
        return fail(-INVALID, &"crushx_map_item_class needs a map and a place for the class");
    };
    let Some(class) = map.map.classes().of(item) else {
        return fail(libc::ENOENT, &format_args!("item {item} has no class"));
    };
    // SAFETY: not NULL, so the caller promises that it is writable.
    unsafe { class_id.write(class) };
    0
}

/// Stores the number of the rule with a name at `*ruleno`, as `crush_do_rule` takes it.
///
/// Returns 0; -ENOENT if there is none; -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `ruleno` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_rule_id(
    map: *const crushx_map,
    name: *const c_char,
    ruleno: *mut i32,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_id(map, Map::rule_names, name, ruleno, "rule") }
}

/// Stores the name of a rule at `*name`; to be freed with `crushx_free`.
///
/// Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
///
/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_map_rule_name(
    map: *const crushx_map,
    ruleno: i32,
    name: *mut *mut c_char,
) -> c_int {
    // SAFETY: the caller's promises are this function's.
    unsafe { give_name(map, Map::rule_names, ruleno, name, "rule") }
}

/// Gives a map away; the C form of its choose_args is made now, so that it need not change later.
///
/// # Safety
/// `place` is writable.
unsafe fn give_map(map: Map, place: *mut *mut crushx_map) -> c_int {
    let slots = map.max_buckets();
    let tables: Result<BTreeMap<_, _>, TryReserveError> =
        map.choose_args().iter().map(|(&index, args)| Ok((index, args.table(slots)?))).collect();
    match tables {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Ok(choose_args) => unsafe { handle::give(crushx_map { map, choose_args }, place) },
        Err(error) => fail(libc::ENOMEM, &error),
    }
}

/// Gives a copy of some bytes away, with a NUL behind it.
///
/// # Safety
/// `place` is writable, and `len` is NULL or writable.
unsafe fn give_buffer(bytes: &[u8], place: *mut *mut u8, len: *mut usize) -> c_int {
    let Ok(block) = alloc::zeroed(bytes.len().saturating_add(1)) else {
        return fail(libc::ENOMEM, &"out of memory");
    };
    // SAFETY: the block was made for one byte more than there are, and is nobody else's.
    unsafe { block.as_ptr().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: the caller promises that it is writable.
    unsafe { place.write(block.as_ptr()) };
    if !len.is_null() {
        // SAFETY: not NULL, so the caller promises that it is writable.
        unsafe { len.write(bytes.len()) };
    }
    0
}

/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
unsafe fn give_id(
    map: *const crushx_map,
    table: impl Fn(&Map) -> &NameTable,
    name: *const c_char,
    id: *mut i32,
    what: &str,
) -> c_int {
    // SAFETY: the caller promises a map.
    let map = unsafe { map.as_ref() };
    let Some(map) = map.filter(|_| !name.is_null() && !id.is_null()) else {
        return missing(what);
    };
    // SAFETY: not NULL, so the caller promises a text that ends in NUL.
    let name = unsafe { CStr::from_ptr(name) }.to_bytes();
    let Some(found) = table(&map.map).id(name) else {
        return fail(libc::ENOENT, &format_args!("no {what} is named '{}'", Name::from(name)));
    };
    // SAFETY: not NULL, so the caller promises that it is writable.
    unsafe { id.write(found) };
    0
}

/// # Safety
/// `map` is NULL or came from this library; `name` is NULL or writable.
unsafe fn give_name(
    map: *const crushx_map,
    table: impl Fn(&Map) -> &NameTable,
    id: i32,
    name: *mut *mut c_char,
    what: &str,
) -> c_int {
    // SAFETY: the caller promises a map.
    let Some(map) = (unsafe { map.as_ref() }).filter(|_| !name.is_null()) else {
        return missing(what);
    };
    match table(&map.map).name(id) {
        // SAFETY: not NULL, so the caller promises that it is writable.
        Some(found) => unsafe { give_buffer(found.as_bytes(), name.cast(), core::ptr::null_mut()) },
        None => fail(libc::ENOENT, &format_args!("{what} {id} has no name")),
    }
}

fn missing(what: &str) -> c_int {
    fail(-INVALID, &format_args!("looking up a {what} needs a map, and places for name and number"))
}

/// The release of a name; the newest for NULL.
///
/// # Safety
/// `name` is NULL or a text that ends in NUL.
unsafe fn release_named(name: *const c_char) -> Result<Release, c_int> {
    if name.is_null() {
        return Ok(Release::default());
    }
    // SAFETY: not NULL, so the caller promises a text that ends in NUL.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let failure = |error: &dyn Display| fail(-INVALID, error);
    name.parse::<Release>().map_err(|error| failure(&error))
}

fn errno_of_decoding(error: &DecodeError) -> c_int {
    if error.fault == DecodeFault::NoMemory { libc::ENOMEM } else { libc::EINVAL }
}

fn errno_of_compiling(error: &CompileError) -> c_int {
    if matches!(error.fault, CompileFault::NoMemory) { libc::ENOMEM } else { libc::EINVAL }
}

fn errno_of_encoding(error: &EncodeError) -> c_int {
    match error {
        EncodeError::Unsupported { .. } => libc::EOPNOTSUPP,
        EncodeError::NoMemory => libc::ENOMEM,
        _ => libc::EFBIG,
    }
}
