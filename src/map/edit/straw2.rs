//! Straw buckets become straw2 buckets.
#![forbid(unsafe_code)]

use super::Result;
use super::bucket_items::slot;
use crate::builder::{BucketAlgorithm, StoredBucket, StoredWeights};
use crate::map::model::Map;

impl Map {
    /// Makes all straw buckets straw2 buckets with the same items and weights, as if the text map named the other algorithm;
    /// returns how many there were. Tunables stay.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn straw_to_straw2(&mut self) -> Result<usize> {
        self.edit(|map| {
            let is_straw = |bucket: &StoredBucket<'_>| bucket.weights.algorithm() == BucketAlgorithm::Straw;
            let straw: Vec<i32> = map.buckets().filter(is_straw).map(|bucket| bucket.id).collect();
            straw.iter().try_for_each(|&bucket| map.make_straw2(bucket))?;
            Ok(straw.len())
        })
    }

    fn make_straw2(&mut self, id: i32) -> Result<()> {
        let Some(bucket) = self.bucket(id) else { return Ok(()) };
        let StoredWeights::Straw { item_weights, .. } = bucket.weights else { return Ok(()) };
        let (items, weights) = (bucket.items.to_vec(), item_weights.to_vec());
        let (r#type, hash, weight) = (bucket.r#type, bucket.hash, bucket.weight);
        self.crush.remove_bucket(id)?;
        let weights = StoredWeights::Straw2 { item_weights: &weights };
        let straw2 = StoredBucket { id, r#type, hash, weight, items: &items, weights };
        self.crush.place_bucket(slot(id) as usize, &straw2)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "device 0 a\ndevice 1 b\ntype 0 osd\ntype 1 root\n\
        root r { alg straw item a weight 1 item b weight 2.5 }\nroot s { alg list item a weight 1 }\n";

    #[test]
    fn the_map_is_as_if_compiled_so() {
        let mut map = Map::compile(TEXT.as_bytes()).unwrap();
        assert_eq!(map.straw_to_straw2().unwrap(), 1);
        let text = TEXT.replace("straw", "straw2");
        assert_eq!(map, Map::compile(text.as_bytes()).unwrap());
        assert_eq!(map.straw_to_straw2().unwrap(), 0);
    }
}
