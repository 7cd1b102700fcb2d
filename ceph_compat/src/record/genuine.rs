//! Asks genuine `crushtool`.

use super::RecordError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The `crushtool` of one generation.
pub(super) struct Crushtool(PathBuf);

/// What to map with one rule.
pub(super) struct Question {
    pub(super) rule: u32,
    pub(super) replicas: u32,
    pub(super) first_x: u32,
    pub(super) last_x: u32,
    pub(super) pool: Option<u32>,
    /// Devices with their weight in 65536ths.
    pub(super) weights: &'static [(u32, u32)],
}

impl Crushtool {
    /// The program in the directory of a generation; none if it is not there.
    pub(super) fn of(generation: &str) -> Option<Self> {
        let path = crate::oracle::directory().join(generation).join("bin/crushtool");
        path.exists().then_some(Self(path))
    }

    fn run(&self, arguments: &[String]) -> Result<String, RecordError> {
        let output = Command::new(&self.0).args(arguments).output();
        let output = output.map_err(|error| RecordError::Io(self.0.clone(), error))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(RecordError::Crushtool(self.0.clone(), arguments.join(" "), said))
        }
    }

    /// Compiles a text map.
    pub(super) fn compile(&self, text: &Path, map: &Path) -> Result<(), RecordError> {
        let paths = (text.display().to_string(), map.display().to_string());
        self.run(&["-c".into(), paths.0, "--enable-unsafe-tunables".into(), "-o".into(), paths.1]).map(drop)
    }

    /// The results for all inputs of a question, one line each: items with blanks between, `-` for a hole.
    pub(super) fn answers(&self, map: &Path, question: &Question) -> Result<Vec<String>, RecordError> {
        let mut arguments: Vec<String> = vec!["-i".into(), map.display().to_string()];
        arguments.extend(["--test", "--show-mappings"].map(str::to_owned));
        let numbers = [
            ("--rule", question.rule),
            ("--num-rep", question.replicas),
            ("--min-x", question.first_x),
            ("--max-x", question.last_x),
        ];
        arguments.extend(numbers.iter().flat_map(|(name, value)| [(*name).to_owned(), value.to_string()]));
        if let Some(pool) = question.pool {
            arguments.extend(["--pool-id".into(), pool.to_string()]);
        }
        for &(device, weight) in question.weights {
            let weight = f64::from(weight) / 65536.0;
            arguments.extend(["--weight".into(), device.to_string(), weight.to_string()]);
        }
        let said = self.run(&arguments)?;
        let lines = said.lines().filter(|line| line.starts_with("CRUSH rule "));
        Ok(lines.map(|line| items(line.rsplit_once('[').map_or("", |(_, rest)| rest))).collect())
    }
}

/// `1,2147483647,3]` as `1 - 3`.
fn items(list: &str) -> String {
    let list = list.trim_end_matches(']').split(',').filter(|item| !item.is_empty());
    list.map(|item| if item == "2147483647" { "-" } else { item }).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn lists_as_crushtool_prints_them() {
        assert_eq!(items("1,2147483647,3]"), "1 - 3");
        assert_eq!(items("]"), "");
    }
}
