//! What is looked at: a map, and who uses its rules.

use super::usable::Usable;
use super::words;
use crate::share;
use crush::map::{DEFAULT_CHOOSE_ARGS, Map};
use crush::osdmap::{OsdMap, Pool};
use crush::placement::placement_seed;
use crush::validate::{Report, validate};
use std::cell::Cell;
use std::collections::{BTreeMap, TryReserveError};

/// Devices that are taken for up and in at most, where no osdmap tells.
const MAX_DEVICES: usize = 1 << 22;
/// Places of a set where nothing tells.
pub(crate) const USUAL_SIZE: usize = 3;
/// Draws that all measurements together may take.
const BUDGET: u64 = 1 << 31;
/// Inputs that are mapped for each use of a rule.
const INPUTS: u32 = 4096;

/// A map, and who uses its rules.
pub struct Subject<'a> {
    pub(crate) map: &'a Map,
    /// Each rule with the sizes that it is used for.
    pub(crate) uses: Vec<Use>,
    /// The operator's weights of the devices, 16.16.
    pub(crate) weights: Vec<u32>,
    pub(crate) report: Report,
    pub(crate) usable: Usable,
    /// Draws that measurements may still take.
    pub(crate) budget: Cell<u64>,
}

/// A rule and the size of the sets that it makes.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) rule: u32,
    pub(crate) size: usize,
    /// Pools that use it so; none if the size is a guess.
    pub(crate) pools: Vec<String>,
    /// Whether the size is a mere guess.
    pub(crate) is_guess: bool,
    /// Whose choose_args count.
    pub(crate) choose_args: i64,
    pub(crate) inputs: Vec<u32>,
}

impl<'a> Subject<'a> {
    /// A crush map without its cluster: all devices are in, and sets have `size` places, or if that is not said as many as a
    /// rule with fixed numbers fills, else three.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn of_map(map: &'a Map, size: Option<usize>) -> Result<Self, TryReserveError> {
        let devices = usize::try_from(map.max_devices()).unwrap_or(0).min(MAX_DEVICES);
        Self::new(map, vec![0x1_0000; devices], Vec::new(), size)
    }

    /// A map with the pools and devices of its cluster. Rules that no pool uses are taken for sets of `size` places.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn of_osdmap(osdmap: &'a OsdMap, size: Option<usize>) -> Result<Self, TryReserveError> {
        let mut uses: BTreeMap<(u32, usize), Use> = BTreeMap::new();
        for (&id, pool) in &osdmap.pools {
            let (rule, size) = (pool.crush_rule.into(), pool.size.into());
            let (pools, choose_args) = (Vec::new(), id);
            let found = uses.entry((rule, size)).or_insert_with(|| Use {
                rule,
                size,
                pools,
                is_guess: false,
                choose_args,
                inputs: Vec::new(),
            });
            found.pools.push(pool_name(osdmap, id));
            found.add_inputs(id, pool);
        }
        Self::new(osdmap.crush(), osdmap.weights().to_vec(), uses.into_values().collect(), size)
    }

    fn new(
        map: &'a Map,
        weights: Vec<u32>,
        mut uses: Vec<Use>,
        size: Option<usize>,
    ) -> Result<Self, TryReserveError> {
        for (rule, _) in map.rules() {
            if !uses.iter().any(|found| found.rule == rule) {
                let fixed = size.or_else(|| fixed_size(map, rule));
                let (is_guess, size) = (fixed.is_none(), fixed.unwrap_or(USUAL_SIZE));
                let (choose_args, inputs) = (DEFAULT_CHOOSE_ARGS, (0..INPUTS).collect());
                uses.push(Use { rule, size, pools: Vec::new(), is_guess, choose_args, inputs });
            }
        }
        uses.sort_by_key(|found| (found.rule, found.size));
        let largest = uses.iter().map(|found| found.size).max().unwrap_or(USUAL_SIZE);
        let report = validate(&map.view(), largest)?;
        let usable = Usable::new(map, &weights);
        Ok(Self { map, uses, weights, report, usable, budget: Cell::new(BUDGET) })
    }
}

/// As many places as a rule fills whose numbers are all fixed.
fn fixed_size(map: &Map, rule: u32) -> Option<usize> {
    const MANY: usize = 1 << 16;
    let filled = share::parts(map, rule, MANY).iter().map(|part| part.places).sum::<usize>();
    (1..256).contains(&filled).then_some(filled)
}

fn pool_name(osdmap: &OsdMap, id: i64) -> String {
    match osdmap.pool_names.get(&id) {
        Some(name) => format!("pool {id} '{}'", words::clean(&name.as_slice().into())),
        None => format!("pool {id}"),
    }
}

impl Use {
    /// The inputs of a pool's groups, as long as there is room.
    fn add_inputs(&mut self, id: i64, pool: &Pool) {
        let room = INPUTS - u32::try_from(self.inputs.len()).unwrap_or(INPUTS);
        let seed = |group| placement_seed(id.cast_unsigned(), group, pool.pgp_num, pool.has_hashpspool());
        self.inputs.extend((0..pool.pgp_num.min(room)).map(seed));
    }

    /// Whether a pool uses the rule so.
    pub(crate) fn is_known(&self) -> bool {
        !self.pools.is_empty()
    }

    /// For whom, in words.
    pub(crate) fn whose(&self) -> String {
        match self.pools.as_slice() {
            [] => format!("for sets of {}", self.size),
            [one] => format!("for {one} (size {})", self.size),
            [one, rest @ ..] => {
                format!("for {one} and {} (size {})", words::count(rest.len(), "other pool"), self.size)
            }
        }
    }
}
