//! Work on many inputs on several threads, with the output of one.

use crate::crushtool::exit::Exit;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

/// Places of results that a thread fills at once.
const PLACES: i64 = 1 << 14;
/// Chunks of work for each thread between two times that output is written.
const CHUNKS: i64 = 32;

/// Runs `work` over chunks of `inputs`, each worker on its own thread, and hands what it returns to `finish` in the order
/// of the inputs, with the number of inputs. `places` is what an input takes.
///
/// The first error in the order of the inputs ends the work, after what comes before it was handed over.
pub(super) fn in_order<W: Send, T: Send>(
    inputs: Range<i64>,
    places: usize,
    workers: &mut [W],
    work: impl Fn(&mut W, Range<i64>) -> Result<T, Exit> + Sync,
    mut finish: impl FnMut(T, u64) -> Result<(), Exit>,
) -> Result<(), Exit> {
    let chunk = (PLACES / i64::try_from(places).unwrap_or(i64::MAX).max(1)).max(1);
    let threads = i64::try_from(workers.len()).unwrap_or(1);
    let mut at = inputs.start;
    while at < inputs.end {
        let end = inputs.end.min(at.saturating_add(chunk * CHUNKS * threads));
        for (size, done) in wave(at..end, chunk, workers, &work) {
            finish(done?, size)?;
        }
        at = end;
    }
    Ok(())
}

/// A chunk's place, its number of inputs, and what came of it.
type Done<T> = (i64, u64, Result<T, Exit>);

fn wave<W: Send, T: Send>(
    inputs: Range<i64>,
    chunk: i64,
    workers: &mut [W],
    work: &(impl Fn(&mut W, Range<i64>) -> Result<T, Exit> + Sync),
) -> Vec<(u64, Result<T, Exit>)> {
    let next = AtomicI64::new(inputs.start);
    let all = Mutex::new(Vec::new());
    let run = |worker: &mut W| {
        let mut done: Vec<Done<T>> = Vec::new();
        loop {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= inputs.end {
                break;
            }
            let part = start..inputs.end.min(start + chunk);
            let size = part.end.abs_diff(part.start);
            done.push((start, size, work(worker, part)));
        }
        // A thread that panicked ends the program anyhow.
        all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(done);
    };
    let enough = usize::try_from((inputs.end - inputs.start) / chunk + 1).unwrap_or(usize::MAX);
    if let Some((first, others)) = workers.split_first_mut() {
        thread::scope(|scope| {
            for worker in others.iter_mut().take(enough.saturating_sub(1)) {
                scope.spawn(|| run(worker));
            }
            run(first);
        });
    }
    let mut all = all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    all.sort_unstable_by_key(|(start, ..)| *start);
    all.into_iter().map(|(_, size, done)| (size, done)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_is_worked_on_once_and_in_order() {
        for (threads, places, inputs) in
            [(1, 3, 0..1000), (3, 1 << 20, 5..50), (4, 1, -7..100_000), (2, 0, 3..3)]
        {
            let mut seen = Vec::new();
            let mut counted = 0;
            let mut workers = vec![(); threads];
            let work = |(): &mut (), part: Range<i64>| Ok(part.collect::<Vec<_>>());
            in_order(inputs.clone(), places, &mut workers, work, |part, size| {
                seen.extend(part);
                counted += size;
                Ok(())
            })
            .unwrap();
            assert!(seen.iter().copied().eq(inputs.clone()), "{threads} threads");
            assert_eq!(counted, inputs.end.abs_diff(inputs.start));
        }
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let mut before = 0;
        let work = |(): &mut (), part: Range<i64>| {
            if part.contains(&70_000) { Err(Exit::failure("stop")) } else { Ok(part.end) }
        };
        let stopped = in_order(0..200_000, 1, &mut [(), ()], work, |end, _| {
            before = end;
            Ok(())
        });
        assert_eq!(stopped.unwrap_err().message, b"stop\n");
        assert!(before <= 70_000 && before > 70_000 - PLACES, "{before}");
    }
}
