//! Writes manual pages and completions for shells, from the table of options: `share DIRECTORY`.
#![forbid(unsafe_code)]

use clap::{Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use cli::crushtool::option::{GROUPS, Opt};
use std::error::Error;
use std::fs;
use std::path::Path;

/// Where each shell looks for completions below a prefix's `share`.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/crushtool"),
    (Shell::Zsh, "zsh/site-functions/_crushtool"),
    (Shell::Fish, "fish/vendor_completions.d/crushtool.fish"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os().nth(1).ok_or("usage: share DIRECTORY")?;
    let directory = Path::new(&directory);
    for (shell, file) in COMPLETIONS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut crushtool(), "crushtool", &mut text);
        write(&directory.join(file), &text)?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(crushtool()).render(&mut page)?;
    write(&directory.join("man/man1/crushtool.1"), &page)
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(file.parent().ok_or("a file has a directory")?)?;
    fs::write(file, bytes)?;
    println!("{}", file.display());
    Ok(())
}

/// The tool as clap describes it; its own command line it reads by itself, since that has rules of its own.
fn crushtool() -> Command {
    let command = Command::new("crushtool")
        .version(env!("CARGO_PKG_VERSION"))
        .about("make, change, print and test crush maps")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("LAYER").num_args(0..).help("with --build: name, algorithm and size of each layer"));
    let options = GROUPS.iter().flat_map(|group| group.options.iter().map(move |option| (group, option)));
    options.fold(command, |command, (group, option)| command.arg(argument(option).help_heading(group.title)))
}

fn argument(option: &'static Opt) -> Arg {
    let id = option.names.last().copied().unwrap_or_default();
    let mut argument = Arg::new(id).help(option.help);
    for name in option.names {
        argument = match (name.strip_prefix("--"), name.chars().nth(1)) {
            (Some(long), _) => argument.long(long),
            (None, Some(short)) => argument.short(short),
            (None, None) => argument,
        };
    }
    if option.values.is_empty() {
        return argument.action(ArgAction::SetTrue);
    }
    let hint = if option.values[0] == "FILE" { ValueHint::FilePath } else { ValueHint::Other };
    let action = if option.values.len() > 1 { ArgAction::Append } else { ArgAction::Set };
    argument.num_args(option.values.len()).value_names(option.values).value_hint(hint).action(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_consistent() {
        crushtool().debug_assert();
    }
}
