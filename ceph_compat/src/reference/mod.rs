//! A third opinion: spec 02 written down once more, plainly and slowly, with a counter on every branch.
//!
//! It shares no code with the library. `diff` compares it with both libraries, so that a mistake that two of them have
//! in common shows, and so that it is known which branches of the specification the random cases have reached. Where
//! spec 02 section 13 calls upstream's behaviour a crash, an endless loop or undefined, it follows the column
//! "required" and says so in [`Answer::hostile`]: such inputs are never given to a genuine library.
#![forbid(unsafe_code)]

mod branch;
mod choose;
mod firstn;
pub(crate) mod hash;
mod hostile;
mod indep;
mod ln;
mod ln_table;
mod map;
mod msr;
mod msr_block;
mod rule;
mod straw;
mod work;

pub(crate) use branch::{Branch, Counters};
pub(crate) use choose::straw2_logarithm;
pub(crate) use hostile::Hostile;
pub(crate) use map::{Map, Parts, tree_depth};

use crate::case::{ChooseArg, ITEM_NONE};
use crate::profile::Profile;

/// Device weights, choose_args and limits of a mapping.
pub(crate) struct Setting<'a> {
    pub(crate) profile: Profile,
    pub(crate) map: &'a Map,
    pub(crate) device_weights: &'a [u32],
    pub(crate) choose_args: Option<&'a [Option<ChooseArg>]>,
    /// Bucket items that may be looked at before the answer is [`Stop::TooLong`].
    pub(crate) budget: u64,
}

/// Result of one mapping.
pub(crate) struct Answer {
    /// What `crush_do_rule` returns.
    pub(crate) returned: i32,
    /// The result array: `None` where nothing is written.
    pub(crate) result: Vec<Option<i32>>,
    /// The first thing met on which upstream does not have a defined behaviour.
    pub(crate) hostile: Option<Hostile>,
    /// Items of straw and straw2 buckets that drew.
    pub(crate) draws: u64,
}

/// Why a mapping has no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The budget is spent: the mapping is right but too long for a comparison of many.
    TooLong,
}

/// A mapping under way.
struct Mapper<'a> {
    setting: &'a Setting<'a>,
    x: i32,
    result_max: i32,
    spent: u64,
    draws: u64,
    hostile: Option<Hostile>,
    counters: &'a mut Counters,
    /// `choose_tries`: `choose_total_tries + 1` counters, or none.
    histogram: Option<&'a mut [u32]>,
}

impl<'a> Setting<'a> {
    /// `crush_do_rule` for `result_max` of 1 and more.
    pub(crate) fn do_rule(
        &'a self,
        rule: i32,
        x: i32,
        result_max: i32,
        counters: &'a mut Counters,
        histogram: Option<&'a mut [u32]>,
    ) -> Result<Answer, Stop> {
        let mut mapper =
            Mapper { setting: self, x, result_max, spent: 0, draws: 0, hostile: None, counters, histogram };
        let mut result = vec![None; result_max.max(0) as usize];
        let returned = mapper.rule(rule, &mut result)?;
        Ok(Answer { returned, result, hostile: mapper.hostile, draws: mapper.draws })
    }
}

impl Mapper<'_> {
    fn count(&mut self, branch: Branch) {
        self.counters.add(branch);
    }

    /// Notes that upstream's behaviour is not defined from here on.
    fn hostile(&mut self, hostile: Hostile) {
        self.hostile.get_or_insert(hostile);
    }

    fn spend(&mut self, items: u64) -> Result<(), Stop> {
        self.spent += items + 1;
        if self.spent > self.setting.budget { Err(Stop::TooLong) } else { Ok(()) }
    }

    /// `is_out` of spec 02 section 9.
    fn is_out(&mut self, item: i32) -> bool {
        if item < 0 {
            self.hostile(Hostile::BucketAsDevice);
            return true;
        }
        if item >= crate::case::ITEM_UNDEF {
            self.hostile(Hostile::DeviceIsMarker);
            return true;
        }
        let Some(&weight) = self.setting.device_weights.get(item as usize) else {
            self.count(Branch::OutBeyondWeights);
            return true;
        };
        if weight >= 0x1_0000 {
            self.count(Branch::InFully);
            return false;
        }
        if weight == 0 {
            self.count(Branch::OutFully);
            return true;
        }
        let inside = hash::hash(0, &[self.x as u32, item as u32]) & 0xffff < weight;
        self.count(if inside { Branch::InPartly } else { Branch::OutPartly });
        !inside
    }

    /// `histogram` of spec 02 section 11.
    fn histogram(&mut self, tries: u32) {
        let total = self.setting.map.tunables.total_tries;
        let branch = match &mut self.histogram {
            None => Branch::HistogramAbsent,
            Some(_) if tries > total => Branch::HistogramBeyond,
            Some(cells) => {
                if let Some(cell) = cells.get_mut(tries as usize) {
                    *cell = cell.wrapping_add(1);
                }
                Branch::HistogramCounted
            }
        };
        self.count(branch);
    }

    /// Replaces what is not decided by [`ITEM_NONE`].
    fn close(places: &mut [i32]) {
        for place in places.iter_mut().filter(|p| **p == crate::case::ITEM_UNDEF) {
            *place = ITEM_NONE;
        }
    }
}
