//! `firstn` (spec 02 section 10.1).

use super::hostile::Hostile;
use super::map::Bucket;
use super::{Branch, Mapper, Stop};

/// The arguments of `F` that stay the same during one call.
#[derive(Clone, Copy)]
pub(super) struct Firstn {
    pub(super) count: i32,
    pub(super) kind: i32,
    pub(super) tries: u32,
    pub(super) leaf_tries: u32,
    pub(super) local_retries: u32,
    pub(super) local_fallback: u32,
    pub(super) leaf: bool,
    pub(super) vary_r: u32,
    pub(super) stable: u32,
    pub(super) parent_r: i32,
}

/// Where a descent ended.
enum Descent<'m> {
    /// An item of the wanted type, in the bucket where it was found.
    Found { item: i32, kind: i32 },
    /// The bucket is empty.
    Empty,
    /// Nothing can be found this way, and no retry would help.
    Hopeless,
    /// The item is a bucket of another type: go on there.
    Deeper(&'m Bucket),
}

/// What one repetition came to.
enum Judgement {
    Placed(i32),
    Skipped,
}

impl<'a> Mapper<'a> {
    /// `F`: fills `out` from `outpos` on, at most `cap` more places; returns the new `outpos`.
    pub(super) fn firstn(
        &mut self,
        root: &'a Bucket,
        f: Firstn,
        out: &mut [i32],
        mut outpos: usize,
        cap: i32,
        mut leaves: Option<&mut [i32]>,
    ) -> Result<usize, Stop> {
        let mut left = cap;
        self.count(if f.stable != 0 { Branch::FirstnStable } else { Branch::FirstnUnstable });
        let mut rep = if f.stable != 0 { 0 } else { outpos as i32 };
        while rep < f.count && left > 0 {
            match self.firstn_place(root, f, rep, out, outpos, left, leaves.as_deref_mut())? {
                Judgement::Placed(item) => {
                    self.count(Branch::FirstnPlaced);
                    out[outpos] = item;
                    outpos += 1;
                    left -= 1;
                }
                Judgement::Skipped => {}
            }
            rep = rep.wrapping_add(1);
        }
        if rep < f.count {
            self.count(Branch::FirstnNoRoomLeft);
        }
        Ok(outpos)
    }

    /// One repetition, with all its retries.
    #[expect(clippy::too_many_arguments, reason = "the names are those of the specification")]
    fn firstn_place(
        &mut self,
        root: &'a Bucket,
        f: Firstn,
        rep: i32,
        out: &[i32],
        outpos: usize,
        left: i32,
        mut leaves: Option<&mut [i32]>,
    ) -> Result<Judgement, Stop> {
        let mut total = 0u32;
        'descent: loop {
            let mut current = root;
            let mut local = 0u32;
            let mut level = 0;
            loop {
                let r = rep.wrapping_add(f.parent_r).wrapping_add(total as i32);
                level += 1;
                let (mut collide, mut reject, mut found) = (false, false, 0);
                match self.firstn_pick(current, f, r, local, outpos, level)? {
                    Descent::Deeper(child) => {
                        self.count(Branch::FirstnDeeper);
                        current = child;
                        continue;
                    }
                    Descent::Hopeless => return Ok(Judgement::Skipped),
                    Descent::Empty => reject = true,
                    Descent::Found { item, kind } => {
                        found = item;
                        collide = out[..outpos].contains(&item);
                        if !collide && f.leaf {
                            reject = !self.firstn_leaf(item, f, r, outpos, left, leaves.as_deref_mut())?;
                        }
                        if !reject && !collide && kind == 0 {
                            reject = self.is_out(item);
                        }
                    }
                }
                if collide {
                    self.count(Branch::FirstnCollision);
                }
                if reject {
                    self.count(Branch::FirstnRejected);
                }
                if !reject && !collide {
                    self.histogram(total);
                    return Ok(Judgement::Placed(found));
                }
                total = total.wrapping_add(1);
                local = local.wrapping_add(1);
                // A retry in the same bucket is a new pick, not a step down: only steps down can go round in circles.
                level = 0;
                let size = current.items.len() as u32;
                if collide && local <= f.local_retries {
                    self.count(Branch::FirstnRetryLocally);
                } else if f.local_fallback > 0 && local <= size.wrapping_add(f.local_fallback) {
                    self.count(Branch::FirstnRetryByFallback);
                } else if total < f.tries {
                    self.count(Branch::FirstnRetryDescent);
                    continue 'descent;
                } else {
                    self.count(Branch::FirstnGivesUp);
                    return Ok(Judgement::Skipped);
                }
            }
        }
    }

    /// The label "pick": one choice in one bucket, and what kind of thing came out.
    fn firstn_pick(
        &mut self,
        bucket: &'a Bucket,
        f: Firstn,
        r: i32,
        local: u32,
        outpos: usize,
        level: usize,
    ) -> Result<Descent<'a>, Stop> {
        self.spend(1)?;
        if bucket.items.is_empty() {
            self.count(Branch::FirstnEmptyBucket);
            return Ok(Descent::Empty);
        }
        let half = bucket.items.len() as u32 >> 1;
        let item = if f.local_fallback > 0 && local >= half && local > f.local_fallback {
            self.count(Branch::FirstnPermutation);
            self.permuted(bucket, r)?
        } else {
            self.choose(bucket, r, outpos as i32)?
        };
        if item >= self.setting.map.max_devices {
            self.count(Branch::FirstnBeyondDevices);
            return Ok(Descent::Hopeless);
        }
        if item >= 0 {
            if f.kind == 0 {
                return Ok(Descent::Found { item, kind: 0 });
            }
            self.count(Branch::FirstnDeviceOfWrongType);
            return Ok(Descent::Hopeless);
        }
        let Some(child) = self.setting.map.bucket(item) else {
            self.hostile(Hostile::BucketMissing);
            return Ok(Descent::Hopeless);
        };
        if child.kind == f.kind {
            return Ok(Descent::Found { item, kind: child.kind });
        }
        if level > self.setting.map.buckets.len() {
            self.hostile(Hostile::Cycle);
            return Ok(Descent::Hopeless);
        }
        Ok(Descent::Deeper(child))
    }

    /// The device below an item of a chooseleaf step: stored in `leaves[outpos]`; false if there is none.
    fn firstn_leaf(
        &mut self,
        item: i32,
        f: Firstn,
        r: i32,
        outpos: usize,
        left: i32,
        leaves: Option<&mut [i32]>,
    ) -> Result<bool, Stop> {
        let Some(leaves) = leaves else { return Ok(true) };
        let Some(bucket) = (item < 0).then(|| self.setting.map.bucket(item)).flatten() else {
            self.count(Branch::FirstnLeafIsItem);
            leaves[outpos] = item;
            return Ok(true);
        };
        let parent_r = if f.vary_r != 0 {
            self.count(Branch::FirstnLeafVaries);
            r >> (f.vary_r.wrapping_sub(1) & 31)
        } else {
            self.count(Branch::FirstnLeafFixed);
            0
        };
        let inner = Firstn {
            count: if f.stable != 0 { 1 } else { outpos as i32 + 1 },
            kind: 0,
            tries: f.leaf_tries,
            leaf_tries: 0,
            leaf: false,
            parent_r,
            ..f
        };
        let found = self.firstn(bucket, inner, leaves, outpos, left, None)? > outpos;
        self.count(if found { Branch::FirstnLeafFound } else { Branch::FirstnLeafMissing });
        Ok(found)
    }
}
