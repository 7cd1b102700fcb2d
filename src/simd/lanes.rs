//! The buffer that pending choices are packed into: ids and ranks side by side, one choice after another.

use super::Avx2;
use crate::bucket::Drawn;
use core::mem::MaybeUninit;

/// Items that fit.
pub(crate) const LANES: usize = 512;
/// Choices that fit.
pub(crate) const CHOICES: usize = 16;
/// Lanes behind the last one, so that whole vectors can be read and written at any of them.
const PADDING: usize = 32;

/// One array of lanes.
type Row<T> = [MaybeUninit<T>; LANES + PADDING];

/// The memory of [`Lanes`]. Nothing is cleared when it is made, since that would cost more than a small choice; and it
/// stays where it is made, since moving it would too. Rows begin where cache lines do, so that vectors do not straddle two.
#[repr(C, align(64))]
pub(crate) struct Rows<'a> {
    /// The ids that are hashed.
    pub(super) ids: Row<u32>,
    /// The rank beside each.
    pub(super) ranks: Row<u32>,
    /// The draws: 0xffff less the low 16 bits of each hash.
    pub(super) draws: Row<u16>,
    pub(super) choices: [MaybeUninit<Packed<'a>>; CHOICES],
    pub(super) winners: [MaybeUninit<Winner>; CHOICES],
}

impl Rows<'_> {
    /// Memory of any content.
    #[inline]
    pub(crate) fn new() -> Self {
        Self {
            ids: [const { MaybeUninit::uninit() }; LANES + PADDING],
            ranks: [const { MaybeUninit::uninit() }; LANES + PADDING],
            draws: [const { MaybeUninit::uninit() }; LANES + PADDING],
            choices: [const { MaybeUninit::uninit() }; CHOICES],
            winners: [const { MaybeUninit::uninit() }; CHOICES],
        }
    }
}

/// A packed choice.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a> {
    /// What the caller knows it by.
    pub(super) tag: usize,
    pub(super) drawn: Drawn<'a>,
    pub(super) rank: u32,
}

/// Who won a choice.
#[derive(Clone, Copy)]
pub(crate) struct Winner {
    /// What the caller knows the choice by.
    pub(crate) tag: usize,
    /// The item.
    pub(crate) item: i32,
    /// Index of the item.
    pub(crate) index: usize,
    /// Its draw: 0xffff less the low 16 bits of the hash.
    pub(crate) inverted: u16,
}

impl Winner {
    /// The winner of a choice with the first of `draws`: item number `index`, which is not beyond the items.
    #[inline]
    pub(super) fn new(choice: &Packed<'_>, index: usize, draws: &[u16]) -> Self {
        let (item, inverted) = match (choice.drawn.items.get(index), draws.get(index)) {
            (Some(&item), Some(&inverted)) => (item, inverted),
            _ => (0, u16::MAX),
        };
        Self { tag: choice.tag, item, index, inverted }
    }
}

/// Packed choices.
pub(crate) struct Lanes<'a> {
    rows: &'a mut Rows<'a>,
    /// Lanes wanted.
    len: usize,
    /// Choices packed.
    count: usize,
    avx2: Avx2,
}

impl<'a> Lanes<'a> {
    /// Empty lanes.
    #[inline]
    pub(crate) fn new(rows: &'a mut Rows<'a>, avx2: Avx2) -> Self {
        Self { rows, len: 0, count: 0, avx2 }
    }

    /// The instructions in use.
    #[inline]
    pub(crate) fn avx2(&self) -> Avx2 {
        self.avx2
    }

    /// Packs a choice of rank `rank`, known as `tag`; false when there is no room.
    #[inline(always)]
    pub(crate) fn push(&mut self, tag: usize, drawn: Drawn<'a>, rank: u32) -> bool {
        let len = self.len + drawn.ids.len();
        match self.rows.choices.get_mut(self.count) {
            Some(choice) if len <= LANES => {
                choice.write(Packed { tag, drawn, rank });
                (self.len, self.count) = (len, self.count + 1);
                true
            }
            _ => false,
        }
    }

    /// Makes all packed choices for input `x`, tells `chosen` the winner of each, and empties the lanes.
    #[inline]
    pub(crate) fn choose(&mut self, x: u32, mut chosen: impl FnMut(&Winner)) {
        let count = self.count;
        if count == 0 {
            return;
        }
        (self.len, self.count) = (0, 0);
        // SAFETY: `push` wrote the choices below `count`.
        unsafe { self.avx2.solve(x, self.rows, count) };
        for winner in self.rows.winners.iter().take(count) {
            // SAFETY: `solve` wrote a winner for each.
            chosen(unsafe { winner.assume_init_ref() });
        }
    }
}
