//! The foreseen choices, made for a block of inputs.
#![forbid(unsafe_code)]

use super::counts::Counts;
use super::outlook::{Course, Entry, From, LEVELS, Outlook};
use crate::fallible::Fallible;
use crate::placer::columns::{Below, ColumnNumber, Columns, NO_COLUMN};
use crate::simd::{Avx2, COLUMNS, ColumnWinner as Winner};
use std::collections::TryReserveError;

/// Requests that go through a column at once.
const LANES: usize = 4 * COLUMNS;
/// Stands for a choice that is not foreseen.
pub(super) const UNKNOWN: i32 = i32::MIN;

/// An entry that was made: where its answers are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) rank: i32,
    pub(super) position: i32,
    /// The bucket of all inputs, if `from` is beyond all rows.
    pub(super) root: i32,
    /// The row of the buckets otherwise, among what descents reached or among what entries chose.
    pub(super) from: usize,
    pub(super) reached: bool,
    /// The row of the items.
    pub(super) items: usize,
}

/// The answers for a block of inputs, and the memory to find them with.
#[derive(Debug, Default)]
pub(super) struct Foresight {
    /// Inputs of the block.
    len: usize,
    /// What each entry chose for each input, entry by entry.
    pub(super) items: Vec<i32>,
    /// What each descent reached for each input, descent by descent.
    pub(super) reached: Vec<i32>,
    /// The entries that were made for this block, in the order in which mapping asks.
    pub(super) made: Vec<Made>,
    /// The lowest and the highest rank of those.
    pub(super) ranks_made: (i32, i32),
    /// The column that each descent of a stage needs for each input on the level in hand.
    wanted: Vec<ColumnNumber>,
    /// Requests of each column.
    counts: Counts,
    /// The same for the level below, while that in hand is being made.
    spare: Counts,
    /// Requests sorted by column.
    order: Vec<Request>,
}

/// A descent of a stage, and an input.
#[derive(Clone, Copy, Debug, Default)]
struct Request {
    descent: u16,
    input: u16,
}

impl Foresight {
    /// Memory for blocks of up to `inputs` inputs.
    pub(super) fn new(outlook: &Outlook, columns: &Columns, inputs: usize) -> Result<Self, TryReserveError> {
        let widest = outlook.courses.iter().map(|course| course.descents).max().unwrap_or(0);
        let requests = widest * inputs;
        let mut foresight = Self {
            items: Vec::try_filled(outlook.entries.len() * inputs, UNKNOWN)?,
            reached: Vec::try_filled(outlook.descents * inputs, UNKNOWN)?,
            wanted: Vec::try_filled(requests, NO_COLUMN)?,
            order: Vec::try_filled(requests, Request::default())?,
            ..Self::default()
        };
        foresight.made.try_reserve_exact(outlook.entries.len())?;
        for counts in [&mut foresight.counts, &mut foresight.spare] {
            counts.of = Vec::try_filled(columns.len(), 0)?;
            counts.touched.try_reserve_exact(columns.len())?;
        }
        Ok(foresight)
    }

    /// Makes the choices for a block of inputs.
    pub(super) fn look(&mut self, avx2: Avx2, outlook: &Outlook, columns: &Columns, inputs: &[u32]) {
        self.len = inputs.len();
        self.made.clear();
        self.ranks_made = (i32::MAX, i32::MIN);
        for course in &outlook.courses {
            self.start(outlook, columns, course);
            for level in 0..LEVELS {
                if !self.counts.is_worthwhile() {
                    break;
                }
                let first = course.first + level * course.descents;
                self.remember(&outlook.entries[first..first + course.descents], first);
                self.sort(course);
                self.choose(avx2, outlook, columns, course, first, inputs);
            }
            self.counts.clear();
        }
    }

    /// Finds the column that each descent of a stage starts from.
    fn start(&mut self, outlook: &Outlook, columns: &Columns, course: &Course) {
        let reached = course.first_descent * self.len..(course.first_descent + course.descents) * self.len;
        self.reached[reached].fill(UNKNOWN);
        let entries = &outlook.entries[course.first..course.first + course.descents];
        for (entry, wanted) in entries.iter().zip(self.wanted.chunks_exact_mut(self.len)) {
            match entry.from {
                From::Root(root) => {
                    let column = columns.number(root, entry.position);
                    wanted.fill(column);
                    self.counts.add(column, self.len as u32);
                }
                From::Descent(above) | From::Entry(above) => {
                    let buckets = &self.reached[above as usize * self.len..][..self.len];
                    for (wanted, &item) in wanted.iter_mut().zip(buckets) {
                        *wanted = columns.number(item, entry.position);
                        self.counts.add(*wanted, 1);
                    }
                }
            }
        }
    }

    /// Lists the entries of a level for mapping.
    fn remember(&mut self, entries: &[Entry], first: usize) {
        for (i, entry) in entries.iter().enumerate() {
            let row = |number: u32| number as usize * self.len;
            let (root, from, reached) = match entry.from {
                From::Root(root) => (root, usize::MAX, false),
                From::Entry(above) => (0, row(above), false),
                From::Descent(above) => (0, row(above), true),
            };
            let Entry { rank, position, .. } = *entry;
            self.ranks_made = (self.ranks_made.0.min(rank), self.ranks_made.1.max(rank));
            self.made.push(Made { rank, position, root, from, reached, items: (first + i) * self.len });
        }
    }

    /// Puts the requests into the order of their columns. Afterwards a column's count is where its requests end.
    fn sort(&mut self, course: &Course) {
        let mut next = 0;
        for &column in &self.counts.touched {
            let count = &mut self.counts.of[column as usize];
            (*count, next) = (next, next + *count);
        }
        for (descent, wanted) in self.wanted.chunks_exact(self.len).enumerate().take(course.descents) {
            for (input, &column) in wanted.iter().enumerate() {
                let Some(place) = self.counts.of.get_mut(column as usize) else {
                    continue;
                };
                if let Some(request) = self.order.get_mut(*place as usize) {
                    *request = Request { descent: descent as u16, input: input as u16 };
                }
                *place += 1;
            }
        }
    }

    /// Makes the sorted choices of a level, whose entries begin with number `first`; notes where descents end, and finds
    /// the columns that the others need on the next level.
    fn choose(
        &mut self,
        avx2: Avx2,
        outlook: &Outlook,
        columns: &Columns,
        course: &Course,
        first: usize,
        inputs: &[u32],
    ) {
        let entries = &outlook.entries[first..first + course.descents];
        let requests = course.descents * self.len;
        let items = &mut self.items[first * self.len..][..requests];
        let reached = &mut self.reached[course.first_descent * self.len..][..requests];
        let wanted = &mut self.wanted[..requests];
        if self.counts.total < requests {
            items.fill(UNKNOWN);
        }
        let touched = core::mem::take(&mut self.counts.touched);
        let mut start = 0;
        let mut next = core::mem::take(&mut self.spare);
        for &number in &touched {
            let end = core::mem::take(&mut self.counts.of[number as usize]) as usize;
            let order = &self.order[start..end];
            start = end;
            let Some(column) = columns.get(number) else {
                for request in order {
                    let place = usize::from(request.descent) * self.len + usize::from(request.input);
                    (items[place], wanted[place]) = (UNKNOWN, NO_COLUMN);
                }
                continue;
            };
            for order in order.chunks(LANES) {
                let (mut xs, mut ranks) = ([0; LANES], [0; LANES]);
                for ((x, rank), request) in xs.iter_mut().zip(&mut ranks).zip(order) {
                    *x = inputs[usize::from(request.input)];
                    *rank = entries[usize::from(request.descent)].rank.cast_unsigned();
                }
                let lanes = order.len().next_multiple_of(COLUMNS);
                let mut winners = [Winner::default(); LANES];
                column.choose(avx2, &xs[..lanes], &ranks[..lanes], &mut winners[..lanes]);
                for (request, &winner) in order.iter().zip(&winners) {
                    let descent = usize::from(request.descent);
                    let place = descent * self.len + usize::from(request.input);
                    let item = column.item(winner).unwrap_or(UNKNOWN);
                    items[place] = item;
                    let below = if item >= 0 {
                        Below::Device
                    } else {
                        columns.below(item, entries[descent].position, course.kind)
                    };
                    wanted[place] = match below {
                        Below::Column(column) => {
                            next.add(column, 1);
                            column
                        }
                        Below::Device | Below::Ended => {
                            reached[place] = item;
                            NO_COLUMN
                        }
                        Below::Nothing => NO_COLUMN,
                    };
                }
            }
        }
        self.counts.touched = touched;
        self.counts.touched.clear();
        self.counts.total = 0;
        self.spare = core::mem::replace(&mut self.counts, next);
    }
}
