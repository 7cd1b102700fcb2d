//! Tunables.

use super::{Opt, valued};
use crate::crushtool::exit::Exit;
use crate::crushtool::settings::{Settings, TunableSettings};
use crate::crushtool::words::{Word, Words};

/// A tunable that is set, unless the number is negative.
fn set(
    settings: &mut Settings,
    words: &mut Words,
    word: &Word,
    tunable: fn(&mut TunableSettings) -> &mut Option<i32>,
) -> Result<(), Exit> {
    settings.tunables.given = true;
    if let Some(value) = words.unchecked_int(word) {
        *tunable(&mut settings.tunables) = Some(value);
    }
    Ok(())
}

pub(super) const OPTIONS: &[Opt] = &[
    valued(
        &["--set-choose-local-tries"],
        &["N"],
        "retries in the same bucket after a collision",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.choose_local_tries),
    ),
    valued(
        &["--set-choose-local-fallback-tries"],
        &["N"],
        "retries in the same bucket by permutation",
        |settings, words, word| {
            set(settings, words, word, |tunables| &mut tunables.choose_local_fallback_tries)
        },
    ),
    valued(&["--set-choose-total-tries"], &["N"], "retries of a whole descent", |settings, words, word| {
        set(settings, words, word, |tunables| &mut tunables.choose_total_tries)
    }),
    valued(
        &["--set-chooseleaf-descend-once"],
        &["N"],
        "1: try a leaf once per descent",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.chooseleaf_descend_once),
    ),
    valued(
        &["--set-chooseleaf-vary-r"],
        &["N"],
        "how much of the parent's attempt the leaf's takes over",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.chooseleaf_vary_r),
    ),
    valued(
        &["--set-chooseleaf-stable"],
        &["N"],
        "1: a leaf does not depend on its place",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.chooseleaf_stable),
    ),
    valued(
        &["--set-straw-calc-version"],
        &["N"],
        "how straw buckets compute straws",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.straw_calc_version),
    ),
    valued(
        &["--set-allowed-bucket-algs"],
        &["MASK"],
        "algorithms of new buckets",
        |settings, words, word| set(settings, words, word, |tunables| &mut tunables.allowed_bucket_algs),
    ),
];
