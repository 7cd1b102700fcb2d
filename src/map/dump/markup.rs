//! XML, and what Ceph's tools call HTML: sections are elements, values elements or items of a list.
#![forbid(unsafe_code)]

use super::writer::Writer;
use crate::map::text::{general, general_with};
use std::io::Write;

/// How a value reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// `<name>value</name>`.
    Xml,
    /// `<li>name: value</li>`.
    Html,
}

pub(super) struct Markup {
    values: Values,
    is_pretty: bool,
    text: Vec<u8>,
    /// Names of the sections that are open.
    sections: Vec<String>,
}

impl Markup {
    pub(super) fn new(values: Values, is_pretty: bool) -> Self {
        Self { values, is_pretty, text: Vec::new(), sections: Vec::new() }
    }

    fn indent(&mut self) {
        if self.is_pretty {
            self.text.extend(core::iter::repeat_n(b' ', self.sections.len()));
        }
    }

    fn end_line(&mut self) {
        if self.is_pretty {
            self.text.push(b'\n');
        }
    }

    fn tag(&mut self, open: &str, name: &str) {
        self.text.extend([open, name, ">"].concat().as_bytes());
    }

    fn value(&mut self, name: &str, value: &[u8]) {
        self.indent();
        let element = if self.values == Values::Xml { name } else { "li" };
        self.tag("<", element);
        if self.values == Values::Html {
            self.text.extend([name.as_bytes(), b": "].concat());
        }
        self.escaped(value);
        self.tag("</", element);
        self.end_line();
    }

    fn escaped(&mut self, value: &[u8]) {
        for &byte in value {
            match byte {
                b'<' => self.text.extend(b"&lt;"),
                b'>' => self.text.extend(b"&gt;"),
                b'&' => self.text.extend(b"&amp;"),
                b'"' => self.text.extend(b"&quot;"),
                b'\'' => self.text.extend(b"&apos;"),
                b'\n' | b'\t' => self.text.push(byte),
                // Writing to a vector cannot fail.
                0..0x20 | 0x7f => drop(write!(self.text, "&#x{byte:02x};")),
                _ => self.text.push(byte),
            }
        }
    }
}

impl Writer for Markup {
    fn open(&mut self, name: &str, _: bool) {
        self.indent();
        self.tag("<", name);
        self.end_line();
        self.sections.push(name.to_owned());
    }

    fn close(&mut self) {
        let Some(name) = self.sections.pop() else { return };
        self.indent();
        self.tag("</", &name);
        self.end_line();
    }

    fn integer(&mut self, name: &str, value: i64) {
        self.value(name, value.to_string().as_bytes());
    }

    fn number(&mut self, name: &str, value: f64) {
        let value = if self.values == Values::Xml { general_with(value, 17) } else { general(value) };
        self.value(name, value.as_bytes());
    }

    fn text(&mut self, name: &str, value: &[u8]) {
        self.value(name, value);
    }

    fn finish(mut self) -> Vec<u8> {
        // The pretty form ends with two empty lines.
        self.end_line();
        self.text.push(b'\n');
        self.text
    }
}
