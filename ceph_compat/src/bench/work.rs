//! What a mapping takes at least, whoever does it.
#![forbid(unsafe_code)]

use super::Subject;
use crate::case::ChooseArg;
use crate::profile::Profile;
use crate::reference::{Counters, Map, Setting};

/// Inputs that the average is over.
const INPUTS: i32 = 300;

/// Draws in an average mapping: items of straw and straw2 buckets, once for each time the bucket is chosen from.
pub(super) fn draws(subject: &Subject) -> f64 {
    let case = &subject.case;
    let map = Map::new(case);
    let choose_args = case.choose_args.as_ref().map(|list| by_slot(list));
    let setting = Setting {
        profile: Profile::Msr,
        map: &map,
        device_weights: &case.device_weights,
        choose_args: choose_args.as_deref(),
        budget: u64::MAX,
    };
    let of_input = |x| setting.do_rule(0, x, subject.result_max as i32, &mut Counters::default(), None);
    let draws: u64 = (0..INPUTS).filter_map(|x| of_input(x).ok()).map(|answer| answer.draws).sum();
    draws as f64 / f64::from(INPUTS)
}

/// The args of all buckets, at the places where their ids lead.
fn by_slot(list: &[ChooseArg]) -> Vec<Option<ChooseArg>> {
    let mut slots = vec![None; list.len()];
    for arg in list {
        if let Some(slot) = slots.get_mut((-1 - arg.bucket) as usize) {
            *slot = Some(arg.clone());
        }
    }
    slots
}
