//! Buckets.
#![forbid(unsafe_code)]

use super::{CompileFault, Compiler, Failure, text};
use crate::builder::{BucketAlgorithm, BucketSpec};
use crate::map::limits;
use crate::map::text::decimal::general;
use crate::map::text::syntax::{BucketStatement, ItemLine};
use std::collections::{BTreeMap, BTreeSet};

/// Weight of a device without a weight.
const ONE: u32 = 0x1_0000;
/// Greatest weight that may be given to a device: 100.
const MAX_DEVICE_WEIGHT: u32 = 100 << 16;
/// Greatest weight that may be given to a bucket: 65535.
const MAX_BUCKET_WEIGHT: u32 = 65535 << 16;

/// The items of a bucket, put where they belong.
struct Contents {
    items: Vec<i32>,
    weights: Vec<u32>,
    sum: u32,
}

impl<'t> Compiler<'t, '_> {
    pub(super) fn bucket(&mut self, bucket: &BucketStatement<'t>) -> Result<(), Failure> {
        let name = &bucket.name;
        if self.rules_begun {
            return Err(bucket.kind.fault(CompileFault::BucketAfterRule));
        }
        let Some(&kind) = self.types.get(bucket.kind.value) else {
            return Err(bucket.kind.fault(CompileFault::UnknownBucketType(bucket.kind.text())));
        };
        if self.items.contains_key(name.value) {
            return Err(name.fault(CompileFault::NameTwice(name.text())));
        }
        if bucket.items.len() > limits::MAX_BUCKET_ITEMS {
            return Err(name.fault(CompileFault::TooLarge("bucket size")));
        }
        let shadow_ids = self.shadow_ids(bucket)?;
        let algorithm = algorithm(bucket)?;
        let mut positions = explicit_positions(bucket)?;
        let contents = self.contents(bucket, algorithm, &mut positions)?;
        let id = self.bucket_id(bucket)?;
        // Type and hash are stored in fewer bits than they are written in.
        let (r#type, hash) = (kind as u16, bucket.hashes.last().copied().unwrap_or(0) as u8);
        let Contents { items, weights, sum } = contents;
        self.log.trace(&|| {
            let weight = general(f64::from(sum) / 65536.0);
            format!("bucket {} ({id}) {} items and weight {weight}", name.text(), items.len())
        });
        let spec = BucketSpec { id, algorithm, hash, r#type, items: &items, weights: &weights };
        self.map.crush.add_bucket(&spec).map_err(|error| name.fault(error.into()))?;
        self.items.insert(name.value, id);
        self.bucket_weights.insert(id, sum);
        self.map.names.set(id, name.value.into());
        if !shadow_ids.is_empty() {
            self.shadow_ids.insert(id, shadow_ids);
        }
        Ok(())
    }

    /// Ids that the bucket's shadows shall get, by class.
    fn shadow_ids(&mut self, bucket: &BucketStatement<'t>) -> Result<BTreeMap<i32, i32>, Failure> {
        let mut ids = BTreeMap::new();
        for (id, class) in &bucket.ids {
            if let Some(class_name) = *class {
                let class = self.class(class_name).map_err(|fault| id.fault(fault))?;
                if ids.insert(class, id.value).is_some() {
                    let (class, bucket) = (text(class_name), bucket.name.text());
                    return Err(id.fault(CompileFault::ClassTwice { class, bucket }));
                }
            }
            self.log.trace(&|| {
                let class = class.map(|class| format!(" class '{}'", text(class))).unwrap_or_default();
                format!("bucket {} id {}{class}", bucket.name.text(), id.value)
            });
        }
        Ok(ids)
    }

    /// The last id that the text gives, else the first that is free.
    fn bucket_id(&mut self, bucket: &BucketStatement<'t>) -> Result<i32, Failure> {
        let own = bucket.ids.iter().rev().find(|(_, class)| class.is_none());
        let Some((id, _)) = own.filter(|(id, _)| id.value != 0) else {
            // Ids that were taken stay so.
            while self.taken.contains(&self.next_id) {
                self.next_id = self.next_id.saturating_sub(1);
            }
            let free = self.next_id;
            self.taken.insert(free);
            return Ok(free);
        };
        // Ids above 0 come from numbers that lost their upper half.
        let slot = usize::try_from(!id.value).unwrap_or(usize::MAX);
        if slot >= limits::MAX_BUCKETS {
            return Err(id.fault(CompileFault::TooLarge("bucket id")));
        }
        if self.map.bucket(id.value).is_some() {
            return Err(id.fault(CompileFault::IdTwice(id.value)));
        }
        Ok(id.value)
    }

    fn contents(
        &self,
        bucket: &BucketStatement<'t>,
        algorithm: BucketAlgorithm,
        positions: &mut BTreeSet<i32>,
    ) -> Result<Contents, Failure> {
        let highest = positions.last().map_or(0, |&position| usize::try_from(position).unwrap_or(0));
        let size = bucket.items.len().max(highest);
        let mut contents =
            Contents { items: vec![0; bucket.items.len()], weights: vec![0; bucket.items.len()], sum: 0 };
        let mut first_weight = None;
        let mut free = 0;
        for line in &bucket.items {
            let item = self.item(bucket, line)?;
            let weight = self.weight(line, item)?;
            if algorithm == BucketAlgorithm::Uniform {
                require_weight(bucket, line, weight, *first_weight.get_or_insert(weight))?;
            }
            let position = line.position.unwrap_or_else(|| first_free(positions, &mut free));
            let place = usize::try_from(position).ok().filter(|&place| place < size);
            // With distinct positions below the size, none is above the number of items.
            let Some(place) = place.filter(|&place| place < contents.items.len()) else {
                let (item, bucket) = (line.name.text(), bucket.name.text());
                let fault = CompileFault::PositionTooHigh { item, bucket, position, size };
                return Err(line.name.fault(fault));
            };
            (contents.items[place], contents.weights[place]) = (item, weight);
            let sum = contents.sum.checked_add(weight);
            contents.sum = sum.ok_or_else(|| line.name.fault(CompileFault::WeightOverflow))?;
        }
        Ok(contents)
    }

    fn item(&self, bucket: &BucketStatement<'t>, line: &ItemLine<'t>) -> Result<i32, Failure> {
        self.items.get(line.name.value).copied().ok_or_else(|| {
            let (item, bucket) = (line.name.text(), bucket.name.text());
            line.name.fault(CompileFault::UnknownItem { item, bucket })
        })
    }

    fn weight(&self, line: &ItemLine<'t>, item: i32) -> Result<u32, Failure> {
        let Some(weight) = line.weight else {
            return Ok(self.bucket_weights.get(&item).copied().unwrap_or(ONE));
        };
        if item >= 0 && weight > MAX_DEVICE_WEIGHT {
            return Err(line.name.fault(CompileFault::DeviceWeight));
        }
        if item < 0 && weight > MAX_BUCKET_WEIGHT {
            return Err(line.name.fault(CompileFault::BucketWeight));
        }
        Ok(weight)
    }
}

fn algorithm(bucket: &BucketStatement<'_>) -> Result<BucketAlgorithm, Failure> {
    match bucket.algorithm.value {
        b"uniform" => Ok(BucketAlgorithm::Uniform),
        b"list" => Ok(BucketAlgorithm::List),
        b"tree" => Ok(BucketAlgorithm::Tree),
        b"straw" => Ok(BucketAlgorithm::Straw),
        b"straw2" => Ok(BucketAlgorithm::Straw2),
        _ => Err(bucket.algorithm.fault(CompileFault::UnknownAlgorithm(bucket.algorithm.text()))),
    }
}

/// Positions that the text gives, which must be distinct.
fn explicit_positions(bucket: &BucketStatement<'_>) -> Result<BTreeSet<i32>, Failure> {
    let mut positions = BTreeSet::new();
    for line in &bucket.items {
        if let Some(position) = line.position
            && !positions.insert(position)
        {
            let (item, bucket) = (line.name.text(), bucket.name.text());
            return Err(line.name.fault(CompileFault::PositionTaken { item, bucket, position }));
        }
    }
    Ok(positions)
}

/// The first position that is not taken, which is taken then.
fn first_free(positions: &mut BTreeSet<i32>, free: &mut i32) -> i32 {
    while !positions.insert(*free) {
        *free += 1;
    }
    *free
}

fn require_weight(
    bucket: &BucketStatement<'_>,
    line: &ItemLine<'_>,
    weight: u32,
    first: u32,
) -> Result<(), Failure> {
    if weight == first {
        return Ok(());
    }
    Err(line.name.fault(CompileFault::UnequalWeights {
        item: line.name.text(),
        bucket: bucket.name.text(),
        weight,
        first: general(f64::from(first) / 65536.0),
    }))
}
