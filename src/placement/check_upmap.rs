//! Whether explicit overrides are valid, and what to do about those that are not (spec 09 section 11.2).
#![forbid(unsafe_code)]

use super::upmap::{self, is_out};
use super::{PgId, Placement, PlacementError};
use crate::map::{Release, UpmapRule, UpmapRuleFault};
use crate::mapper::NONE;
use crate::osdmap::{OsdMap, Pool};
use core::fmt;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with an override.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UpmapFault {
    /// The pool does not exist.
    #[error("there is no pool {0}")]
    NoPool(u64),
    /// The pool has fewer PGs.
    #[error("the pool has {0} PGs")]
    NoPg(u32),
    /// The PG is about to be merged into another, or another into it.
    #[error("PGs are merged, this one too: the pool will have {0}")]
    Merging(u32),
    /// While PGs with overrides merge, no primary of the pool stays.
    #[error("PGs of the pool are merged that have overrides: no primary stays then")]
    PoolMerging,
    /// The pool's rule does not exist.
    #[error("the pool's rule {0} does not exist")]
    NoRule(u8),
    /// The rule could not have chosen the set.
    #[error(transparent)]
    Rule(#[from] UpmapRuleFault),
    /// A device that the rule cannot reach.
    #[error("osd.{0} is not below what the pool's rule takes")]
    NotTaken(i32),
    /// A place without a device.
    #[error("a place has no device")]
    Hole,
    /// A device without weight.
    #[error("osd.{0} is out, or has no weight below what the pool's rule takes")]
    NoWeight(i32),
    /// The explicit set is what the rule gives anyway.
    #[error("the set is what the rule gives anyway")]
    SameAsRule,
    /// The explicit set has not as many devices as the pool's size.
    #[error("the set has {found} devices, and the pool {wanted} replicas or shards")]
    WrongLength {
        /// Devices of the set.
        found: usize,
        /// The pool's size.
        wanted: u8,
    },
    /// The device that is to go is not in what the rule gives.
    #[error("the rule does not choose osd.{0}, which osd.{1} is to replace")]
    NothingToReplace(i32, i32),
    /// The device that is to come is out.
    #[error("osd.{1}, which is to replace osd.{0}, is out")]
    ReplacementOut(i32, i32),
    /// The primary is not in what the rule gives.
    #[error("the rule does not choose osd.{0}, which is to be primary")]
    PrimaryNotThere(i32),
    /// The primary is the first already.
    #[error("osd.{0} is the first anyway")]
    PrimaryAlreadyFirst(i32),
}

/// A kind of override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpmapKind {
    /// A whole set: `pg_upmap`.
    Set,
    /// Pairs of devices: `pg_upmap_items`.
    Items,
    /// A primary: `pg_upmap_primaries`.
    Primary,
}

/// What mends an override. Ordered as upstream's tool prints them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpmapCommand {
    /// The whole set goes.
    RemoveSet(PgId),
    /// All pairs go.
    RemoveItems(PgId),
    /// Only these pairs stay.
    SetItems(PgId, Vec<(i32, i32)>),
    /// The primary goes.
    RemovePrimary(PgId),
}

impl fmt::Display for UpmapCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RemoveSet(pg) => write!(f, "ceph osd rm-pg-upmap {pg}"),
            Self::RemoveItems(pg) => write!(f, "ceph osd rm-pg-upmap-items {pg}"),
            Self::SetItems(pg, pairs) => {
                write!(f, "ceph osd pg-upmap-items {pg}")?;
                pairs.iter().try_for_each(|(from, to)| write!(f, " {from} {to}"))
            }
            Self::RemovePrimary(pg) => write!(f, "ceph osd rm-pg-upmap-primary {pg}"),
        }
    }
}

/// What was found about the overrides of one PG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpmapCheck {
    /// The PG.
    pub pg: PgId,
    /// The overrides that it has.
    pub kinds: Vec<UpmapKind>,
    /// What the rule gives.
    pub raw: Vec<i32>,
    /// What the overrides make of it.
    pub set: Vec<i32>,
    /// What is wrong; nothing if all are valid.
    pub faults: Vec<UpmapFault>,
    /// What mends it.
    pub commands: Vec<UpmapCommand>,
}

/// Rules that overrides were held against.
type Rules<'a> = BTreeMap<u8, Option<UpmapRule<'a>>>;

impl<'a> Placement<'a> {
    /// Checks all overrides of the map, by PG.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn check_upmaps(&mut self) -> Result<Vec<UpmapCheck>, PlacementError> {
        let map = self.map();
        let mut pgs: BTreeSet<PgId> = map.pg_upmap.keys().chain(map.pg_upmap_items.keys()).copied().collect();
        if self.knows_primaries() {
            pgs.extend(map.pg_upmap_primaries.keys());
        }
        let mut rules = Rules::new();
        let checks: Result<Vec<_>, _> = pgs.into_iter().map(|pg| self.check_one(pg, &mut rules)).collect();
        let mut checks = checks?;
        let is_merging = |pg: PgId| map.pool(pg.pool).is_some_and(|pool| pool.is_merging(pg.seed));
        let pools: BTreeSet<u64> =
            checks.iter().map(|check| check.pg).filter(|&pg| is_merging(pg)).map(|pg| pg.pool).collect();
        let merging = checks.iter_mut().filter(|check| pools.contains(&check.pg.pool));
        merging.for_each(|check| check.cancel_primary(UpmapFault::PoolMerging));
        Ok(checks)
    }

    /// Checks the overrides of one PG.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn check_upmap(&mut self, pg: PgId) -> Result<UpmapCheck, PlacementError> {
        self.check_one(pg, &mut Rules::new())
    }

    fn knows_primaries(&self) -> bool {
        self.release() >= Release::Reef
    }

    fn check_one(&mut self, pg: PgId, rules: &mut Rules<'a>) -> Result<UpmapCheck, PlacementError> {
        let map = self.map();
        let kinds = kinds(map, pg, self.knows_primaries());
        let mut check = UpmapCheck {
            pg,
            kinds,
            raw: Vec::new(),
            set: Vec::new(),
            faults: Vec::new(),
            commands: Vec::new(),
        };
        let pool = match map.pool(pg.pool) {
            None => Err(UpmapFault::NoPool(pg.pool)),
            Some(pool) if pg.seed >= pool.pg_num => Err(UpmapFault::NoPg(pool.pg_num)),
            Some(pool) if pool.is_merging(pg.seed) => Err(UpmapFault::Merging(pool.pg_num_pending)),
            Some(pool) => Ok(pool),
        };
        match pool {
            Err(fault) => check.cancel(fault),
            Ok(pool) => {
                check.raw = self.place(pg)?.raw;
                check.set.clone_from(&check.raw);
                upmap::apply(map, pg, &mut check.set, self.knows_primaries(), &mut |_| {});
                let crush = map.crush();
                let rule =
                    rules.entry(pool.crush_rule).or_insert_with(|| crush.upmap_rule(pool.crush_rule.into()));
                check.look(map, pool, rule.as_mut());
            }
        }
        Ok(check)
    }
}

fn kinds(map: &OsdMap, pg: PgId, primaries: bool) -> Vec<UpmapKind> {
    let has = [
        (map.pg_upmap.contains_key(&pg), UpmapKind::Set),
        (map.pg_upmap_items.contains_key(&pg), UpmapKind::Items),
        (primaries && map.pg_upmap_primaries.contains_key(&pg), UpmapKind::Primary),
    ];
    has.into_iter().filter_map(|(has, kind)| has.then_some(kind)).collect()
}

impl UpmapCheck {
    /// Everything goes.
    fn cancel(&mut self, fault: UpmapFault) {
        let pg = self.pg;
        let command = |kind: &UpmapKind| match kind {
            UpmapKind::Set => UpmapCommand::RemoveSet(pg),
            UpmapKind::Items => UpmapCommand::RemoveItems(pg),
            UpmapKind::Primary => UpmapCommand::RemovePrimary(pg),
        };
        self.commands = self.kinds.iter().map(command).collect();
        self.faults.push(fault);
    }

    fn look(&mut self, map: &OsdMap, pool: &Pool, rule: Option<&mut UpmapRule<'_>>) {
        let fault = match rule {
            None => Some(UpmapFault::NoRule(pool.crush_rule)),
            Some(rule) => self.whole_fault(map, pool, rule),
        };
        if let Some(fault) = fault {
            return self.cancel(fault);
        }
        if let Some(list) = map.pg_upmap.get(&self.pg) {
            if *list == self.raw {
                return self.cancel(UpmapFault::SameAsRule);
            }
            if list.len() != usize::from(pool.size) {
                return self.cancel(UpmapFault::WrongLength { found: list.len(), wanted: pool.size });
            }
        }
        self.look_at_items(map);
        self.look_at_primary(map);
    }

    /// What is wrong with the set that the overrides make.
    fn whole_fault(&self, map: &OsdMap, pool: &Pool, rule: &mut UpmapRule<'_>) -> Option<UpmapFault> {
        if let Err(fault) = rule.verify(pool.size.into(), &self.set) {
            return Some(fault.into());
        }
        let fault = |osd: i32| match rule.weight(osd) {
            None if osd == NONE => Some(UpmapFault::Hole),
            None => Some(UpmapFault::NotTaken(osd)),
            Some(0) => Some(UpmapFault::NoWeight(osd)),
            Some(_) => (map.weight(osd) == 0).then_some(UpmapFault::NoWeight(osd)),
        };
        // A place without a device is below nothing.
        self.set.iter().find_map(|&osd| fault(osd))
    }

    /// Pairs that do nothing go.
    fn look_at_items(&mut self, map: &OsdMap) {
        let Some(pairs) = map.pg_upmap_items.get(&self.pg) else { return };
        let mut kept = Vec::new();
        for &(from, to) in pairs {
            if !self.raw.contains(&from) {
                self.faults.push(UpmapFault::NothingToReplace(from, to));
            } else if is_out(map, to) {
                self.faults.push(UpmapFault::ReplacementOut(from, to));
            } else {
                kept.push((from, to));
            }
        }
        if kept.is_empty() {
            let fault = self.faults.pop().unwrap_or(UpmapFault::SameAsRule);
            self.cancel(fault);
        } else if kept.len() < pairs.len() {
            self.commands.push(UpmapCommand::SetItems(self.pg, kept));
        }
    }

    fn look_at_primary(&mut self, map: &OsdMap) {
        let Some(&osd) = map.pg_upmap_primaries.get(&self.pg) else { return };
        let fault = match self.raw.iter().position(|&other| other == osd) {
            None => UpmapFault::PrimaryNotThere(osd),
            Some(0) => UpmapFault::PrimaryAlreadyFirst(osd),
            Some(_) => return,
        };
        self.cancel_primary(fault);
    }

    /// Its primary goes, if it has one that is not going already.
    fn cancel_primary(&mut self, fault: UpmapFault) {
        let command = UpmapCommand::RemovePrimary(self.pg);
        if self.kinds.contains(&UpmapKind::Primary) && !self.commands.contains(&command) {
            self.faults.push(fault);
            self.commands.push(command);
        }
    }
}
