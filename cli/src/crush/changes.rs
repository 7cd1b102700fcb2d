//! Changes to a map as options, applied in the order in which they are written.

use analysis::change::Change;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, error::ErrorKind};

/// The changes of a command line, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes(pub(crate) Vec<Change>);

/// The change that takes no value.
const STRAW2: &str = "straw2";
const HEADING: &str = "Changes, applied in the order in which they are written";

impl Args for Changes {
    fn augment_args(command: Command) -> Command {
        let command = Change::options().iter().fold(command, |command, (name, form, help)| {
            let arg = Arg::new(*name).long(*name).value_name(*form).action(ArgAction::Append);
            command.arg(arg.allow_hyphen_values(true).help(*help).help_heading(HEADING))
        });
        let straw2 = Arg::new(STRAW2).long(STRAW2).action(ArgAction::SetTrue).help_heading(HEADING);
        command.arg(straw2.help("Straw buckets become straw2 buckets"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Changes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found: Vec<(usize, Change)> = Vec::new();
        for (name, ..) in Change::options() {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            for (place, value) in matches.indices_of(name).into_iter().flatten().zip(values) {
                let fail =
                    |error| clap::Error::raw(ErrorKind::ValueValidation, format!("--{name}: {error}\n"));
                found.push((place, Change::parse(name, value).map_err(fail)?));
            }
        }
        if matches.value_source(STRAW2) == Some(ValueSource::CommandLine) {
            let places = matches.indices_of(STRAW2).into_iter().flatten();
            found.extend(places.map(|place| (place, Change::Straw2)));
        }
        found.sort_by_key(|&(place, _)| place);
        Ok(Self(found.into_iter().map(|(_, change)| change).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
