//! The tables of command lines.
//!
//! A line is a case: one or more commands, separated by ` ; `, that run one after the other in the same directory, where
//! `maps` holds the inputs. Words are separated by blanks; `''` is an empty one. Words like `NAME=VALUE` before the program go
//! into its environment, `< FILE` at the end is its standard input.
//!
//! `{a|b}` stands for either: the line is there once for every combination. `{name=a|b}` gives the choice a name, and
//! `{name}` repeats it. `{@set}` and `{name=@set}` choose among input files, see [`super::inputs`]. A line that begins with
//! `[reef tentacle]` is for these generations alone; one that ends with `\` goes on. `#` begins a comment.

use super::inputs::Inputs;
use crate::oracle::GENERATIONS;
use std::path::PathBuf;

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    /// It cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// It says nothing.
    #[error("{0}: a table without a line")]
    Empty(PathBuf),
    /// A line is wrong.
    #[error("{line}: {reason}")]
    Line { line: String, reason: String },
}

/// One run of one program.
#[derive(Debug, PartialEq)]
pub(super) struct Step {
    pub(super) environment: Vec<(String, String)>,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) input: Option<String>,
}

/// Programs that run one after the other.
pub(super) struct Case {
    pub(super) number: usize,
    /// The line, with all choices made.
    pub(super) line: String,
    pub(super) steps: Vec<Step>,
}

/// All cases of a generation.
pub(super) fn cases(generation: &str, inputs: &Inputs) -> Result<Vec<Case>, TableError> {
    let home = super::home();
    let complain = |error| TableError::Io(home.clone(), error);
    let entries = std::fs::read_dir(&home).map_err(complain)?.collect::<Result<Vec<_>, _>>();
    let mut files: Vec<_> = entries.map_err(complain)?.iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cases"));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| TableError::Io(file.clone(), error))?;
        let lines = lines(&text);
        if lines.is_empty() {
            return Err(TableError::Empty(file));
        }
        for line in &lines {
            let wrong = |reason| TableError::Line { line: line.clone(), reason };
            let Some(line) = meant_for(line, generation).map_err(wrong)? else { continue };
            for line in expanded(line, inputs).map_err(wrong)? {
                let steps = line.split(" ; ").map(step).collect::<Option<_>>();
                let steps = steps.ok_or_else(|| wrong("a command is missing".to_owned()))?;
                cases.push(Case { number: cases.len(), line, steps });
            }
        }
    }
    Ok(cases)
}

/// The lines of a table, continued ones joined, without comments.
fn lines(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The line without the generations that it is for, if the given one is among them.
fn meant_for<'l>(line: &'l str, generation: &str) -> Result<Option<&'l str>, String> {
    let Some((generations, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) else {
        return Ok(Some(line));
    };
    // A name that is misspelt would take the line out of every battery.
    let known = |name: &str| GENERATIONS.iter().any(|(known, _)| *known == name);
    if let Some(name) = generations.split(' ').find(|name| !known(name)) {
        return Err(format!("there is no generation \"{name}\""));
    }
    Ok(generations.split(' ').any(|name| name == generation).then(|| rest.trim_start()))
}

/// The line with every combination of its choices.
fn expanded(line: &str, inputs: &Inputs) -> Result<Vec<String>, String> {
    let Some(open) = line.find('{') else { return Ok(vec![line.to_owned()]) };
    let length = line[open..].find('}').ok_or("a brace is not closed")?;
    let (before, inside, after) = (&line[..open], &line[open + 1..open + length], &line[open + length + 1..]);
    let (name, list) = match inside.split_once('=') {
        Some((name, list)) if name.bytes().all(|byte| byte.is_ascii_lowercase()) => (Some(name), list),
        _ => (None, inside),
    };
    let choices = match list.strip_prefix('@') {
        Some(set) => inputs.set(set).ok_or_else(|| format!("there is no set {set}"))?,
        None if list.contains('|') => list.split('|').map(str::to_owned).collect(),
        None => return Err(format!("{{{list}}} repeats no choice made before it")),
    };
    let mut all = Vec::new();
    for choice in choices {
        let after = match name {
            Some(name) => after.replace(&format!("{{{name}}}"), &choice),
            None => after.to_owned(),
        };
        all.extend(expanded(&format!("{before}{choice}{after}"), inputs)?);
    }
    Ok(all)
}

/// A command from its words.
fn step(text: &str) -> Option<Step> {
    let mut words = text.split_whitespace().peekable();
    let mut environment = Vec::new();
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        environment.push((name.to_owned(), value.to_owned()));
        words.next();
    }
    let program = words.next()?.to_owned();
    let mut arguments: Vec<String> =
        words.map(|word| if word == "''" { String::new() } else { word.to_owned() }).collect();
    let mut input = None;
    if let [.., arrow, _] = arguments.as_slice()
        && arrow == "<"
    {
        input = arguments.pop();
        arguments.pop();
    }
    Some(Step { environment, program, arguments, input })
}

#[cfg(test)]
mod tests {
    use super::{Inputs, Step, expanded, lines, meant_for, step};

    #[test]
    fn every_combination_comes_up() {
        let all = expanded("{x=1|2} -a {p|q r} {x}", &Inputs::default()).expect("well formed");
        assert_eq!(all, ["1 -a p 1", "1 -a q r 1", "2 -a p 2", "2 -a q r 2"]);
    }

    #[test]
    fn faults_are_named() {
        for (line, reason) in
            [("{a", "not closed"), ("{name}", "repeats no choice"), ("{@moon}", "no set moon")]
        {
            let said = expanded(line, &Inputs::default()).expect_err(line);
            assert!(said.contains(reason), "{line}: {said}");
        }
    }

    #[test]
    fn lines_go_on_and_belong_to_generations() {
        assert_eq!(lines("# no\n\n a \\\n b\n"), ["a b"]);
        assert_eq!(meant_for("[reef tentacle] x", "reef"), Ok(Some("x")));
        assert_eq!(meant_for("[reef tentacle] x", "pacific"), Ok(None));
        assert_eq!(meant_for("x", "pacific"), Ok(Some("x")));
        assert!(meant_for("[reef tentacel] x", "reef").is_err_and(|said| said.contains("\"tentacel\"")));
    }

    #[test]
    fn words_become_a_command() {
        let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let expected = Step {
            environment: vec![("CEPH_ARGS".to_owned(), "--a=1".to_owned())],
            program: "crushtool".to_owned(),
            arguments: words(&["-i", "-", ""]),
            input: Some("maps/x".to_owned()),
        };
        assert_eq!(step("CEPH_ARGS=--a=1 crushtool -i - '' < maps/x"), Some(expected));
        assert_eq!(step("  "), None);
    }
}
