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
/// stays where it is made, since moving it would too.
pub(crate) struct Rows<'a> {
    ids: Row<u32>,
    ranks: Row<u32>,
    draws: Row<u16>,
    choices: [MaybeUninit<Packed<'a>>; CHOICES],
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
        }
    }
}

/// A packed choice and what the caller knows it by.
type Packed<'a> = (usize, Drawn<'a>);

/// Packed choices.
pub(crate) struct Lanes<'a> {
    rows: &'a mut Rows<'a>,
    /// Lanes filled.
    len: usize,
    /// Choices filled.
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

    /// Whether a choice among `items` items fits as well.
    #[inline]
    pub(crate) fn have_room(&self, items: usize) -> bool {
        self.count < CHOICES && items <= LANES - self.len
    }

    /// Packs a choice of rank `rank`, known as `tag`. There must be room.
    #[inline]
    pub(crate) fn push(&mut self, tag: usize, choice: Drawn<'a>, rank: u32) {
        let ids = choice.ids;
        assert!(self.have_room(ids.len()), "the caller makes room");
        self.avx2.append(ids, rank, &mut self.rows.ids[self.len..], &mut self.rows.ranks[self.len..]);
        self.rows.choices[self.count].write((tag, choice));
        self.len += ids.len();
        self.count += 1;
    }

    /// Makes all packed choices for input `x`, tells `chosen` the index of each winner and its draw, and empties the lanes.
    ///
    /// A draw is 0xffff less the low 16 bits of the hash.
    #[inline]
    pub(crate) fn choose(&mut self, x: u32, mut chosen: impl FnMut(usize, &Drawn<'a>, usize, u16)) {
        let end = self.len.next_multiple_of(16);
        let rows = &mut *self.rows;
        self.avx2.pad(&mut rows.ids[self.len..], &mut rows.ranks[self.len..]);
        // SAFETY: `push` wrote the lanes below `len`, and `pad` the sixteen from there on.
        let ids = unsafe { assume_init(&rows.ids[..end]) };
        // SAFETY: as for the ids.
        let ranks = unsafe { assume_init(&rows.ranks[..end]) };
        self.avx2.draws(x, ids, ranks, &mut rows.draws[..end + 16]);
        // SAFETY: the kernel wrote a draw for each lane, and clears the sixteen behind them.
        let draws = unsafe { assume_init(&rows.draws[..end + 16]) };
        let mut start = 0;
        for choice in &rows.choices[..self.count] {
            // SAFETY: `push` wrote the choices below `count`.
            let (tag, choice) = unsafe { choice.assume_init_ref() };
            let len = choice.items.len();
            let own = &draws[start..start + len.next_multiple_of(16)];
            let winner = if choice.straws {
                self.avx2.best_straw(own, choice.weights)
            } else {
                self.avx2.best_weighted(own, choice.weights)
            };
            chosen(*tag, choice, winner, own.get(winner).copied().unwrap_or(u16::MAX));
            start += len;
        }
        (self.len, self.count) = (0, 0);
    }
}

/// Lanes that are written.
///
/// # Safety
/// All of them are.
unsafe fn assume_init<T>(lanes: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: as the caller promises.
    unsafe { lanes.assume_init_ref() }
}
