//! The text form of a map (spec 05): a compiler and a decompiler.
//!
//! Compiling goes from bytes to one long line ([`lines`]), from there to statements ([`grammar`], [`syntax`]), and from
//! statements to a map ([`compile`]).
#![forbid(unsafe_code)]

mod compile;
mod decimal;
mod decompile;
mod grammar;
mod lines;
mod room;
mod syntax;

pub(super) use compile::compile;
pub use compile::{CompileError, CompileFault, CompileLog, Quiet};
pub(super) use decimal::{general, general_with};
pub(super) use decompile::decompile;
pub use decompile::{DecompileError, DecompileFault, TextForm, WeightForm};
