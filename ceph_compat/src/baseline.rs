//! What a library answers to the questions of a baseline.
#![forbid(unsafe_code)]

use crate::case::{Bucket, Case, ChooseArg, Rule, Step, Tunables};
use crate::library::{Caller, Library, NativeArgs, NativeMap};
use analysis::baseline::{Baseline, Mismatch, Section};
use crush::map::Map;

/// Compares the answers of a library, over a map that it makes itself of the buckets, items and weights of `map`, with those
/// of the file. Straw lengths are computed anew.
pub(crate) fn check(library: &Library, map: &Map, baseline: &Baseline) -> Vec<Mismatch> {
    let of = |section: &Section| section.mismatches(answers(library, map, section, &baseline.weights));
    baseline.sections.iter().flat_map(of).collect()
}

fn answers(library: &Library, map: &Map, section: &Section, weights: &[u32]) -> Vec<Vec<i32>> {
    let Some(case) = case(map, section) else { return vec![Vec::new(); section.answers.len()] };
    let native = NativeMap::build(library, &case);
    let args = case.choose_args.as_deref().map(|list| NativeArgs::new(list, map.max_buckets()));
    let mut caller = Caller::new(library, &native, section.size, weights, args.as_ref(), true);
    let answer = |input: i32| {
        let (len, places) = caller.place(input);
        places[..usize::try_from(len).unwrap_or(0)].to_vec()
    };
    (0..section.answers.len() as i32).map(answer).collect()
}

/// The map with the rule of a section as its only one; none if there is no such rule.
fn case(map: &Map, section: &Section) -> Option<Case> {
    let rule = map.rule(section.rule)?;
    let steps = rule.steps.iter().map(|step| Step { op: step.op, arg1: step.arg1, arg2: step.arg2 });
    let buckets = map.buckets().map(|bucket| {
        let alg = bucket.weights.algorithm() as u8;
        Bucket {
            id: bucket.id,
            alg,
            relabel: alg,
            hash: bucket.hash,
            kind: bucket.r#type,
            items: bucket.items.to_vec(),
            weights: (0..bucket.items.len()).map(|place| bucket.item_weight(place)).collect(),
        }
    });
    Some(Case {
        tunables: tunables(map),
        buckets: buckets.collect(),
        rules: vec![Rule { kind: rule.r#type, steps: steps.collect() }],
        max_devices: Some(map.max_devices()),
        device_weights: Vec::new(),
        choose_args: map.choose_args_for(section.args).map(|args| {
            let arg = |(slot, entry): (u32, &crush::map::BucketArgs)| ChooseArg {
                bucket: !slot.cast_signed(),
                ids: (!entry.ids.is_empty()).then(|| entry.ids.clone()),
                weight_sets: entry.weight_set.clone(),
            };
            args.iter().map(arg).collect()
        }),
        histogram: false,
        inputs: Vec::new(),
    })
}

fn tunables(map: &Map) -> Tunables {
    let own = map.tunables();
    Tunables {
        local_tries: own.choose_local_tries,
        local_fallback_tries: own.choose_local_fallback_tries,
        total_tries: own.choose_total_tries,
        descend_once: own.chooseleaf_descend_once,
        vary_r: own.chooseleaf_vary_r,
        stable: own.chooseleaf_stable,
        straw_calc_version: own.straw_calc_version,
        msr_descents: own.msr_descents,
        msr_collision_tries: own.msr_collision_tries,
    }
}
