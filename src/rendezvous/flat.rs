//! A set of nodes, and the choice among them.
#![forbid(unsafe_code)]

use super::draw::Draw;
use super::rank::Bid;
use super::{Node, Score};
use crate::fallible::Fallible;
use std::collections::TryReserveError;

/// Why nothing can be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlatError {
    /// Two nodes have one id.
    #[error("node {0} is there twice: ids decide what a node holds, so each must be its own")]
    DuplicateId(u64),
    /// There is not enough memory.
    #[error("out of memory")]
    NoMemory,
}

impl From<TryReserveError> for FlatError {
    fn from(_: TryReserveError) -> Self {
        Self::NoMemory
    }
}

/// Nodes, ready to place keys. Threads may share it.
#[derive(Clone, Debug)]
pub struct Flat {
    /// Nodes with a weight, those of a domain together.
    nodes: Vec<Node>,
    score: Score,
}

/// Where a key is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Ids of the nodes: the best of each domain first, by rank, then, if there are too few domains, the best of the rest.
    pub nodes: Vec<u64>,
    /// How many of them, from the front, are in domains of their own.
    pub distinct: usize,
}

impl Flat {
    /// Prepares nodes, in any order. Those with weight 0 or less hold nothing.
    ///
    /// # Errors
    /// `DuplicateId`, `NoMemory`.
    pub fn new(nodes: &[Node], score: Score) -> Result<Self, FlatError> {
        let mut sorted = Vec::try_collect(nodes.iter().copied())?;
        sorted.sort_unstable_by_key(|node| node.id);
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(FlatError::DuplicateId(pair[0].id));
        }
        sorted.retain(|node| node.weight > 0);
        sorted.sort_unstable_by_key(|node| (node.domain, node.id));
        Ok(Self { nodes: sorted, score })
    }

    /// The nodes that hold a key, `copies` of them or all there are.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn place(&self, key: &[u8], copies: usize) -> Result<Placed, FlatError> {
        let mut draw = Draw::new(key)?;
        let (mut winners, mut others) = (Vec::new(), Vec::new());
        winners.try_reserve_exact(self.nodes.len())?;
        for domain in self.nodes.chunk_by(|a, b| a.domain == b.domain) {
            let mut bids = domain.iter().map(|node| self.score.bid(node, draw.hash(node.id)));
            winners.extend(bids.by_ref().min_by(|a, b| self.score.compare(a, b)));
        }
        let distinct = self.best(&mut winners, copies);
        if distinct < copies && distinct < self.nodes.len() {
            let mut taken = Vec::try_collect(winners.iter().map(|bid| bid.id))?;
            taken.sort_unstable();
            let left = self.nodes.iter().filter(|node| taken.binary_search(&node.id).is_err());
            others.try_reserve_exact(self.nodes.len() - distinct)?;
            others.extend(left.map(|node| self.score.bid(node, draw.hash(node.id))));
            self.best(&mut others, copies - distinct);
        }
        let nodes = Vec::try_collect(winners.iter().chain(&others).map(|bid| bid.id))?;
        Ok(Placed { nodes, distinct })
    }

    /// Keeps the best bids, in order; their number.
    fn best(&self, bids: &mut Vec<Bid>, number: usize) -> usize {
        let compare = |a: &Bid, b: &Bid| self.score.compare(a, b);
        if number < bids.len() {
            bids.select_nth_unstable_by(number, compare);
            bids.truncate(number);
        }
        bids.sort_unstable_by(compare);
        bids.len()
    }
}
