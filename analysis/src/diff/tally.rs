//! What is counted while rows of both sides go by.

use super::pairs::Pairs;
use crate::placed::NONE;
use serde::Serialize;

/// How replicas of a pool or rule move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Copies: a set is the devices in it, whatever their order.
    Sets,
    /// Shards: what is at another position has to be made anew.
    Positions,
}

/// Places without a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Holes {
    /// Places without a device before.
    pub places_before: u64,
    /// And after.
    pub places_after: u64,
    /// Sets that have a hole before.
    pub sets_before: u64,
    /// And after.
    pub sets_after: u64,
    /// Sets that have more holes after than before.
    pub appear: u64,
    /// Sets that have fewer.
    pub vanish: u64,
}

/// Sets that hold more replicas below a bucket than the rule promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Crowded {
    /// Before.
    pub before: u64,
    /// The sets of before in the tree of after: until replicas have moved.
    pub until_moved: u64,
    /// After.
    pub after: u64,
}

/// A failure domain: the bucket of each device in both trees, and how many places of a set one may hold.
#[derive(Debug)]
pub(super) struct Domain {
    pub(super) most: [usize; 2],
    pub(super) before: Vec<i32>,
    pub(super) after: Vec<i32>,
}

impl Domain {
    fn crowded(&self, before: &[i32], after: &[i32], scratch: &mut Vec<i32>) -> [bool; 3] {
        [
            crowded(before, &self.before, self.most[0], scratch),
            crowded(before, &self.after, self.most[1], scratch),
            crowded(after, &self.after, self.most[1], scratch),
        ]
    }
}

/// Whether some bucket holds more than `most` devices of a set.
fn crowded(set: &[i32], buckets: &[i32], most: usize, scratch: &mut Vec<i32>) -> bool {
    if most >= set.len() {
        return false;
    }
    let bucket = |&osd: &i32| buckets.get(usize::try_from(osd).ok()?).copied();
    scratch.clear();
    scratch.extend(set.iter().filter_map(bucket));
    scratch.sort_unstable();
    scratch.chunk_by(|one, other| one == other).any(|equal| equal.len() > most)
}

/// Counts over rows.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) compared: u64,
    pub(super) changed: u64,
    pub(super) sets_changed: u64,
    pub(super) moved_sets: u64,
    pub(super) moved_positions: u64,
    /// Sum of the squares of what moves in one row, by what counts.
    pub(super) squares: u64,
    pub(super) primaries: u64,
    pub(super) primaries_alone: u64,
    pub(super) holes: Holes,
    pub(super) crowded: Vec<Crowded>,
    /// Places of each device before and after.
    pub(super) devices: Vec<[u64; 2]>,
    pub(super) pairs: Pairs,
}

/// What does not change from row to row.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) counting: Counting,
    /// Places that a set should have, before and after.
    pub(super) sizes: [usize; 2],
    pub(super) domains: Vec<Domain>,
    pub(super) devices: usize,
}

/// A set and its primary.
pub(super) type Row<'a> = (&'a [i32], i32);

impl Tally {
    pub(super) fn new(frame: &Frame) -> Self {
        Self {
            crowded: vec![Crowded::default(); frame.domains.len()],
            devices: vec![[0; 2]; frame.devices],
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, frame: &Frame, before: Row<'_>, after: Row<'_>, scratch: &mut Vec<i32>) {
        self.compared += 1;
        self.occupy(before.0, 0);
        self.occupy(after.0, 1);
        self.add_holes(frame.sizes, before.0, after.0);
        for (domain, counts) in frame.domains.iter().zip(&mut self.crowded) {
            let [was, until_moved, is] = domain.crowded(before.0, after.0, scratch);
            counts.before += u64::from(was);
            counts.until_moved += u64::from(until_moved);
            counts.after += u64::from(is);
        }
        if before.0 != after.0 {
            self.add_moves(frame.counting, before.0, after.0);
        }
        if before.1 != after.1 {
            self.primaries += 1;
            self.primaries_alone += u64::from(arrivals(before.0, after.0).next().is_none());
        }
    }

    fn occupy(&mut self, set: &[i32], side: usize) {
        for &osd in set {
            let counts = usize::try_from(osd).ok().and_then(|osd| self.devices.get_mut(osd));
            counts.into_iter().for_each(|counts| counts[side] += 1);
        }
    }

    fn add_holes(&mut self, sizes: [usize; 2], before: &[i32], after: &[i32]) {
        let holes = |set: &[i32], size: usize| {
            size.saturating_sub(set.iter().filter(|&&osd| osd != NONE).count()) as u64
        };
        let (was, is) = (holes(before, sizes[0]), holes(after, sizes[1]));
        self.holes.places_before += was;
        self.holes.places_after += is;
        self.holes.sets_before += u64::from(was > 0);
        self.holes.sets_after += u64::from(is > 0);
        self.holes.appear += u64::from(is > was);
        self.holes.vanish += u64::from(is < was);
    }

    fn add_moves(&mut self, counting: Counting, before: &[i32], after: &[i32]) {
        let sets = arrivals(before, after).count() as u64;
        let positions = shifts(before, after).filter(|&(_, to)| to != NONE).count() as u64;
        let lost = arrivals(after, before).next().is_some();
        // Rows of different lengths may hold the same places.
        self.changed += u64::from(shifts(before, after).next().is_some());
        self.sets_changed += u64::from(sets > 0 || lost);
        self.moved_sets += sets;
        self.moved_positions += positions;
        let moved = match counting {
            Counting::Sets => {
                pair_sets(before, after, &mut self.pairs);
                sets
            }
            Counting::Positions => {
                shifts(before, after).for_each(|(from, to)| self.pairs.add(from, to));
                positions
            }
        };
        self.squares += moved * moved;
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.compared += other.compared;
        self.changed += other.changed;
        self.sets_changed += other.sets_changed;
        self.moved_sets += other.moved_sets;
        self.moved_positions += other.moved_positions;
        self.squares += other.squares;
        self.primaries += other.primaries;
        self.primaries_alone += other.primaries_alone;
        self.holes.merge(&other.holes);
        for (counts, more) in self.crowded.iter_mut().zip(&other.crowded) {
            counts.before += more.before;
            counts.until_moved += more.until_moved;
            counts.after += more.after;
        }
        for (counts, more) in self.devices.iter_mut().zip(&other.devices) {
            counts[0] += more[0];
            counts[1] += more[1];
        }
        self.pairs.merge(other.pairs);
    }
}

impl Holes {
    fn merge(&mut self, other: &Self) {
        self.places_before += other.places_before;
        self.places_after += other.places_after;
        self.sets_before += other.sets_before;
        self.sets_after += other.sets_after;
        self.appear += other.appear;
        self.vanish += other.vanish;
    }
}

/// Devices that are in `after` and not in `before`.
fn arrivals<'a>(before: &'a [i32], after: &'a [i32]) -> impl Iterator<Item = i32> + 'a {
    after.iter().copied().filter(move |osd| *osd != NONE && !before.contains(osd))
}

/// Positions that hold something else, with both: `NONE` for nothing.
fn shifts<'a>(before: &'a [i32], after: &'a [i32]) -> impl Iterator<Item = (i32, i32)> + 'a {
    let at = |set: &[i32], place: usize| set.get(place).copied().unwrap_or(NONE);
    let places = 0..before.len().max(after.len());
    places.map(move |place| (at(before, place), at(after, place))).filter(|(from, to)| from != to)
}

/// Who gives to whom, where order means nothing: who left a position to who came there, then the others in order. What is
/// left over comes from, or goes to, nowhere.
fn pair_sets(before: &[i32], after: &[i32], pairs: &mut Pairs) {
    let leaves = |osd: i32| osd != NONE && !after.contains(&osd);
    let arrives = |osd: i32| osd != NONE && !before.contains(&osd);
    let direct = |place: usize| {
        let both = before.get(place).zip(after.get(place));
        both.filter(|&(&from, &to)| leaves(from) && arrives(to)).map(|(&from, &to)| (from, to))
    };
    for (from, to) in (0..before.len()).filter_map(direct) {
        pairs.add(from, to);
    }
    let rest = |place: &usize| direct(*place).is_none();
    let mut from = (0..before.len()).filter(rest).map(|place| before[place]).filter(|&osd| leaves(osd));
    let mut to = (0..after.len()).filter(rest).map(|place| after[place]).filter(|&osd| arrives(osd));
    loop {
        match (from.next(), to.next()) {
            (None, None) => return,
            (from, to) => pairs.add(from.unwrap_or(NONE), to.unwrap_or(NONE)),
        }
    }
}
