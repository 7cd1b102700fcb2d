//! What stays the same through one mapping.
#![forbid(unsafe_code)]

use super::{DeviceWeights, Observer, Topology};
use crate::bucket::{Algorithm, Bucket, ChooseArg};

/// One mapping's map, input, device weights and observer.
pub(super) struct Context<'a, T, O> {
    pub(super) map: &'a T,
    pub(super) x: i32,
    pub(super) weights: DeviceWeights<'a>,
    pub(super) observer: &'a O,
}

impl<T: Topology, O: Observer> Context<'_, T, O> {
    /// The item that `bucket` chooses for rank `r`, or `None` when it is empty.
    #[inline]
    pub(super) fn choose(&self, bucket: &Bucket<'_>, r: i32, position: i32) -> Option<i32> {
        let arg = match bucket.algorithm {
            Algorithm::Straw2 { .. } => self.map.choose_arg(bucket, position),
            _ => ChooseArg::default(),
        };
        bucket.choose(self.x, r, arg)
    }

    /// Whether `item` is a device that refuses the input, or no device at all.
    #[inline]
    pub(super) fn is_out(&self, item: i32) -> bool {
        self.weights.is_out(self.x, item)
    }
}
