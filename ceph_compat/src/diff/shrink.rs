//! Makes a case small while it still mismatches.

use crate::case::{Bucket, Case, alg};

/// Rounds over all changes; each round that changes nothing ends the search.
const ROUNDS: usize = 12;

/// The smallest case found for which `fails` holds, beginning with one for which it does.
pub(super) fn shrink(mut case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    for _ in 0..ROUNDS {
        let before = case.clone();
        for change in [inputs, rules, steps, choose_args, buckets, items, weights, device_weights, numbers] {
            change(&mut case, &fails);
        }
        if case == before {
            break;
        }
    }
    case
}

/// Keeps a change if the case still fails with it.
fn attempt(case: &mut Case, fails: &dyn Fn(&Case) -> bool, change: impl FnOnce(&mut Case)) -> bool {
    let mut changed = case.clone();
    change(&mut changed);
    let kept = changed != *case && fails(&changed);
    if kept {
        *case = changed;
    }
    kept
}

/// Removes entries of a list, whole stretches first.
fn thin(
    case: &mut Case,
    fails: &dyn Fn(&Case) -> bool,
    len: impl Fn(&Case) -> usize,
    remove: impl Fn(&mut Case, usize, usize),
) {
    let mut stretch = len(case).div_ceil(2);
    while stretch > 0 {
        let mut at = 0;
        while at < len(case) {
            let end = (at + stretch).min(len(case));
            if !attempt(case, fails, |case| remove(case, at, end)) {
                at = end;
            }
        }
        stretch /= 2;
    }
}

fn inputs(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    thin(case, fails, |case| case.inputs.len(), |case, from, to| drop(case.inputs.drain(from..to)));
}

fn rules(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    for number in (0..case.rules.len()).rev() {
        attempt(case, fails, |case| {
            case.rules.remove(number);
            for input in case.inputs.iter_mut().filter(|input| input.rule > number as i32) {
                input.rule -= 1;
            }
        });
    }
}

fn steps(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    for number in 0..case.rules.len() {
        let len = |case: &Case| case.rules[number].steps.len();
        thin(case, fails, len, |case, from, to| drop(case.rules[number].steps.drain(from..to)));
    }
}

fn choose_args(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    attempt(case, fails, |case| case.choose_args = None);
    let len = |case: &Case| case.choose_args.as_ref().map_or(0, Vec::len);
    thin(case, fails, len, |case, from, to| {
        if let Some(args) = &mut case.choose_args {
            args.drain(from..to);
        }
    });
    for index in 0..len(case) {
        let change = |case: &mut Case, change: fn(&mut crate::case::ChooseArg)| {
            if let Some(arg) = case.choose_args.as_mut().and_then(|args| args.get_mut(index)) {
                change(arg);
            }
        };
        attempt(case, fails, |case| change(case, |arg| arg.ids = None));
        attempt(case, fails, |case| change(case, |arg| arg.weight_sets.truncate(1)));
        attempt(case, fails, |case| change(case, |arg| arg.weight_sets.clear()));
    }
}

/// Removes a bucket and every mention of it.
fn remove_bucket(case: &mut Case, id: i32) {
    case.buckets.retain(|bucket| bucket.id != id);
    for index in 0..case.buckets.len() {
        while let Some(at) = case.buckets[index].items.iter().position(|&item| item == id) {
            remove_items(case, index, at, at + 1);
        }
    }
    for args in case.choose_args.iter_mut() {
        args.retain(|arg| arg.bucket != id);
    }
}

/// Removes items of a bucket, and what stands in for them.
fn remove_items(case: &mut Case, index: usize, from: usize, to: usize) {
    let bucket = &mut case.buckets[index];
    bucket.items.drain(from..to);
    bucket.weights.drain(from..to);
    let id = bucket.id;
    for arg in case.choose_args.iter_mut().flatten().filter(|arg| arg.bucket == id) {
        arg.ids.iter_mut().for_each(|ids| drop(ids.drain(from..to)));
        arg.weight_sets.iter_mut().for_each(|set| drop(set.drain(from..to)));
    }
}

fn buckets(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    let ids: Vec<i32> = case.buckets.iter().map(|bucket| bucket.id).collect();
    for id in ids {
        attempt(case, fails, |case| remove_bucket(case, id));
    }
}

fn items(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    for index in 0..case.buckets.len() {
        let len = |case: &Case| case.buckets[index].items.len();
        thin(case, fails, len, |case, from, to| remove_items(case, index, from, to));
    }
}

fn weights(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    let change = |case: &mut Case, index: usize, change: fn(&mut Bucket)| {
        attempt(case, fails, |case| change(&mut case.buckets[index]));
    };
    for index in 0..case.buckets.len() {
        change(case, index, |bucket| bucket.weights.fill(0x1_0000));
        change(case, index, |bucket| bucket.hash = 0);
        change(case, index, |bucket| bucket.relabel = bucket.alg);
        change(case, index, |bucket| (bucket.alg, bucket.relabel) = (alg::STRAW2, alg::STRAW2));
        for at in 0..case.buckets[index].weights.len() {
            attempt(case, fails, |case| case.buckets[index].weights[at] = 0x1_0000);
        }
    }
}

fn device_weights(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    attempt(case, fails, |case| case.device_weights.fill(0x1_0000));
    attempt(case, fails, |case| {
        let devices = case.buckets.iter().flat_map(|b| &b.items).max().map_or(0, |&max| max.max(-1) + 1);
        case.device_weights.truncate(devices as usize);
    });
}

fn numbers(case: &mut Case, fails: &dyn Fn(&Case) -> bool) {
    attempt(case, fails, |case| case.max_devices = None);
    attempt(case, fails, |case| case.histogram = false);
    attempt(case, fails, |case| case.tunables = crate::case::Tunables::OPTIMAL);
    for index in 0..case.inputs.len() {
        for smaller in [1, 2, 3, 5] {
            if smaller < case.inputs[index].result_max {
                attempt(case, fails, |case| case.inputs[index].result_max = smaller);
            }
        }
        for x in [0, 1, 2, 3] {
            if case.inputs[index].x as u32 > 3 {
                attempt(case, fails, |case| case.inputs[index].x = x);
            }
        }
    }
}
