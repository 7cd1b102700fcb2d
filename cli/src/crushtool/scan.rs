//! From words to settings (spec 07 sections 2 and 5).

use crate::exit::{Exit, text};
use crate::number;
use crate::settings::Settings;
use crate::words::{Word, Words};

/// Reads the command line.
pub(crate) fn scan(words: Vec<Vec<u8>>) -> Result<Settings, Exit> {
    // Help is found anywhere, even where a value is expected.
    let help = words.iter().any(|word| word == b"-h" || word == b"--help");
    if help {
        return Ok(Settings { help, ..Settings::default() });
    }
    let mut words = Words::new(words);
    let mut settings = Settings::default();
    while let Some(word) = words.next() {
        if word.typed == b"--" {
            settings.left_over.extend(words.rest());
        } else if !flag(&mut settings, &word) && !valued(&mut settings, &mut words, &word)? {
            settings.left_over.push(word.typed);
        }
    }
    Ok(settings)
}

/// Options without a value; whether it was one.
fn flag(settings: &mut Settings, word: &Word) -> bool {
    if word.has_value() {
        return false;
    }
    match word.name.as_slice() {
        b"-t" | b"--test" => settings.test = true,
        b"-v" | b"--verbose" => settings.verbose += 1,
        // Upstream hands it to a compiler that does not look at it.
        b"--enable_unsafe_tunables" => {}
        b"--show_mappings" => settings.output.mappings = true,
        b"--show_bad_mappings" => settings.output.bad_mappings = true,
        b"--show_statistics" => settings.output.statistics = true,
        _ => return false,
    }
    true
}

/// Options with values; whether it was one.
fn valued(settings: &mut Settings, words: &mut Words, word: &Word) -> Result<bool, Exit> {
    let mapping = &mut settings.mapping;
    match word.name.as_slice() {
        b"-i" | b"--infn" => settings.input = words.string(word)?,
        b"-o" | b"--outfn" => settings.output_file = Some(words.string(word)?),
        b"-c" | b"--compile" => settings.compile = Some(words.string(word)?),
        b"-d" | b"--decompile" => (settings.decompile, settings.input) = (true, words.string(word)?),
        b"--x" => mapping.x = both(words.int(word)?),
        b"--min_x" => mapping.x.0 = words.int(word)?,
        b"--max_x" => mapping.x.1 = words.int(word)?,
        b"--rule" => mapping.rule = both(words.int(word)?),
        b"--min_rule" => mapping.rule.0 = words.int(word)?,
        b"--max_rule" => mapping.rule.1 = words.int(word)?,
        b"--num_rep" => mapping.replicas = both(words.int(word)?),
        b"--min_rep" => mapping.replicas.0 = words.int(word)?,
        b"--max_rep" => mapping.replicas.1 = words.int(word)?,
        b"--pool_id" => mapping.pool = words.int64(word)?,
        b"--weight" => {
            let device = words.int(word)?;
            let weight = device_weight(&words.further("--weight")?);
            mapping.weights.insert(device, weight);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn both(value: i32) -> (i32, i32) {
    (value, value)
}

/// 16.16, between 0 and 1.
fn device_weight(word: &[u8]) -> u32 {
    // Conversions of floating point saturate, and take no number for 0.
    let weight = (number::lenient(word) as f32 * 65536.0) as i64;
    u32::try_from(weight.clamp(0, 0x1_0000)).unwrap_or_default()
}

/// What makes no sense together (spec 07 section 3).
pub(crate) fn check(settings: &Settings) -> Result<(), Exit> {
    if settings.test && !settings.output.is_any() {
        eprintln!("WARNING: no output selected; use --output-csv or --show-X");
    }
    if settings.decompile && settings.compile.is_some() {
        return Err(Exit::failure("cannot specify more than one of compile, decompile, and build"));
    }
    if !(settings.test || settings.decompile || settings.compile.is_some()) {
        return Err(Exit::failure("no action specified; -h for help"));
    }
    if settings.left_over.is_empty() {
        return Ok(());
    }
    let words = settings.left_over.join(&b',');
    Err(Exit::failure(text(&[b"unrecognized arguments: [", &words, b"]"])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_clamped() {
        let cases =
            [("0.5", 0x8000), ("2", 0x1_0000), ("-1", 0), ("nan", 0), ("inf", 0x1_0000), ("0.9", 58982)];
        for (word, weight) in cases {
            assert_eq!(device_weight(word.as_bytes()), weight, "{word}");
        }
    }

    #[test]
    fn help_is_found_as_a_value_too() {
        assert!(scan(vec![b"-i".to_vec(), b"-h".to_vec()]).unwrap().help);
    }
}
