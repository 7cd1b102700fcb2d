//! `crush diff`.

mod csv;
mod found;
pub(crate) mod text;
mod used;

use crate::cluster::{self, Asked, Clusters};
use crate::failure::Failure;
use crate::output;
use analysis::diff::{Confidence, Diff, Sample};
use clap::ValueEnum;
use found::Found;
use std::io::Write;
use std::path::PathBuf;

/// What moves between two maps, or when a map changes, and how far that is from the least possible.
#[derive(clap::Args)]
#[command(after_help = "\
Of osdmaps the up sets of all PGs are compared, of crush maps what each rule gives for the inputs 0, 1, 2 and so on. A
copy moves when a device comes into a set that did not have it; a shard also when it only changes its position. Minima: what
must move at least to get from the old number of replicas per device to the new one, and from the old target shares to the
new ones.

Examples: crush diff osdmap.bin --out host3
          crush diff osdmap.bin new-crush.bin --by host
          crush diff crush.bin --tunables jewel --rule replicated_rule")]
pub(crate) struct Arguments {
    #[command(flatten)]
    clusters: Clusters,
    /// Also who gives to whom, by the buckets of this type around the devices; may be repeated. The type of devices itself
    /// gives every device.
    #[arg(long, value_name = "TYPE")]
    by: Vec<String>,
    /// All devices instead of the twenty that change most.
    #[arg(long)]
    all: bool,
    /// Compare so many PGs of each pool, or inputs of each rule, drawn at random.
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
    /// What the draw begins with.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How sure the intervals of a sample are.
    #[arg(long, value_enum, default_value_t = Sure::NinetyFive)]
    confidence: Sure,
    /// What devices hold now: `ceph osd df -f json`, or lines with a device, bytes used and bytes of room.
    #[arg(long, value_name = "FILE")]
    used: Option<PathBuf>,
    /// Bytes that a pool uses on all devices together, so that its replicas count as heavy as they are; may be repeated. For
    /// pools without, replicas are as heavy as the average of those given.
    #[arg(long, value_name = "POOL=BYTES", requires = "used")]
    pool_used: Vec<String>,
    #[command(flatten)]
    asked: Asked,
    /// One JSON object.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// A table as comma-separated values instead.
    #[arg(long, value_enum, value_name = "TABLE")]
    csv: Option<Table>,
}

/// Tables that can be had as comma-separated values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Table {
    /// A line for each pool or rule.
    Pools,
    /// A line for each device.
    Devices,
    /// A line for each pair of devices, or buckets of the type of --by, of which one gives to the other.
    Moves,
}

#[derive(Clone, Copy, ValueEnum)]
enum Sure {
    #[value(name = "90")]
    Ninety,
    #[value(name = "95")]
    NinetyFive,
    #[value(name = "99")]
    NinetyNine,
}

impl From<Sure> for Confidence {
    fn from(sure: Sure) -> Self {
        match sure {
            Sure::Ninety => Self::Ninety,
            Sure::NinetyFive => Self::NinetyFive,
            Sure::NinetyNine => Self::NinetyNine,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (old, new) = arguments.clusters.load()?;
    let mut options = arguments.asked.options(&old, &new)?;
    let types: Vec<u16> =
        arguments.by.iter().map(|name| cluster::type_number(&new, name)).collect::<Result<_, _>>()?;
    let (seed, confidence) = (arguments.seed, arguments.confidence.into());
    options.sample = arguments.sample.map(|number| Sample { number, seed, confidence });
    let diff = Diff::between(&old, &new, &options).map_err(|error| Failure::new(error.to_string()))?;
    let mut found = Found::new(old, new, diff);
    for (name, r#type) in arguments.by.iter().zip(types) {
        found.group(name, r#type);
    }
    if let Some(path) = &arguments.used {
        let used = used::read(path)?;
        let weights = used::weights(&found, &arguments.pool_used)?;
        found.fullness = Some(analysis::diff::fullness(&found.diff, &used, &weights));
    }
    let mut out = output::stdout();
    match arguments.csv {
        Some(Table::Pools) => csv::pools(&mut out, &found)?,
        Some(Table::Devices) => csv::devices(&mut out, &found)?,
        Some(Table::Moves) => csv::moves(&mut out, &found)?,
        None if arguments.json => output::json_line(&mut out, &found.json())?,
        None => text::write(&mut out, &found, arguments.all)?,
    }
    Ok(out.flush()?)
}
