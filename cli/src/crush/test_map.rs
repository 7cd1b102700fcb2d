//! The forms of `osdmaptool --test-map-pgs` and of its two dumps (spec 09 section 10).

use crate::counts::{self, Counts, Device};
use crate::failure::Failure;
use crate::number::General;
use crush::osdmap::OsdMap;
use crush::placement::PgPlacement;
use std::io::Write;

/// A set as that tool prints it.
struct Set<'a>(&'a [i32]);

impl std::fmt::Display for Set<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (place, osd) in self.0.iter().enumerate() {
            write!(f, "{}{osd}", if place == 0 { "" } else { "," })?;
        }
        f.write_str("]")
    }
}

pub(crate) fn write_dump(out: &mut impl Write, place: &PgPlacement) -> Result<(), Failure> {
    Ok(writeln!(out, "{}\t{}\t{}", place.pg, Set(&place.acting), place.acting_primary)?)
}

pub(crate) fn write_dump_all(out: &mut impl Write, place: &PgPlacement) -> Result<(), Failure> {
    let PgPlacement { pg, raw, raw_primary, up, up_primary, acting, acting_primary, .. } = place;
    let (raw, up, acting) = (Set(raw), Set(up), Set(acting));
    Ok(writeln!(
        out,
        "{pg} raw ({raw}, p{raw_primary}) up ({up}, p{up_primary}) acting ({acting}, p{acting_primary})"
    )?)
}

pub(crate) fn write_summary(out: &mut impl Write, map: &OsdMap, counts: &Counts) -> Result<(), Failure> {
    let devices = counts::devices(map, counts);
    writeln!(out, "#osd\tcount\tfirst\tprimary\tc wt\twt")?;
    for Device { id, crush_weight, weight, count } in &devices {
        let (crush_weight, weight) = (General(*crush_weight), General(*weight));
        writeln!(
            out,
            "osd.{id}\t{}\t{}\t{}\t{crush_weight}\t{weight}",
            count.pgs, count.first, count.primary
        )?;
    }
    write_spread(out, &devices)?;
    let with_pgs = || devices.iter().map(|device| (device.count.pgs, device.id)).filter(|&(pgs, _)| pgs > 0);
    if let Some((pgs, id)) = with_pgs().min_by_key(|&(pgs, _)| pgs) {
        writeln!(out, " min osd.{id} {pgs}")?;
    }
    if let Some((pgs, id)) = with_pgs().rev().max_by_key(|&(pgs, _)| pgs) {
        writeln!(out, " max osd.{id} {pgs}")?;
    }
    for (size, count) in &counts.sizes {
        writeln!(out, "size {size}\t{count}")?;
    }
    Ok(())
}

fn write_spread(out: &mut impl Write, devices: &[Device]) -> Result<(), Failure> {
    let number = devices.len();
    writeln!(out, " in {number}")?;
    let total: u64 = devices.iter().map(|device| device.count.pgs).sum();
    let average = total.checked_div(number as u64).unwrap_or(0);
    let square = |device: &Device| (average as f64 - device.count.pgs as f64).powi(2);
    let deviation = (devices.iter().map(square).sum::<f64>() / number as f64).sqrt();
    let share = 1.0 / number as f64;
    let expected = (total as f64 * share * (1.0 - share)).sqrt();
    let (ratio, expected_ratio) = (deviation / average as f64, expected / average as f64);
    Ok(writeln!(
        out,
        " avg {average} stddev {} ({}x) (expected {} {}x))",
        General(deviation),
        General(ratio),
        General(expected),
        General(expected_ratio)
    )?)
}
