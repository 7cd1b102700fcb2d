//! What is counted while inputs are mapped.

use crush::abi::CRUSH_ITEM_NONE;
use std::collections::TryReserveError;

/// Counts of one or several mappings.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Mappings that hold each device.
    pub(super) devices: Vec<u64>,
    /// Mappings of each length.
    pub(super) sizes: Vec<u64>,
    /// Choices that took each number of tries.
    pub(super) tries: Vec<u64>,
}

fn zeros(len: usize) -> Result<Vec<u64>, TryReserveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len)?;
    zeros.resize(len, 0);
    Ok(zeros)
}

impl Tally {
    /// Room for some devices and some numbers of tries.
    pub(super) fn new(devices: usize, tries: usize) -> Result<Self, TryReserveError> {
        Ok(Self { devices: zeros(devices)?, sizes: Vec::new(), tries: zeros(tries)? })
    }

    /// Counts a mapping.
    pub(super) fn count(&mut self, items: &[i32]) {
        if items.len() >= self.sizes.len() {
            self.sizes.resize(items.len() + 1, 0);
        }
        self.sizes[items.len()] += 1;
        for &item in items.iter().filter(|&&item| item != CRUSH_ITEM_NONE) {
            if let Some(count) = usize::try_from(item).ok().and_then(|item| self.devices.get_mut(item)) {
                *count += 1;
            }
        }
    }

    /// Takes over what another counted.
    pub(super) fn take_from(&mut self, other: &mut Self) {
        let take = |to: &mut [u64], from: &mut [u64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += std::mem::take(from));
        };
        if self.sizes.len() < other.sizes.len() {
            self.sizes.resize(other.sizes.len(), 0);
        }
        take(&mut self.devices, &mut other.devices);
        take(&mut self.sizes, &mut other.sizes);
        take(&mut self.tries, &mut other.tries);
    }
}
