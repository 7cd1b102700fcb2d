//! `crush lint`.

use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output;
use analysis::lint::{self, CHECKS, Finding, Severity, Subject};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// What is wrong with a map, or may be.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A crush map or an osdmap, with which rules are looked at as its pools use them.
    #[arg(value_name = "MAP|OSDMAP", required_unless_present = "list")]
    map: Option<PathBuf>,
    /// End with status 1 on findings of this severity, or worse ones.
    #[arg(long, value_name = "SEVERITY", value_enum, default_value = "errors")]
    deny: Deny,
    /// Leave out a check; may be repeated.
    #[arg(long, value_name = "CHECK", value_parser = check)]
    allow: Vec<String>,
    /// Places of the sets that rules make which no pool uses; as many as the rule says, else 3, if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    size: Option<u8>,
    /// List the checks.
    #[arg(long)]
    list: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// What CI is to stop at.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    Errors,
    Warnings,
    Notes,
    /// Status 0 whatever is found.
    Nothing,
}

impl Deny {
    fn denies(self, severity: Severity) -> bool {
        match self {
            Self::Errors => severity >= Severity::Error,
            Self::Warnings => severity >= Severity::Warning,
            Self::Notes => true,
            Self::Nothing => false,
        }
    }
}

fn check(name: &str) -> Result<String, String> {
    if CHECKS.iter().any(|check| check.name == name) {
        return Ok(name.to_owned());
    }
    Err("there is no such check; --list names them".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = output::stdout();
    let Some(path) = arguments.map.as_ref().filter(|_| !arguments.list) else {
        list(&mut out)?;
        return Ok(out.flush()?);
    };
    let size = arguments.size.map(usize::from);
    let mut findings = match input::load(path)? {
        Input::OsdMap(map) => lint::lint(&Subject::of_osdmap(&map, size)?)?,
        Input::Crush(map) => lint::lint(&Subject::of_map(&map, size)?)?,
    };
    findings.retain(|finding| !arguments.allow.iter().any(|name| name == finding.check));
    let found = Found::new(findings);
    if arguments.json {
        output::json_line(&mut out, &found)?;
    } else {
        found.write()?;
    }
    out.flush()?;
    let is_denied = found.findings.iter().any(|finding| arguments.deny.denies(finding.severity));
    if is_denied { Err(Failure::No) } else { Ok(()) }
}

fn list(out: &mut impl Write) -> Result<(), Failure> {
    let mut table = output::table(&["check", "finds"]);
    for check in CHECKS {
        table.add_row([check.name, check.finds]);
    }
    output::write_table(out, &table)
}

/// All findings, counted.
#[derive(Serialize)]
struct Found {
    errors: usize,
    warnings: usize,
    notes: usize,
    findings: Vec<Finding>,
}

impl Found {
    fn new(findings: Vec<Finding>) -> Self {
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        let (errors, warnings, notes) =
            (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
        Self { errors, warnings, notes, findings }
    }

    fn write(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        for Finding { check, severity, place, explanation, remedy, .. } in &self.findings {
            let style = style(*severity);
            writeln!(out, "{style}{severity}{style:#}[{check}] {place}")?;
            writeln!(out, "    {explanation}")?;
            writeln!(out, "    to do: {remedy}")?;
        }
        writeln!(out, "{} errors, {} warnings, {} notes", self.errors, self.warnings, self.notes)?;
        Ok(())
    }
}

fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    color.on_default().bold()
}
