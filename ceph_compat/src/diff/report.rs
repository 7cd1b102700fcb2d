//! What a run says at its end.

use super::{Failure, Findings, Mode, Plan};
use crate::profile::Profile;
use std::path::Path;

/// From so many cases on every branch has to have been reached.
const FULL_RUN: u64 = 100_000;

/// Prints the findings and saves failed cases; `name` is what the oracle is called.
pub(crate) fn print(name: &str, plan: &Plan, findings: &Findings, save: &Path) {
    let tally = &findings.tally;
    if plan.modes.iter().any(|mode| mode.mapping().is_some()) {
        println!("branches of spec 02, as the reference takes them:");
        print!("{}", tally.counters);
    }
    println!("builder operations: {}", tally.operations);
    println!("answers of prepared placement: {}; refused: {} rules", tally.prepared, tally.over_budget);
    if plan.modes.contains(&Mode::Codec) {
        println!("map files taken by the genuine tool: {}", tally.files_taken);
    }
    println!("left out: {} mappings that take too long", tally.too_long);
    for (hostile, count) in &tally.hostile {
        println!("not asked of {name}, ours as required: {count} mappings with {hostile:?}");
    }
    for failure in &findings.failures {
        print_failure(name, plan, failure, save);
    }
    let seconds = findings.time.as_secs_f64();
    let rate = tally.cases as f64 / seconds.max(0.001);
    println!("seed {}: {seconds:.1} s, {rate:.0} cases a second, next case {}", plan.seed, findings.next);
    println!("{}", tally.line(name));
}

fn print_failure(name: &str, plan: &Plan, failure: &Failure, save: &Path) {
    println!("\nMISMATCH in case {} ({:?})", failure.number, failure.mode);
    for mismatch in failure.mismatches.iter().take(3) {
        match mismatch.input {
            Some(index) => println!("  input or operation {index}: {}", mismatch.text),
            None => println!("  {}", mismatch.text),
        }
    }
    println!(
        "  again, unshrunk: ceph_compat diff --oracle {name} --seed {} --first {} --cases 1 --inputs {}{}",
        plan.seed,
        failure.number,
        plan.inputs,
        plan.only()
    );
    let Some(case) = &failure.case else { return };
    print!("{}", indented(&case.to_string()));
    let path = save.join(format!("{name}-seed{}-case{}.case", plan.seed, failure.number));
    let text =
        format!("# oracle {name}: {}\n{case}", failure.mismatches.first().map_or("", |first| &first.text));
    match std::fs::create_dir_all(save).and_then(|()| std::fs::write(&path, text)) {
        Ok(()) => println!(
            "  shrunk as above and saved: ceph_compat diff --oracle {name} --replay {}\n",
            path.display()
        ),
        Err(error) => println!("  cannot save {}: {error}\n", path.display()),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

impl Plan {
    /// The option that repeats the choice of modes: a case depends on it.
    fn only(&self) -> String {
        if self.modes == super::mixed_modes() {
            return String::new();
        }
        let names: Vec<String> = self.modes.iter().map(Mode::to_string).collect();
        format!(" --only {}", names.join(","))
    }
}

/// Whether the run is to end with an error: a mismatch, nothing compared, or a branch that a full run did not reach.
pub(crate) fn failed(profile: Profile, plan: &Plan, findings: &Findings) -> bool {
    let tally = &findings.tally;
    let mut failed = tally.mismatches > 0;
    if tally.cases == 0 || plan.inputs == 0 {
        println!("nothing was compared: 0 cases, or 0 inputs");
        failed = true;
    }
    if plan.modes == super::mixed_modes() && tally.cases >= FULL_RUN {
        for branch in tally.counters.missing(|meaning| profile.has_msr() || !meaning.starts_with("12.")) {
            println!("never reached: {branch}");
            failed = true;
        }
    }
    failed
}
