//! What is printed about the map.

use super::{Opt, flag, valued};

pub(super) const OPTIONS: &[Opt] = &[
    flag(&["--tree"], "print the hierarchy", |settings| settings.show.tree = true),
    flag(&["--dump"], "print everything", |settings| settings.show.dump = true),
    valued(
        &["-f", "--format"],
        &["FORMAT"],
        "how: json-pretty (default), json, xml, xml-pretty, html, html-pretty, table, table-kv",
        |settings, words, word| {
            settings.show.format = words.string(word)?;
            Ok(())
        },
    ),
    valued(&["--show-location"], &["ID"], "print where a device is", |settings, words, word| {
        if let Some(id) = words.unchecked_int(word) {
            settings.show.location = Some(id);
        }
        Ok(())
    }),
    flag(&["--bucket-tree"], "print the devices below a bucket", |settings| {
        settings.show.bucket_tree = true;
    }),
    valued(&["-b", "--bucket-name"], &["NAME"], "that bucket", |settings, words, word| {
        settings.show.bucket_name = words.string(word)?;
        Ok(())
    }),
    valued(
        &["--check"],
        &["N"],
        "look for missing names, and for devices from id N on",
        |settings, words, word| {
            settings.show.check_given = true;
            if let Some(limit) = words.unchecked_int(word) {
                settings.show.check = Some(limit);
            }
            Ok(())
        },
    ),
];
