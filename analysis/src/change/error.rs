//! Why a change cannot be made.

use crush::builder::BuildError;
use crush::map::{EditError, EncodeError, Name};

/// Why a change cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// A text that says no change.
    #[error("'{text}' says no change: write {form}")]
    Form {
        /// The text.
        text: String,
        /// What it should look like.
        form: &'static str,
    },
    /// Nothing has this name.
    #[error("the map has no {what} '{name}'")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A device that is there already.
    #[error("the map has a device '{0}' already: move it, or change its weight")]
    Exists(Name),
    /// The map refuses the edit.
    #[error("'{about}': {error}")]
    Edit {
        /// What was changed.
        about: String,
        /// Why not.
        error: EditError,
    },
    /// A crush map alone has no pools.
    #[error("a crush map has no pools: give an osdmap to change one")]
    NoPools,
    /// A step of a rule that cannot be read.
    #[error("'{step}' is no step: {why}")]
    Step {
        /// The step.
        step: String,
        /// What is wrong with it.
        why: String,
    },
    /// The changed map cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// Not enough memory.
    #[error(transparent)]
    Build(#[from] BuildError),
}
