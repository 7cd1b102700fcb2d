//! What is asked, answered: names in batches, each PG once.

use super::Arguments;
use crate::failure::Failure;
use crate::{describe, input, output};
use crush::placement::{ObjectLocator, PgId, PgPlacement, Placement, stable_mod};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{BufWriter, StdoutLock, Write};

/// Names that are looked up together.
const BATCH: usize = 4096;
/// Answers that are kept.
const KEPT: usize = 1 << 16;

/// One answer in JSON.
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

/// A PG's answer, and how it reads.
struct Answer {
    place: PgPlacement,
    text: String,
}

impl From<PgPlacement> for Answer {
    fn from(place: PgPlacement) -> Self {
        let (up, acting) = (describe::set(&place.up), describe::set(&place.acting));
        let (pg, primaries) = (place.pg, (place.up_primary, place.acting_primary));
        let text = format!("{pg}\tup {up} p{}\tacting {acting} p{}\n", primaries.0, primaries.1);
        Self { place, text }
    }
}

/// Answers what is asked.
pub(super) struct Answers<'a> {
    arguments: &'a Arguments,
    placement: Placement<'a>,
    out: BufWriter<StdoutLock<'static>>,
}

/// The remainders of a hash that decide where an object is.
type Place = (u32, u32);

impl<'a> Answers<'a> {
    pub(super) fn new(arguments: &'a Arguments, placement: Placement<'a>) -> Self {
        Self { arguments, placement, out: output::stdout() }
    }

    /// Writes what is not written yet.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Objects of a pool.
    pub(super) fn objects(
        &mut self,
        pool: u64,
        names: &mut dyn Iterator<Item = Result<Vec<u8>, Failure>>,
    ) -> Result<(), Failure> {
        let mut known = HashMap::new();
        loop {
            let batch: Vec<Vec<u8>> = names.take(BATCH).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                return Ok(());
            }
            self.batch(pool, &batch, &mut known)?;
        }
    }

    fn batch(
        &mut self,
        pool: u64,
        names: &[Vec<u8>],
        known: &mut HashMap<Place, Answer>,
    ) -> Result<(), Failure> {
        let found = self.placement.map().pool(pool).ok_or_else(|| Failure::new("the pool is gone"))?;
        let place = |hash| (stable_mod(hash, found.pg_num), stable_mod(hash, found.pgp_num));
        let hashes: Vec<u32> = names.iter().map(|name| self.object(name).hash(found.object_hash())).collect();
        if known.len() > KEPT {
            known.clear();
        }
        let mut unknown: Vec<(Place, u32)> = hashes.iter().map(|&hash| (place(hash), hash)).collect();
        unknown.retain(|(place, _)| !known.contains_key(place));
        unknown.sort_unstable();
        unknown.dedup_by_key(|(place, _)| *place);
        let seeds: Vec<u32> = unknown.iter().map(|&(_, hash)| hash).collect();
        let places = self.placement.place_batch(pool, &seeds)?;
        known.extend(unknown.into_iter().map(|(place, _)| place).zip(places.into_iter().map(Answer::from)));
        for (name, hash) in names.iter().zip(hashes) {
            if let Some(answer) = known.get(&place(hash)) {
                self.answer(Some((name, hash)), answer)?;
            }
        }
        Ok(())
    }

    fn object<'n>(&self, name: &'n [u8]) -> ObjectLocator<'n>
    where
        'a: 'n,
    {
        let Arguments { namespace, key, .. } = self.arguments;
        ObjectLocator::new(name).with_namespace(namespace.as_bytes()).with_key(key.as_bytes())
    }

    /// A PG.
    pub(super) fn pg(&mut self, pg: PgId) -> Result<(), Failure> {
        let map = self.placement.map();
        let Some(pool) = map.pool(pg.pool) else {
            return input::pool(map, &pg.pool.to_string()).map(drop);
        };
        if pg.seed >= pool.pg_num {
            return Err(Failure::new(format!("there is no PG {pg}: its pool has {} PGs", pool.pg_num)));
        }
        let place = self.placement.place(pg)?;
        self.answer(None, &place.into())
    }

    fn answer(&mut self, object: Option<(&[u8], u32)>, answer: &Answer) -> Result<(), Failure> {
        if self.arguments.json {
            return self.json(object, &answer.place);
        }
        if let Some((name, hash)) = object {
            self.out.write_all(name)?;
            write!(self.out, "\t{hash:08x}\t")?;
        }
        Ok(self.out.write_all(answer.text.as_bytes())?)
    }

    fn json(&mut self, object: Option<(&[u8], u32)>, place: &PgPlacement) -> Result<(), Failure> {
        output::json_line(
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
        )
    }
}
