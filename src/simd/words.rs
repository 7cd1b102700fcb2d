//! A few words that are made sixteen at a time.

use core::mem::MaybeUninit;

/// Words that are made together.
pub(crate) const BLOCK: usize = 16;
/// Blocks that fit.
const BLOCKS: usize = 4;

/// Words, none at first. Nothing is cleared when it is made.
pub(crate) struct Words {
    blocks: [MaybeUninit<[u32; BLOCK]>; BLOCKS],
    /// Blocks filled.
    count: usize,
}

impl Words {
    /// Words that fit.
    pub(crate) const CAPACITY: usize = BLOCKS * BLOCK;

    /// No words.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { blocks: [const { MaybeUninit::uninit() }; BLOCKS], count: 0 }
    }

    /// Number of words.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count * BLOCK
    }

    /// Takes all words out.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Appends a block; a full buffer stays as it is.
    #[inline]
    pub(crate) fn push(&mut self, block: [u32; BLOCK]) {
        if let Some(place) = self.blocks.get_mut(self.count) {
            place.write(block);
            self.count += 1;
        }
    }

    /// Word number `i`, or 0 where there is none.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> u32 {
        let block = self.blocks[..self.count].get(i / BLOCK);
        // SAFETY: `push` wrote the blocks below `count`.
        block.map_or(0, |block| unsafe { block.assume_init_ref() }[i % BLOCK])
    }
}
