//! What lint found.

use super::text::escape;
use crate::lint::Finding;

pub(super) fn section(findings: &[Finding]) -> String {
    if findings.is_empty() {
        return "<p class=\"good\">Nothing is wrong with the map.</p>\n".to_owned();
    }
    let items: String = findings.iter().map(item).collect();
    format!("<ul class=\"findings\">{items}</ul>\n")
}

fn item(finding: &Finding) -> String {
    let Finding { check, severity, place, explanation, remedy, .. } = finding;
    format!(
        "<li class=\"{severity}\"><p><b class=\"badge\">{severity}</b> <b>{}</b> <code>{check}</code></p>\
         <p>{}</p><p class=\"remedy\">To do: {}</p></li>\n",
        escape(place),
        escape(explanation),
        escape(remedy)
    )
}
