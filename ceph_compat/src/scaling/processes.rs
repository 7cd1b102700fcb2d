//! Processes side by side: what two threads could reach at best.
//!
//! Each prepares, says so, waits for a line and does its batches. The time is that from the line to the last answer.
#![forbid(unsafe_code)]

use super::{BATCHES, INPUTS, ScalingError, batch};
use crate::library::NativePlacer;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// A process that is ready to measure.
pub(crate) struct Share {
    child: RefCell<Child>,
    orders: RefCell<ChildStdin>,
    answers: RefCell<BufReader<ChildStdout>>,
}

impl Share {
    /// Starts a process and waits until it is ready.
    pub(crate) fn start(mut command: Command) -> Result<Self, ScalingError> {
        let failed = |error: std::io::Error| ScalingError::Process(error.to_string());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (Some(orders), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ScalingError::Process("no pipes".into()));
        };
        let (orders, answers) = (RefCell::new(orders), RefCell::new(BufReader::new(answers)));
        let share = Self { child: RefCell::new(child), orders, answers };
        share.hear()?;
        Ok(share)
    }

    /// Lets it begin.
    fn begin(&self) -> Result<(), ScalingError> {
        let failed = |error: std::io::Error| ScalingError::Process(error.to_string());
        self.orders.borrow_mut().write_all(b"go\n").map_err(failed)
    }

    /// Waits for a line.
    fn hear(&self) -> Result<(), ScalingError> {
        let mut line = String::new();
        match self.answers.borrow_mut().read_line(&mut line) {
            Ok(1..) => Ok(()),
            Ok(0) => Err(ScalingError::Process("it ended".into())),
            Err(error) => Err(ScalingError::Process(error.to_string())),
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Nanoseconds of a mapping when both work at once.
pub(super) fn together(one: &Share, other: &Share) -> Result<f64, ScalingError> {
    let mut best = f64::INFINITY;
    for _ in 0..BATCHES {
        let start = Instant::now();
        one.begin()?;
        other.begin()?;
        one.hear()?;
        other.hear()?;
        best = best.min(start.elapsed().as_nanos() as f64 / (2.0 * f64::from(INPUTS)));
    }
    Ok(best)
}

/// The other side: a batch for each line that comes in.
pub(crate) fn serve(placer: &mut NativePlacer) -> Result<(), ScalingError> {
    let failed = |error: std::io::Error| ScalingError::Process(error.to_string());
    batch(placer, 0, 1);
    println!("ready");
    for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
        line.map_err(failed)?;
        batch(placer, number, 1);
        println!("done");
    }
    Ok(())
}
