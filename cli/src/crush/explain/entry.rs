//! What is told of a decision, with names: the form of `--json`.

use serde::Serialize;

/// One line of an explanation.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Entry {
    /// A step of the rule begins.
    Step { index: usize, text: String },
    /// An MSR block descends from its root once more.
    Descent { number: u32 },
    /// Choices are made below an item.
    Below { item: i32, name: String, step: usize },
    /// A try for a place begins; the first has number 1.
    Try { place: usize, number: u32, leaf: bool },
    /// A bucket chose.
    Chose {
        bucket: i32,
        name: String,
        r#type: String,
        algorithm: &'static str,
        items: usize,
        rank: i32,
        item: Option<i32>,
        item_name: Option<String>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        by_permutation: bool,
        /// The largest draws, the winner first.
        draws: Vec<DrawEntry>,
        leaf: bool,
    },
    /// A device is looked for below a bucket.
    LeafSearch { bucket: i32, name: String },
    /// What a try reached is taken, or not.
    Judged { item: Option<i32>, name: Option<String>, accepted: bool, reason: String, leaf: bool },
    /// No more tries.
    GaveUp { place: usize, tries: u32, leaf: bool },
    /// What a choose step leaves for the next.
    Selected { items: Vec<i32>, names: Vec<String> },
}

/// A draw of one item.
#[derive(Serialize)]
pub(crate) struct DrawEntry {
    pub(crate) item: i32,
    pub(crate) name: String,
    pub(crate) weight: f64,
    /// 0 to 65535.
    pub(crate) number: u32,
    /// Of equals, and of all, the largest wins; nothing for an item without weight.
    pub(crate) draw: Option<f64>,
}
