//! Who is told what the algorithm does.
#![forbid(unsafe_code)]

/// Told of each event of a mapping. Every method does nothing by default, and costs nothing then.
pub trait Observer {
    /// Whether events are wanted as the definition has them: each choice when it is judged, and none that is not needed.
    /// Choices are made one by one then, which is slower; the answers are the same.
    const IN_ORDER: bool = false;

    /// An ordinary choice ended after `tries` failures (firstn) or passes (indep): spec 02 section 11.
    #[inline]
    fn tries(&self, tries: u32) {
        let _ = tries;
    }

    /// A choice among so many items is made, wanted in the end or not.
    #[inline]
    fn choice(&self, items: usize) {
        let _ = items;
    }

    /// Something happened. Without [`IN_ORDER`](Self::IN_ORDER) most of it is not told.
    #[inline]
    fn event(&self, event: Event) {
        let _ = event;
    }
}

/// What happens in a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The step of the rule with this index begins; for MSR rules the first step of a block.
    Step(usize),
    /// An MSR block descends from its root once more, for the time with this number.
    Descent(u32),
    /// A choose step makes its choices below an item of its selection; `step` is its index in the rule's block of MSR rules,
    /// else 0.
    Below {
        /// The item.
        item: i32,
        /// Index of the choose step in its MSR block.
        step: usize,
    },
    /// A try for a place begins.
    Try {
        /// The place, counted from the first below the same item; for MSR rules a place of the result.
        place: usize,
        /// Tries for it that failed before.
        failures: u32,
    },
    /// A bucket was entered, and it chose.
    Chose {
        /// The bucket.
        bucket: i32,
        /// The rank that the choice was made with.
        rank: i32,
        /// The position that weight-sets were asked for.
        position: i32,
        /// What it chose; nothing if it is empty.
        item: Option<i32>,
        /// It chose by permutation, whatever its algorithm, after local tries that failed.
        by_permutation: bool,
    },
    /// A device is looked for below the bucket that a try reached.
    LeafSearch(i32),
    /// That search ended.
    LeafFound(Option<i32>),
    /// A try was judged.
    Judged {
        /// What it reached; nothing if it ended on the way.
        item: Option<i32>,
        /// The judgement.
        judgement: Judgement,
    },
    /// No further tries for a place: it stays without an item.
    GaveUp {
        /// The place, as in `Try`.
        place: usize,
        /// Tries that failed.
        failures: u32,
    },
    /// An item of the selection that a choose step leaves behind.
    Selected(i32),
}

/// What becomes of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The item is taken.
    Accepted,
    /// It was taken before.
    Collision,
    /// The device is out, or its weight refuses this input.
    Out,
    /// Below the bucket there is no device to be had.
    NoLeaf,
    /// The way ended in a bucket without items.
    Empty,
    /// The way ended where no retry helps: at a device where a bucket was wanted, a device beyond the map's, a bucket that is
    /// not there, or in a circle.
    Bad,
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
