//! What a change does.

use super::{Change, ChangeError, Tunable, steps};
use crate::cluster::Cluster;
use crush::builder::MapTunables;
use crush::map::{EditError, Location, Map, Name};
use crush::osdmap::{OsdState, Pool};
use std::collections::BTreeSet;

type Result<T> = core::result::Result<T, ChangeError>;

pub(super) fn apply(cluster: &mut Cluster, change: &Change) -> Result<()> {
    match change {
        Change::Reweight(item, weight) => each_slot(cluster, item, |cluster, slot| {
            cluster.map.osd_weight.get_mut(slot).into_iter().for_each(|own| *own = *weight);
        }),
        Change::Down(item) => each_slot(cluster, item, |cluster, slot| {
            cluster.map.osd_state.get_mut(slot).into_iter().for_each(|state| *state &= !OsdState::UP);
        }),
        Change::Up(item) => each_slot(cluster, item, |cluster, slot| {
            cluster.map.osd_state.get_mut(slot).into_iter().for_each(|state| *state |= OsdState::UP);
        }),
        Change::PoolRule(pool, rule) => {
            let rule = rule_number(cluster.crush(), rule)?;
            let number = u8::try_from(rule).map_err(|_| unknown("rule", &rule))?;
            pool_of(cluster, pool).map(|pool| pool.crush_rule = number)
        }
        Change::PoolSize(pool, size) => pool_of(cluster, pool).map(|pool| pool.size = *size),
        Change::PoolPgNum(pool, pgs) => {
            pool_of(cluster, pool).map(|pool| (pool.pg_num, pool.pgp_num) = (*pgs, *pgs))
        }
        Change::Remove(item) => remove(cluster, item),
        other => {
            let mut map = cluster.crush().try_clone()?;
            edit(&mut map, other)?;
            Ok(cluster.set_crush(map)?)
        }
    }
}

/// Changes of the crush map alone.
fn edit(map: &mut Map, change: &Change) -> Result<()> {
    let about = |name: &dyn ToString| {
        let about = name.to_string();
        move |error| ChangeError::Edit { about, error }
    };
    match change {
        Change::Tunables(profile) => map.set_tunables_profile(*profile),
        Change::Tunable(tunable, value) => {
            let mut tunables = map.tunables();
            set_tunable(&mut tunables, *tunable, *value)?;
            map.set_tunables(&tunables);
        }
        Change::Weight(name, weight) => {
            let item = item(map, name)?;
            let changed = if item < 0 {
                map.adjust_subtree_weightf(item, *weight)
            } else {
                map.adjust_item_weightf(item, *weight)
            };
            changed.map_err(about(name))?;
        }
        Change::Add { device, weight, location } => add(map, device, *weight, location)?,
        Change::AddBucket { bucket, r#type, location } => {
            let id = map.add_bucket(bucket.clone(), r#type).map_err(about(bucket))?;
            if !location.is_empty() {
                map.move_bucket(id, location).map_err(about(bucket))?;
            }
        }
        Change::Move(name, location) => {
            let item = item(map, name)?;
            if item < 0 {
                map.move_bucket(item, location).map_err(about(name))?;
            } else {
                let name = map.names().name(item).unwrap_or(name).clone();
                map.create_or_move_item(item, 0.0, name.clone(), location).map_err(about(&name))?;
            }
        }
        Change::Class(name, class) => classify(map, name, class.as_ref())?,
        Change::WeightSet { index, item: name, weights } => weigh(map, *index, name, weights)?,
        Change::RemoveWeightSet(index) => {
            if !map.choose_args_remove(*index) {
                return Err(unknown("weight-set", index));
            }
        }
        Change::RuleSteps(rule, text) => {
            let number = rule_number(map, rule)?;
            let steps = steps::parse(map, text)?;
            map.set_rule_steps(number, &steps).map_err(about(rule))?;
        }
        Change::RuleDomain(rule, r#type) => {
            let number = rule_number(map, rule)?;
            let r#type = map.types().id(r#type).ok_or_else(|| unknown("type", r#type))?;
            let steps = map.rule(number).and_then(|rule| steps::with_domain(rule.steps, r#type));
            let steps = steps.ok_or_else(|| unknown("choice of buckets in rule", rule))?;
            map.set_rule_steps(number, &steps).map_err(about(rule))?;
        }
        Change::RuleClass(rule, class) => {
            let number = rule_number(map, rule)?;
            let old = map.rule(number).map(|rule| rule.steps.to_vec()).unwrap_or_default();
            let steps = steps::with_class(map, &old, class.as_ref())?;
            map.set_rule_steps(number, &steps).map_err(about(rule))?;
        }
        Change::Straw2 => {
            map.straw_to_straw2().map_err(about(&"straw2"))?;
        }
        // These are no changes of the crush map alone.
        Change::Reweight(..)
        | Change::Down(_)
        | Change::Up(_)
        | Change::Remove(_)
        | Change::PoolRule(..)
        | Change::PoolSize(..)
        | Change::PoolPgNum(..) => {}
    }
    Ok(())
}

fn unknown(what: &'static str, name: &impl ToString) -> ChangeError {
    ChangeError::Unknown { what, name: name.to_string() }
}

/// An item by its name; a device also by `osd.N` and by its number.
fn item(map: &Map, name: &Name) -> Result<i32> {
    let by_number = || device_number(name).filter(|&device| map.immediate_parent(device).is_some());
    map.names().id(name).or_else(by_number).ok_or_else(|| unknown("device or bucket", name))
}

/// The N of `osd.N` or `N`.
fn device_number(name: &Name) -> Option<i32> {
    let text = std::str::from_utf8(name.as_bytes()).ok()?;
    text.strip_prefix("osd.").unwrap_or(text).parse().ok().filter(|&device| device >= 0)
}

fn rule_number(map: &Map, name: &Name) -> Result<u32> {
    let by_number = || {
        let number = std::str::from_utf8(name.as_bytes()).ok()?.parse().ok()?;
        map.rule(number).map(|_| number)
    };
    map.rule_id(name).or_else(by_number).ok_or_else(|| unknown("rule", name))
}

/// A pool by its name or id.
fn pool_of<'a>(cluster: &'a mut Cluster, name: &str) -> Result<&'a mut Pool> {
    if cluster.bare {
        return Err(ChangeError::NoPools);
    }
    let id = cluster.map.pool_named(name.as_bytes()).or_else(|| name.parse().ok());
    let pool = id.and_then(|id: u64| cluster.map.pools.get_mut(&id.cast_signed()));
    pool.ok_or_else(|| unknown("pool", &name))
}

/// Devices at or below an item.
fn devices(map: &Map, name: &Name) -> Result<BTreeSet<i32>> {
    Ok(map.leaves(item(map, name)?).unwrap_or_default())
}

fn each_slot(cluster: &mut Cluster, name: &Name, mut work: impl FnMut(&mut Cluster, usize)) -> Result<()> {
    for device in devices(cluster.crush(), name)? {
        usize::try_from(device).into_iter().for_each(|slot| work(cluster, slot));
    }
    Ok(())
}

fn set_tunable(tunables: &mut MapTunables, tunable: Tunable, value: u32) -> Result<()> {
    let small = || {
        let fail = |_| ChangeError::Form { text: value.to_string(), form: "a value from 0 to 255" };
        u8::try_from(value).map_err(fail)
    };
    match tunable {
        Tunable::ChooseLocalTries => tunables.choose_local_tries = value,
        Tunable::ChooseLocalFallbackTries => tunables.choose_local_fallback_tries = value,
        Tunable::ChooseTotalTries => tunables.choose_total_tries = value,
        Tunable::ChooseleafDescendOnce => tunables.chooseleaf_descend_once = value,
        Tunable::ChooseleafVaryR => tunables.chooseleaf_vary_r = small()?,
        Tunable::ChooseleafStable => tunables.chooseleaf_stable = small()?,
        Tunable::StrawCalcVersion => tunables.straw_calc_version = small()?,
        Tunable::MsrDescents => tunables.msr_descents = value,
        Tunable::MsrCollisionTries => tunables.msr_collision_tries = value,
    }
    Ok(())
}

fn add(map: &mut Map, name: &Name, weight: f32, location: &Location) -> Result<()> {
    if map.names().id(name).is_some_and(|id| map.immediate_parent(id).is_some()) {
        return Err(ChangeError::Exists(name.clone()));
    }
    let form = || ChangeError::Form { text: name.to_string(), form: "osd.N for a new device" };
    let device = device_number(name).ok_or_else(form)?;
    if map.immediate_parent(device).is_some() {
        return Err(ChangeError::Exists(name.clone()));
    }
    let inserted = map.insert_item(device, weight, format!("osd.{device}").as_str(), location);
    inserted.map_err(|error| ChangeError::Edit { about: name.to_string(), error })
}

fn classify(map: &mut Map, name: &Name, class: Option<&Name>) -> Result<()> {
    let about = |error| ChangeError::Edit { about: name.to_string(), error };
    for device in devices(map, name)? {
        map.remove_device_class(device).map_err(about)?;
        if let Some(class) = class {
            map.update_device_class(device, class.clone()).map_err(about)?;
        }
    }
    Ok(())
}

fn weigh(map: &mut Map, index: i64, name: &Name, weights: &[f64]) -> Result<()> {
    let about = |error: EditError| ChangeError::Edit { about: name.to_string(), error };
    let item = item(map, name)?;
    if !map.choose_args().contains_key(&index) {
        map.choose_args_create(index, weights.len().max(1)).map_err(about)?;
    }
    map.choose_args_adjust_item_weightf(index, item, weights).map_err(about).map(drop)
}

/// An item goes, with what is below it; its devices do not exist any more.
fn remove(cluster: &mut Cluster, name: &Name) -> Result<()> {
    let mut map = cluster.crush().try_clone()?;
    let root = item(&map, name)?;
    let gone = devices(&map, name)?;
    if let Some(bucket) = map.cycle() {
        let error = EditError::Cycle(bucket);
        return Err(ChangeError::Edit { about: name.to_string(), error });
    }
    // The deepest first: a bucket must be empty to go.
    let mut pending = vec![root];
    let mut order = Vec::new();
    while let Some(item) = pending.pop() {
        order.push(item);
        pending.extend(map.children(item).into_iter().flatten());
    }
    let about = |error| ChangeError::Edit { about: name.to_string(), error };
    for item in order.into_iter().rev().filter(|&item| item != root || item < 0 || gone.contains(&item)) {
        if item >= 0 || map.bucket(item).is_some() {
            map.remove_item(item).map_err(about)?;
        }
    }
    cluster.set_crush(map)?;
    for slot in gone.into_iter().filter_map(|device| usize::try_from(device).ok()) {
        cluster.map.osd_state.get_mut(slot).into_iter().for_each(|state| *state = 0);
        cluster.map.osd_weight.get_mut(slot).into_iter().for_each(|weight| *weight = 0);
    }
    Ok(())
}
