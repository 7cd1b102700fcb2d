//! What each profile of tunables would change.

use crate::cluster::Cluster;
use crate::diff::{Diff, DiffError, Options, Subject};
use crush::map::TunablesProfile;
use crush::mapper::Observer;
use crush::placement::placement_seed;
use serde::Serialize;
use std::cell::Cell;

/// Inputs of each pool or rule whose tries are counted at most: choices are counted one by one, which takes longer.
const TRIED: u32 = 4096;

/// What a profile makes of all pools or rules.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProfileRow {
    /// Name of the profile; none for the map as it is.
    pub profile: Option<&'static str>,
    /// Whether the map has these tunables.
    pub current: bool,
    /// Mappings compared.
    pub mappings: u64,
    /// Of these with another answer.
    pub changed: u64,
    /// Replicas before.
    pub replicas: u64,
    /// Replicas that move.
    pub moved: u64,
    /// Sets with a place that has no device.
    pub bad: u64,
    /// Failed tries for each choice that was made, on average, over some thousand inputs of each pool or rule.
    pub tries: f64,
    /// The most failed tries for one choice.
    pub most_tries: u32,
}

/// A row for the map as it is, and one for each profile, oldest first.
///
/// # Errors
/// Those of [`Diff::between`].
pub fn profiles(current: &Cluster, options: &Options) -> Result<Vec<ProfileRow>, DiffError> {
    use TunablesProfile::{Argonaut, Bobtail, Firefly, Hammer, Jewel};
    let own = current.crush().tunables_profile();
    let mut rows = vec![row(current, current, options, None, own.is_none())?];
    for profile in [Argonaut, Bobtail, Firefly, Hammer, Jewel] {
        let mut crush = current.crush().try_clone().map_err(|_| DiffError::NoMemory)?;
        crush.set_tunables_profile(profile);
        let changed = current.with_crush(crush).map_err(|_| DiffError::NoMemory)?;
        rows.push(row(current, &changed, options, Some(profile.name()), own == Some(profile))?);
    }
    Ok(rows)
}

fn row(
    before: &Cluster,
    after: &Cluster,
    options: &Options,
    profile: Option<&'static str>,
    current: bool,
) -> Result<ProfileRow, DiffError> {
    let diff = Diff::between(before, after, options)?;
    let tries = Tries::default();
    for subject in &diff.subjects {
        count_tries(after, subject.subject, options, &tries)?;
    }
    let total = diff.total;
    Ok(ProfileRow {
        profile,
        current,
        mappings: total.compared,
        changed: total.changed,
        replicas: total.replicas,
        moved: total.moved,
        bad: diff.subjects.iter().map(|subject| subject.holes.sets_after).sum(),
        tries: tries.failed.get() as f64 / (tries.choices.get() as f64).max(1.0),
        most_tries: tries.most.get(),
    })
}

#[derive(Debug, Default)]
struct Tries {
    choices: Cell<u64>,
    failed: Cell<u64>,
    most: Cell<u32>,
}

impl Observer for Tries {
    fn tries(&self, tries: u32) {
        self.choices.set(self.choices.get() + 1);
        self.failed.set(self.failed.get() + u64::from(tries));
        self.most.set(self.most.get().max(tries));
    }
}

fn count_tries(
    cluster: &Cluster,
    subject: Subject,
    options: &Options,
    tries: &Tries,
) -> Result<(), DiffError> {
    let (rule, size, inputs, index) = match subject {
        Subject::Rule(rule) => (rule, options.size, options.inputs, 0),
        Subject::Pool(id) => {
            let Some(pool) = cluster.map.pool(id) else { return Ok(()) };
            (pool.crush_rule.into(), pool.size.into(), pool.pg_num, id.cast_signed())
        }
    };
    let mut mapper = cluster.crush().mapper(index)?;
    let mut result = vec![0; size];
    for seed in 0..inputs.min(TRIED) {
        let x = match subject {
            Subject::Rule(_) => seed,
            Subject::Pool(id) => {
                let pool = cluster.map.pool(id);
                pool.map_or(seed, |pool| placement_seed(id, seed, pool.pgp_num, pool.has_hashpspool()))
            }
        };
        mapper.place_observed(rule, x, cluster.map.weights(), &mut result, tries)?;
    }
    Ok(())
}
