//! A batch on several threads.
#![forbid(unsafe_code)]

use super::{PlaceError, Placer};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Inputs that a thread takes at once: enough to fill the vectors of a batch, few enough that threads end together.
const SHARE: usize = 4096;

/// A part of the batch.
struct Part<'a> {
    inputs: &'a [u32],
    results: &'a mut [i32],
    lens: Option<&'a mut [usize]>,
}

/// See [`Placer::par_place_batch`]; the lengths have been checked.
pub(super) fn place_batch(
    placer: &Placer,
    inputs: &[u32],
    results: &mut [i32],
    lens: Option<&mut [usize]>,
    threads: usize,
) -> Result<(), PlaceError> {
    let share_count = inputs.len().div_ceil(SHARE);
    let threads = if threads > 0 { threads } else { thread::available_parallelism().map_or(1, NonZero::get) };
    let threads = threads.min(share_count);
    if threads <= 1 {
        return placer.place_batch(inputs, results, lens);
    }
    let parts = Mutex::new(parts(placer.result_max, inputs, results, lens));
    let failure = Mutex::new(None);
    let work = || {
        loop {
            // Nothing panics while it holds the lock, so that a poisoned one is as good as any.
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(part) = part else {
                return;
            };
            if let Err(error) = placer.place_batch(part.inputs, part.results, part.lens) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no more threads are to be had, those that are there do the work.
            if Builder::new().name("crush".to_owned()).spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn parts<'a>(
    result_max: usize,
    inputs: &'a [u32],
    results: &'a mut [i32],
    lens: Option<&'a mut [usize]>,
) -> impl Iterator<Item = Part<'a>> {
    let mut lens = lens.map(|lens| lens.chunks_mut(SHARE));
    inputs
        .chunks(SHARE)
        .zip(results.chunks_mut(SHARE.saturating_mul(result_max)))
        .map(move |(inputs, results)| Part { inputs, results, lens: lens.as_mut().and_then(Iterator::next) })
}
