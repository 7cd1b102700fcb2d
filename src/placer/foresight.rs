//! Choices of many inputs made together, before mapping asks for them.
//!
//! The descents of a forecast are made stage by stage and level by level for all inputs of a block. On each level the inputs
//! are sorted by the bucket that they have reached, so that those in one bucket fill whole vectors. The mapper then runs
//! over each input by itself and finds the answers there.
#![forbid(unsafe_code)]

use super::PlacerError;
use super::columns::{Below, ColumnNumber, Columns, NO_COLUMN};
use super::flat::FlatMap;
use crate::bucket::{Bucket, ChooseArg, Drawn};
use crate::mapper::{Forecast, Rule, Topology, Tunables, forecast};
use crate::simd::{Avx2, COLUMNS, ColumnWinner as Winner};
use core::cell::Cell;
use std::collections::TryReserveError;

/// Requests of a stage that are served together: enough to fill the vectors of hundreds of buckets, and few enough to stay
/// in the cache.
const REQUESTS: usize = 1 << 15;
/// Inputs of a block at most and at least.
const MOST_INPUTS: usize = 1 << 13;
/// Inputs from which on a batch is worth its preparation.
const FEW: usize = 48;
/// Requests that go through a column at once.
const LANES: usize = 4 * COLUMNS;
/// Requests for each bucket from which on lanes pay.
const WORTHWHILE: usize = 12;
/// Levels of a descent that are foreseen.
const LEVELS: usize = 6;
/// Stands for a choice that is not foreseen.
const UNKNOWN: i32 = i32::MIN;

/// Where an entry's bucket is found.
#[derive(Clone, Copy, Debug)]
enum From {
    /// The bucket that the rule takes.
    Root(i32),
    /// What an entry chose.
    Entry(u32),
    /// What a descent reached.
    Descent(u32),
}

/// A choice that is foreseen for each input.
#[derive(Clone, Copy, Debug)]
struct Entry {
    rank: i32,
    position: i32,
    from: From,
}

/// An entry that was made: where its answers are.
#[derive(Clone, Copy, Debug)]
struct Made {
    rank: i32,
    position: i32,
    /// The bucket of all inputs, if `from` is beyond all rows.
    root: i32,
    /// The row of the buckets otherwise, among what descents reached or among what entries chose.
    from: usize,
    reached: bool,
    /// The row of the items.
    items: usize,
}

/// A stage of descents.
#[derive(Debug)]
struct Course {
    kind: i32,
    /// Its first entry: as many for each level as there are descents.
    first: usize,
    /// Its first descent.
    first_descent: usize,
    descents: usize,
}

/// What is foreseen, whatever the input.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    entries: Vec<Entry>,
    courses: Vec<Course>,
    descents: usize,
    /// Inputs of a block.
    block: usize,
}

impl Outlook {
    /// What the forecasts of a rule come to.
    pub(super) fn new(forecasts: &[Forecast]) -> Self {
        let mut outlook = Self::default();
        for forecast in forecasts {
            let mut above = 0;
            for (number, stage) in forecast.stages.iter().enumerate() {
                let course = Course {
                    kind: stage.kind,
                    first: outlook.entries.len(),
                    first_descent: outlook.descents,
                    descents: stage.descents.len(),
                };
                for level in 0..LEVELS {
                    for descent in &stage.descents {
                        let from = match (level, number) {
                            (0, 0) => From::Root(forecast.root),
                            (0, _) => From::Descent((above + descent.parent) as u32),
                            _ => From::Entry((outlook.entries.len() - stage.descents.len()) as u32),
                        };
                        outlook.entries.push(Entry { rank: descent.rank, position: descent.position, from });
                    }
                }
                above = outlook.descents;
                outlook.descents += stage.descents.len();
                outlook.courses.push(course);
            }
        }
        let widest = outlook.courses.iter().map(|course| course.descents).max().unwrap_or(1);
        outlook.block = (REQUESTS / widest).min(MOST_INPUTS);
        outlook
    }

    /// Inputs that are best served together; 0 when nothing is foreseen.
    pub(super) fn block(&self) -> usize {
        if self.courses.is_empty() { 0 } else { self.block }
    }
}

/// The answers for a block of inputs, and the memory to find them with.
#[derive(Debug, Default)]
pub(super) struct Foresight {
    /// Inputs of the block.
    len: usize,
    /// What each entry chose for each input, entry by entry.
    items: Vec<i32>,
    /// What each descent reached for each input, descent by descent.
    reached: Vec<i32>,
    /// The entries that were made for this block, in the order in which mapping asks.
    made: Vec<Made>,
    /// The lowest and the highest rank of those.
    ranks_made: (i32, i32),
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

/// How many requests each column has.
#[derive(Debug, Default)]
struct Counts {
    of: Vec<u32>,
    /// Columns with requests.
    touched: Vec<ColumnNumber>,
    total: usize,
}

impl Counts {
    /// Counts requests of a column.
    #[inline]
    fn add(&mut self, column: ColumnNumber, requests: u32) {
        if let Some(count) = self.of.get_mut(column as usize) {
            if *count == 0 {
                self.touched.push(column);
            }
            *count += requests;
            self.total += requests as usize;
        }
    }

    fn clear(&mut self) {
        for column in self.touched.drain(..) {
            self.of[column as usize] = 0;
        }
        self.total = 0;
    }

    /// Whether there are enough requests for each column.
    fn is_worthwhile(&self) -> bool {
        self.total > 0 && self.total >= self.touched.len() * WORTHWHILE
    }
}

impl Foresight {
    /// Memory for blocks of up to `inputs` inputs.
    pub(super) fn new(outlook: &Outlook, columns: &Columns, inputs: usize) -> Result<Self, TryReserveError> {
        let widest = outlook.courses.iter().map(|course| course.descents).max().unwrap_or(0);
        let requests = widest * inputs;
        let mut foresight = Self::default();
        resize(&mut foresight.items, outlook.entries.len() * inputs, UNKNOWN)?;
        resize(&mut foresight.reached, outlook.descents * inputs, UNKNOWN)?;
        foresight.made.try_reserve_exact(outlook.entries.len())?;
        resize(&mut foresight.wanted, requests, NO_COLUMN)?;
        for counts in [&mut foresight.counts, &mut foresight.spare] {
            resize(&mut counts.of, columns.len(), 0)?;
            counts.touched.try_reserve_exact(columns.len())?;
        }
        resize(&mut foresight.order, requests, Request::default())?;
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

fn resize<T: Clone>(vector: &mut Vec<T>, len: usize, value: T) -> Result<(), TryReserveError> {
    vector.try_reserve_exact(len)?;
    vector.resize(len, value);
    Ok(())
}

/// A prepared map that knows what some choices for one input yield.
pub(super) struct Foreseeing<'a> {
    map: &'a FlatMap,
    foresight: &'a Foresight,
    is_positional: bool,
    /// Number of the input in its block.
    input: usize,
    /// The entry that is likely to be asked for next.
    next: Cell<usize>,
}

impl Foreseeing<'_> {
    /// What an entry chose, if that is the choice in bucket `item` with this rank and position.
    #[inline]
    fn at(&self, made: &Made, item: i32, rank: i32, position: i32) -> Option<i32> {
        let foresight = self.foresight;
        if made.rank != rank || (self.is_positional && made.position != position) {
            return None;
        }
        let rows = if made.reached { &foresight.reached } else { &foresight.items };
        let bucket = match made.from {
            usize::MAX => made.root,
            row => *rows.get(row + self.input)?,
        };
        if bucket != item {
            return None;
        }
        foresight.items.get(made.items + self.input).copied().filter(|&chosen| chosen != UNKNOWN)
    }

    /// Looks through all entries.
    #[inline(never)]
    fn search(&self, item: i32, rank: i32, position: i32) -> Option<i32> {
        let found = |(number, made)| Some((number, self.at(made, item, rank, position)?));
        let (number, chosen) = self.foresight.made.iter().enumerate().find_map(found)?;
        self.next.set(number + 1);
        Some(chosen)
    }
}

impl Topology for Foreseeing<'_> {
    #[inline]
    fn max_buckets(&self) -> u32 {
        self.map.max_buckets()
    }

    #[inline]
    fn max_devices(&self) -> i32 {
        self.map.max_devices()
    }

    #[inline]
    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        self.map.bucket(item)
    }

    #[inline]
    fn kind(&self, item: i32) -> Option<u16> {
        self.map.kind(item)
    }

    #[inline]
    fn drawn(&self, item: i32, position: i32) -> Option<Drawn<'_>> {
        self.map.drawn(item, position)
    }

    #[inline]
    fn foreseen(&self, item: i32, rank: i32, position: i32) -> Option<i32> {
        let (least, most) = self.foresight.ranks_made;
        if rank < least || rank > most {
            return None;
        }
        let next = self.next.get();
        let expected = self.foresight.made.get(next).and_then(|made| self.at(made, item, rank, position));
        if expected.is_some() {
            self.next.set(next + 1);
            return expected;
        }
        self.search(item, rank, position)
    }

    #[inline]
    fn uniform_size(&self, item: i32) -> Option<usize> {
        self.map.uniform_size(item)
    }

    #[inline]
    fn is_positional(&self) -> bool {
        self.map.is_positional()
    }

    #[inline]
    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        self.map.choose_arg(bucket, position)
    }

    fn positions(&self, bucket: &Bucket<'_>) -> u32 {
        self.map.positions(bucket)
    }

    fn tunables(&self) -> Tunables {
        self.map.tunables()
    }

    fn max_rules(&self) -> u32 {
        self.map.max_rules()
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        self.map.rule(ruleno)
    }
}

/// What a placer keeps for batches.
#[derive(Debug)]
pub(super) struct Batches {
    columns: Columns,
    outlook: Outlook,
}

impl Batches {
    /// Prepares batches of the map's rule.
    pub(super) fn new(map: &FlatMap, result_max: usize) -> Result<Self, PlacerError> {
        let mut outlook = Outlook::new(&forecast(map, &map.only_rule(), result_max));
        let mut columns = if outlook.block() > 0 { Columns::new(map)? } else { Columns::default() };
        let is_column = |entry: &Entry| match entry.from {
            From::Root(root) => columns.get(columns.number(root, entry.position)).is_some(),
            _ => false,
        };
        if !outlook.entries.iter().any(is_column) {
            (outlook, columns) = (Outlook::default(), Columns::default());
        }
        Ok(Self { columns, outlook })
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.columns.bytes() + self.outlook.entries.capacity() * size_of::<Entry>()
    }

    /// Maps inputs block by block: `place` maps input number i over a map that knows answers. False when nothing was done,
    /// since nothing can be foreseen, the inputs are few or memory is short: then they are mapped one by one.
    pub(super) fn place(
        &self,
        map: &FlatMap,
        inputs: &[u32],
        mut place: impl FnMut(usize, &Foreseeing<'_>),
    ) -> bool {
        let Some(avx2) = Avx2::get().filter(|_| self.outlook.block() > 0 && inputs.len() >= FEW) else {
            return false;
        };
        // Blocks of one size.
        let blocks = inputs.len().div_ceil(self.outlook.block());
        let block = inputs.len().div_ceil(blocks);
        let Ok(mut foresight) = Foresight::new(&self.outlook, &self.columns, block) else {
            return false;
        };
        let (mut number, is_positional) = (0, map.is_positional());
        for inputs in inputs.chunks(block) {
            foresight.look(avx2, &self.outlook, &self.columns, inputs);
            for input in 0..inputs.len() {
                let (foresight, next) = (&foresight, Cell::new(0));
                place(number, &Foreseeing { map, foresight, is_positional, input, next });
                number += 1;
            }
        }
        true
    }
}
