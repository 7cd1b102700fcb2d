//! Tables with columns as wide as their widest cell.
#![forbid(unsafe_code)]

/// A table in the making. The last column is aligned to the left, the others to the right; headings to the left.
pub(super) struct Table {
    rows: Vec<Vec<Vec<u8>>>,
}

impl Table {
    pub(super) fn new(headings: impl Iterator<Item = Vec<u8>>) -> Self {
        Self { rows: vec![headings.collect()] }
    }

    /// Adds a row with a cell for each heading.
    pub(super) fn row(&mut self, cells: Vec<Vec<u8>>) {
        self.rows.push(cells);
    }

    /// All lines, blanks at their ends included.
    pub(super) fn text(&self) -> Vec<u8> {
        let widths = self.widths();
        let mut text = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let left = number == 0 || column + 1 == widths.len();
                let blanks = core::iter::repeat_n(b' ', width.saturating_sub(cell.len()));
                text.extend(core::iter::repeat_n(b' ', if column == 0 { 0 } else { 2 }));
                if left {
                    text.extend(cell);
                    text.extend(blanks);
                } else {
                    text.extend(blanks);
                    text.extend(cell);
                }
            }
            text.push(b'\n');
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column| self.rows.iter().filter_map(|row| row.get(column)).map(Vec::len).max();
        (0..columns).map(|column| width(column).unwrap_or(0)).collect()
    }
}
