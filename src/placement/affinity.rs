//! Which device of the up set is primary (spec 09 section 6).
#![forbid(unsafe_code)]

use super::change::Change;
use crate::hash::HashKind;
use crate::mapper::NONE;
use crate::osdmap::OsdMap;

/// Affinity of a device that takes every primary role it is offered.
const DEFAULT: u32 = 0x1_0000;

/// The primary of an up set; in pools whose positions mean nothing it is moved to the front.
pub(super) fn choose_primary(
    map: &OsdMap,
    pps: u32,
    up: &mut [i32],
    can_shift: bool,
    tell: &mut impl FnMut(Change),
) -> i32 {
    let Some(position) = winner(map, pps, up, tell) else {
        return first(up);
    };
    let primary = up[position];
    if can_shift {
        up[..=position].rotate_right(1);
    }
    primary
}

/// The first entry that is a device, or -1.
pub(super) fn first(set: &[i32]) -> i32 {
    set.iter().copied().find(|&osd| osd != NONE).unwrap_or(-1)
}

/// Position of the first device that takes the role, else of the first that is there; none where affinities are silent.
fn winner(map: &OsdMap, pps: u32, up: &[i32], tell: &mut impl FnMut(Change)) -> Option<usize> {
    let affinity = |osd: i32| map.primary_affinity(osd);
    let there = || up.iter().enumerate().filter(|(_, osd)| **osd != NONE);
    if map.primary_affinity.is_empty() || there().all(|(_, &osd)| affinity(osd) == DEFAULT) {
        return None;
    }
    let mut is_willing = |osd: i32| {
        let affinity = affinity(osd);
        let draw = HashKind::Rjenkins1.hash2(pps, osd.cast_unsigned()) >> 16;
        let willing = affinity >= DEFAULT || draw < affinity;
        tell(Change::Affinity { osd, affinity, draw, willing });
        willing
    };
    there().find(|(_, osd)| is_willing(**osd)).or_else(|| there().next()).map(|(position, _)| position)
}
