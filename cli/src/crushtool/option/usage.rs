//! The texts of `--help` and `--help-output`.

use super::{GROUPS, Opt};
use std::fmt::Write;

/// Columns of a line.
const WIDTH: usize = 100;
/// Column at which descriptions begin.
const INDENT: usize = 34;

/// What `--help` prints.
pub(crate) fn usage() -> String {
    let mut text =
        "usage: crushtool [OPTION]...\n\nMakes, changes, prints and tests crush maps.\n".to_owned();
    for group in &GROUPS {
        // A string takes whatever is written.
        let _ = write!(text, "\n{}\n", group.title);
        group.options.iter().for_each(|option| describe(&mut text, option));
    }
    text
}

fn describe(text: &mut String, option: &Opt) {
    let mut column = 3;
    let _ = write!(text, "   {}", option.names.join(", "));
    column += option.names.join(", ").len();
    for value in option.values {
        let _ = write!(text, " {value}");
        column += value.len() + 1;
    }
    if column + 2 > INDENT {
        text.push('\n');
        column = 0;
    }
    for word in option.help.split(' ') {
        if column + word.len() + 1 > WIDTH {
            text.push('\n');
            column = 0;
        }
        let gap = INDENT.saturating_sub(column).max(1);
        let _ = write!(text, "{:gap$}{word}", "");
        column += gap + word.len();
    }
    text.push('\n');
}

/// What `--help-output` prints.
pub(crate) const OUTPUT: &str = "\
--output-csv writes these files for each rule, NAME being the rule's name and what --output-name says in front of it:

   NAME-device_utilization.csv           what devices hold and should hold, without those that hold nothing
   NAME-device_utilization_all.csv       the same of all devices
   NAME-placement_information.csv        each input and the devices that it is mapped to
   NAME-proportional_weights.csv         each device's part of all weights, without those that have none
   NAME-proportional_weights_all.csv     the same of all devices
   NAME-absolute_weights.csv             each device's weight
   NAME-batch_device_utilization_all.csv          with --batches: what devices hold of each part of the inputs
   NAME-batch_device_expected_utilization_all.csv the same

Lines are rows, with the names of the columns first; columns are parted by commas.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_the_help_and_no_line_is_long() {
        let text = usage();
        for option in GROUPS.iter().flat_map(|group| group.options) {
            assert!(option.names.iter().all(|name| text.contains(name)), "{option:?}");
        }
        assert!(text.lines().chain(OUTPUT.lines()).all(|line| line.len() <= 120), "{text}");
    }
}
