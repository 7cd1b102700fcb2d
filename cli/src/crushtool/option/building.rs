//! New maps.

use super::{Opt, flag, valued};

pub(super) const OPTIONS: &[Opt] = &[
    flag(
        &["--build"],
        "build a map: further words are layers, each a NAME, an ALGORITHM and a SIZE, 0 for one bucket of everything",
        |settings| settings.build = true,
    ),
    valued(&["--num_osds"], &["N"], "devices of the map that is built", |settings, words, word| {
        settings.num_osds = words.int(word)?;
        Ok(())
    }),
];
