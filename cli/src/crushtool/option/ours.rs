//! Options that Ceph's tool does not have.

use super::{Opt, flag, valued};

pub(super) const OPTIONS: &[Opt] = &[
    valued(
        &["--release"],
        &["NAME"],
        "do as the tool of pacific, reef or tentacle (default) does",
        |_, words, word| {
            // It was looked at before all others.
            words.string(word).map(drop)
        },
    ),
    flag(&["--explain"], "say more about what is wrong", |settings| settings.explain = true),
    flag(&["--exact-weights"], "with -d: print weights with all their decimals", |settings| {
        settings.exact_weights = true;
    }),
    valued(
        &["--threads"],
        &["N"],
        "threads for --test and --compare (default: one for each processor)",
        |settings, words, word| {
            settings.mapping.threads = words.int(word)?;
            Ok(())
        },
    ),
];
