//! The weights of devices in a test.

use crate::crushtool::exit::tell;
use crush::map::Map;
use std::collections::{BTreeMap, TryReserveError};

/// Weight of a device that is in.
const IN: u32 = 0x1_0000;

/// Devices that some bucket holds are in, others out, unless the command line says otherwise.
pub(super) fn weights(map: &Map, given: &BTreeMap<i32, u32>) -> Result<Vec<u32>, TryReserveError> {
    let devices = usize::try_from(map.max_devices()).unwrap_or(0);
    let mut weights = Vec::new();
    weights.try_reserve_exact(devices)?;
    weights.resize(devices, 0);
    let mut set = |device: i32, weight| {
        if let Some(place) = usize::try_from(device).ok().and_then(|device| weights.get_mut(device)) {
            *place = weight;
        }
    };
    map.buckets().flat_map(|bucket| bucket.items).for_each(|&item| set(item, IN));
    given.iter().for_each(|(&device, &weight)| set(device, weight));
    Ok(weights)
}

/// Prints the weights in hexadecimal.
pub(super) fn print(weights: &[u32]) {
    let weights: Vec<_> = weights.iter().map(|weight| format!("{weight:x}")).collect();
    tell(&[b"devices weights (hex): [", weights.join(",").as_bytes(), b"]\n"]);
}
