//! A list of words that has its memory inside.

use core::mem::MaybeUninit;

/// Words, none at first. Nothing is cleared when it is made.
pub(crate) struct Words {
    words: [MaybeUninit<u32>; Self::CAPACITY],
    len: usize,
}

impl Words {
    /// Words that fit.
    pub(crate) const CAPACITY: usize = 2048;

    /// No words.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { words: [const { MaybeUninit::uninit() }; Self::CAPACITY], len: 0 }
    }

    /// Replaces the words by the numbers below `len`, or as many of them as fit.
    #[inline]
    pub(crate) fn count_to(&mut self, len: usize) {
        self.len = len.min(Self::CAPACITY);
        for (place, number) in self.words[..self.len].iter_mut().zip(0..) {
            place.write(number);
        }
    }

    /// Swaps two words, if there are both.
    #[inline]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        if a < self.len && b < self.len {
            self.words.swap(a, b);
        }
    }

    /// Appends a word; a full list stays as it is.
    #[inline]
    pub(crate) fn push(&mut self, word: u32) {
        if let Some(place) = self.words.get_mut(self.len) {
            place.write(word);
            self.len += 1;
        }
    }

    /// The words.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u32] {
        // SAFETY: `count_to` or `push` wrote the words below `len`.
        unsafe { self.words[..self.len].assume_init_ref() }
    }
}
