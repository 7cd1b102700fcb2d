//! `--output-csv` (spec 08 section 4).

use super::plan::Plan;
use super::statistics::Utilization;
use super::tally::Tally;
use crate::crushtool::exit::text;
use crate::crushtool::format::general;
use crate::crushtool::settings::TestOutput;
use crate::crushtool::write::path;
use crate::new_file::NewFile;
use std::io::{self, BufWriter, Seek, Write};
use tempfile::SpooledTempFile;

/// Bytes of counts of batches that are kept in memory.
const IN_MEMORY: usize = 1 << 20;

/// The files of one rule and number of places. Files that cannot be written are left out, as upstream does.
pub(super) struct CsvFiles {
    /// How their names begin.
    prefix: Vec<u8>,
    wanted: bool,
    placements: Option<BufWriter<NewFile>>,
    /// Rows of counts, if there are several batches. Their heading is known only in the end.
    batches: Option<BufWriter<SpooledTempFile>>,
    batch: u64,
}

impl CsvFiles {
    pub(super) fn new(plan: &Plan<'_>, output: &TestOutput, rule: i32) -> Self {
        let name = plan.map.rule_names().name(rule).map(|name| name.as_bytes()).unwrap_or_default();
        let tag = output.csv_name.as_deref();
        let prefix = tag.map_or_else(|| name.to_vec(), |tag| text(&[tag, b"-", name]));
        let several = output.csv && plan.settings.batches > 1;
        let batches = several.then(|| BufWriter::new(SpooledTempFile::new(IN_MEMORY)));
        // For a range of places the heading is that of the greatest number.
        let most = plan.settings.replicas.1;
        let mut files = Self { prefix, wanted: output.csv, placements: None, batches, batch: 0 };
        files.placements = files.open("placement_information").and_then(|mut file| {
            let columns: String = (0..most).map(|place| format!(", OSD{place}")).collect();
            writeln!(file, "Input{columns}").is_ok().then_some(file)
        });
        files
    }

    fn open(&self, kind: &str) -> Option<BufWriter<NewFile>> {
        let name = text(&[&self.prefix, b"-", kind.as_bytes(), b".csv"]);
        self.wanted.then(|| NewFile::create(path(&name)).ok().map(BufWriter::new))?
    }

    /// Adds rows of mappings.
    pub(super) fn placements(&mut self, rows: &[u8]) {
        if let Some(file) = &mut self.placements
            && file.write_all(rows).is_err()
        {
            self.placements = None;
        }
    }

    /// Adds the counts of a batch, which are the sums of several tallies. A batch without inputs has none.
    pub(super) fn batch(&mut self, tallies: &[&Tally], is_empty: bool) {
        let Some(file) = &mut self.batches else { return };
        let devices = tallies.first().filter(|_| !is_empty).map_or(0, |tally| tally.devices.len());
        let sum = |device| tallies.iter().map(|tally| tally.devices[device]).sum::<u64>();
        let row: String = (0..devices).map(|device| format!(",{}", general(sum(device) as f64))).collect();
        let written = writeln!(file, "{}{row}", self.batch);
        self.batch += 1;
        if written.is_err() {
            self.batches = None;
        }
    }

    /// Writes what is known in the end.
    pub(super) fn finish(mut self, plan: &Plan<'_>, utilization: &Utilization, tally: &Tally) {
        if let Some(file) = self.placements.take() {
            keep(file);
        }
        self.utilization("device_utilization", utilization.devices(tally, false));
        self.utilization("device_utilization_all", utilization.devices(tally, true));
        let shares = || utilization.shares.iter().map(|&share| f64::from(share)).enumerate();
        let proportional = "Device ID, Proportional Weight";
        self.rows("proportional_weights", proportional, shares().filter(|&(_, share)| share > 0.0));
        self.rows("proportional_weights_all", proportional, shares());
        let weights = plan.weights.iter().map(|&weight| f64::from(weight as f32 / 65536.0)).enumerate();
        self.rows("absolute_weights", "Device ID, Absolute Weight", weights);
        self.batch_files(utilization.devices(tally, false).count());
    }

    fn utilization(&self, kind: &str, devices: impl Iterator<Item = (usize, u64, f32)>) {
        let heading = "Device ID, Number of Objects Stored, Number of Objects Expected";
        self.write(kind, |file| {
            writeln!(file, "{heading}")?;
            for (device, count, expected) in devices {
                writeln!(file, "{device},{},{}", general(count as f64), general(expected.into()))?;
            }
            Ok(())
        });
    }

    fn rows(&self, kind: &str, heading: &str, rows: impl Iterator<Item = (usize, f64)>) {
        self.write(kind, |file| {
            writeln!(file, "{heading}")?;
            for (device, value) in rows {
                writeln!(file, "{device},{}", general(value))?;
            }
            Ok(())
        });
    }

    /// Both files hold the counts, as in the original, and have as many columns in the heading as there are devices that
    /// hold something.
    fn batch_files(&mut self, columns: usize) {
        let Some(rows) = self.batches.take() else { return };
        let Ok(mut rows) = rows.into_inner() else { return };
        for (kind, what) in [
            ("batch_device_utilization_all", "Stored"),
            ("batch_device_expected_utilization_all", "Expected"),
        ] {
            let columns: String =
                (0..columns).map(|device| format!(", Objects {what} on OSD{device}")).collect();
            self.write(kind, |file| {
                writeln!(file, "Batch Round{columns}")?;
                rows.rewind()?;
                io::copy(&mut rows, file).map(drop)
            });
        }
    }

    fn write(&self, kind: &str, content: impl FnOnce(&mut BufWriter<NewFile>) -> io::Result<()>) {
        if let Some(mut file) = self.open(kind)
            && content(&mut file).is_ok()
        {
            keep(file);
        }
    }
}

/// Gives a complete file its name.
fn keep(file: BufWriter<NewFile>) {
    // What cannot be written is left out.
    let _ = file.into_inner().map_err(io::Error::from).and_then(NewFile::keep);
}
