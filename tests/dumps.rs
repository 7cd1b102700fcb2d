//! Dumps of maps, as genuine crushtool prints them.

mod support;

use crush::map::{JsonForm, Map, Release, TreeOptions};
use std::path::{Path, PathBuf};
use std::process::Command;

fn assert_same(ours: &[u8], expected: &[u8], what: &Path) {
    if ours != expected {
        let difference = ours.iter().zip(expected).position(|(a, b)| a != b);
        let at = difference.unwrap_or(ours.len().min(expected.len())).saturating_sub(200);
        let end = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 400)]).into_owned();
        panic!("{}: {difference:?}\n{}\n--- instead of ---\n{}", what.display(), end(ours), end(expected));
    }
}

fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let name = path.file_name().unwrap().to_string_lossy();
    path.with_file_name(name.replace(".20.hex", suffix))
}

#[test]
fn the_examples_are_printed_as_each_release_prints_them() {
    let Some(data) = support::test_data() else { return };
    let mut count = 0;
    for path in support::files(&data.join("spec/examples"), ".20.hex") {
        for (suffix, release) in
            [(".20", Release::Tentacle), (".18", Release::Reef), (".16", Release::Pacific)]
        {
            let file = if release == Release::Pacific { ".16.hex" } else { ".20.hex" };
            let json = sibling(&path, &format!("{suffix}.json"));
            if !json.exists() {
                continue;
            }
            let map = Map::decode_as(&support::read_hex(&sibling(&path, file)), release).unwrap();
            assert_same(&map.dump_json(JsonForm::Pretty, release), &std::fs::read(&json).unwrap(), &json);
            let tree = sibling(&path, &format!("{suffix}.tree"));
            if tree.exists() {
                let expected = std::fs::read(&tree).unwrap();
                assert_same(&map.dump_tree(&TreeOptions::default()), &expected, &tree);
            }
            count += 1;
        }
    }
    assert!(count > 25, "{count} examples");
}

#[test]
fn stored_maps_are_printed_as_the_genuine_tool_prints_them() {
    let Some(data) = support::test_data() else { return };
    let mut paths = support::files(&data.join("maps/binary"), ".map");
    paths.push(data.join("maps/live/crush.bin"));
    for (generation, release) in
        [("pacific", Release::Pacific), ("reef", Release::Reef), ("tentacle", Release::Tentacle)]
    {
        let Some(crushtool) = support::oracle(generation, "crushtool") else { continue };
        // All maps with the newest tool, some with the others.
        let step = if release == Release::Tentacle { 1 } else { 6 };
        for path in paths.iter().step_by(step) {
            let Ok(map) = Map::decode_as(&std::fs::read(path).unwrap(), release) else { continue };
            let output = |words: &[&str]| {
                let output = Command::new(&crushtool).arg("-i").arg(path).args(words).output().unwrap();
                output.status.success().then_some(output.stdout)
            };
            let (Some(pretty), Some(compact), Some(tree)) =
                (output(&["--dump"]), output(&["--dump", "-f", "json"]), output(&["--tree"]))
            else {
                continue;
            };
            assert_same(&map.dump_json(JsonForm::Pretty, release), &pretty, path);
            assert_same(&map.dump_json(JsonForm::Compact, release), &compact, path);
            assert_same(&map.dump_tree(&TreeOptions::default()), &tree, path);
        }
    }
}
