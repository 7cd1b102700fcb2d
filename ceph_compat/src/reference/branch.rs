//! Counters: one for each branch of spec 02 sections 9 to 12.

use std::fmt;

/// Declares the branches with what each means.
macro_rules! branches {
    ($($name:ident = $meaning:literal,)*) => {
        /// A branch of the specification that a mapping may take.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Branch {
            $(#[doc = $meaning] $name,)*
        }

        /// Every branch, in the order of the specification, with its meaning.
        const ALL: &[(Branch, &str)] = &[$((Branch::$name, $meaning),)*];
    };
}

branches! {
    ChooseUnknownAlgorithm = "5: unknown algorithm, first item",
    ListFallsThrough = "7.1: no item of a list matches, first item",
    Straw2AllZero = "8: all weights zero, first item",
    ArgPosition = "8: weight-set of the position itself",
    ArgPositionBeyond = "8: position beyond the weight-sets, last one",
    OutBeyondWeights = "9: device beyond the weights, out",
    InFully = "9: weight 1 or more, in",
    OutFully = "9: weight 0, out",
    InPartly = "9: partial weight, in",
    OutPartly = "9: partial weight, out",
    FirstnStable = "10.1: stable, repetitions from 0",
    FirstnUnstable = "10.1: not stable, repetitions from outpos",
    FirstnNoRoomLeft = "10.1: no room left before the count is reached",
    FirstnEmptyBucket = "10.1: empty bucket",
    FirstnPermutation = "10.1: choice by permutation after local failures",
    FirstnBeyondDevices = "10.1: item beyond max_devices, skipped",
    FirstnDeviceOfWrongType = "10.1: device where a bucket is wanted, skipped",
    FirstnDeeper = "10.1: bucket of another type, one level down",
    FirstnCollision = "10.1: collision",
    FirstnRejected = "10.1: rejection",
    FirstnLeafVaries = "10.1: leaf starts from the parent's r",
    FirstnLeafFixed = "10.1: leaf starts from 0",
    FirstnLeafFound = "10.1: leaf found",
    FirstnLeafMissing = "10.1: no leaf, rejected",
    FirstnLeafIsItem = "10.1: the item is the leaf",
    FirstnRetryLocally = "10.1: same bucket again after a collision",
    FirstnRetryByFallback = "10.1: same bucket again for the fallback",
    FirstnRetryDescent = "10.1: whole descent again",
    FirstnGivesUp = "10.1: tries spent, skipped",
    FirstnPlaced = "10.1: placed",
    IndepUniformDivisible = "10.2: uniform bucket divisible by n, step n + 1",
    IndepOrdinaryStep = "10.2: step n",
    IndepEmptyBucket = "10.2: empty bucket",
    IndepBeyondDevices = "10.2: item beyond max_devices, hole",
    IndepDeviceOfWrongType = "10.2: device where a bucket is wanted, hole",
    IndepDeeper = "10.2: bucket of another type, one level down",
    IndepCollisionEarlier = "10.2: collision with an earlier place",
    IndepCollisionLater = "10.2: collision with a later place",
    IndepLeafFound = "10.2: leaf found",
    IndepLeafMissing = "10.2: no leaf in this pass",
    IndepLeafIsItem = "10.2: the item is the leaf",
    IndepDeviceOut = "10.2: device out",
    IndepPlaced = "10.2: placed",
    IndepNextPass = "10.2: one more pass",
    IndepGivesUp = "10.2: passes spent, holes",
    IndepLeafKeptThoughOut = "10.2 (c): a rejected device stays as leaf",
    RuleNumberOutOfRange = "10.3: rule number out of range",
    TakeDevice = "10.3: take of a device",
    TakeBucket = "10.3: take of a bucket",
    TakeInvalid = "10.3: take of nothing, selection kept",
    SetTries = "10.3: set_choose_tries",
    SetTriesIgnored = "10.3: set_choose_tries of 0 or less",
    SetLeafTries = "10.3: set_chooseleaf_tries",
    SetLeafTriesIgnored = "10.3: set_chooseleaf_tries of 0 or less",
    SetLocalTries = "10.3: set_choose_local_tries",
    SetLocalTriesIgnored = "10.3: set_choose_local_tries, negative",
    SetFallbackTries = "10.3: set_choose_local_fallback_tries",
    SetFallbackTriesIgnored = "10.3: set_choose_local_fallback_tries, negative",
    SetVaryR = "10.3: set_chooseleaf_vary_r",
    SetVaryRIgnored = "10.3: set_chooseleaf_vary_r, negative",
    SetStable = "10.3: set_chooseleaf_stable",
    SetStableIgnored = "10.3: set_chooseleaf_stable, negative",
    StepIgnored = "10.3: step without meaning",
    ChooseFromNothing = "10.3: choose step without a selection",
    CountPositive = "10.3: count as given",
    CountRelative = "10.3: count relative to result_max",
    CountNothing = "10.3: count below 1, parent skipped",
    ChooseParentIsNoBucket = "10.3: the parent is a device or a hole, skipped",
    FirstnLeafTriesSet = "10.3: firstn, leaf tries set by the rule",
    FirstnLeafTriesOnce = "10.3: firstn, one leaf try (descend_once)",
    FirstnLeafTriesAll = "10.3: firstn, leaf tries as tries",
    IndepLeafTriesSet = "10.3: indep, leaf tries set by the rule",
    IndepLeafTriesOnce = "10.3: indep, one leaf try",
    IndepCountFull = "10.3: indep, room for the whole count",
    IndepCountCut = "10.3: indep, count cut to the room",
    ChooseYieldsLeaves = "10.3: the selection becomes the leaves",
    ChooseYieldsItems = "10.3: the selection becomes the items",
    EmitItem = "10.3: emit",
    EmitBeyondResult = "10.3: emit with the result full",
    HistogramAbsent = "11: no histogram",
    HistogramCounted = "11: counted",
    HistogramBeyond = "11: more tries than the histogram has cells",
    MsrDescentsSet = "12.2: descents set by the rule",
    MsrDescentsDefault = "12.2: descents of the map",
    MsrCollisionTriesSet = "12.2: collision tries set by the rule",
    MsrCollisionTriesDefault = "12.2: collision tries of the map",
    MsrBlockWithoutTake = "12.3: block without take, invalid",
    MsrBlockForeignStep = "12.3: foreign step in a block, invalid",
    MsrBlockWithoutEmit = "12.3: block without emit, invalid",
    MsrTakeDevice = "12.4: choices below a device, returns 0",
    MsrBlockFits = "12.4: block fits the result",
    MsrBlockCut = "12.4: block cut to the result",
    MsrDescendsAgain = "12.4: one more descent",
    MsrBlockFilled = "12.4: block filled",
    MsrBlockUnfilled = "12.4: block not filled",
    MsrReturnsFirstn = "12.4: firstn, returns the places filled",
    MsrReturnsIndep = "12.4: indep, returns result_max",
    MsrStrideFull = "12.5: stride full",
    MsrNoCandidate = "12.5: no candidate within the collision tries",
    MsrCandidateNew = "12.5: candidate held by nobody",
    MsrCandidateOwn = "12.5: candidate held by the stride itself",
    MsrCollision = "12.5: candidate held by another stride",
    MsrDeviceForSeveral = "12.5: device for a stride of several places",
    MsrDeviceBeforeLastStep = "12.5: device before the last step",
    MsrDeviceOut = "12.5: device out",
    MsrBucketAtLastStep = "12.5: bucket type at the last step",
    MsrNextStep = "12.5: next step below the candidate",
    MsrHeldNow = "12.5: candidate held from now on",
    MsrHeldAlready = "12.5: candidate held before",
    MsrUndone = "12.5: candidate taken back",
    MsrDescendsToDevice = "12.5: descent ends at a device",
    MsrDescendsPastType = "12.5: descent passes the type and ends at a device",
    MsrDescendsToBucket = "12.5: descent ends at the type",
    MsrDeeper = "12.5: bucket of another type, one level down",
    MsrEmitFirstn = "12.5: emit at the next place",
    MsrEmitIndep = "12.5: emit at the place itself",
}

/// How often each branch was taken.
#[derive(Clone)]
pub(crate) struct Counters([u64; ALL.len()]);

impl Default for Counters {
    fn default() -> Self {
        Self([0; ALL.len()])
    }
}

impl Counters {
    pub(super) fn add(&mut self, branch: Branch) {
        self.0[branch as usize] += 1;
    }

    /// Adds the counts of another worker.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }

    /// The branches that `wanted` names and that were never taken.
    pub(crate) fn missing(&self, wanted: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let all = ALL.iter().filter(|(branch, meaning)| self.0[*branch as usize] == 0 && wanted(meaning));
        all.map(|(_, meaning)| *meaning).collect()
    }
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (branch, meaning) in ALL {
            writeln!(f, "{:>14}  {meaning}", self.0[*branch as usize])?;
        }
        Ok(())
    }
}
