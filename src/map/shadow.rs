//! Shadow trees: for each class a copy of the hierarchy with the devices of that class (spec 06 section 5).
#![forbid(unsafe_code)]

use super::choose_args::BucketArgs;
use super::limits;
use super::model::Map;
use super::names::Name;
use crate::builder::item_weight::item_weight;
use crate::builder::{BucketAlgorithm, BucketSpec, BuildError};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Shadow buckets by bucket and class.
pub(super) type Shadows = BTreeMap<i32, BTreeMap<i32, i32>>;

/// Why shadow trees could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShadowError {
    /// A bucket has no name to derive its shadow's name from.
    #[error("bucket {0} has no name")]
    BucketName(i32),
    /// A class has no name.
    #[error("class {0} has no name")]
    ClassName(i32),
    /// An item is a bucket that does not exist.
    #[error("bucket {0} does not exist")]
    MissingBucket(i32),
    /// A bucket contains itself.
    #[error("bucket {0} is below itself")]
    Cycle(i32),
    /// A shadow of this bucket cannot hold an item of this weight: a uniform bucket begins with weight 0.
    #[error("a uniform shadow of bucket {bucket} cannot hold item {item}")]
    UnequalWeight {
        /// The bucket.
        bucket: i32,
        /// The item.
        item: i32,
    },
    /// A shadow has an id that no bucket may have: it is not negative, or needs more bucket slots than maps have.
    #[error("the shadow of bucket {bucket} cannot have id {id}")]
    IdOutOfRange {
        /// The bucket.
        bucket: i32,
        /// The id that is kept for the shadow.
        id: i32,
    },
    /// So many buckets, items and classes that the shadows exceed what a map can hold.
    #[error("the shadow trees exceed what a map can hold")]
    TooLarge,
    /// A shadow cannot be built.
    #[error("a shadow of bucket {bucket} cannot be built: {error}")]
    Build {
        /// The bucket.
        bucket: i32,
        /// Why.
        error: BuildError,
    },
}

/// A shadow bucket that is being made, while its child buckets' shadows are made.
struct Copy {
    /// The bucket that is copied.
    of: i32,
    /// The next of its items to look at.
    place: usize,
    items: Vec<i32>,
    weights: Vec<u32>,
    sum: u32,
    /// For each item, its place in the original.
    origins: Vec<usize>,
}

/// State of building all trees.
struct Builder<'a> {
    map: &'a mut Map,
    /// Ids that shadow buckets had before, which they get again.
    old: &'a Shadows,
    /// Ids that are kept for those buckets.
    kept: BTreeSet<i32>,
    /// Where to look for the next free id.
    next_id: i32,
    /// Sums of the weight-sets of shadow buckets made so far, by index of the choose_args and id.
    sums: HashMap<(i64, i32), Vec<u32>>,
    left: Allowance,
}

/// Bytes that may be handled yet.
struct Allowance(usize);

impl Allowance {
    fn spend(&mut self, bytes: usize) -> Result<(), ShadowError> {
        self.0 = self.0.checked_sub(bytes).ok_or(ShadowError::TooLarge)?;
        Ok(())
    }
}

impl Map {
    /// Builds the shadow trees of all classes below all roots; shadow buckets get the ids of `old` again. What was built
    /// before an error stays.
    pub(super) fn populate_shadows(&mut self, old: &Shadows) -> Result<(), ShadowError> {
        self.populate_within(old, limits::MAX_SHADOW_BYTES)
    }

    fn populate_within(&mut self, old: &Shadows, bytes: usize) -> Result<(), ShadowError> {
        let kept = old.values().flat_map(BTreeMap::values).copied().collect();
        let roots = self.nonshadow_roots();
        let classes: Vec<_> = self.classes.names.iter().map(|(class, _)| class).collect();
        let mut builder =
            Builder { map: self, old, kept, next_id: -1, sums: HashMap::new(), left: Allowance(bytes) };
        for root in roots {
            for &class in &classes {
                builder.copy_tree(root, class)?;
            }
        }
        Ok(())
    }
}

impl Builder<'_> {
    /// Copies a bucket and all below it, children first. The stack grows with the depth of the tree, so it is not the
    /// thread's.
    fn copy_tree(&mut self, root: i32, class: i32) -> Result<(), ShadowError> {
        let mut stack = Vec::new();
        let mut in_progress = HashSet::new();
        self.begin(root, class, &mut stack, &mut in_progress)?;
        while let Some(copy) = stack.last_mut() {
            if let Some(child) = self.fill(copy, class)? {
                self.begin(child, class, &mut stack, &mut in_progress)?;
            } else if let Some(copy) = stack.pop() {
                in_progress.remove(&copy.of);
                self.finish(&copy, class)?;
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        of: i32,
        class: i32,
        stack: &mut Vec<Copy>,
        in_progress: &mut HashSet<i32>,
    ) -> Result<(), ShadowError> {
        if existing(self.map, &mut self.left, of, class)?.is_some() {
            return Ok(());
        }
        if !in_progress.insert(of) {
            return Err(ShadowError::Cycle(of));
        }
        stack.push(Copy {
            of,
            place: 0,
            items: Vec::new(),
            weights: Vec::new(),
            sum: 0,
            origins: Vec::new(),
        });
        Ok(())
    }

    /// Takes over items until a child bucket turns up that has no shadow yet; returns that child.
    fn fill(&mut self, copy: &mut Copy, class: i32) -> Result<Option<i32>, ShadowError> {
        let (map, left) = (&*self.map, &mut self.left);
        let bucket = map.bucket(copy.of).ok_or(ShadowError::MissingBucket(copy.of))?;
        let algorithm = bucket.weights.algorithm();
        while let Some(&item) = bucket.items.get(copy.place) {
            left.spend(ITEM_BYTES)?;
            let found = match item {
                0.. if map.classes.of(item) != Some(class) => None,
                0.. => Some((item, item_weight(&bucket, copy.place))),
                _ => {
                    let Some(shadow) = existing(map, left, item, class)? else { return Ok(Some(item)) };
                    Some((shadow, map.bucket(shadow).ok_or(ShadowError::MissingBucket(shadow))?.weight))
                }
            };
            if let Some((item, weight)) = found {
                left.spend(COPY_BYTES)?;
                copy.push(algorithm, item, weight)?;
            }
            copy.place += 1;
        }
        left.spend(ITEM_BYTES)?;
        Ok(None)
    }

    fn finish(&mut self, copy: &Copy, class: i32) -> Result<(), ShadowError> {
        let name = shadow_name(self.map, &mut self.left, copy.of, class)?;
        let bucket = self.map.bucket(copy.of).ok_or(ShadowError::MissingBucket(copy.of))?;
        let (algorithm, hash, r#type) = (bucket.weights.algorithm(), bucket.hash, bucket.r#type);
        let id = self.id_for(copy.of, class);
        // A uniform bucket whose items weigh nothing cannot be made at once; it can be filled.
        let made = if algorithm == BucketAlgorithm::Uniform { 0 } else { copy.items.len() };
        let (items, weights) = (&copy.items[..made], &copy.weights[..made]);
        let spec = BucketSpec { id, algorithm, hash, r#type, items, weights };
        let build = |error| ShadowError::Build { bucket: copy.of, error };
        if id >= 0 || slot(id) as usize >= limits::MAX_BUCKETS {
            return Err(ShadowError::IdOutOfRange { bucket: copy.of, id });
        }
        self.map.crush.add_bucket(&spec).map_err(build)?;
        for (&item, &weight) in copy.items.iter().zip(&copy.weights).skip(made) {
            self.map.crush.add_item(id, item, weight).map_err(build)?;
        }
        self.map.names.set(id, name);
        self.map.classes.of_item.insert(id, class);
        self.map.classes.shadows.entry(copy.of).or_default().insert(class, id);
        self.copy_choose_args(copy, id)
    }

    /// The id that the shadow had before, else the first free one.
    fn id_for(&mut self, of: i32, class: i32) -> i32 {
        if let Some(&id) = self.old.get(&of).and_then(|of_class| of_class.get(&class)) {
            return id;
        }
        while self.map.bucket(self.next_id).is_some() || self.kept.contains(&self.next_id) {
            self.next_id -= 1;
        }
        self.next_id
    }

    /// Gives a shadow bucket the weights of the original's items (spec 06 section 9.3).
    fn copy_choose_args(&mut self, copy: &Copy, shadow: i32) -> Result<(), ShadowError> {
        let (from, to) = (slot(copy.of), slot(shadow));
        self.left.spend(self.map.choose_args.len() * ITEM_BYTES)?;
        for (&index, args) in &mut self.map.choose_args {
            let Some(original) = args.0.get(&from).filter(|original| !original.weight_set.is_empty()) else {
                args.0.remove(&to);
                continue;
            };
            // The weights of a position are a list of four bytes each, and a sum.
            let bytes = original.weight_set.len().saturating_mul(copy.items.len() * 4 + LIST_BYTES);
            self.left.spend(bytes)?;
            let mut weight_set = Vec::with_capacity(original.weight_set.len());
            // Upstream forgets the sums of all positions but the last one.
            let mut sums = vec![0; original.weight_set.len()];
            for (position, weights) in original.weight_set.iter().enumerate() {
                let weight_of = |(&item, &origin): (&i32, &usize)| match item {
                    0.. => weights.get(origin).copied().unwrap_or(0),
                    _ => self
                        .sums
                        .get(&(index, item))
                        .and_then(|sums| sums.get(position))
                        .copied()
                        .unwrap_or(0),
                };
                let weights: Vec<_> = copy.items.iter().zip(&copy.origins).map(weight_of).collect();
                sums.fill(0);
                sums[position] = weights.iter().copied().fold(0, u32::wrapping_add);
                weight_set.push(weights);
            }
            args.0.insert(to, BucketArgs { ids: Vec::new(), weight_set });
            self.sums.insert((index, shadow), sums);
        }
        Ok(())
    }
}

/// What a name takes besides its bytes, to make and to look up.
const NAME_BYTES: usize = 64;
/// What it takes to look at an item, or at an entry of a table.
const ITEM_BYTES: usize = 8;
/// What it takes to copy an item.
const COPY_BYTES: usize = 32;
/// Bytes of a list and a number.
const LIST_BYTES: usize = size_of::<Vec<u32>>() + size_of::<u32>();

fn shadow_name(map: &Map, left: &mut Allowance, of: i32, class: i32) -> Result<Name, ShadowError> {
    let bucket = map.names.name(of).ok_or(ShadowError::BucketName(of))?;
    let class = map.classes.names.name(class).ok_or(ShadowError::ClassName(class))?;
    let len = bucket.as_bytes().len() + 1 + class.as_bytes().len();
    if len > limits::MAX_NAME {
        return Err(ShadowError::TooLarge);
    }
    left.spend(len + NAME_BYTES)?;
    Ok(Name::from(&[bucket.as_bytes(), b"~", class.as_bytes()].concat()[..]))
}

/// The shadow that a bucket has already.
fn existing(map: &Map, left: &mut Allowance, of: i32, class: i32) -> Result<Option<i32>, ShadowError> {
    Ok(map.names.id(shadow_name(map, left, of, class)?))
}

/// Slot of a bucket.
fn slot(bucket: i32) -> u32 {
    (!bucket).cast_unsigned()
}

impl Copy {
    /// Takes over an item, unless upstream's bucket could not.
    fn push(&mut self, algorithm: BucketAlgorithm, item: i32, weight: u32) -> Result<(), ShadowError> {
        let sum = self.sum.checked_add(weight);
        let build = |error| ShadowError::Build { bucket: self.of, error };
        match algorithm {
            BucketAlgorithm::Uniform if weight != 0 => {
                return Err(ShadowError::UnequalWeight { bucket: self.of, item });
            }
            BucketAlgorithm::Tree if self.items.len() >= 64 => return Err(build(BuildError::TreeFull)),
            _ => {}
        }
        self.sum = sum.ok_or_else(|| build(BuildError::WeightOverflow))?;
        self.items.push(item);
        self.weights.push(weight);
        self.origins.push(self.place);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_take_no_more_than_there_is() {
        let text = b"device 0 a class x device 1 b class y type 1 t t h{alg list item a item b} t r{alg list item h}";
        let map = Map::compile(text).unwrap();
        let populate = |left| map.try_clone().unwrap().populate_within(&Shadows::new(), left);
        // Each of the two buckets has two shadows, whose names are looked up four times, or three for roots.
        let names = 2 * (4 + 2) * ("h~x".len() + NAME_BYTES);
        // Every item is looked at, and that there are no more; a child again once it has its shadow.
        let items = 2 * ((3 + 3) * ITEM_BYTES + 2 * COPY_BYTES);
        assert_eq!(populate(names + items), Ok(()));
        assert_eq!(populate(names + items - 1), Err(ShadowError::TooLarge));
    }

    #[test]
    fn shadows_with_names_that_no_file_can_hold_are_not_made() {
        let text = |len| format!("device 0 a class x type 1 t t {} {{alg list item a}}", "b".repeat(len));
        let populate = |len| Map::compile(text(len).as_bytes()).unwrap().populate_shadows(&Shadows::new());
        assert_eq!(populate(limits::MAX_NAME - 2), Ok(()));
        assert_eq!(populate(limits::MAX_NAME - 1), Err(ShadowError::TooLarge));
    }
}
