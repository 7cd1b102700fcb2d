//! Replaces the crush functions inside a genuine Ceph program with those of another library, at run time.
//!
//! Preloaded into a program that has Ceph's crush functions: those of `libceph-common.so.2`, or its own as in `ceph-osd`.
//! They call each other directly, so interposing symbols does not reach them: instead a jump is written over the entry of
//! every exported one, before `main` runs and while there is one thread. A jump at the entry catches all calls, whoever
//! makes them.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `CRUSH_PATCH_LIBRARY` | the library that has the replacements, of the same C interface |
//! | `CRUSH_PATCH_COUNTS` | file for the counts of calls, see [`counts`]; it is added to |
//! | `CRUSH_PATCH_POISON` | also fill the old bodies with breakpoints: who enters one half-way is stopped |
//! | `CRUSH_PATCH_TRAP` | one function that gets no jump but a breakpoint: shows that breakpoints stop the program |
//!
//! What goes wrong ends the process with status 125, so that no program runs unpatched by mistake. A program without
//! crush functions, as children of a daemon may be, is left alone.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod code;
mod counts;
mod failure;
mod loader;
mod memory;
mod settings;
mod symbols;

use code::Stub;
use counts::Counts;
use failure::Failure;
use memory::Stubs;
use settings::Settings;
use symbols::Function;

/// Runs when the dynamic linker has loaded everything, before `main`.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    // Before our library is loaded, whose functions have the same names.
    let genuine: Vec<_> = loader::objects().iter().map(symbols::crush_functions).collect();
    if genuine.iter().any(|functions| !functions.is_empty())
        && let Err(failure) = patch(&genuine)
    {
        failure.end();
    }
}

/// Replaces the functions of all programs and libraries.
fn patch(genuine: &[Vec<Function>]) -> Result<(), Failure> {
    let settings = Settings::read()?;
    let ours = loader::Library::open(&settings.library)?;
    let mut counts = Counts::open(settings.counts.as_deref(), genuine.iter().map(Vec::len).sum())?;
    let mut trapped = false;
    for functions in genuine {
        let Some(first) = functions.first() else { continue };
        let mut stubs = Stubs::near(first.address, functions.len())?;
        for function in functions {
            if settings.trap.as_deref() == Some(function.name.as_str()) {
                trapped = true;
                memory::overwrite(function, &[code::BREAKPOINT], true)?;
                continue;
            }
            let stub = Stub { counter: counts.counter(&function.name), target: target(&ours, function)? };
            let at = stubs.add(&stub.code());
            memory::overwrite(function, &code::jump(function.address, at), settings.poison)?;
        }
        stubs.seal()?;
    }
    match settings.trap {
        Some(name) if !trapped => Err(Failure::new("CRUSH_PATCH_TRAP", format!("there is no {name}"))),
        _ => Ok(()),
    }
}

/// Our function of that name.
fn target(ours: &loader::Library, function: &Function) -> Result<usize, Failure> {
    match ours.address(&function.name) {
        Some(address) if address != function.address => Ok(address),
        _ => Err(Failure::new("the library lacks a function", function.name.clone())),
    }
}
