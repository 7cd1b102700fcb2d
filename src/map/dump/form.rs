//! The forms of a dump.
#![forbid(unsafe_code)]

/// How a map is dumped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DumpForm {
    /// JSON, an element a line.
    #[default]
    JsonPretty,
    /// JSON in one line.
    Json,
    /// XML in one line.
    Xml,
    /// XML, an element a line.
    XmlPretty,
    /// Elements with items of lists in them, in one line.
    Html,
    /// The same, an element a line.
    HtmlPretty,
    /// A table of one row.
    Table,
    /// Names and values in one line.
    TableKv,
}

impl DumpForm {
    /// The form of a name as `crushtool --format` has it. Any other name stands for the default one.
    pub fn named(name: &[u8]) -> Self {
        match name {
            b"json" => Self::Json,
            b"xml" => Self::Xml,
            b"xml-pretty" => Self::XmlPretty,
            b"html" => Self::Html,
            b"html-pretty" => Self::HtmlPretty,
            b"table" => Self::Table,
            b"table-kv" => Self::TableKv,
            _ => Self::JsonPretty,
        }
    }
}
