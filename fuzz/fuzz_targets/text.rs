//! Any bytes as a text map: what compiles is written, read, printed and compiled again.
#![no_main]

use crush::map::{Map, Release, TextForm, WeightForm};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(map) = Map::compile(bytes) else { return };
    let Ok(written) = map.encode(Release::Tentacle) else { return };
    let again = Map::decode(&written).expect("what was written can be read");
    assert!(again.encode(Release::Tentacle).expect("written twice") == written, "the file changes");
    if map.max_devices() > 1000 {
        return;
    }
    let form = TextForm { weights: WeightForm::Exact, ..TextForm::default() };
    // Some maps have no text, and some texts say what the grammar refuses, such as negative tunables.
    if let Ok(text) = map.decompile(form) {
        let _ = Map::compile(&text);
    }
});
