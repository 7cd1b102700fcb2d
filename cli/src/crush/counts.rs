//! How many PGs each device has, against the share of its weight.

use crate::failure::Failure;
use crate::output;
use crush::map::Map;
use crush::osdmap::OsdMap;
use crush::placement::PgPlacement;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// What one device has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    /// Acting sets that it is in.
    pub(crate) pgs: u64,
    /// Acting sets whose first place it has.
    pub(crate) first: u64,
    /// Acting sets whose primary it is.
    pub(crate) primary: u64,
    /// Up sets that it is in.
    pub(crate) up: u64,
}

/// Counts over acting sets.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) devices: BTreeMap<i32, Count>,
    /// Acting sets by their length.
    pub(crate) sizes: BTreeMap<usize, u64>,
}

impl Counts {
    pub(crate) fn add(&mut self, place: &PgPlacement) {
        let devices =
            |set: &[i32]| set.iter().copied().filter(|&osd| osd != crate::describe::NONE).collect::<Vec<_>>();
        for osd in devices(&place.up) {
            self.devices.entry(osd).or_default().up += 1;
        }
        for osd in devices(&place.acting) {
            self.devices.entry(osd).or_default().pgs += 1;
        }
        if let Some(&first) = place.acting.first().filter(|&&osd| osd != crate::describe::NONE) {
            self.devices.entry(first).or_default().first += 1;
        }
        if place.acting_primary >= 0 {
            self.devices.entry(place.acting_primary).or_default().primary += 1;
        }
        *self.sizes.entry(place.acting.len()).or_default() += 1;
    }
}

/// A device that takes part: it exists, is in, and has weight in the crush map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Device {
    pub(crate) id: i32,
    /// Its weight where the crush map has it first.
    pub(crate) crush_weight: f64,
    /// From 0 (out) to 1 (in).
    pub(crate) weight: f64,
    pub(crate) count: Count,
}

/// Devices that take part, ascending.
pub(crate) fn devices(map: &OsdMap, counts: &Counts) -> Vec<Device> {
    let weights = first_weights(map.crush());
    let device = |(index, &weight): (usize, &u32)| {
        let id = i32::try_from(index).ok()?;
        let crush_weight = weights.get(&id).copied().unwrap_or(0);
        (weight != 0 && crush_weight > 0 && map.exists(id)).then(|| Device {
            id,
            crush_weight: f64::from(crush_weight) / 65536.0,
            weight: f64::from(weight) / 65536.0,
            count: counts.devices.get(&id).copied().unwrap_or_default(),
        })
    };
    map.weights().iter().enumerate().filter_map(device).collect()
}

/// The weight of each device in the first bucket that has it.
fn first_weights(map: &Map) -> BTreeMap<i32, u32> {
    let mut weights = BTreeMap::new();
    for bucket in map.buckets() {
        for (place, &item) in bucket.items.iter().enumerate().filter(|(_, item)| **item >= 0) {
            weights.entry(item).or_insert_with(|| bucket.item_weight(place));
        }
    }
    weights
}

/// Counts of a device in JSON.
#[derive(Serialize)]
struct DeviceRow {
    osd: i32,
    pgs: u64,
    up: u64,
    first: u64,
    primary: u64,
    crush_weight: f64,
    weight: f64,
    expected: f64,
}

/// All counts in JSON.
#[derive(Serialize)]
struct CountRow {
    devices: Vec<DeviceRow>,
    /// PGs of all devices that take part.
    total: u64,
    average: f64,
    stddev: f64,
    /// Of counts against what the weight of each device gives.
    stddev_from_expected: f64,
    min: Option<(i32, u64)>,
    max: Option<(i32, u64)>,
    /// Acting sets by length.
    sizes: BTreeMap<usize, u64>,
}

fn rows(map: &OsdMap, counts: &Counts) -> CountRow {
    let devices = devices(map, counts);
    let total: u64 = devices.iter().map(|device| device.count.pgs).sum();
    let weight: f64 = devices.iter().map(|device| device.crush_weight * device.weight).sum();
    let expected = |device: &Device| total as f64 * (device.crush_weight * device.weight) / weight;
    let average = total as f64 / devices.len() as f64;
    let spread = |from: &dyn Fn(&Device) -> f64| {
        let squares =
            devices.iter().map(|device| (device.count.pgs as f64 - from(device)).powi(2)).sum::<f64>();
        (squares / devices.len() as f64).sqrt()
    };
    let by_count = || devices.iter().map(|device| (device.id, device.count.pgs));
    CountRow {
        total,
        average,
        stddev: spread(&|_| average),
        stddev_from_expected: spread(&expected),
        min: by_count().min_by_key(|&(_, pgs)| pgs),
        max: by_count().rev().max_by_key(|&(_, pgs)| pgs),
        sizes: counts.sizes.clone(),
        devices: devices
            .iter()
            .map(|device| DeviceRow {
                osd: device.id,
                pgs: device.count.pgs,
                up: device.count.up,
                first: device.count.first,
                primary: device.count.primary,
                crush_weight: device.crush_weight,
                weight: device.weight,
                expected: expected(device),
            })
            .collect(),
    }
}

/// Writes the counts as a line of JSON.
pub(crate) fn write_json(out: &mut impl Write, map: &OsdMap, counts: &Counts) -> Result<(), Failure> {
    output::json_line(out, &rows(map, counts))
}

/// Writes the counts as a table.
pub(crate) fn write_text(out: &mut impl Write, map: &OsdMap, counts: &Counts) -> Result<(), Failure> {
    let rows = rows(map, counts);
    let mut table = output::table(&[
        "osd",
        ">crush weight",
        ">weight",
        ">pgs",
        ">expected",
        ">difference",
        ">up",
        ">first",
        ">primary",
    ]);
    for row in &rows.devices {
        table.add_row([
            format!("osd.{}", row.osd),
            format!("{:.4}", row.crush_weight),
            format!("{:.4}", row.weight),
            row.pgs.to_string(),
            format!("{:.1}", row.expected),
            format!("{:+.1}%", (row.pgs as f64 / row.expected - 1.0) * 100.0),
            row.up.to_string(),
            row.first.to_string(),
            row.primary.to_string(),
        ]);
    }
    output::write_table(out, &table)?;
    writeln!(out, "devices {}  pgs {}  average {:.2}", rows.devices.len(), rows.total, rows.average)?;
    writeln!(out, "stddev {:.2}  from what weights give {:.2}", rows.stddev, rows.stddev_from_expected)?;
    if let (Some((least, min)), Some((most, max))) = (rows.min, rows.max) {
        writeln!(out, "min osd.{least} {min}  max osd.{most} {max}")?;
    }
    for (size, count) in &rows.sizes {
        writeln!(out, "sets of {size}: {count}")?;
    }
    Ok(())
}
