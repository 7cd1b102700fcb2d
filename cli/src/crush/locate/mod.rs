//! `crush locate`.

mod answers;
mod names;

use crate::failure::Failure;
use crate::input::{self, Input, Placing};
use crate::list;
use answers::Answers;
use clap::ValueEnum;
use crush::osdmap::{NewPool, OsdMap, PoolKind};
use crush::placement::PgId;
use std::path::PathBuf;

/// Where objects or PGs are.
#[derive(clap::Args)]
#[command(after_help = "\
Without --json a line has the object, its hash, its PG, the up set with its primary, and the acting set with its primary,
separated by tabs. Names in a file end at the line's end, and may be any bytes.

Example: crush locate osdmap.bin --pool rbd rbd_data.10226b8b4567.0000000000000000")]
pub(crate) struct Arguments {
    /// An osdmap; or a crush map, with --rule, --size and --pg-num.
    #[arg(value_name = "OSDMAP|MAP")]
    map: PathBuf,
    /// Names of objects.
    #[arg(value_name = "OBJECT")]
    objects: Vec<String>,
    /// A file with an object's name on each line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A PG instead of an object, like 3.1a; may be repeated.
    #[arg(long, value_name = "PG")]
    pg: Vec<PgId>,
    /// Name or id of the objects' pool; of a crush map's described pool the id, else 1.
    #[arg(long, value_name = "POOL")]
    pool: Option<String>,
    /// Namespace of the objects.
    #[arg(long, default_value = "")]
    namespace: String,
    /// Locator key of the objects.
    #[arg(long, default_value = "")]
    key: String,
    #[command(flatten)]
    described: Described,
    #[command(flatten)]
    placing: Placing,
    /// A line of JSON for each object or PG; positions without a device hold 2147483647.
    #[arg(long)]
    json: bool,
}

/// A pool that no osdmap describes.
#[derive(clap::Args)]
#[command(next_help_heading = "Describing the pool of a crush map")]
pub(crate) struct Described {
    /// Name or number of the pool's rule.
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// Replicas or shards.
    #[arg(long, value_name = "N", default_value_t = 3)]
    size: u8,
    /// Number of PGs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pg_num: u32,
    /// Number of distinct placements of PGs, if it is another.
    #[arg(long, value_name = "N")]
    pgp_num: Option<u32>,
    /// An erasure-coded pool: sets keep their positions.
    #[arg(long)]
    erasure: bool,
    /// Hash of object names.
    #[arg(long, value_enum, default_value_t = NameHash::Rjenkins)]
    object_hash: NameHash,
    /// PGs lie in a row, as in pools without the flag hashpspool.
    #[arg(long)]
    no_hashpspool: bool,
    /// Weight of a device from 0 (out) to 1 (in); may be repeated. Others are in.
    #[arg(long, value_name = "DEVICE=WEIGHT", value_parser = list::weight)]
    weight: Vec<(i32, u32)>,
}

#[derive(Clone, Copy, ValueEnum)]
enum NameHash {
    Linux,
    Rjenkins,
}

/// The osdmap, and the pool that is asked for.
pub(crate) fn load(
    path: &std::path::Path,
    pool: Option<&str>,
    described: &Described,
) -> Result<(OsdMap, Option<u64>), Failure> {
    match input::load(path)? {
        Input::OsdMap(map) => {
            if described.rule.is_some() || !described.weight.is_empty() {
                return Err(Failure::new(
                    "an osdmap has its own pools and weights: leave out --rule and --weight",
                ));
            }
            let pool = pool.map(|name| input::pool(&map, name)).transpose()?;
            Ok((*map, pool))
        }
        Input::Crush(map) => {
            let name = described.rule.as_deref().ok_or_else(|| {
                Failure::new(format!(
                    "{} is a crush map: describe the pool with --rule, --size and --pg-num, or give an osdmap",
                    path.display()
                ))
            })?;
            let id = pool.unwrap_or("1");
            let id: u64 = id.parse().map_err(|_| Failure::new(format!("'{id}' is no pool's id")))?;
            let map = described.describe(input::all_in(*map)?, name, id)?;
            Ok((map, Some(id)))
        }
    }
}

impl Described {
    fn describe(&self, mut map: OsdMap, rule: &str, id: u64) -> Result<OsdMap, Failure> {
        let rule = rule_number(&map, rule)?;
        for &(device, weight) in &self.weight {
            let place = usize::try_from(device).ok().and_then(|device| map.osd_weight.get_mut(device));
            *place.ok_or_else(|| Failure::new(format!("the map has no device {device}")))? = weight;
        }
        let pool = NewPool {
            kind: if self.erasure { PoolKind::Erasure } else { PoolKind::Replicated },
            size: self.size,
            crush_rule: rule,
            object_hash: match self.object_hash {
                NameHash::Linux => 1,
                NameHash::Rjenkins => 2,
            },
            pg_num: self.pg_num,
            pgp_num: self.pgp_num.unwrap_or(self.pg_num),
            flags: u64::from(!self.no_hashpspool),
            ..NewPool::default()
        };
        map.add_pool(id.cast_signed(), "described", pool.build());
        Ok(map)
    }
}

/// A rule by its name or number.
pub(crate) fn rule_number(map: &OsdMap, name: &str) -> Result<u8, Failure> {
    let crush = map.crush();
    let by_number = || name.parse().ok().filter(|&number: &u32| crush.rule(number).is_some());
    let number = crush.rule_id(name).or_else(by_number).and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| {
        let known: Vec<String> = crush
            .rules()
            .take(20)
            .map(|(number, _)| {
                crush
                    .rule_name(number)
                    .map_or_else(|| number.to_string(), |name| format!("{number} '{name}'"))
            })
            .collect();
        Failure::new(format!("there is no rule '{name}'; the map has {}", known.join(", ")))
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.objects.is_empty() && arguments.from.is_none() && arguments.pg.is_empty() {
        return Err(Failure::new("nothing to locate: name objects, or give --from FILE or --pg PG"));
    }
    let (map, pool) = load(&arguments.map, arguments.pool.as_deref(), &arguments.described)?;
    let mut answers = Answers::new(arguments, arguments.placing.placement(&map));
    for &pg in &arguments.pg {
        answers.pg(pg)?;
    }
    if !arguments.objects.is_empty() || arguments.from.is_some() {
        let pool = pool.ok_or_else(|| Failure::new("objects are in a pool: name it with --pool"))?;
        let mut names = arguments.objects.iter().map(|name| Ok(name.as_bytes().to_vec()));
        answers.objects(pool, &mut names)?;
        if let Some(path) = &arguments.from {
            answers.objects(pool, &mut names::in_file(path)?)?;
        }
    }
    answers.finish()
}
