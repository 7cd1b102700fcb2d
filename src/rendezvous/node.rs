//! What keys are placed on, and how they are scored.
#![forbid(unsafe_code)]

/// A node of a flat cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its id, which no other node has. It decides what the node holds: a node that comes back under its id gets its keys
    /// back.
    pub id: u64,
    /// Its share of the keys, in any unit. A node with weight 0 or less gets none.
    pub weight: i64,
    /// What fails together with it: a rack, a site. Copies go to distinct domains first.
    pub domain: u64,
}

/// How a node scores a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Score {
    /// The logarithm of a hash over the weight: a node's share of keys is its share of weight.
    #[default]
    Exact,
    /// A hash times the weight: quick to write in any language, but heavy nodes get more than their share.
    Simple,
}
