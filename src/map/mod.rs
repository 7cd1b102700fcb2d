//! The owned model: a map with its names, device classes and choose_args, and its file form (spec 04 and 06).
//!
//! The hierarchy, rules and tunables live in C memory ([`OwnedMap`](crate::builder::OwnedMap)), so that a decoded map
//! can be handed to C code as it is. Around it [`Map`] keeps what the C struct has no place for.
#![forbid(unsafe_code)]

mod build;
mod choose_args;
mod classes;
pub mod codec;
mod dump;
mod edit;
pub mod limits;
mod location;
mod mapper;
mod model;
mod names;
mod profile;
mod query;
mod reclassify;
mod release;
mod shadow;
mod step;
mod text;
mod upmap;

pub use build::Layer;
pub use choose_args::{BucketArgs, ChooseArgsMap, DEFAULT_CHOOSE_ARGS};
pub use classes::Classes;
pub use codec::{DecodeError, DecodeFault, EncodeError};
pub use dump::{DumpForm, JsonForm, TreeJson, TreeOptions, TreeRow};
pub use edit::{
    EditError, ErasureProfile, MultiDeviceRule, RuleMode, RuleType, SimpleRule, fixed_weight, float_weight,
};
pub use location::{Location, LocationError};
pub use mapper::MapMapper;
pub use model::Map;
pub use names::{Name, NameTable};
pub use profile::{Requirements, TunablesProfile, UnknownProfile};
pub use reclassify::{Reclassification, ReclassifyError};
pub use release::{MapFeature, Release, UnknownRelease};
pub use shadow::ShadowError;
pub use text::{
    CompileError, CompileFault, CompileLog, DecompileError, DecompileFault, Quiet, TextForm, WeightForm,
};
pub use upmap::{UpmapRule, UpmapRuleFault};
