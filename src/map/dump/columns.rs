//! A dump as one row: a column for each value, called by its name and the sections that it is in, from the inside.
#![forbid(unsafe_code)]

use super::writer::Writer;
use crate::map::text::general_with;
use std::collections::HashMap;

/// How the row reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// A frame with names above values.
    Framed,
    /// Names with values, in one line.
    Pairs,
}

pub(super) struct Columns {
    layout: Layout,
    sections: Vec<String>,
    /// How many columns there are of each name.
    numbers: HashMap<String, usize>,
    columns: Vec<(String, Vec<u8>)>,
}

impl Columns {
    pub(super) fn new(layout: Layout) -> Self {
        Self { layout, sections: Vec::new(), numbers: HashMap::new(), columns: Vec::new() }
    }

    fn pairs(&self) -> Vec<u8> {
        let pair =
            |(name, value): &(String, Vec<u8>)| [b"key::", name.as_bytes(), b"=\"", value, b"\" "].concat();
        self.columns.iter().flat_map(pair).collect()
    }

    fn framed(&self) -> Vec<u8> {
        let widths: Vec<usize> =
            self.columns.iter().map(|(name, value)| name.len().max(width(value))).collect();
        let line = |cells: &mut dyn Iterator<Item = &[u8]>| {
            let mut line = vec![b'|'];
            for (cell, width) in cells.zip(&widths) {
                line.push(b' ');
                line.extend(cell);
                line.extend(core::iter::repeat_n(b' ', width - self::width(cell) + 2));
                line.push(b'|');
            }
            line.push(b'\n');
            line
        };
        let mut rule = vec![b'+'];
        for width in &widths {
            rule.extend(core::iter::repeat_n(b'-', width + 3));
            rule.push(b'+');
        }
        rule.push(b'\n');
        let names = line(&mut self.columns.iter().map(|(name, _)| name.as_bytes()));
        let values = line(&mut self.columns.iter().map(|(_, value)| value.as_slice()));
        [&rule[..], &names, &rule, &values, &rule].concat()
    }
}

/// Characters of UTF-8.
fn width(cell: &[u8]) -> usize {
    cell.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

impl Writer for Columns {
    fn open(&mut self, name: &str, _: bool) {
        self.sections.push(name.to_owned());
    }

    fn close(&mut self) {
        self.sections.pop();
    }

    fn integer(&mut self, name: &str, value: i64) {
        self.text(name, value.to_string().as_bytes());
    }

    fn number(&mut self, name: &str, value: f64) {
        self.text(name, general_with(value, 17).as_bytes());
    }

    fn text(&mut self, name: &str, value: &[u8]) {
        let inside = self.sections.iter().rev().map(String::as_str);
        let path: Vec<&str> = inside.chain([name]).collect();
        let path = path.join(":");
        let number = self.numbers.entry(path.clone()).or_default();
        self.columns.push((format!("{path}[{number}]"), value.to_vec()));
        *number += 1;
    }

    fn finish(self) -> Vec<u8> {
        let mut row = match self.layout {
            Layout::Framed => self.framed(),
            Layout::Pairs => [self.pairs(), b"\n".to_vec()].concat(),
        };
        row.push(b'\n');
        row
    }
}
