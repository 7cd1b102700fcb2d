//! Libraries opened at run time, and maps that live in them: the only place of this program with unsafe code.
//!
//! The functions here are safe to call as long as both libraries keep their promises; a library that does not is what
//! this program is there to find.

mod args_block;
mod choose_args;
mod compare;
mod edit;
mod function;
mod hashing;
mod map;
mod read;
mod workspace;

pub(crate) use choose_args::NativeArgs;
pub(crate) use compare::{Undefined, difference};
pub(crate) use edit::Overview;
pub(crate) use function::Function;
pub(crate) use map::NativeMap;
pub(crate) use workspace::Workspace;

use crate::bindings::{msr, pacific};
use crate::profile::Profile;
use std::cell::Cell;
use std::path::Path;

/// Calls a C function and counts the call; to be used in an unsafe block.
macro_rules! call {
    ($library:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let library: &$crate::library::Library = $library;
        library.count($crate::library::Function::$name);
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
    survives_hostile: bool,
    calls: Vec<Cell<u64>>,
}

impl Library {
    /// Opens a library with local scope, so that its names bind to nothing else in the process.
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        let name = path.display().to_string();
        let mut survives_hostile = false;
        let mut open = || {
            // SAFETY: crush libraries have no initialisers that need anything of the program.
            unsafe { Library::open(Some(path), RTLD_LOCAL | RTLD_NOW) }
                .map(libloading::Library::from)
                .inspect(|library| survives_hostile = is_ours(library))
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
        Ok(Self { functions, pacific, profile, survives_hostile, calls })
    }

    /// The generation of the interface that the library has.
    pub(crate) fn profile(&self) -> Profile {
        self.profile
    }

    /// It may be given input that upstream does not survive: it is ours.
    pub(crate) fn survives_hostile(&self) -> bool {
        self.survives_hostile
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

/// Whether a library has our extensions, which no genuine one has.
fn is_ours(library: &libloading::Library) -> bool {
    // SAFETY: the symbol is looked up and never called.
    unsafe { library.get::<unsafe extern "C" fn()>(b"crushx_version\0") }.is_ok()
}
