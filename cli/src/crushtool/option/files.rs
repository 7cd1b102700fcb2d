//! What is read and written.

use super::{Opt, flag, valued};

pub(super) const OPTIONS: &[Opt] = &[
    valued(
        &["-i", "--infn"],
        &["FILE"],
        "read a binary map; - is standard input",
        |settings, words, word| {
            settings.input = words.string(word)?;
            Ok(())
        },
    ),
    valued(
        &["-o", "--outfn"],
        &["FILE"],
        "write the map there, or with -d the text",
        |settings, words, word| {
            settings.output_file = Some(words.string(word)?).filter(|name| !name.is_empty());
            Ok(())
        },
    ),
    valued(&["-c", "--compile"], &["FILE"], "compile a text map", |settings, words, word| {
        settings.compile = Some(words.string(word)?);
        Ok(())
    }),
    valued(
        &["-d", "--decompile"],
        &["FILE"],
        "read a binary map and print it as text",
        |settings, words, word| {
            settings.input = words.string(word)?;
            settings.decompile = true;
            Ok(())
        },
    ),
    flag(&["-v", "--verbose"], "say what is compiled and written", |settings| settings.verbose += 1),
    // Upstream hands it to a compiler that does not look at it.
    flag(&["--enable-unsafe-tunables"], "no effect", |_| {}),
    flag(&["-h", "--help"], "print this help", |settings| settings.help = true),
    flag(&["--help-output"], "print what is in the files of --output-csv", |settings| {
        settings.help_output = true;
    }),
];
