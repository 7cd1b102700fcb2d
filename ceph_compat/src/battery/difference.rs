//! Where two sides differ.

use super::side::{Seen, Shown};
use std::collections::BTreeSet;

/// The first difference of two sides, in words.
pub(super) fn first(theirs: &Seen, ours: &Seen) -> Option<String> {
    let steps = theirs.steps.iter().zip(&ours.steps).enumerate();
    let of_steps =
        steps.filter_map(|(index, (a, b))| Some(format!("command {}: {}", index + 1, of_step(a, b)?)));
    of_steps.chain(of_files(theirs, ours)).next()
}

fn of_step(theirs: &Shown, ours: &Shown) -> Option<String> {
    if theirs.status != ours.status {
        let said = String::from_utf8_lossy(&ours.stderr.text);
        return Some(format!("theirs: {}; ours: {}\n{said}", theirs.status, ours.status));
    }
    let (their_stderr, our_stderr) = theirs.stderr.comparable(&ours.stderr);
    of_text("stdout", &theirs.stdout, &ours.stdout).or_else(|| of_text("stderr", &their_stderr, &our_stderr))
}

/// The first line that differs.
fn of_text(what: &str, theirs: &[u8], ours: &[u8]) -> Option<String> {
    if theirs == ours {
        return None;
    }
    let lines = |text: &[u8]| {
        text.split(|&byte| byte == b'\n')
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect::<Vec<_>>()
    };
    let (theirs, ours) = (lines(theirs), lines(ours));
    let at = theirs.iter().zip(&ours).take_while(|(a, b)| a == b).count();
    let line = |side: &[String]| side.get(at).cloned().unwrap_or_else(|| "(nothing more)".to_owned());
    Some(format!("{what} line {}:\n  theirs: {}\n  ours:   {}", at + 1, line(&theirs), line(&ours)))
}

fn of_files(theirs: &Seen, ours: &Seen) -> Option<String> {
    let names: BTreeSet<_> = theirs.files.keys().chain(ours.files.keys()).collect();
    names.into_iter().find_map(|name| match (theirs.files.get(name), ours.files.get(name)) {
        (Some(a), Some(b)) if a == b => None,
        (Some(a), Some(b)) => {
            let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
            Some(format!("file {name}: {} and {} bytes, the first other one at {at}", a.len(), b.len()))
        }
        (Some(_), None) => Some(format!("file {name}: only theirs wrote it")),
        _ => Some(format!("file {name}: only ours wrote it")),
    })
}
