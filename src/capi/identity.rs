//! Which library this is (`crushx.h`).

use crate::simd::Level;
use core::ffi::{CStr, c_char, c_int};

/// Number of this interface, that of Ceph up to 16; the library's soname ends in it.
#[cfg(feature = "abi-pacific")]
pub const CRUSHX_ABI: c_int = 1;
/// Number of this interface, that of Ceph 17 and 18; the library's soname ends in it.
#[cfg(feature = "abi-reef")]
pub const CRUSHX_ABI: c_int = 2;
/// Number of this interface, that of Ceph 19 and 20; the library's soname ends in it.
#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
pub const CRUSHX_ABI: c_int = 3;

/// The package version with the terminator that C needs.
const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a package version has no NUL in it"),
};

/// Returns the version of the library, such as "0.1.0".
///
/// The text is static: it is never freed and threads may share it.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the number of the interface that the library was built with, as `CRUSHX_ABI`.
///
/// `CRUSH_CHECK_ABI()` compares it with the number that the program was compiled against. Safe to call from any thread,
/// and the one call that is safe whatever the program was compiled against.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_abi() -> c_int {
    CRUSHX_ABI
}

/// Returns the name of the instructions in use: "scalar", "avx2" or "avx512".
///
/// They are the best that the processor has, or lower ones that the environment variable `CRUSHX_SIMD` names, by one of
/// these names, when the library first maps something or this is first called; any other value is ignored. The text is
/// static: it is never freed and threads may share it.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_simd_level() -> *const c_char {
    match Level::current() {
        Level::Scalar => c"scalar".as_ptr(),
        Level::Avx2 => c"avx2".as_ptr(),
        Level::Avx512 => c"avx512".as_ptr(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_package() {
        assert_eq!(VERSION.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
