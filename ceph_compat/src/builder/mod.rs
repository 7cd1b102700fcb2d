//! Random sequences of builder operations (spec 03): after each, both libraries' maps are the same, field by field.
#![forbid(unsafe_code)]

mod allowed;
mod generate;
mod operation;
mod sequence;

pub(crate) use operation::{Operation, Verb};
pub(crate) use sequence::{Manner, generated, minimal, run};
