//! From bytes to one long line, and back to where a place of it was (spec 05 sections 1 and 2.1).
#![forbid(unsafe_code)]

use std::collections::TryReserveError;

/// A text without comments, with one blank for each run of white space and none for line ends.
pub(super) struct Joined<'t> {
    /// What is parsed.
    pub(super) text: Vec<u8>,
    lines: Vec<Line<'t>>,
}

/// A line of the file.
struct Line<'t> {
    raw: &'t [u8],
    /// Length of the joined text in front of what the line adds to it.
    start: usize,
}

/// A place in the file, both counted from 1; columns are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl<'t> Joined<'t> {
    pub(super) fn new(file: &'t [u8]) -> Result<Self, TryReserveError> {
        // What is joined is at most as long as the file.
        let mut joined = Self { text: Vec::new(), lines: Vec::new() };
        joined.text.try_reserve_exact(file.len())?;
        joined.lines.try_reserve_exact(file.iter().filter(|&&byte| byte == b'\n').count() + 1)?;
        let last_is_open = file.last().is_some_and(|&byte| byte != b'\n');
        let mut lines = file.split(|&byte| byte == b'\n').peekable();
        while let Some(raw) = lines.next() {
            let is_line = lines.peek().is_some() || last_is_open;
            if is_line && !joined.push(raw) {
                break;
            }
        }
        Ok(joined)
    }

    /// Appends a line; false if the text ends in it, which it does at a zero byte that is in no comment. A blank in front of
    /// that stays, and nothing fits it.
    fn push(&mut self, raw: &'t [u8]) -> bool {
        let mut start = self.text.len();
        for word in words(raw) {
            if !self.text.is_empty() {
                self.text.push(b' ');
            }
            if start == self.text.len() - usize::from(!self.text.is_empty()) {
                start = self.text.len();
            }
            let end = word.iter().position(|&byte| byte == 0);
            self.text.extend_from_slice(&word[..end.unwrap_or(word.len())]);
            if end.is_some() {
                self.lines.push(Line { raw, start });
                return false;
            }
        }
        self.lines.push(Line { raw, start });
        true
    }

    /// The lines by their numbers from 1: each without its comment, and its words in the joined text.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &'t [u8], &[u8])> {
        let ends = self.lines.iter().skip(1).map(|line| line.start).chain([self.text.len()]);
        self.lines.iter().zip(ends).enumerate().map(|(index, (line, end))| {
            let words = self.text.get(line.start..end).unwrap_or_default();
            (index + 1, without_comment(line.raw), words.trim_ascii())
        })
    }

    /// Where upstream says that an error is, when everything in front of `consumed` was understood: a line's number, and
    /// what is left of the line.
    pub(super) fn reported(&self, consumed: usize) -> (usize, &'t [u8]) {
        let index = self.line_at(consumed);
        let Some(line) = self.lines.get(index) else { return (1, b"") };
        (index + 1, line.raw.get(consumed - line.start..).unwrap_or_default())
    }

    /// The last line that starts at `offset` or before.
    fn line_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }

    /// Where the byte at `offset` of the joined text was in the file.
    pub(super) fn place(&self, offset: usize) -> Place {
        let index = self.line_at(offset);
        let Some(line) = self.lines.get(index) else { return Place { line: 1, column: 1 } };
        let column = raw_column(line.raw, offset.saturating_sub(line.start));
        Place { line: index + 1, column: column + 1 }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')
}

fn without_comment(raw: &[u8]) -> &[u8] {
    &raw[..raw.iter().position(|&byte| byte == b'#').unwrap_or(raw.len())]
}

fn words(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    without_comment(raw).split(|&byte| is_white(byte)).filter(|word| !word.is_empty())
}

/// Where in a line the byte is that is number `offset` of what the line adds to the joined text.
fn raw_column(raw: &[u8], offset: usize) -> usize {
    let end = raw.iter().position(|&byte| byte == b'#').unwrap_or(raw.len());
    let first = raw[..end].iter().position(|&byte| !is_white(byte)).unwrap_or(end);
    let mut seen = 0;
    let mut in_white = false;
    for (column, &byte) in raw[..end].iter().enumerate().skip(first) {
        // A run of white space counts as one byte.
        if is_white(byte) && in_white {
            continue;
        }
        if seen == offset {
            return column;
        }
        in_white = is_white(byte);
        seen += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(file: &str) -> Joined<'_> {
        Joined::new(file.as_bytes()).unwrap()
    }

    #[test]
    fn lines_comments_and_blanks_vanish() {
        let text = |file| String::from_utf8(joined(file).text).unwrap();
        assert_eq!(text("a \t b# c\r\n\n  # d\n e"), "a b e");
        assert_eq!(
            (text("a\0b\nc"), text("a \0b\nc"), text("a\n\0\nc")),
            ("a".into(), "a ".into(), "a ".into())
        );
        assert_eq!((text("\0a"), text("# \0 a\nb#\0\nc")), (String::new(), "b c".into()));
        assert_eq!((text(""), text("\n#\n")), (String::new(), String::new()));
    }

    #[test]
    fn errors_are_reported_where_upstream_reports_them() {
        let file = "device 0 a\n# c\n\ndevicx 1 b # d\n";
        let joined = joined(file);
        assert_eq!(joined.reported(0), (1, &b"device 0 a"[..]));
        // The end of the first statement is where the lines without words start as well.
        assert_eq!(joined.reported(10), (3, &b""[..]));
        assert_eq!(joined.reported(11), (4, &b"devicx 1 b # d"[..]));
    }

    #[test]
    fn places_are_found_in_the_file() {
        let joined = joined("a\n  bb \t cc # x\nd");
        assert_eq!(joined.text, b"a bb cc d");
        let place = |offset| (joined.place(offset).line, joined.place(offset).column);
        assert_eq!(
            [place(0), place(2), place(3), place(5), place(8)],
            [(1, 1), (2, 3), (2, 4), (2, 8), (3, 1)]
        );
    }
}
