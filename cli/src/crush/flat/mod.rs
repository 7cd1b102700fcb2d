//! `crush flat`.

mod keys;
mod nodes;

use crate::failure::Failure;
use crate::output;
use clap::ValueEnum;
use crush::rendezvous::{Flat, FlatError, Placed, Score};
use keys::Key;
use nodes::Nodes;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Where keys are in a flat cluster.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file of nodes; `-` is standard input.
    #[arg(value_name = "NODES")]
    nodes: PathBuf,
    /// Keys: the bytes as written, or with --hex what they say.
    #[arg(value_name = "KEY")]
    keys: Vec<String>,
    /// Read keys from a file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Take the SHA-256 of a file's content for a key; may be repeated.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// Keys are hexadecimal, as content hashes are written.
    #[arg(long)]
    hex: bool,
    /// Nodes that are to hold each key.
    #[arg(long, value_name = "N", default_value_t = 3)]
    copies: usize,
    /// How nodes score keys.
    #[arg(long, value_enum, default_value_t)]
    score: ScoreName,
    /// Say the failure domain of each node.
    #[arg(long)]
    domains: bool,
    /// A JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum ScoreName {
    /// The logarithm of a hash over the weight: shares of keys are those of weight.
    #[default]
    Exact,
    /// A hash times the weight: heavy nodes get more than their share.
    Simple,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let nodes = Nodes::read(&arguments.nodes)?;
    let score = match arguments.score {
        ScoreName::Exact => Score::Exact,
        ScoreName::Simple => Score::Simple,
    };
    let flat = Flat::new(&nodes.list, score)?;
    let mut out = output::stdout();
    keys::each(arguments, |key| {
        let placed = flat.place(&key.bytes, arguments.copies)?;
        let row = Row::new(key, placed, &nodes, arguments);
        if arguments.json { output::json_line(&mut out, &row) } else { row.write(&mut out) }
    })?;
    Ok(out.flush()?)
}

impl From<FlatError> for Failure {
    fn from(error: FlatError) -> Self {
        Self::new(error.to_string())
    }
}

/// Where a key is.
#[derive(Serialize)]
struct Row<'a> {
    key: String,
    nodes: Vec<u64>,
    /// The domain of each node.
    #[serde(skip_serializing_if = "Option::is_none")]
    domains: Option<Vec<&'a str>>,
    /// How many nodes, from the front, are in domains of their own.
    distinct: usize,
    #[serde(skip)]
    wanted: usize,
}

impl<'a> Row<'a> {
    fn new(key: Key, placed: Placed, nodes: &'a Nodes, arguments: &Arguments) -> Self {
        let domains = || placed.nodes.iter().map(|&id| nodes.domain(id)).collect();
        Self {
            key: key.shown,
            domains: arguments.domains.then(domains),
            nodes: placed.nodes,
            distinct: placed.distinct,
            wanted: arguments.copies,
        }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        write!(out, "{}\t", self.key)?;
        for (place, id) in self.nodes.iter().enumerate() {
            write!(out, "{}{id}", if place == 0 { "" } else { "," })?;
            if let Some(domains) = &self.domains {
                write!(out, "@{}", domains[place])?;
            }
        }
        if self.nodes.len() < self.wanted {
            write!(out, "\t{} of {} copies: no more nodes", self.nodes.len(), self.wanted)?;
        }
        if self.distinct < self.nodes.len() {
            write!(out, "\t{} domains: too few, so they repeat", self.distinct)?;
        }
        Ok(writeln!(out)?)
    }
}
