//! Devices that are out, wholly or in part (spec 02 section 9).
#![forbid(unsafe_code)]

use crate::hash::HashKind;

/// Weight of a device that takes its full share: 1.0 in 16.16.
const IN: u32 = 0x1_0000;

/// The operator's weight of each device, 16.16: 0 is out, 0x10000 in, between them a device refuses part of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct DeviceWeights<'a>(pub &'a [u32]);

impl DeviceWeights<'_> {
    /// Whether device `item` refuses input `x`. Items without a weight, buckets among them, are out.
    #[inline]
    pub fn is_out(&self, x: i32, item: i32) -> bool {
        let weight = usize::try_from(item).ok().and_then(|device| self.0.get(device));
        match weight.copied() {
            None | Some(0) => true,
            Some(IN..) => false,
            Some(weight) => {
                let draw = HashKind::Rjenkins1.hash2(x.cast_unsigned(), item.cast_unsigned()) & 0xffff;
                draw >= weight
            }
        }
    }
}
