//! From words to settings (spec 07 sections 2, 3 and 5).

use super::exit::{Exit, tell, text};
use super::option::{self, Take};
use super::settings::Settings;
use super::words::Words;

/// Reads the command line.
pub(crate) fn scan(words: Vec<Vec<u8>>) -> Result<Settings, Exit> {
    // Help is found anywhere, even where a value is expected.
    let help = words.iter().any(|word| word == b"-h" || word == b"--help");
    if help {
        return Ok(Settings { help, ..Settings::default() });
    }
    let release = option::release(&words)?;
    let mut settings = Settings { release, ..Settings::default() };
    let mut words = Words::new(words);
    while let Some(word) = words.next()
        && !settings.help_output
    {
        if word.typed == b"--" {
            settings.left_over.extend(words.rest());
            break;
        }
        match option::find(&word, release).map(|option| &option.take) {
            Some(Take::Flag(set)) => set(&mut settings),
            Some(Take::Values(take) | Take::Words(take)) => take(&mut settings, &mut words, &word)?,
            None => settings.left_over.push(word.typed),
        }
    }
    Ok(settings)
}

/// What makes no sense together.
pub(crate) fn check(settings: &Settings) -> Result<(), Exit> {
    let other_output = settings.show.check_given || !settings.compare.is_empty();
    if settings.test && !settings.output.is_any() && !other_output {
        tell(&[b"WARNING: no output selected; use --output-csv or --show-X\n"]);
    }
    let sources = [settings.compile.is_some(), settings.decompile, settings.build];
    if sources.into_iter().filter(|&given| given).count() > 1 {
        return Err(Exit::failure("cannot specify more than one of compile, decompile, and build"));
    }
    if !has_action(settings) {
        return Err(Exit::failure("no action specified; -h for help"));
    }
    check_left_over(settings)
}

fn has_action(settings: &Settings) -> bool {
    let (edit, show) = (&settings.edit, &settings.show);
    settings.compile.is_some()
        || settings.decompile
        || settings.build
        || settings.test
        || settings.tunables.given
        || !settings.compare.is_empty()
        || edit.item.as_ref().is_some_and(|item| item.id >= 0)
        || edit.add_bucket.is_some()
        || edit.move_item.is_some()
        || edit.create_rule.is_some()
        || edit.remove_rule
        || edit.reweight
        || edit.reclassify
        || edit.rebuild_class_roots
        || !edit.remove_item.is_empty()
        || !edit.reweight_item.0.is_empty()
        || show.check_given
        || show.tree
        || show.dump
        || show.bucket_tree
        || show.location.is_some_and(|id| id >= 0)
}

/// Words that are no options are the layers of a map to build.
fn check_left_over(settings: &Settings) -> Result<(), Exit> {
    let words = settings.left_over.join(&b',');
    if !settings.build {
        let unknown = || Exit::failure(text(&[b"unrecognized arguments: [", &words, b"]"]));
        return if settings.left_over.is_empty() { Ok(()) } else { Err(unknown()) };
    }
    if settings.left_over.len().is_multiple_of(3) {
        return Ok(());
    }
    let rule: &[u8] = b"]\nlayers must be specified with 3-tuples of (name, buckettype, size)";
    Err(Exit::failure(text(&[b"remaining args: [", &words, rule])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &str) -> Vec<Vec<u8>> {
        words.split(' ').map(|word| word.as_bytes().to_vec()).collect()
    }

    #[test]
    fn help_is_found_as_a_value_too() {
        assert!(scan(words("-i -h")).unwrap().help);
    }

    #[test]
    fn every_option_is_recognised_by_each_of_its_names() {
        for option in option::GROUPS.iter().flat_map(|group| group.options) {
            for name in option.names {
                let line = format!("--release reef {name} 1 2 3 4");
                let settings = scan(words(&line)).unwrap_or_default();
                assert!(
                    !settings.left_over.contains(&name.as_bytes().to_vec()) || *name == "--ruleset",
                    "{name}"
                );
            }
        }
        assert!(scan(words("--release pacific --ruleset 1")).unwrap().left_over.is_empty());
        assert_eq!(scan(words("--release pacific --min-rep 1")).unwrap().left_over.len(), 2);
    }

    #[test]
    fn messages_wait_for_an_option_that_prints_them() {
        let held = scan(words("--set-chooseleaf-stable abc --check def --num-rep 3")).unwrap_err();
        assert_eq!(held.message, b"The option value 'abc' is invalidThe option value 'def' is invalid\n");
        let settings = scan(words("--set-chooseleaf-stable abc --check 7")).unwrap();
        assert_eq!((settings.tunables.chooseleaf_stable, settings.show.check), (Some(1), Some(7)));
    }
}
