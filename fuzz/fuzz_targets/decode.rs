//! Any bytes as a map file: what is accepted is written, read and printed again.
#![no_main]

use crush::map::{DumpForm, JsonForm, Map, Release, TextForm, TreeJson, TreeOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for release in [Release::Pacific, Release::Tentacle] {
        let Ok(map) = Map::decode_as(bytes, release) else { continue };
        let written = map.encode(Release::Tentacle).expect("what was read can be written");
        let again = Map::decode(&written).expect("what was written can be read");
        assert!(again.encode(Release::Tentacle).expect("written twice") == written, "the file changes");
        // Trees unfold buckets that are in many others: small files may mean very many rows.
        if map.buckets().count() <= 16 {
            map.dump_tree(&TreeOptions::default());
            map.dump_tree_json(TreeJson::Flat, JsonForm::Compact, &TreeOptions::default());
        }
        // A file may claim two milliards of devices, each of which the dump lists.
        if map.max_devices() < 1000 {
            map.dump_json(JsonForm::Pretty, release);
            map.dump(DumpForm::XmlPretty, release);
            map.dump(DumpForm::Table, release);
            let _ = map.decompile(TextForm { release, ..TextForm::default() });
        }
        let _ = (map.cycle(), map.roots(), map.minimum_required_version(), map.takes());
    }
});
