//! JSON with the white space of Ceph's formatter. A library would order and space it otherwise, and refuse names that are
//! not UTF-8.
#![forbid(unsafe_code)]

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
    /// For each container that is open, whether it has an element.
    filled: Vec<bool>,
}

impl Json {
    pub(super) fn new(form: JsonForm) -> Self {
        Self { form, text: Vec::new(), filled: Vec::new() }
    }

    /// The text, with a line end behind it.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.text.push(b'\n');
        self.text
    }

    /// An object with what `body` writes into it.
    pub(super) fn object(&mut self, key: Option<&str>, body: impl FnOnce(&mut Self)) {
        self.container(key, [b'{', b'}'], body);
    }

    /// An array with what `body` writes into it.
    pub(super) fn array(&mut self, key: Option<&str>, body: impl FnOnce(&mut Self)) {
        self.container(key, [b'[', b']'], body);
    }

    pub(super) fn integer(&mut self, key: Option<&str>, value: i64) {
        self.begin(key);
        // Writing to a vector cannot fail.
        let _ = write!(self.text, "{value}");
    }

    pub(super) fn flag(&mut self, key: &str, value: bool) {
        self.integer(Some(key), value.into());
    }

    /// A number as C's `%.17g`.
    pub(super) fn number(&mut self, key: Option<&str>, value: f64) {
        self.begin(key);
        self.text.extend(general_with(value, 17).as_bytes());
    }

    pub(super) fn string(&mut self, key: Option<&str>, value: impl AsRef<[u8]>) {
        self.begin(key);
        self.quoted(value.as_ref());
    }

    fn container(&mut self, key: Option<&str>, [open, close]: [u8; 2], body: impl FnOnce(&mut Self)) {
        self.begin(key);
        self.text.push(open);
        self.filled.push(false);
        body(self);
        if self.filled.pop() == Some(true) {
            self.new_line();
        }
        self.text.push(close);
        if self.filled.is_empty() && self.form == JsonForm::Pretty {
            self.text.push(b'\n');
        }
    }

    /// What stands in front of an element.
    fn begin(&mut self, key: Option<&str>) {
        let inside = self.filled.last_mut();
        let is_inside = inside.is_some();
        let comma = inside.is_some_and(|filled| core::mem::replace(filled, true));
        if comma {
            self.text.push(b',');
        }
        if is_inside {
            self.new_line();
        }
        if let Some(key) = key {
            self.quoted(key.as_bytes());
            self.text.extend(if self.form == JsonForm::Pretty { &b": "[..] } else { b":" });
        }
    }

    fn new_line(&mut self) {
        if self.form == JsonForm::Pretty {
            self.text.push(b'\n');
            self.text.extend(core::iter::repeat_n(b' ', 4 * self.filled.len()));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(form: JsonForm) -> String {
        let mut json = Json::new(form);
        json.object(None, |json| {
            json.string(Some("a"), b"q\"\\\n\x01\xc3\xa4");
            json.array(Some("b"), |json| {
                json.integer(None, -1);
                json.number(None, 0.1);
                json.array(None, |_| ());
            });
            json.object(Some("c"), |_| ());
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
