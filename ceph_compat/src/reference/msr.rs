//! MSR rules: choices that are retried from the root of a block (spec 02 section 12).

use super::hostile::Hostile;
use super::map::Bucket;
use super::msr_block::{Block, NoBlock, block, config, count};
use super::{Branch, Mapper, Stop};
use crate::case::{ITEM_NONE, ITEM_UNDEF, Rule, Step, rule_type};

/// Counts for which upstream's array of strides still fits its stack; 1000000 was tried, 4000000 crashes.
const HUGE_COUNT: u32 = 1_000_000;

/// State of an MSR rule.
struct Msr<'r> {
    steps: &'r [Step],
    firstn: bool,
    /// `result_max`.
    m: u32,
    collision_tries: u32,
    /// Places that were filled.
    returned: u32,
    result: &'r mut [Option<i32>],
    /// Candidates of each choose step of the block, per index.
    held: Vec<Vec<i32>>,
    /// First choose step and EMIT of the block.
    first: usize,
    emit: usize,
}

impl Msr<'_> {
    fn held(&mut self, step: usize) -> &mut Vec<i32> {
        &mut self.held[step - self.first]
    }
}

/// The part of the result that a choice is to fill: indices from `start` to `end`, of `slots` in full.
#[derive(Clone, Copy)]
struct Range {
    slots: u32,
    start: u32,
    end: u32,
}

impl<'a> Mapper<'a> {
    /// `crush_do_rule` for rule types 4 and 5.
    pub(super) fn msr_rule(&mut self, rule: &Rule, result: &mut [Option<i32>]) -> Result<i32, Stop> {
        let head = config(&rule.steps);
        let tunables = self.setting.map.tunables;
        self.count(if head.descents.is_some() { Branch::MsrDescentsSet } else { Branch::MsrDescentsDefault });
        self.count(match head.collision_tries {
            Some(_) => Branch::MsrCollisionTriesSet,
            None => Branch::MsrCollisionTriesDefault,
        });
        result.fill(Some(ITEM_NONE));
        let mut msr = Msr {
            steps: &rule.steps,
            firstn: rule.kind == rule_type::MSR_FIRSTN,
            m: self.result_max as u32,
            collision_tries: head.collision_tries.unwrap_or(tunables.msr_collision_tries),
            returned: 0,
            result,
            held: Vec::new(),
            first: 0,
            emit: 0,
        };
        let descents = head.descents.unwrap_or(tunables.msr_descents);
        let complete = self.msr_blocks(&mut msr, head.end, descents)?;
        if !complete {
            return Ok(0);
        }
        self.count(if msr.firstn { Branch::MsrReturnsFirstn } else { Branch::MsrReturnsIndep });
        Ok(if msr.firstn { msr.returned as i32 } else { self.result_max })
    }

    /// All blocks; false if one makes the whole rule return 0.
    fn msr_blocks(&mut self, msr: &mut Msr<'_>, mut s: usize, descents: u32) -> Result<bool, Stop> {
        let mut start = 0u32;
        while s < msr.steps.len() {
            let found = match block(msr.steps, s, msr.m) {
                Ok(found) => found,
                Err(reason) => {
                    self.count(match reason {
                        NoBlock::NoTake => Branch::MsrBlockWithoutTake,
                        NoBlock::ForeignStep => Branch::MsrBlockForeignStep,
                        NoBlock::NoEmit => Branch::MsrBlockWithoutEmit,
                    });
                    return Ok(false);
                }
            };
            let root = msr.steps[s].arg1;
            if root >= 0 {
                if s + 1 != found.emit {
                    self.count(Branch::MsrTakeDevice);
                    return Ok(false);
                }
                start = self.msr_emit_root(msr, root, start);
            } else {
                start = self.msr_block(msr, s, found, root, start, descents)?;
            }
            s = found.emit + 1;
        }
        Ok(true)
    }

    /// TAKE device, EMIT: the device once (spec 02 section 13.3).
    fn msr_emit_root(&mut self, msr: &mut Msr<'_>, root: i32, start: u32) -> u32 {
        self.hostile(Hostile::MsrTakeDeviceEmit);
        if start >= msr.m {
            return start;
        }
        self.msr_emit(msr, start, root);
        start + 1
    }

    /// One block below a bucket; returns the start of the next.
    fn msr_block(
        &mut self,
        msr: &mut Msr<'_>,
        take: usize,
        found: Block,
        root: i32,
        start: u32,
        descents: u32,
    ) -> Result<u32, Stop> {
        (msr.first, msr.emit) = (take + 1, found.emit);
        msr.held = vec![vec![ITEM_UNDEF; msr.m as usize]; found.emit - take - 1];
        if msr.first == msr.emit {
            if descents > 0 && start < msr.m {
                self.hostile(Hostile::MsrTakeBucketEmit);
            }
            return Ok(start.wrapping_add(1).min(msr.m));
        }
        let wished = start.wrapping_add(found.total);
        let end = wished.min(msr.m);
        self.count(if end < wished { Branch::MsrBlockCut } else { Branch::MsrBlockFits });
        let Some(bucket) = self.setting.map.bucket(root) else {
            self.hostile(Hostile::MsrTakeMissing);
            return Ok(end);
        };
        let limit = msr.returned.wrapping_add(end.wrapping_sub(start));
        let range = Range { slots: found.total, start, end };
        let mut attempt = 0u32;
        while attempt < descents && msr.returned < limit {
            if attempt > 0 {
                self.count(Branch::MsrDescendsAgain);
            }
            self.msr_choose(msr, bucket, range, take + 1, attempt)?;
            attempt += 1;
        }
        self.count(if msr.returned < limit { Branch::MsrBlockUnfilled } else { Branch::MsrBlockFilled });
        Ok(end)
    }

    /// `C`: fills a range from one choose step; returns how many places were filled.
    fn msr_choose(
        &mut self,
        msr: &mut Msr<'_>,
        bucket: &'a Bucket,
        range: Range,
        j: usize,
        attempt: u32,
    ) -> Result<u32, Stop> {
        let n = count(&msr.steps[j], msr.m);
        if n > HUGE_COUNT {
            self.hostile(Hostile::MsrHugeCount);
        }
        if !range.slots.is_multiple_of(n) {
            self.hostile(Hostile::MsrNotDivisible);
            return Ok(0);
        }
        let length = range.slots / n;
        let mut mapped = 0u32;
        let mut undo = Vec::new();
        let (mut p, mut k) = (range.start, 0u32);
        while p < range.end {
            self.spend(1)?;
            let next = p.checked_add(length);
            if next.is_none() {
                self.hostile(Hostile::MsrStrideWraps);
            }
            let q = next.unwrap_or(range.end).min(range.end);
            let stride = Range { slots: length, start: p, end: q };
            let (filled, undone) = self.msr_stride(msr, bucket, range, stride, j, attempt, k)?;
            mapped = mapped.wrapping_add(filled);
            if undone {
                undo.push(stride);
            }
            let Some(next) = next else { break };
            if length == 0 {
                break;
            }
            p = next;
            k += 1;
        }
        for stride in undo {
            self.count(Branch::MsrUndone);
            msr_pop(msr, j, stride);
        }
        Ok(mapped)
    }

    /// One stride of a choice: how many places were filled, and whether the candidate is to be taken back.
    #[expect(clippy::too_many_arguments, reason = "the names are those of the specification")]
    fn msr_stride(
        &mut self,
        msr: &mut Msr<'_>,
        bucket: &'a Bucket,
        range: Range,
        stride: Range,
        j: usize,
        attempt: u32,
        k: u32,
    ) -> Result<(u32, bool), Stop> {
        let last = msr.emit - 1;
        if !msr.held(last)[stride.start as usize..stride.end as usize].contains(&ITEM_UNDEF) {
            self.count(Branch::MsrStrideFull);
            return Ok((0, false));
        }
        let Some(candidate) = self.msr_candidate(msr, bucket, range, stride, j, attempt, k)? else {
            self.count(Branch::MsrNoCandidate);
            return Ok((0, false));
        };
        if msr.steps[j].arg2 == 0 {
            let filled = self.msr_device(msr, stride, j, candidate);
            return Ok((filled, false));
        }
        if j + 1 >= msr.emit {
            self.count(Branch::MsrBucketAtLastStep);
            return Ok((0, false));
        }
        let Some(child) = (candidate < 0).then(|| self.setting.map.bucket(candidate)).flatten() else {
            self.hostile(Hostile::MsrDeviceForBucket);
            return Ok((0, false));
        };
        self.count(Branch::MsrNextStep);
        let filled = self.msr_choose(msr, child, stride, j + 1, attempt)?;
        let pushed = self.msr_push(msr, j, stride, candidate);
        Ok((filled, pushed && filled == 0))
    }

    /// The part of a stride for a step of type 0: emits the device; returns 1 if it did.
    fn msr_device(&mut self, msr: &mut Msr<'_>, stride: Range, j: usize, candidate: i32) -> u32 {
        if stride.slots != 1 {
            self.count(Branch::MsrDeviceForSeveral);
            return 0;
        }
        if j + 1 != msr.emit {
            self.count(Branch::MsrDeviceBeforeLastStep);
            return 0;
        }
        if self.is_out(candidate) {
            self.count(Branch::MsrDeviceOut);
            return 0;
        }
        self.msr_push(msr, j, stride, candidate);
        u32::from(self.msr_emit(msr, stride.start, candidate))
    }

    /// A candidate that does not collide, within the collision tries.
    #[expect(clippy::too_many_arguments, reason = "the names are those of the specification")]
    fn msr_candidate(
        &mut self,
        msr: &mut Msr<'_>,
        bucket: &'a Bucket,
        range: Range,
        stride: Range,
        j: usize,
        attempt: u32,
        k: u32,
    ) -> Result<Option<i32>, Stop> {
        for local in 0..msr.collision_tries {
            let r = (attempt.wrapping_mul(msr.m).wrapping_add(k) << 16).wrapping_add(local) as i32;
            let Some(candidate) = self.msr_descend(bucket, msr.steps[j].arg2, r, k)? else { continue };
            // The first holder decides: a later one within the stride does not make the candidate valid.
            let all = &msr.held(j)[range.start as usize..range.end as usize];
            let holder = all.iter().position(|&held| held == candidate).map(|at| range.start + at as u32);
            match holder {
                None => self.count(Branch::MsrCandidateNew),
                Some(i) if stride.start <= i && i < stride.end => self.count(Branch::MsrCandidateOwn),
                Some(_) => {
                    self.count(Branch::MsrCollision);
                    continue;
                }
            }
            return Ok(Some(candidate));
        }
        Ok(None)
    }

    /// The item of a type below a bucket, or the device that the descent ends at.
    fn msr_descend(&mut self, bucket: &'a Bucket, kind: i32, r: i32, k: u32) -> Result<Option<i32>, Stop> {
        let mut current = bucket;
        for _ in 0..=self.setting.map.buckets.len() {
            if current.items.is_empty() {
                self.hostile(Hostile::MsrEmptyBucket);
                return Ok(None);
            }
            let item = self.choose(current, r, k as i32)?;
            if item >= 0 {
                self.count(if kind == 0 { Branch::MsrDescendsToDevice } else { Branch::MsrDescendsPastType });
                return Ok(Some(item));
            }
            let Some(child) = self.setting.map.bucket(item) else {
                self.hostile(Hostile::BucketMissing);
                return Ok(None);
            };
            if child.kind == kind {
                self.count(Branch::MsrDescendsToBucket);
                return Ok(Some(item));
            }
            self.count(Branch::MsrDeeper);
            current = child;
        }
        self.hostile(Hostile::Cycle);
        Ok(None)
    }

    /// Adds a candidate to those that a stride holds; false if it is there already.
    fn msr_push(&mut self, msr: &mut Msr<'_>, j: usize, stride: Range, candidate: i32) -> bool {
        let held = &mut msr.held(j)[stride.start as usize..stride.end as usize];
        for place in held {
            if *place == candidate {
                self.count(Branch::MsrHeldAlready);
                return false;
            }
            if *place == ITEM_UNDEF {
                self.count(Branch::MsrHeldNow);
                *place = candidate;
                return true;
            }
        }
        false
    }

    /// Writes a device into the result; false if there is no place for it.
    fn msr_emit(&mut self, msr: &mut Msr<'_>, p: u32, item: i32) -> bool {
        let place = if msr.firstn { msr.returned } else { p };
        match msr.result.get_mut(place as usize) {
            Some(cell) if msr.firstn || *cell == Some(ITEM_NONE) => *cell = Some(item),
            _ => {
                self.hostile(Hostile::MsrPlaceTaken);
                return false;
            }
        }
        self.count(if msr.firstn { Branch::MsrEmitFirstn } else { Branch::MsrEmitIndep });
        msr.returned += 1;
        true
    }
}

/// Takes back what a stride holds last.
fn msr_pop(msr: &mut Msr<'_>, j: usize, stride: Range) {
    let held = &mut msr.held(j)[stride.start as usize..stride.end as usize];
    if let Some(place) = held.iter_mut().rev().find(|place| **place != ITEM_UNDEF) {
        *place = ITEM_UNDEF;
    }
}
