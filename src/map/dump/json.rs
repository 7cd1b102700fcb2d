//! JSON with the white space of Ceph's formatter. A library would order and space it otherwise, and refuse names that are
//! not UTF-8.
#![forbid(unsafe_code)]

use super::writer::Writer;
use crate::map::text::general_with;
use std::io::Write;

/// How JSON is spaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum JsonForm {
    /// An element a line, four blanks for each level.
    #[default]
    Pretty,
    /// Without any white space.
    Compact,
}

/// A JSON text in the making.
pub(super) struct Json {
    form: JsonForm,
    text: Vec<u8>,
    /// The containers that are open.
    open: Vec<Container>,
}

struct Container {
    is_array: bool,
    /// Whether it has an element.
    is_filled: bool,
}

impl Json {
    pub(super) fn new(form: JsonForm) -> Self {
        Self { form, text: Vec::new(), open: Vec::new() }
    }

    fn value(&mut self, name: &str, value: impl core::fmt::Display) {
        self.begin(name);
        // Writing to a vector cannot fail.
        let _ = write!(self.text, "{value}");
    }

    /// What stands in front of an element.
    fn begin(&mut self, name: &str) {
        let Some(inside) = self.open.last_mut() else { return };
        let is_array = inside.is_array;
        if core::mem::replace(&mut inside.is_filled, true) {
            self.text.push(b',');
        }
        self.new_line();
        if !is_array {
            self.quoted(name.as_bytes());
            self.text.extend(if self.form == JsonForm::Pretty { &b": "[..] } else { b":" });
        }
    }

    fn new_line(&mut self) {
        if self.form == JsonForm::Pretty {
            self.text.push(b'\n');
            self.text.extend(core::iter::repeat_n(b' ', 4 * self.open.len()));
        }
    }

    fn quoted(&mut self, text: &[u8]) {
        self.text.push(b'"');
        for &byte in text {
            match byte {
                b'"' | b'\\' => self.text.extend([b'\\', byte]),
                b'\n' => self.text.extend(b"\\n"),
                b'\t' => self.text.extend(b"\\t"),
                // Writing to a vector cannot fail.
                0..0x20 | 0x7f => drop(write!(self.text, "\\u{byte:04x}")),
                _ => self.text.push(byte),
            }
        }
        self.text.push(b'"');
    }
}

impl Writer for Json {
    fn open(&mut self, name: &str, is_array: bool) {
        self.begin(name);
        self.text.push(if is_array { b'[' } else { b'{' });
        self.open.push(Container { is_array, is_filled: false });
    }

    fn close(&mut self) {
        let Some(closed) = self.open.pop() else { return };
        if closed.is_filled {
            self.new_line();
        }
        self.text.push(if closed.is_array { b']' } else { b'}' });
        if self.open.is_empty() && self.form == JsonForm::Pretty {
            self.text.push(b'\n');
        }
    }

    fn integer(&mut self, name: &str, value: i64) {
        self.value(name, value);
    }

    /// As C's `%.17g`.
    fn number(&mut self, name: &str, value: f64) {
        self.value(name, general_with(value, 17));
    }

    fn text(&mut self, name: &str, value: &[u8]) {
        self.begin(name);
        self.quoted(value);
    }

    fn finish(mut self) -> Vec<u8> {
        self.text.push(b'\n');
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(form: JsonForm) -> String {
        let mut json = Json::new(form);
        json.object("", |json| {
            json.string("a", b"q\"\\\n\x01\xc3\xa4");
            json.array("b", |json| {
                json.integer("", -1);
                json.number("", 0.1);
                json.array("", |_| ());
            });
            json.object("c", |_| ());
        });
        String::from_utf8(json.finish()).unwrap()
    }

    #[test]
    fn white_space_is_that_of_the_form() {
        let text = r#""q\"\\\n\u0001ä""#;
        assert_eq!(
            sample(JsonForm::Compact),
            format!("{{\"a\":{text},\"b\":[-1,0.10000000000000001,[]],\"c\":{{}}}}\n")
        );
        let pretty = format!(
            "{{\n    \"a\": {text},\n    \"b\": [\n        -1,\n        0.10000000000000001,\n        []\n    ],\n    \"c\": {{}}\n}}\n\n"
        );
        assert_eq!(sample(JsonForm::Pretty), pretty);
    }
}
