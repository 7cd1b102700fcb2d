//! What happens to a PG's set on the way from its rule to the acting set.
#![forbid(unsafe_code)]

/// One thing that happened to a set, in the order of the steps (spec 09 sections 4 to 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The rule's answer has a device that does not exist: it is taken out.
    Missing(i32),
    /// An explicit set stands in for the rule's answer.
    Upmap(Vec<i32>),
    /// An explicit set is not used, nor any other override of this PG, since it names a device that is out.
    UpmapRefused {
        /// The device.
        out: i32,
    },
    /// One device is to stand in for another.
    Item {
        /// The device that is to go.
        from: i32,
        /// The one that is to come.
        to: i32,
        /// What became of it.
        outcome: ItemOutcome,
    },
    /// A device is to be the first.
    Primary {
        /// The device.
        osd: i32,
        /// What became of it.
        outcome: PrimaryOutcome,
    },
    /// A device is down: it is taken out.
    Down(i32),
    /// A device was asked whether it is willing to be primary.
    Affinity {
        /// The device.
        osd: i32,
        /// Its affinity, 16.16.
        affinity: u32,
        /// A number from 0 to 0xffff, drawn from the PG's input and the device.
        draw: u32,
        /// It is willing: the draw is below the affinity.
        willing: bool,
    },
    /// A device of the temporary set is down or does not exist: it is taken out.
    TemporaryDown(i32),
    /// A temporary set serves the PG.
    Temporary(Vec<i32>),
    /// A temporary primary serves the PG.
    TemporaryPrimary(i32),
}

/// What became of a pair of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOutcome {
    /// One took the place of the other.
    Replaced,
    /// The one that is to come is in the set already.
    AlreadyThere,
    /// The one that is to come is out.
    Out,
    /// The one that is to go is not in the set.
    NotThere,
}

/// What became of a primary that an override names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimaryOutcome {
    /// It changed places with the first.
    Swapped,
    /// It is out, or does not exist.
    Out,
    /// It is not in the set.
    NotThere,
    /// It is the first already.
    AlreadyFirst,
    /// Clients of the release that was asked for do not know such overrides.
    Unknown,
}
