//! `indep` (spec 02 section 10.2).

use super::hostile::Hostile;
use super::map::{Bucket, Method};
use super::{Branch, Mapper, Stop};
use crate::case::{ITEM_NONE, ITEM_UNDEF};

/// The arguments of `I` that stay the same during one call.
#[derive(Clone, Copy)]
pub(super) struct Indep {
    pub(super) count: usize,
    pub(super) n: i32,
    pub(super) kind: i32,
    pub(super) tries: u32,
    pub(super) leaf_tries: u32,
    pub(super) leaf: bool,
    pub(super) parent_r: i32,
}

/// What one attempt at one place came to.
enum Attempt {
    /// The place is filled.
    Filled(i32),
    /// The place can never be filled.
    Hopeless,
    /// Try again in the next pass.
    Later,
}

/// Where a descent ended.
enum Descent {
    Found { item: i32, kind: i32, r: i32 },
    Hopeless,
    Empty,
}

impl<'a> Mapper<'a> {
    /// `I`: fills `out[start..start + count]`, holes included.
    pub(super) fn indep(
        &mut self,
        root: &'a Bucket,
        i: Indep,
        out: &mut [i32],
        start: usize,
        mut leaves: Option<&mut [i32]>,
    ) -> Result<(), Stop> {
        let end = start + i.count;
        out[start..end].fill(ITEM_UNDEF);
        if let Some(leaves) = leaves.as_deref_mut() {
            leaves[start..end].fill(ITEM_UNDEF);
        }
        let mut left = i.count;
        let mut pass = 0u32;
        while left > 0 && pass < i.tries {
            for place in start..end {
                if out[place] != ITEM_UNDEF {
                    continue;
                }
                match self.indep_attempt(root, i, out, start, place, pass, leaves.as_deref_mut())? {
                    Attempt::Later => continue,
                    Attempt::Filled(item) => {
                        self.count(Branch::IndepPlaced);
                        out[place] = item;
                    }
                    Attempt::Hopeless => {
                        out[place] = ITEM_NONE;
                        if let Some(leaves) = leaves.as_deref_mut() {
                            leaves[place] = ITEM_NONE;
                        }
                    }
                }
                left -= 1;
            }
            pass += 1;
            if left > 0 && pass < i.tries {
                self.count(Branch::IndepNextPass);
            }
        }
        self.indep_close(&mut out[start..end], leaves.map(|leaves| &mut leaves[start..end]));
        self.histogram(pass);
        Ok(())
    }

    /// Turns what is undecided into holes.
    fn indep_close(&mut self, out: &mut [i32], leaves: Option<&mut [i32]>) {
        if out.contains(&ITEM_UNDEF) {
            self.count(Branch::IndepGivesUp);
        }
        if let Some(leaves) = leaves {
            // Quirk (c) of spec 02 section 10.2: a rejected device stays in the list of leaves.
            if out.iter().zip(leaves.iter()).any(|(&o, &l)| o == ITEM_UNDEF && (0..ITEM_UNDEF).contains(&l)) {
                self.count(Branch::IndepLeafKeptThoughOut);
            }
            Self::close(leaves);
        }
        Self::close(out);
    }

    #[expect(clippy::too_many_arguments, reason = "the names are those of the specification")]
    fn indep_attempt(
        &mut self,
        root: &'a Bucket,
        i: Indep,
        out: &[i32],
        start: usize,
        place: usize,
        pass: u32,
        leaves: Option<&mut [i32]>,
    ) -> Result<Attempt, Stop> {
        let (item, kind, r) = match self.indep_descend(root, i, start, place, pass)? {
            Descent::Empty => return Ok(Attempt::Later),
            Descent::Hopeless => return Ok(Attempt::Hopeless),
            Descent::Found { item, kind, r } => (item, kind, r),
        };
        if let Some(other) = out[start..start + i.count].iter().position(|&o| o == item) {
            self.count(if start + other > place {
                Branch::IndepCollisionLater
            } else {
                Branch::IndepCollisionEarlier
            });
            return Ok(Attempt::Later);
        }
        if i.leaf && !self.indep_leaf(item, i, place, r, leaves)? {
            return Ok(Attempt::Later);
        }
        if kind == 0 && self.is_out(item) {
            self.count(Branch::IndepDeviceOut);
            return Ok(Attempt::Later);
        }
        Ok(Attempt::Filled(item))
    }

    /// One descent for one place.
    fn indep_descend(
        &mut self,
        root: &'a Bucket,
        i: Indep,
        start: usize,
        place: usize,
        pass: u32,
    ) -> Result<Descent, Stop> {
        let mut current = root;
        let mut level = 0;
        loop {
            let n = i.n as u32;
            let factor = if matches!(current.method, Method::Uniform)
                && (current.items.len() as u32).is_multiple_of(n)
            {
                self.count(Branch::IndepUniformDivisible);
                n.wrapping_add(1)
            } else {
                self.count(Branch::IndepOrdinaryStep);
                n
            };
            let r = (place as i32).wrapping_add(i.parent_r).wrapping_add(factor.wrapping_mul(pass) as i32);
            self.spend(1)?;
            if current.items.is_empty() {
                self.count(Branch::IndepEmptyBucket);
                return Ok(Descent::Empty);
            }
            let item = self.choose(current, r, start as i32)?;
            if item >= self.setting.map.max_devices {
                self.count(Branch::IndepBeyondDevices);
                return Ok(Descent::Hopeless);
            }
            if item >= 0 {
                if i.kind == 0 {
                    return Ok(Descent::Found { item, kind: 0, r });
                }
                self.count(Branch::IndepDeviceOfWrongType);
                return Ok(Descent::Hopeless);
            }
            let Some(child) = self.setting.map.bucket(item) else {
                self.hostile(Hostile::BucketMissing);
                return Ok(Descent::Hopeless);
            };
            if child.kind == i.kind {
                return Ok(Descent::Found { item, kind: child.kind, r });
            }
            level += 1;
            if level > self.setting.map.buckets.len() {
                self.hostile(Hostile::Cycle);
                return Ok(Descent::Hopeless);
            }
            self.count(Branch::IndepDeeper);
            current = child;
        }
    }

    /// The device below an item of a chooseleaf step; false if there is none in this pass.
    fn indep_leaf(
        &mut self,
        item: i32,
        i: Indep,
        place: usize,
        r: i32,
        leaves: Option<&mut [i32]>,
    ) -> Result<bool, Stop> {
        let Some(leaves) = leaves else { return Ok(true) };
        let Some(bucket) = (item < 0).then(|| self.setting.map.bucket(item)).flatten() else {
            self.count(Branch::IndepLeafIsItem);
            leaves[place] = item;
            return Ok(true);
        };
        let inner =
            Indep { count: 1, kind: 0, tries: i.leaf_tries, leaf_tries: 0, leaf: false, parent_r: r, ..i };
        self.indep(bucket, inner, leaves, place, None)?;
        let found = leaves[place] != ITEM_NONE;
        self.count(if found { Branch::IndepLeafFound } else { Branch::IndepLeafMissing });
        Ok(found)
    }
}
