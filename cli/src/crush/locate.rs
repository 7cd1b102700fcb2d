//! `crush locate`.

use crate::describe;
use crate::failure::Failure;
use crate::input::{self, Input, Placing};
use crate::{list, output};
use clap::ValueEnum;
use crush::osdmap::{NewPool, OsdMap, PoolKind};
use crush::placement::{ObjectLocator, PgId, PgPlacement, Placement};
use serde::Serialize;
use std::io::{BufRead, BufReader, Write};
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

/// One answer.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<std::borrow::Cow<'a, str>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    namespace: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    key: &'a str,
    pool: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<u32>,
    pg: String,
    up: &'a [i32],
    up_primary: i32,
    acting: &'a [i32],
    acting_primary: i32,
}

/// Answers what is asked.
struct Answers<'a> {
    arguments: &'a Arguments,
    placement: Placement<'a>,
    out: std::io::BufWriter<std::io::StdoutLock<'static>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.objects.is_empty() && arguments.from.is_none() && arguments.pg.is_empty() {
        return Err(Failure::new("nothing to locate: name objects, or give --from FILE or --pg PG"));
    }
    let (map, pool) = load(&arguments.map, arguments.pool.as_deref(), &arguments.described)?;
    let placement = arguments.placing.placement(&map);
    let mut answers = Answers { arguments, placement, out: output::stdout() };
    for &pg in &arguments.pg {
        answers.pg(pg)?;
    }
    if !arguments.objects.is_empty() || arguments.from.is_some() {
        let pool = pool.ok_or_else(|| Failure::new("objects are in a pool: name it with --pool"))?;
        arguments.objects.iter().try_for_each(|name| answers.object(pool, name.as_bytes()))?;
        if let Some(path) = &arguments.from {
            answers.names(pool, path)?;
        }
    }
    Ok(answers.out.flush()?)
}

impl Answers<'_> {
    /// Objects named in a file.
    fn names(&mut self, pool: u64, path: &std::path::Path) -> Result<(), Failure> {
        let failure = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
        let mut reader: Box<dyn BufRead> = if path == std::path::Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(BufReader::with_capacity(1 << 16, std::fs::File::open(path).map_err(failure)?))
        };
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(failure)? > 0 {
            self.object(pool, line.strip_suffix(b"\n").unwrap_or(&line))?;
            line.clear();
        }
        Ok(())
    }

    fn object(&mut self, pool: u64, name: &[u8]) -> Result<(), Failure> {
        let arguments = self.arguments;
        let object = ObjectLocator::new(name)
            .with_namespace(arguments.namespace.as_bytes())
            .with_key(arguments.key.as_bytes());
        let found = self.placement.map().pool(pool).ok_or_else(|| Failure::new("the pool is gone"))?;
        let hash = object.hash(found.object_hash());
        let place = self.placement.place(PgId { pool, seed: hash })?;
        self.answer(Some((name, hash)), &place)
    }

    fn pg(&mut self, pg: PgId) -> Result<(), Failure> {
        let map = self.placement.map();
        let Some(pool) = map.pool(pg.pool) else {
            return input::pool(map, &pg.pool.to_string()).map(drop);
        };
        if pg.seed >= pool.pg_num {
            return Err(Failure::new(format!("there is no PG {pg}: its pool has {} PGs", pool.pg_num)));
        }
        let place = self.placement.place(pg)?;
        self.answer(None, &place)
    }

    fn answer(&mut self, object: Option<(&[u8], u32)>, place: &PgPlacement) -> Result<(), Failure> {
        if self.arguments.json {
            return output::json_line(
                &mut self.out,
                &Row {
                    object: object.map(|(name, _)| String::from_utf8_lossy(name)),
                    namespace: if object.is_some() { &self.arguments.namespace } else { "" },
                    key: if object.is_some() { &self.arguments.key } else { "" },
                    pool: place.pg.pool,
                    hash: object.map(|(_, hash)| hash),
                    pg: place.pg.to_string(),
                    up: &place.up,
                    up_primary: place.up_primary,
                    acting: &place.acting,
                    acting_primary: place.acting_primary,
                },
            );
        }
        if let Some((name, hash)) = object {
            self.out.write_all(name)?;
            write!(self.out, "\t{hash:08x}\t")?;
        }
        let (up, acting) = (describe::set(&place.up), describe::set(&place.acting));
        let (pg, primaries) = (place.pg, (place.up_primary, place.acting_primary));
        Ok(writeln!(self.out, "{pg}\tup {up} p{}\tacting {acting} p{}", primaries.0, primaries.1)?)
    }
}
