//! Libraries opened at run time, and maps that live in them: the only place of this program with unsafe code.
//!
//! The functions here are safe to call as long as both libraries keep their promises; a library that does not is what
//! this program is there to find.

mod args_block;
mod caller;
mod choose_args;
mod clock;
mod compare;
mod counted;
mod edit;
mod function;
mod hashing;
mod ledger;
mod map;
mod placer;
mod read;
mod transplant;
mod workspace;

pub(crate) use caller::Caller;
pub(crate) use choose_args::NativeArgs;
pub(crate) use clock::thread_nanoseconds;
pub(crate) use compare::{Undefined, difference};
pub(crate) use counted::{COUNTED, Counted, ceph_compat_counted};
pub(crate) use edit::Overview;
pub(crate) use function::Function;
pub(crate) use ledger::Ledger;
pub(crate) use map::NativeMap;
pub(crate) use placer::NativePlacer;
pub(crate) use workspace::Workspace;

use crate::bindings::{msr, pacific};
use crate::profile::Profile;
use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::path::Path;

/// Calls a C function and counts the call; to be used in an unsafe block.
macro_rules! call {
    ($library:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let library: &$crate::library::Library = $library;
        library.count($crate::library::Function::$name);
        let _inside = $crate::library::ledger::inside();
        library.functions.$name($($argument),*)
    }};
}
pub(crate) use call;

/// Why a library could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// The loader refused it.
    #[error("cannot open {0}: {1}")]
    Loader(String, libloading::Error),
    /// It has no `crush_create`.
    #[error("{0} is no crush library: it does not export crush_create")]
    Foreign(String),
}

/// One implementation of the C interface.
pub(crate) struct Library {
    functions: msr::Functions,
    /// The same library as the oldest generation declares it, for what differs there.
    pacific: pacific::Functions,
    profile: Profile,
    simd_level: Option<String>,
    placer: Option<placer::Functions>,
    calls: Vec<Cell<u64>>,
}

impl Library {
    /// Opens a library with local scope, so that its names bind to nothing else in the process.
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        let name = path.display().to_string();
        let (mut level, mut placer) = (None, None);
        let mut open = || {
            // SAFETY: crush libraries have no initialisers that need anything of the program.
            unsafe { Library::open(Some(path), RTLD_LOCAL | RTLD_NOW) }
                .map(libloading::Library::from)
                .inspect(|library| {
                    (level, placer) = (simd_level(library), placer::Functions::of(library));
                })
                .map_err(|error| OpenError::Loader(name.clone(), error))
        };
        // SAFETY: symbols are looked up by name; their types are those of the header for all generations.
        let functions = unsafe { msr::Functions::from_library(open()?) }
            .map_err(|error| OpenError::Loader(name.clone(), error))?;
        // SAFETY: as above, for the functions that the oldest generation declares otherwise.
        let pacific = unsafe { pacific::Functions::from_library(open()?) }
            .map_err(|error| OpenError::Loader(name.clone(), error))?;
        if functions.crush_create.is_err() {
            return Err(OpenError::Foreign(name));
        }
        let profile = match (&pacific.crush_find_rule, &functions.crush_work_size) {
            (Ok(_), _) => Profile::Pacific,
            (_, Ok(_)) => Profile::Msr,
            _ => Profile::Reef,
        };
        let calls = vec![Cell::new(0); Function::ALL.len()];
        Ok(Self { functions, pacific, profile, simd_level: level, placer, calls })
    }

    /// The generation of the interface that the library has.
    pub(crate) fn profile(&self) -> Profile {
        self.profile
    }

    /// It may be given input that upstream does not survive: it is ours.
    pub(crate) fn survives_hostile(&self) -> bool {
        self.simd_level.is_some()
    }

    /// What `crushx_simd_level` says; genuine libraries have no such function.
    pub(crate) fn simd_level(&self) -> Option<&str> {
        self.simd_level.as_deref()
    }

    fn count(&self, function: Function) {
        let calls = &self.calls[function as usize];
        calls.set(calls.get() + 1);
    }

    /// How often each function was called, in the order of [`Function::ALL`].
    pub(crate) fn calls(&self) -> Vec<u64> {
        self.calls.iter().map(Cell::get).collect()
    }
}

/// The answer of one of our extensions, if the library has them.
fn simd_level(library: &libloading::Library) -> Option<String> {
    // SAFETY: the type is that of the header.
    let level =
        unsafe { library.get::<unsafe extern "C" fn() -> *const c_char>(b"crushx_simd_level\0") }.ok()?;
    // SAFETY: takes nothing.
    let level = unsafe { level() };
    // SAFETY: the library returns a string that stays.
    let level = unsafe { CStr::from_ptr(level) };
    Some(level.to_string_lossy().into_owned())
}
