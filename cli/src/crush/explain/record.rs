//! Events of one mapping, kept.

use crush::mapper::{Event, Observer};
use std::cell::{Cell, RefCell};

/// Events that are kept; a rule may try millions of times.
const MOST: usize = 100_000;

/// Keeps events in order.
#[derive(Default)]
pub(crate) struct Record {
    events: RefCell<Vec<Event>>,
    /// Events that were not kept.
    dropped: Cell<u64>,
}

impl Record {
    /// The events, and how many more there were.
    pub(crate) fn into_events(self) -> (Vec<Event>, u64) {
        (self.events.into_inner(), self.dropped.get())
    }
}

impl Observer for Record {
    const IN_ORDER: bool = true;

    fn event(&self, event: Event) {
        let mut events = self.events.borrow_mut();
        if events.len() < MOST {
            events.push(event);
        } else {
            self.dropped.set(self.dropped.get() + 1);
        }
    }
}
