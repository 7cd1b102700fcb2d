//! The dynamic linker: what is loaded, and loading our library.

use crate::failure::Failure;
use std::ffi::{CStr, CString, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A program or library in this process.
pub(crate) struct Object {
    /// What addresses in the file are relative to.
    pub(crate) base: usize,
    /// Its dynamic section, which ends with an entry of kind 0.
    pub(crate) dynamic: *const [usize; 2],
}

/// The program and all libraries that are loaded with it.
pub(crate) fn objects() -> Vec<Object> {
    let mut found: Vec<Object> = Vec::new();
    // SAFETY: the callback has the type that is asked for, and `found` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut found).cast()) };
    found
}

unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: usize, found: *mut c_void) -> c_int {
    // SAFETY: the dynamic linker passes a valid description.
    let info = unsafe { &*info };
    // SAFETY: the linker says how many program headers there are.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    let base = info.dlpi_addr as usize;
    if let Some(dynamic) = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC) {
        let dynamic = (base + dynamic.p_vaddr as usize) as *const [usize; 2];
        // SAFETY: `objects` passes a vector of exactly this, which nobody else uses meanwhile.
        unsafe { &mut *found.cast::<Vec<Object>>() }.push(Object { base, dynamic });
    }
    0
}

/// The library with the replacements; never closed.
pub(crate) struct Library(*mut c_void);

impl Library {
    /// Loads it where no other library sees its names.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let name = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| Failure::new("CRUSH_PATCH_LIBRARY", "holds a zero byte"))?;
        // SAFETY: loading runs the constructors of the library that the user named.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return Err(Failure::new("CRUSH_PATCH_LIBRARY", said()));
        }
        Ok(Self(handle))
    }

    /// Address of an exported function.
    pub(crate) fn address(&self, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is open, the name a C string.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!address.is_null()).then_some(address as usize)
    }
}

/// The dynamic linker's last complaint.
fn said() -> String {
    // SAFETY: there is one thread, so that the text stays until the next call.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "cannot be loaded".to_owned();
    }
    // SAFETY: a C string, if it is there.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
