//! Map files of genuine Ceph, read and written again byte for byte.

mod support;

use crush::map::{Map, Release, TextForm, WeightForm};
use std::path::Path;

fn decode(bytes: &[u8], path: &Path) -> Map {
    Map::decode(bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assert_bytes(map: &Map, release: Release, expected: &[u8], path: &Path) {
    let bytes = map.encode_lossy(release).unwrap();
    let difference = bytes.iter().zip(expected).position(|(a, b)| a != b);
    assert!(bytes == expected, "{} for {release}: differs from byte {difference:?} on", path.display());
}

#[test]
fn what_a_release_wrote_is_written_again() {
    let Some(data) = support::test_data() else { return };
    let examples = support::files(&data.join("spec/examples"), ".20.hex");
    for path in &examples {
        let bytes = support::read_hex(path);
        let map = decode(&bytes, path);
        assert_bytes(&map, Release::Tentacle, &bytes, path);
        assert_bytes(&map, Release::Reef, &bytes[..bytes.len() - 8], path);
        let older = path.with_file_name(path.file_name().unwrap().to_string_lossy().replace(".20.", ".16."));
        if older.exists() {
            let old_bytes = support::read_hex(&older);
            let old = Map::decode_as(&old_bytes, Release::Pacific).unwrap();
            assert_bytes(&old, Release::Pacific, &old_bytes, &older);
            assert_bytes(&decode(&old_bytes, &older), Release::Tentacle, &bytes, &older);
        }
    }
    assert!(examples.len() > 10, "{} examples", examples.len());
}

#[test]
fn stored_maps_survive_being_written() {
    let Some(data) = support::test_data() else { return };
    let mut paths = support::files(&data.join("maps/binary"), ".map");
    paths.push(data.join("maps/live/crush.bin"));
    paths.extend(support::files(&data.join("spec/examples/crushtool"), ".bin"));
    for path in &paths {
        // Old releases keep two bytes of a rule that newer ones overwrite, so it is the second writing that repeats.
        let map = decode(&std::fs::read(path).unwrap(), path);
        let bytes = map.encode(Release::Tentacle).unwrap();
        let again = decode(&bytes, path);
        assert_eq!(again.encode(Release::Tentacle).unwrap(), bytes, "{}", path.display());
        assert_eq!(decode(&bytes, path), again, "{}", path.display());
        assert!(map.buckets().eq(again.buckets()) && map.choose_args() == again.choose_args());
    }
    assert!(paths.len() > 40, "{} maps", paths.len());
}

/// A genuine tool that reads a map, changes nothing and writes it: `--reweight-item` would, a tunable set to what it is
/// does not.
#[test]
fn the_genuine_tool_writes_the_same_bytes() {
    let Some(data) = support::test_data() else { return };
    let Some(crushtool) = support::oracle("tentacle", "crushtool") else { return };
    let output = std::env::temp_dir().join(format!("crush-rewritten-{}", std::process::id()));
    let mut paths = support::files(&data.join("maps/binary"), ".map");
    paths.push(data.join("maps/live/crush.bin"));
    for path in &paths {
        let map = decode(&std::fs::read(path).unwrap(), path);
        let tries = map.tunables().choose_total_tries.to_string();
        let mut command = std::process::Command::new(&crushtool);
        command.arg("-i").arg(path).args(["--set-choose-total-tries", &tries]).arg("-o").arg(&output);
        assert!(command.output().unwrap().status.success(), "{}", path.display());
        assert_bytes(&map, Release::Tentacle, &std::fs::read(&output).unwrap(), path);
    }
    let _ = std::fs::remove_file(&output);
}

#[test]
fn texts_compile_to_genuine_bytes_and_back() {
    let Some(data) = support::test_data() else { return };
    let texts = support::files(&data.join("spec/examples"), ".txt");
    let examples = texts.iter().filter(|path| path.with_extension("20.hex").exists());
    let mut count = 0;
    for path in examples {
        let map = Map::compile(&std::fs::read(path).unwrap());
        let map = map.unwrap_or_else(|error| panic!("{}: {}", path.display(), error.detail()));
        let bytes = support::read_hex(&path.with_extension("20.hex"));
        assert_bytes(&map, Release::Tentacle, &bytes, path);
        assert_texts(&bytes, path);
        count += 1;
    }
    assert!(count > 10, "{count} examples");
}

/// The texts that Tentacle and Pacific write for their own files.
fn assert_texts(bytes: &[u8], path: &Path) {
    let text = decode(bytes, path).decompile(TextForm::default()).unwrap();
    assert_eq!(text, std::fs::read(path.with_extension("20.dec")).unwrap(), "{}", path.display());
    let older = path.with_extension("16.hex");
    if older.exists() {
        let old = Map::decode_as(&support::read_hex(&older), Release::Pacific).unwrap();
        let form = TextForm { release: Release::Pacific, weights: WeightForm::Rounded };
        let expected = std::fs::read(path.with_extension("16.dec")).unwrap();
        assert_eq!(old.decompile(form).unwrap(), expected, "{}", older.display());
    }
}

#[test]
fn exact_weights_survive_the_text() {
    let Some(data) = support::test_data() else { return };
    let mut paths = support::files(&data.join("maps/binary"), ".map");
    paths.push(data.join("maps/live/crush.bin"));
    let form = TextForm { release: Release::Tentacle, weights: WeightForm::Exact };
    for path in &paths {
        let map = decode(&std::fs::read(path).unwrap(), path);
        let text = map.decompile(form).unwrap();
        let again =
            Map::compile(&text).unwrap_or_else(|error| panic!("{}: {}", path.display(), error.detail()));
        assert!(map.buckets().eq(again.buckets()), "{}", path.display());
        assert_eq!(again.choose_args(), map.choose_args(), "{}", path.display());
        assert_eq!(again.decompile(form).unwrap(), text, "{}", path.display());
    }
}
