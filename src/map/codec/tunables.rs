//! Tunables: fields 10 to 17 and 22, 23, each group there or not (spec 04 section 2).
#![forbid(unsafe_code)]

use super::error::DecodeError;
use super::reader::Reader;
use super::writer::Sink;
use crate::builder::MapTunables;
use crate::map::release::Release;

/// Reads as many groups as there are.
pub(super) fn decode(reader: &mut Reader<'_>, tunables: &mut MapTunables) -> Result<(), DecodeError> {
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.choose_local_tries = reader.u32("choose_local_tries")?;
    tunables.choose_local_fallback_tries = reader.u32("choose_local_fallback_tries")?;
    tunables.choose_total_tries = reader.u32("choose_total_tries")?;
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.chooseleaf_descend_once = reader.u32("chooseleaf_descend_once")?;
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.chooseleaf_vary_r = reader.u8("chooseleaf_vary_r")?;
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.straw_calc_version = reader.u8("straw_calc_version")?;
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.allowed_bucket_algs = reader.u32("allowed_bucket_algs")?;
    if reader.is_at_end() {
        return Ok(());
    }
    tunables.chooseleaf_stable = reader.u8("chooseleaf_stable")?;
    Ok(())
}

/// Reads the group at the very end.
pub(super) fn decode_msr(reader: &mut Reader<'_>, tunables: &mut MapTunables) -> Result<(), DecodeError> {
    tunables.msr_descents = reader.u32("msr_descents")?;
    tunables.msr_collision_tries = reader.u32("msr_collision_tries")?;
    Ok(())
}

/// Writes the groups that readers of `release` know, but for the one at the very end.
pub(super) fn encode(sink: &mut impl Sink, tunables: &MapTunables, release: Release) {
    sink.u32(tunables.choose_local_tries);
    sink.u32(tunables.choose_local_fallback_tries);
    sink.u32(tunables.choose_total_tries);
    sink.u32(tunables.chooseleaf_descend_once);
    sink.u8(tunables.chooseleaf_vary_r);
    sink.u8(tunables.straw_calc_version);
    sink.u32(tunables.allowed_bucket_algs);
    if release >= Release::Jewel {
        sink.u8(tunables.chooseleaf_stable);
    }
}

/// Writes the group at the very end.
pub(super) fn encode_msr(sink: &mut impl Sink, tunables: &MapTunables) {
    sink.u32(tunables.msr_descents);
    sink.u32(tunables.msr_collision_tries);
}
