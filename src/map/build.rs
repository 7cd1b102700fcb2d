//! New maps, layer by layer (spec 07 section 6).
#![forbid(unsafe_code)]

use super::edit::EditError;
use super::limits;
use super::model::Map;
use super::names::Name;
use crate::builder::{BucketAlgorithm, BucketSpec};

/// Weight of a device: 1.0.
const ONE: u32 = 0x1_0000;
/// Bytes that the original keeps of a bucket's name.
const NAME_BYTES: usize = 19;
/// Bytes of a layer's name behind which the original has room for a number.
const NUMBERED_BYTES: usize = 16;
/// Bytes of a longer one that it keeps.
const UNNUMBERED_BYTES: usize = 18;

/// Buckets that hold the buckets of the layer below, or devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Name of their type, and of the buckets: a number is added where there may be several.
    pub name: Name,
    /// Their algorithm.
    pub algorithm: BucketAlgorithm,
    /// Items of each, the last one excepted; 0 for one bucket that holds everything.
    pub size: usize,
}

impl Layer {
    /// The name of a bucket. The original cuts names that are long, and then several buckets may share one.
    fn bucket_name(&self, number: usize) -> Name {
        let name = self.name.as_bytes();
        let cut = |name: &[u8], len: usize| Name::from(&name[..name.len().min(len)]);
        if self.size == 0 {
            cut(name, NAME_BYTES)
        } else if name.len() <= NUMBERED_BYTES {
            cut(&[name, number.to_string().as_bytes()].concat(), NAME_BYTES)
        } else {
            cut(name, UNNUMBERED_BYTES)
        }
    }

    /// The name of the first bucket, uncut.
    pub fn first_name(&self) -> Name {
        let number: &[u8] = if self.size == 0 { b"" } else { b"0" };
        Name::from([self.name.as_bytes(), number].concat().as_slice())
    }
}

impl Map {
    /// A map of `devices` devices of weight 1 and of layers of buckets above them, the lowest first. Type n is that of
    /// layer n.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::builder::BucketAlgorithm;
    /// use crush::map::{Layer, Map};
    ///
    /// let layer = |name: &str, size| Layer { name: name.into(), algorithm: BucketAlgorithm::Straw2, size };
    /// let map = Map::build(6, &[layer("host", 2), layer("root", 0)])?;
    /// assert_eq!(map.full_location_string(5).unwrap(), "root=root,host=host2");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `InvalidName` for a layer, `TooLarge`, and `Build` for a bucket that cannot be made.
    pub fn build(devices: usize, layers: &[Layer]) -> Result<Self, EditError> {
        let mut map = Self::new()?;
        map.crush.set_max_devices(device_count(devices)?);
        map.types.set(0, "osd".into());
        let mut below: Vec<(i32, u32)> = Vec::new();
        below.try_reserve_exact(devices)?;
        for device in 0..device_count(devices)? {
            map.names.set(device, format!("osd.{device}").as_str().into());
            below.push((device, ONE));
        }
        for (place, layer) in layers.iter().enumerate() {
            let r#type = u16::try_from(place + 1).map_err(|_| too_many("types", u16::MAX.into()))?;
            map.types.set(r#type.into(), valid(&layer.name)?);
            below = map.build_layer(layer, r#type, &below)?;
        }
        map.finalize();
        Ok(map)
    }

    /// Puts buckets around the items below; returns them with their weights.
    fn build_layer(
        &mut self,
        layer: &Layer,
        r#type: u16,
        below: &[(i32, u32)],
    ) -> Result<Vec<(i32, u32)>, EditError> {
        let size = if layer.size == 0 { below.len().max(1) } else { layer.size };
        if size.min(below.len()) > limits::MAX_BUCKET_ITEMS {
            return Err(too_many("items of a bucket", limits::MAX_BUCKET_ITEMS));
        }
        let mut buckets = Vec::new();
        for (number, part) in below.chunks(size).enumerate() {
            let items: Vec<_> = part.iter().map(|&(item, _)| item).collect();
            let weights: Vec<_> = part.iter().map(|&(_, weight)| weight).collect();
            let id = self.next_bucket_id_after(buckets.last().map(|&(id, _)| id))?;
            let spec = BucketSpec {
                id,
                algorithm: layer.algorithm,
                hash: 0,
                r#type,
                items: &items,
                weights: &weights,
            };
            self.crush.add_bucket(&spec)?;
            self.names.set(id, layer.bucket_name(number));
            // What uniform buckets make of unequal weights does not count further up.
            buckets.push((id, weights.iter().copied().fold(0, u32::wrapping_add)));
        }
        Ok(buckets)
    }

    /// The next id: below the last one that was given, if that is known.
    fn next_bucket_id_after(&self, last: Option<i32>) -> Result<i32, EditError> {
        match last {
            Some(last) if (!last as usize) + 1 < limits::MAX_BUCKETS => Ok(last - 1),
            Some(_) => Err(too_many("bucket slots", limits::MAX_BUCKETS)),
            None => self.next_bucket_id(),
        }
    }
}

fn device_count(devices: usize) -> Result<i32, EditError> {
    i32::try_from(devices)
        .ok()
        .filter(|_| devices <= limits::MAX_ITEMS)
        .ok_or_else(|| too_many("devices", limits::MAX_ITEMS))
}

fn too_many(of: &'static str, limit: usize) -> EditError {
    EditError::TooLarge { of, limit }
}

fn valid(name: &Name) -> Result<Name, EditError> {
    if name.is_valid() { Ok(name.clone()) } else { Err(EditError::InvalidName(name.clone())) }
}
