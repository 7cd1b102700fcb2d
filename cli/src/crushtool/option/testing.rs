//! Tests.

use super::{Opt, Releases, flag, valued};
use crate::crushtool::number::lenient;

fn both(value: i32) -> (i32, i32) {
    (value, value)
}

/// A device's weight, 16.16, between 0 and 1. As in the original a weight from 32768 on, which 32 bits do not hold, is 0,
/// and so is what is no number.
fn device_weight(word: &[u8]) -> u32 {
    let weight = lenient(word) as f32 * 65536.0;
    // Conversions of floating point saturate, and take no number for 0.
    if weight >= 2_147_483_648.0 { 0 } else { (weight as i32).clamp(0, 0x1_0000).cast_unsigned() }
}

pub(super) const OPTIONS: &[Opt] = &[
    flag(&["-t", "--test"], "map a range of inputs by the map's rules", |settings| settings.test = true),
    flag(&["--show-mappings"], "print every mapping", |settings| settings.output.mappings = true),
    flag(&["--show-bad-mappings"], "print mappings with holes or with too few devices", |settings| {
        settings.output.bad_mappings = true;
    }),
    flag(&["--show-statistics"], "print how many mappings have how many devices", |settings| {
        settings.output.statistics = true;
    }),
    flag(&["--show-utilization"], "print how much devices hold, and should hold", |settings| {
        settings.output.utilization = true;
    }),
    flag(&["--show-utilization-all"], "the same, with devices that hold nothing", |settings| {
        settings.output.utilization_all = true;
    }),
    flag(&["--show-choose-tries"], "print how many choices took how many tries", |settings| {
        settings.output.choose_tries = true;
    }),
    flag(&["--output-csv"], "write statistics to files of comma-separated values", |settings| {
        settings.output.csv = true;
    }),
    valued(
        &["--output-name"],
        &["NAME"],
        "begin the names of these files with NAME-; another word must follow",
        |settings, words, word| {
            settings.output.csv_name = Some(words.string(word)?);
            words.require_another(word)
        },
    ),
    valued(&["--num-rep"], &["N"], "places to map to; or a range, both ends:", |settings, words, word| {
        settings.mapping.replicas = both(words.int(word)?);
        Ok(())
    }),
    valued(&["--min-rep"], &["N"], "least number of places", |settings, words, word| {
        settings.mapping.replicas.0 = words.int(word)?;
        Ok(())
    })
    .only(Releases::SincePacific),
    valued(&["--max-rep"], &["N"], "greatest number of places", |settings, words, word| {
        settings.mapping.replicas.1 = words.int(word)?;
        Ok(())
    })
    .only(Releases::SincePacific),
    valued(&["--x"], &["X"], "input to map; or a range, both ends:", |settings, words, word| {
        settings.mapping.x = both(words.int(word)?);
        Ok(())
    }),
    valued(&["--min-x"], &["X"], "first input (default 0)", |settings, words, word| {
        settings.mapping.x.0 = words.int(word)?;
        Ok(())
    }),
    valued(&["--max-x"], &["X"], "last input (default 1023)", |settings, words, word| {
        settings.mapping.x.1 = words.int(word)?;
        Ok(())
    }),
    valued(&["--rule"], &["N"], "rule to map by; or a range, both ends:", |settings, words, word| {
        settings.mapping.rule = both(words.int(word)?);
        Ok(())
    }),
    valued(&["--min-rule"], &["N"], "first rule (default all)", |settings, words, word| {
        settings.mapping.rule.0 = words.int(word)?;
        Ok(())
    }),
    valued(&["--max-rule"], &["N"], "last rule", |settings, words, word| {
        settings.mapping.rule.1 = words.int(word)?;
        Ok(())
    }),
    valued(&["--ruleset"], &["N"], "rules of a ruleset (up to Pacific)", |settings, words, word| {
        settings.mapping.ruleset = words.int(word)?;
        Ok(())
    })
    .only(Releases::UpToPacific),
    valued(&["--pool-id"], &["N"], "hash inputs with a pool's id", |settings, words, word| {
        settings.mapping.pool = words.int64(word)?;
        Ok(())
    }),
    valued(
        &["--weight"],
        &["DEVICE", "WEIGHT"],
        "weight of a device, from 0 (out) to 1 (in)",
        |settings, words, word| {
            let device = words.int(word)?;
            settings.mapping.weights.insert(device, device_weight(&words.further(word)?));
            Ok(())
        },
    ),
    valued(
        &["--batches"],
        &["N"],
        "count the inputs in so many parts, for files",
        |settings, words, word| {
            settings.mapping.batches = words.int(word)?;
            Ok(())
        },
    ),
    valued(
        &["--mark-down-ratio"],
        &["R"],
        "part of the devices of a bucket to take out first",
        |settings, words, word| {
            settings.mapping.mark_down = words.float(word)?;
            Ok(())
        },
    ),
    valued(
        &["--mark-down-bucket-ratio"],
        &["R"],
        "part of the buckets in which to",
        |settings, words, word| {
            settings.mapping.mark_down_buckets = words.float(word)?;
            Ok(())
        },
    ),
    flag(&["-s", "--simulate"], "draw random devices instead of mapping", |settings| {
        settings.mapping.simulate = true;
    }),
    valued(
        &["--compare"],
        &["FILE"],
        "count the mappings that differ from those of another binary map",
        |settings, words, word| {
            settings.compare = words.string(word)?;
            Ok(())
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_clamped() {
        let cases = [
            ("0.5", 0x8000),
            ("2", 0x1_0000),
            ("-1", 0),
            ("nan", 0),
            ("inf", 0),
            ("32768", 0),
            ("32767", 0x1_0000),
        ];
        for (word, weight) in cases {
            assert_eq!(device_weight(word.as_bytes()), weight, "{word}");
        }
    }
}
