//! How often each function was called: in a file that is mapped into memory.
//!
//! The file consists of one record per function: 56 bytes of name, filled up with zeros, and the count as 64 bits. It is
//! up to date at any time, also when the process is killed, and forked processes add to the same counts.

use crate::failure::Failure;
use std::ffi::c_void;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::Path;

/// Bytes of a record's name.
const NAME: usize = 56;
/// Bytes of a record.
const RECORD: usize = NAME + 8;

/// The records in memory; never unmapped.
pub(crate) struct Counts {
    base: *mut u8,
    records: usize,
    /// The names of the records in use; a function that a process has twice has one record.
    names: Vec<String>,
}

impl Counts {
    /// Maps the file, which is made if it is not there; without a file the counts are for nobody.
    pub(crate) fn open(path: Option<&Path>, records: usize) -> Result<Self, Failure> {
        let file = path.map(|path| opened(path, records)).transpose()?;
        let (flags, fd) = match &file {
            Some(file) => (libc::MAP_SHARED, file.as_raw_fd()),
            None => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1),
        };
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping at an address of the system's choice; the file is as long.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), records * RECORD, access, flags, fd, 0) };
        if base == libc::MAP_FAILED {
            return Err(Failure::system("cannot map the counts"));
        }
        Ok(Self { base: base.cast::<c_void>().cast(), records, names: Vec::new() })
    }

    /// Address of the count of a function, whose name is written beside it.
    pub(crate) fn counter(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|other| other == name);
        let index = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        assert!(index < self.records && name.len() < NAME);
        // SAFETY: the record lies within the mapping.
        let record = unsafe { self.base.add(index * RECORD) };
        // SAFETY: the name fits into its part of the record, and nobody else refers to that memory.
        unsafe { std::ptr::copy_nonoverlapping(name.as_ptr(), record, name.len()) };
        record as usize + NAME
    }
}

fn opened(path: &Path, records: usize) -> Result<File, Failure> {
    let complain =
        |error: std::io::Error| Failure::new("CRUSH_PATCH_COUNTS", format!("{}: {error}", path.display()));
    let file =
        File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(complain)?;
    file.set_len((records * RECORD) as u64).map_err(complain)?;
    Ok(file)
}
