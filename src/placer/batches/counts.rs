//! How many inputs want each column.
#![forbid(unsafe_code)]

use crate::placer::columns::ColumnNumber;

/// Requests for each bucket from which on lanes pay.
const WORTHWHILE: usize = 12;

/// How many requests each column has.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) of: Vec<u32>,
    /// Columns with requests.
    pub(super) touched: Vec<ColumnNumber>,
    pub(super) total: usize,
}

impl Counts {
    /// Counts requests of a column.
    #[inline]
    pub(super) fn add(&mut self, column: ColumnNumber, requests: u32) {
        if let Some(count) = self.of.get_mut(column as usize) {
            if *count == 0 {
                self.touched.push(column);
            }
            *count += requests;
            self.total += requests as usize;
        }
    }

    pub(super) fn clear(&mut self) {
        for column in self.touched.drain(..) {
            self.of[column as usize] = 0;
        }
        self.total = 0;
    }

    /// Whether there are enough requests for each column.
    pub(super) fn is_worthwhile(&self) -> bool {
        self.total > 0 && self.total >= self.touched.len() * WORTHWHILE
    }
}
