//! A bar on the terminal for what takes longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Time without a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far the work is.
pub(super) struct Progress {
    started: Instant,
    wanted: bool,
    total: u64,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a number of inputs. Lines on the terminal leave no place for a bar.
    pub(super) fn new(total: u64, prints_lines: bool) -> Self {
        let free = !(prints_lines && std::io::stdout().is_terminal());
        let wanted = free && std::io::stderr().is_terminal();
        Self { started: Instant::now(), wanted, total, done: 0, bar: None }
    }

    /// So many more inputs are done.
    pub(super) fn add(&mut self, inputs: u64) {
        self.done += inputs;
        if self.wanted && self.started.elapsed() > PATIENCE {
            let bar = self.bar.get_or_insert_with(|| new_bar(self.total));
            bar.set_position(self.done);
        }
    }
}

fn new_bar(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} inputs, {eta} left");
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The bar leaves no trace.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
