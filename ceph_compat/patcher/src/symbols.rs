//! The crush functions that a program or library exports, from its dynamic section in memory.

use crate::loader::Object;
use std::ffi::CStr;

/// A function to be replaced.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) address: usize,
    /// Bytes of its code.
    pub(crate) size: usize,
}

/// Kinds of entries of a dynamic section.
const DT_STRTAB: usize = 5;
const DT_SYMTAB: usize = 6;
const DT_GNU_HASH: usize = 0x6fff_fef5;
/// Kind of a symbol: function.
const STT_FUNC: u8 = 2;

/// Every function of the C interface that an object exports; none if it has no crush functions.
pub(crate) fn crush_functions(object: &Object) -> Vec<Function> {
    let [strings, symbols, hash] = [DT_STRTAB, DT_SYMTAB, DT_GNU_HASH].map(|kind| entry(object, kind));
    let (Some(strings), Some(symbols), Some(hash)) = (strings, symbols, hash) else { return Vec::new() };
    // SAFETY: the three tables of one object, which stays loaded.
    let count = unsafe { symbol_count(hash as *const u32) };
    // SAFETY: the hash table covers as many symbols.
    let symbols = unsafe { std::slice::from_raw_parts(symbols as *const libc::Elf64_Sym, count) };
    symbols.iter().filter_map(|symbol| function(object, strings, symbol)).collect()
}

/// The function that a symbol names, if it is one of the interface.
fn function(object: &Object, strings: usize, symbol: &libc::Elf64_Sym) -> Option<Function> {
    if symbol.st_shndx == 0 || symbol.st_info & 15 != STT_FUNC {
        return None;
    }
    // SAFETY: names are C strings in the string table.
    let name = unsafe { CStr::from_ptr((strings + symbol.st_name as usize) as *const _) }.to_str().ok()?;
    let wanted =
        name.starts_with("crush_") || ["set_legacy_crush_map", "set_optimal_crush_map"].contains(&name);
    wanted.then(|| Function {
        name: name.to_owned(),
        address: object.base + symbol.st_value as usize,
        size: symbol.st_size as usize,
    })
}

/// The address that the first entry of a kind has.
fn entry(object: &Object, kind: usize) -> Option<usize> {
    let mut at = object.dynamic;
    loop {
        // SAFETY: the section ends with an entry of kind 0, which ends the loop.
        let [this, value] = unsafe { *at };
        match this {
            0 => return None,
            // The dynamic linker has made addresses of the entries, unless they cannot be written.
            this if this == kind && value < object.base => return Some(object.base + value),
            this if this == kind => return Some(value),
            // SAFETY: not the last entry.
            _ => at = unsafe { at.add(1) },
        }
    }
}

/// The number of symbols: one more than the highest that the hash table leads to.
///
/// # Safety
/// `hash` is the GNU hash table of an object that is loaded.
unsafe fn symbol_count(hash: *const u32) -> usize {
    // SAFETY: the table begins with a header of four numbers.
    let [buckets, first, words] = unsafe { *hash.cast::<[u32; 3]>() }.map(|number| number as usize);
    // SAFETY: the header and the filter of `words` 64-bit words are followed by the buckets.
    let starts = unsafe { hash.add(4 + 2 * words) };
    // SAFETY: as above.
    let starts = unsafe { std::slice::from_raw_parts(starts, buckets) };
    // SAFETY: the buckets are followed by the chains, which begin with the first hashed symbol.
    let chains = unsafe { hash.add(4 + 2 * words + buckets) };
    let mut last = starts.iter().copied().max().map_or(0, |start| start as usize);
    if last < first {
        return first;
    }
    loop {
        // SAFETY: a chain ends with an odd number, and the last one has not been passed.
        let link = unsafe { chains.add(last - first) };
        last += 1;
        // SAFETY: as above.
        if unsafe { *link } & 1 == 1 {
            return last;
        }
    }
}
