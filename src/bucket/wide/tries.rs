//! The hashes of small lists and trees, for several consecutive ranks at once.
//!
//! They leave lanes empty, and are often chosen from again: the next replica, and the next try after a collision, take the
//! next rank.
#![forbid(unsafe_code)]

use super::WIDTH;

/// Hashes of consecutive ranks in one bucket.
pub(super) struct Tries {
    /// What tells the bucket from others: what its hashes are made of, besides the input and the rank.
    bucket: Key,
    /// The rank that the first hashes are for.
    first: u32,
    hashes: [u32; WIDTH],
}

/// Where the items are and how many there are, or the top of the tree and 0; and the id.
pub(super) type Key = (usize, usize, i32);

impl Tries {
    /// Nothing.
    #[inline]
    pub(super) fn new() -> Self {
        Self { bucket: (0, 0, 0), first: 0, hashes: [0; WIDTH] }
    }

    /// The hashes for rank `rank` in a bucket that takes so many `lanes` for each, at most [`WIDTH`]. `make` makes those of
    /// this rank, and behind them those of as many more as there is room for.
    #[inline]
    pub(super) fn of(
        &mut self,
        bucket: Key,
        lanes: usize,
        rank: u32,
        make: impl FnOnce() -> [u32; WIDTH],
    ) -> &[u32] {
        let lane = rank.wrapping_sub(self.first) as usize;
        let lane = if self.bucket == bucket && lane < WIDTH { lane * lanes } else { WIDTH };
        let first = if lane + lanes <= WIDTH {
            lane
        } else {
            (self.bucket, self.first, self.hashes) = (bucket, rank, make());
            0
        };
        self.hashes.get(first..first + lanes).unwrap_or(&[])
    }
}
