//! How results are shown: columns for people, a table for the document, objects for programs.
#![forbid(unsafe_code)]

use super::Times;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Columns,
    Markdown,
    Json,
}

/// A row: what is shown in front of the times, by name.
pub(crate) struct Row<'a> {
    pub(crate) keys: &'a [(&'static str, String)],
    pub(crate) times: Times,
    /// "call" or "batch".
    pub(crate) mode: &'static str,
    /// Cycles in a nanosecond.
    pub(crate) rate: f64,
    /// What is to be said beside it.
    pub(crate) note: &'static str,
}

impl Form {
    /// The line or lines above the rows; `keys` are those of the rows.
    pub(crate) fn head(self, keys: &[&str]) -> Option<String> {
        const TIMES: [&str; 6] = ["upstream ns", "ours ns", "ratio", "median", "draws", "cycles a draw"];
        let names = keys.iter().copied().chain(TIMES);
        match self {
            Self::Columns => {
                let front: String = keys.iter().map(|key| format!("{key:<15} ")).collect();
                let times: Vec<String> = TIMES.iter().map(|name| format!("{name:>11}")).collect();
                Some(front + &times.join(" "))
            }
            Self::Markdown => {
                let names: Vec<&str> = names.collect();
                Some(format!("| {} |\n|{}", names.join(" | "), " --- |".repeat(names.len())))
            }
            Self::Json => None,
        }
    }

    /// A row.
    pub(crate) fn row(self, row: &Row<'_>) -> String {
        match self {
            Self::Columns => {
                let front: String = row.keys.iter().map(|(_, value)| format!("{value:<15} ")).collect();
                let times = row.times().map(|time| format!("{time:>11}"));
                format!("{front}{}  {}", times.join(" "), row.note).trim_end().to_owned()
            }
            Self::Markdown => {
                let front: Vec<&str> = row.keys.iter().map(|(_, value)| value.as_str()).collect();
                format!("| {} | {} |", front.join(" | "), row.times().join(" | "))
            }
            Self::Json => row.object(),
        }
    }
}

impl Row<'_> {
    /// The columns behind the keys.
    fn times(&self) -> [String; 6] {
        let Times { theirs, ours, median, draws, .. } = self.times;
        let per_draw = if draws > 0.0 { format!("{:.1}", ours * self.rate / draws) } else { "-".to_owned() };
        let draws = if draws > 0.0 { format!("{draws:.0}") } else { "-".to_owned() };
        let ratio = self.times.ratio();
        [
            format!("{theirs:.0}"),
            format!("{ours:.0}"),
            format!("{ratio:.2}"),
            format!("{median:.2}"),
            draws,
            per_draw,
        ]
    }

    /// The names and words here need no escapes.
    fn object(&self) -> String {
        let (mode, Times { theirs, ours, median, draws, checksum }) = (self.mode, self.times);
        let keys: String =
            self.keys.iter().map(|(name, value)| format!("\"{name}\":{},", json(value))).collect();
        format!(
            "{{{keys}\"mode\":\"{mode}\",\"upstream_ns\":{theirs:.1},\"ours_ns\":{ours:.1},\"ratio\":{:.3},\
             \"median_ratio\":{median:.3},\"draws\":{draws:.1},\"checksum\":\"{checksum:016x}\"}}",
            self.times.ratio()
        )
    }
}

/// A number as it is, anything else as a string.
fn json(value: &str) -> String {
    if value.parse::<u64>().is_ok() { value.to_owned() } else { format!("\"{value}\"") }
}
