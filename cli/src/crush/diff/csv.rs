//! Tables as comma-separated values (RFC 4180).

use super::found::Found;
use crate::failure::Failure;
use std::io::Write;

type Csv<'a, W> = ::csv::Writer<&'a mut W>;

fn record<W: Write>(csv: &mut Csv<'_, W>, cells: &[String]) -> Result<(), Failure> {
    csv.write_record(cells).map_err(|error| Failure::Output(error.into()))
}

fn heading<W: Write>(csv: &mut Csv<'_, W>, cells: &[&str]) -> Result<(), Failure> {
    csv.write_record(cells).map_err(|error| Failure::Output(error.into()))
}

pub(super) fn pools(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    let mut csv = ::csv::Writer::from_writer(out);
    heading(
        &mut csv,
        &[
            "name",
            "rule",
            "size_before",
            "size_after",
            "mappings",
            "compared",
            "changed",
            "replicas",
            "moved",
            "moved_as_sets",
            "moved_by_position",
            "primaries",
            "primaries_alone",
            "least_counts",
            "least_targets",
            "holes_before",
            "holes_after",
        ],
    )?;
    for diff in &found.diff.subjects {
        let mut cells = vec![found.subject(diff.subject), found.rule(diff)];
        cells.extend([diff.size_before, diff.size_after].map(|number| number.to_string()));
        let numbers = [
            diff.mappings,
            diff.compared,
            diff.changed,
            diff.replicas,
            diff.moved,
            diff.moved_as_sets,
            diff.moved_by_position,
            diff.primaries,
            diff.primaries_alone,
            diff.minima.counts,
        ];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.push(format!("{:.3}", diff.minima.targets));
        cells.extend([diff.holes.places_before, diff.holes.places_after].map(|number| number.to_string()));
        record(&mut csv, &cells)?;
    }
    Ok(csv.flush()?)
}

pub(super) fn devices(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    let mut csv = ::csv::Writer::from_writer(out);
    let counts = ["device", "before", "after", "gained", "lost", "target_before", "target_after"];
    let bytes = ["size", "used_before", "used_after"];
    let fullness = found.fullness_by_device();
    let shown = if found.fullness.is_some() { &bytes[..] } else { &[] };
    heading(&mut csv, &[&counts, shown].concat())?;
    for device in &found.devices {
        let numbers = [device.before, device.after, device.gained, device.lost];
        let mut cells = vec![format!("osd.{}", device.id)];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([device.target_before, device.target_after].map(|target| format!("{target:.3}")));
        if found.fullness.is_some() {
            let of = fullness.get(&device.id);
            let values = of.map_or([0.0; 3], |device| [device.size, device.before, device.after]);
            cells.extend(values.map(|bytes| format!("{bytes:.0}")));
        }
        record(&mut csv, &cells)?;
    }
    Ok(csv.flush()?)
}

/// By devices, or by the types of `--by`.
pub(super) fn moves(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    let mut csv = ::csv::Writer::from_writer(out);
    heading(&mut csv, &["by", "from", "to", "replicas"])?;
    let devices = [("device".to_owned(), found.diff.moves())];
    let groups = if found.groups.is_empty() { &devices[..] } else { &found.groups };
    for (by, moves) in groups {
        for &(from, to, count) in moves {
            record(&mut csv, &[by.clone(), found.item(from), found.item(to), count.to_string()])?;
        }
    }
    Ok(csv.flush()?)
}
