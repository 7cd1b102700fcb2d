//! Changes of the map.

use super::{Opt, flag, valued, worded};
use crate::crushtool::exit::Exit;
use crate::crushtool::number::lenient;
use crate::crushtool::settings::{ItemSettings, RuleSettings, Settings};
use crate::crushtool::words::{Word, Words};
use crush::map::Name;
use std::io::Write;

/// A weight as it is given: never an error.
fn weight(word: &[u8]) -> f32 {
    // Upstream keeps single precision.
    lenient(word) as f32
}

fn item(settings: &mut Settings, words: &mut Words, word: &Word, update: bool) -> Result<(), Exit> {
    let edit = &mut settings.edit;
    let id = words.int(word)?;
    let weight = weight(&words.further(word)?);
    edit.add_name = words.further(word)?;
    // Once there is something to update, it stays that.
    let update = update || edit.item.as_ref().is_some_and(|item| item.update);
    edit.item = Some(ItemSettings { id, weight, update });
    Ok(())
}

fn create_rule(settings: &mut Settings, words: &mut Words, word: &Word, simple: bool) -> Result<(), Exit> {
    let edit = &mut settings.edit;
    edit.rule_name = words.checked_string(word)?;
    let root = words.further(word)?;
    let failure_domain = words.further(word)?;
    let mode = if simple { words.further(word)? } else { b"firstn".to_vec() };
    let mut out = std::io::stdout().lock();
    let option = if simple { "--create-simple-rule" } else { "--create-replicated-rule" };
    write!(out, "{option}: name=")?;
    for (label, value) in [("", &edit.rule_name), (" root=", &root), (" type=", &failure_domain)] {
        out.write_all(label.as_bytes())?;
        out.write_all(value)?;
    }
    if simple {
        out.write_all(&[b" mode=", mode.as_slice()].concat())?;
    }
    out.write_all(b"\n")?;
    let root = Name::from(root.as_slice());
    let failure_domain = Name::from(failure_domain.as_slice());
    edit.create_rule = Some(RuleSettings { root, failure_domain, mode });
    Ok(())
}

pub(super) const OPTIONS: &[Opt] = &[
    valued(
        &["--add-item"],
        &["ID", "WEIGHT", "NAME"],
        "add a device where --loc says",
        |settings, words, word| item(settings, words, word, false),
    ),
    valued(
        &["--update-item"],
        &["ID", "WEIGHT", "NAME"],
        "add a device, or move it and set its weight",
        |settings, words, word| item(settings, words, word, true),
    ),
    valued(
        &["--loc"],
        &["TYPE", "NAME"],
        "the bucket of a type to put things in; once for each type",
        |settings, words, word| {
            let kind = words.string(word)?;
            let bucket = words.further(word)?;
            settings.edit.location.set(kind.as_slice(), bucket.as_slice());
            Ok(())
        },
    ),
    valued(&["--remove-item"], &["NAME"], "remove a device or an empty bucket", |settings, words, word| {
        settings.edit.remove_item = words.string(word)?;
        Ok(())
    }),
    valued(
        &["--reweight-item"],
        &["NAME", "WEIGHT"],
        "set an item's weight, and bring those above it up to date",
        |settings, words, word| {
            let name = words.string(word)?;
            settings.edit.reweight_item = (name, weight(&words.further(word)?));
            Ok(())
        },
    ),
    flag(&["--reweight"], "compute all weights anew", |settings| settings.edit.reweight = true),
    worded(
        &["--add-bucket"],
        &["NAME", "TYPE"],
        "add an empty bucket, where --loc says",
        |settings, words, word| {
            words.inspect()?;
            settings.edit.add_name = words.further(word)?;
            settings.edit.add_bucket = Some(words.further(word)?);
            Ok(())
        },
    ),
    worded(&["--move"], &["NAME"], "move an item to where --loc says", |settings, words, word| {
        words.inspect()?;
        settings.edit.move_item = Some(words.further(word)?);
        Ok(())
    }),
    valued(
        &["--create-simple-rule"],
        &["NAME", "ROOT", "TYPE", "MODE"],
        "make a rule; MODE is firstn or indep",
        |settings, words, word| create_rule(settings, words, word, true),
    ),
    valued(
        &["--create-replicated-rule"],
        &["NAME", "ROOT", "TYPE"],
        "make a rule for copies",
        |settings, words, word| create_rule(settings, words, word, false),
    ),
    valued(
        &["--device-class"],
        &["CLASS"],
        "class of the devices of the rule that is made",
        |settings, words, word| {
            settings.edit.device_class = words.string(word)?;
            words.inspect()
        },
    ),
    valued(&["--remove-rule"], &["NAME"], "remove a rule", |settings, words, word| {
        settings.edit.rule_name = words.string(word)?;
        words.inspect()?;
        settings.edit.remove_rule = true;
        Ok(())
    }),
    flag(&["--rebuild-class-roots"], "build the trees of the device classes anew", |settings| {
        settings.edit.rebuild_class_roots = true;
    }),
    valued(
        &["--set-subtree-class"],
        &["BUCKET", "CLASS"],
        "put all devices below a bucket into a class",
        |settings, words, word| {
            let bucket = words.string(word)?;
            let class = words.further_unnamed()?;
            settings.edit.subtree_classes.insert(bucket, class);
            Ok(())
        },
    ),
    flag(&["--reclassify"], "turn hierarchies by kind of device into device classes", |settings| {
        settings.edit.reclassify = true;
    }),
    valued(
        &["--reclassify-root"],
        &["ROOT", "CLASS"],
        "all devices below a root are of a class",
        |settings, words, word| {
            let root = Name::from(words.string(word)?.as_slice());
            let class = Name::from(words.further_unnamed()?.as_slice());
            settings.edit.reclassification.roots.insert(root, class);
            Ok(())
        },
    ),
    valued(
        &["--reclassify-bucket"],
        &["MATCH", "CLASS", "PARENT"],
        "buckets of a name, %SUFFIX or PREFIX% hold devices of a class; buckets without it go below PARENT",
        |settings, words, word| {
            let matching = Name::from(words.string(word)?.as_slice());
            let class = Name::from(words.further_unnamed()?.as_slice());
            let parent = Name::from(words.further_unnamed()?.as_slice());
            settings.edit.reclassification.buckets.insert(matching, (class, parent));
            Ok(())
        },
    ),
];
