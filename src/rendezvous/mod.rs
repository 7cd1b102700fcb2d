//! Flat weighted placement for content-addressed stores: weighted rendezvous hashing (Thaler and Ravishankar, "Using
//! name-based mappings to increase hit rates", 1998; weights after Schindelhauer and Schomaker, "Weighted distributed hash
//! tables", 2005).
//!
//! Each node scores each key; the best nodes hold it, in distinct failure domains as long as there are enough. The answer
//! depends on neither the order of the nodes, the machine nor floating point: scores are integers and are compared
//! exactly. A node that comes or goes moves only what it wins or held.
//!
//! ```
//! use crush::rendezvous::{Flat, Node, Score};
//!
//! let nodes = [
//!     Node { id: 1, weight: 100, domain: 10 },
//!     Node { id: 2, weight: 100, domain: 10 },
//!     Node { id: 3, weight: 200, domain: 20 },
//! ];
//! let flat = Flat::new(&nodes, Score::Exact)?;
//! let placed = flat.place(b"a content hash", 2)?;
//! assert_eq!(placed.nodes.len(), 2);
//! assert!(placed.nodes.contains(&3)); // The only node of the second domain.
//! assert_eq!(placed.distinct, 2); // Both are in domains of their own.
//! # Ok::<(), crush::rendezvous::FlatError>(())
//! ```
#![forbid(unsafe_code)]

mod draw;
mod flat;
mod log2;
mod node;
mod rank;

pub use flat::{Flat, FlatError, Placed};
pub use node::{Node, Score};

#[cfg(test)]
mod tests;
