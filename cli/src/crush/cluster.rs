//! The clusters that a question is about.

use crate::changes::Changes;
use crate::describe;
use crate::failure::Failure;
use crate::input::{self, Input, Placing};
use analysis::cluster::Cluster;
use analysis::diff::{Options, Subject};
use std::path::{Path, PathBuf};

/// One map, or two, or one with changes.
#[derive(clap::Args)]
pub(crate) struct Clusters {
    /// A crush map or an osdmap.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// What it becomes; a crush map behind an osdmap replaces the one inside. OLD itself if left out.
    #[arg(value_name = "NEW")]
    new: Option<PathBuf>,
    #[command(flatten)]
    changes: Changes,
}

/// Which pools or rules, and how.
#[derive(clap::Args)]
#[command(next_help_heading = "What is asked")]
pub(crate) struct Asked {
    /// Only this pool; may be repeated.
    #[arg(long, value_name = "POOL")]
    pool: Vec<String>,
    /// Only this rule of a crush map; may be repeated.
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,
    /// Replicas or shards for each rule of a crush map.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    size: u16,
    /// Inputs for each rule of a crush map: 0, 1, 2 and so on.
    #[arg(long, value_name = "N", default_value_t = 65536)]
    inputs: u32,
    /// Threads; 0 for as many as there are processors.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    placing: Placing,
}

/// A cluster from a file.
pub(crate) fn load(path: &Path) -> Result<Cluster, Failure> {
    match input::load(path)? {
        Input::OsdMap(map) => Ok(Cluster::whole(*map)),
        Input::Crush(map) => Ok(Cluster { map: input::all_in(*map)?, bare: true }),
    }
}

/// Two clusters; a crush map behind an osdmap replaces the one inside.
pub(crate) fn load_both(old: &Path, new: &Path) -> Result<(Cluster, Cluster), Failure> {
    let old = load(old)?;
    let new = match (load(new)?, old.bare) {
        (new, false) if new.bare => {
            old.with_crush(new.crush().try_clone().map_err(failure)?).map_err(failure)?
        }
        (new, bare) if new.bare == bare => new,
        _ => return Err(Failure::new("a crush map cannot become an osdmap: give two of a kind")),
    };
    Ok((old, new))
}

impl Clusters {
    /// Both clusters.
    pub(crate) fn load(&self) -> Result<(Cluster, Cluster), Failure> {
        if self.new.is_none() && self.changes.0.is_empty() {
            return Err(Failure::new(
                "nothing to compare: give a second map, or changes as options; see --help",
            ));
        }
        let (old, mut new) = match &self.new {
            None => {
                let old = load(&self.old)?;
                let copy = old.try_clone().map_err(failure)?;
                (old, copy)
            }
            Some(path) => load_both(&self.old, path)?,
        };
        new.apply(&self.changes.0).map_err(failure)?;
        Ok((old, new))
    }
}

impl Asked {
    /// What the library is asked.
    pub(crate) fn options(&self, old: &Cluster, new: &Cluster) -> Result<Options, Failure> {
        let mut options = Options {
            size: self.size.into(),
            inputs: self.inputs,
            placing: self.placing(),
            ..Options::default()
        };
        if old.bare {
            if !self.pool.is_empty() {
                return Err(Failure::new("a crush map has no pools: name rules with --rule"));
            }
            for name in &self.rule {
                let of = |cluster: &Cluster| crate::locate::rule_number(&cluster.map, name);
                options.only.push(of(old).or_else(|_| of(new))?.into());
            }
            return Ok(options);
        }
        if !self.rule.is_empty() {
            return Err(Failure::new("an osdmap has pools: name them with --pool instead of --rule"));
        }
        for name in &self.pool {
            options.only.push(input::pool(&old.map, name).or_else(|_| input::pool(&new.map, name))?);
        }
        Ok(options)
    }

    pub(crate) fn placing(&self) -> analysis::cluster::Placing {
        analysis::cluster::Placing {
            release: self.placing.release,
            budget: self.placing.budget,
            threads: self.threads,
        }
    }
}

/// What the library says is wrong.
pub(crate) fn failure(error: impl ToString) -> Failure {
    Failure::new(error.to_string())
}

/// A pool or rule with its name.
pub(crate) fn subject(old: &Cluster, new: &Cluster, subject: Subject) -> String {
    match subject {
        Subject::Pool(id) => {
            let named = [new, old].into_iter().find(|cluster| cluster.map.pool(id).is_some());
            format!("pool {}", describe::pool(&named.unwrap_or(old).map, id.cast_signed()))
        }
        Subject::Rule(number) => {
            let name = [new, old].into_iter().find_map(|cluster| cluster.crush().rule_name(number));
            let name = name.map(|name| format!(" '{}'", describe::printable(&name.to_string())));
            format!("rule {number}{}", name.unwrap_or_default())
        }
    }
}

/// An item by the name that it has after the change, else before it.
pub(crate) fn item(old: &Cluster, new: &Cluster, id: i32) -> String {
    let known = [new, old].into_iter().find(|cluster| cluster.crush().names().name(id).is_some());
    describe::item(known.unwrap_or(new).crush(), id)
}

/// A type by its name.
pub(crate) fn type_number(cluster: &Cluster, name: &str) -> Result<u16, Failure> {
    let types = cluster.crush().types();
    let number = types.id(name).and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| {
        let known: Vec<String> =
            types.iter().map(|(_, name)| describe::printable(&name.to_string())).collect();
        Failure::new(format!("there is no type '{name}'; the map has {}", known.join(", ")))
    })
}
