//! What people ran into with map files: weights that creep, ids that change, classes without devices, replacements by pool,
//! faulty texts. Answers are those of genuine crushtool 20.2, and of 16.2 where it is named.

use crush::map::{DEFAULT_CHOOSE_ARGS, Location, Map, Release, TextForm, WeightForm};

const TUNABLES: &str = "\
tunable choose_local_tries 0
tunable choose_local_fallback_tries 0
tunable choose_total_tries 50
tunable chooseleaf_descend_once 1
tunable chooseleaf_vary_r 1
tunable chooseleaf_stable 1
tunable straw_calc_version 1
tunable allowed_bucket_algs 54
";

fn compile(text: &str) -> Map {
    Map::compile(text.as_bytes()).unwrap_or_else(|error| panic!("{}\n{text}", error.detail()))
}

fn again(map: &Map, form: TextForm) -> Map {
    let text = map.decompile(form).unwrap();
    compile(std::str::from_utf8(&text).unwrap())
}

fn exact() -> TextForm {
    TextForm { release: Release::Tentacle, weights: WeightForm::Exact }
}

fn bytes(map: &Map) -> Vec<u8> {
    map.encode(Release::Tentacle).unwrap()
}

/// The devices that the first inputs are mapped to, for a pool's choose_args.
fn mapped(map: &Map, rule: u32, pool: i64) -> Vec<Vec<i32>> {
    let mut mapper = map.mapper(pool).unwrap();
    let place = |x| {
        let mut result = [0; 2];
        let count = mapper.place(rule, x, &[0x10000; 5], &mut result).unwrap();
        result[..count].to_vec()
    };
    (0..8).map(place).collect()
}

/// A map of one bucket whose devices have these weights.
fn weighted(weights: &[u32]) -> Map {
    let mut text = "type 0 osd\ntype 1 root\n".to_owned();
    for (id, _) in weights.iter().enumerate() {
        text += &format!("device {id} osd.{id}\n");
    }
    text += "root default {\n id -1\n alg straw2\n hash 0\n";
    for (id, &weight) in weights.iter().enumerate() {
        text += &format!(" item osd.{id} weight {}\n", f64::from(weight) / 65536.0);
    }
    compile(&(text + "}\n"))
}

fn weights(map: &Map) -> Vec<u32> {
    match map.bucket(-1).unwrap().weights {
        crush::builder::StoredWeights::Straw2 { item_weights } => item_weights.to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn weights_creep_in_the_text_of_a_release_and_stay_in_the_exact_form() {
    let raw = [1, 5, 9, 100, 4096, 6553, 6555, 19661, 65537, 131_071, 327_681, 1_310_725, 3_276_801];
    let newest = [1, 5, 9, 100, 4096, 6552, 6554, 19660, 65537, 131_070, 327_681, 1_310_725, 3_276_801];
    let pacific = [0, 0, 0, 131, 4063, 6553, 6553, 19660, 65536, 131_072, 327_680, 1_310_720, 3_276_800];
    let map = weighted(&raw);
    assert_eq!(weights(&map), raw);
    assert_eq!(weights(&again(&map, TextForm::default())), newest);
    let form = TextForm { release: Release::Pacific, weights: WeightForm::Rounded };
    assert_eq!(weights(&again(&map, form)), pacific);
    assert_eq!(weights(&again(&map, exact())), raw);
}

/// Two hosts; `classes` are the classes of the devices, and `ids` the lines with the ids of shadow buckets.
fn two_hosts(classes: [&str; 5], ids: [&str; 3], rules: &str) -> String {
    let mut text = TUNABLES.to_owned();
    for (id, class) in classes.into_iter().enumerate() {
        let class = if class.is_empty() { String::new() } else { format!(" class {class}") };
        text += &format!("device {id} osd.{id}{class}\n");
    }
    let [east, west, root] = ids;
    text + &format!(
        "type 0 osd\ntype 1 host\ntype 2 root
host east {{\n id -5\n{east} alg straw2\n hash 0\n item osd.0 weight 1\n item osd.1 weight 2\n item osd.4 weight 1\n}}
host west {{\n id -3\n{west} alg straw2\n hash 0\n item osd.2 weight 1\n item osd.3 weight 1\n}}
root default {{\n id -1\n{root} alg straw2\n hash 0\n item east weight 4\n item west weight 2\n}}\n{rules}"
    )
}

const CLASSES: [&str; 5] = ["hdd", "ssd", "hdd", "ssd", "hdd"];
const IDS: [&str; 3] = [
    " id -21 class ssd\n id -9 class hdd\n",
    " id -30 class ssd\n id -8 class hdd\n",
    " id -20 class ssd\n id -11 class hdd\n",
];
const RULES: &str = "\
rule hdd {\n id 0\n type replicated\n step take default class hdd\n step chooseleaf firstn 0 type host\n step emit\n}
rule ssd {\n id 1\n type replicated\n step take default class ssd\n step chooseleaf firstn 0 type host\n step emit\n}\n";

fn shadow_ids(map: &Map) -> Vec<i32> {
    let id = |name: &str| map.names().id(name).unwrap();
    ["east~hdd", "east~ssd", "west~hdd", "west~ssd", "default~hdd", "default~ssd"].map(id).to_vec()
}

#[test]
fn shadow_ids_that_are_written_stay_and_others_are_made() {
    let kept = compile(&two_hosts(CLASSES, IDS, RULES));
    assert_eq!(shadow_ids(&kept), [-9, -21, -8, -30, -11, -20]);
    let made = compile(&two_hosts(CLASSES, [""; 3], RULES));
    assert_eq!(shadow_ids(&made), [-2, -7, -4, -8, -6, -9]);
    for map in [&kept, &made] {
        let twice = again(&again(map, TextForm::default()), TextForm::default());
        assert_eq!(bytes(&twice), bytes(map));
    }
    // Ids decide placement.
    assert_eq!(
        mapped(&kept, 0, DEFAULT_CHOOSE_ARGS),
        [[0, 2], [4, 2], [4, 2], [2, 4], [0, 2], [2, 0], [4, 2], [2, 4]]
    );
    assert_eq!(
        mapped(&made, 0, DEFAULT_CHOOSE_ARGS),
        [[2, 0], [4, 2], [2, 0], [0, 2], [0, 2], [2, 0], [4, 2], [0, 2]]
    );
}

#[test]
fn edits_keep_shadow_ids() {
    let mut map = compile(&two_hosts(CLASSES, IDS, RULES));
    let before = shadow_ids(&map);
    let west: Location = [("host", "west")].into_iter().collect();
    map.insert_item(5, 1.0, "osd.5", &west).unwrap();
    map.update_device_class(5, "hdd").unwrap();
    map.remove_item(0).unwrap();
    assert_eq!(shadow_ids(&map), before);
    assert_eq!(map.children(-8), Some(&[2, 5][..]));
    assert_eq!(map.bucket(-11).unwrap().weight, 3 << 16);
}

#[test]
fn a_class_without_devices_maps_to_nothing_and_keeps_its_trees() {
    let map = compile(&two_hosts(["", "ssd", "", "ssd", ""], IDS, RULES));
    assert_eq!(bytes(&again(&map, TextForm::default())), bytes(&map));
    assert_eq!(mapped(&map, 0, DEFAULT_CHOOSE_ARGS), [[0_i32; 0]; 8]);
    assert_eq!(
        mapped(&map, 1, DEFAULT_CHOOSE_ARGS),
        [[1, 3], [1, 3], [1, 3], [1, 3], [1, 3], [3, 1], [1, 3], [1, 3]]
    );
    // The same when the last device of a class leaves it; with the last rule the trees go too.
    let mut edited = compile(&two_hosts(CLASSES, IDS, RULES));
    for device in [0, 2, 4] {
        assert_eq!(edited.remove_device_class(device), Ok(true));
    }
    assert_eq!(edited.remove_device_class(0), Ok(false));
    assert!(edited.buckets().eq(map.buckets()) && edited.rules().eq(map.rules()));
    assert_eq!(shadow_ids(&edited), shadow_ids(&map));
    edited.remove_rule(0).unwrap();
    assert_eq!((edited.classes().names.id("hdd"), edited.names().id("default~hdd")), (None, None));
    assert_eq!(shadow_ids_of_ssd(&edited), [-21, -30, -20]);
}

fn shadow_ids_of_ssd(map: &Map) -> [i32; 3] {
    ["east~ssd", "west~ssd", "default~ssd"].map(|name| map.names().id(name).unwrap())
}

/// Replacements for the root under one index.
fn with_choose_args(index: u32) -> String {
    let rule = "rule all {\n id 0\n type replicated\n step take default\n step chooseleaf firstn 0 type host\n step emit\n}\n";
    two_hosts([""; 5], [""; 3], rule)
        + &format!(
            "choose_args {index} {{\n  {{\n    bucket_id -1\n    weight_set [\n      [ 0.5 4 ]\n      [ 4 0.25 ]\n    ]\n    \
             ids [ -50 -3 ]\n  }}\n}}\n"
        )
}

#[test]
fn choose_args_serve_their_pool_or_all_that_have_none() {
    let own = [[3, 0], [4, 2], [1, 2], [3, 4], [1, 2], [3, 0], [2, 4], [1, 2]];
    let plain = [[0, 2], [4, 2], [3, 1], [3, 4], [1, 3], [3, 0], [2, 1], [1, 2]];
    for index in [0_u32, 5] {
        let map = compile(&with_choose_args(index));
        assert_eq!(mapped(&map, 0, index.into()), own);
        assert_eq!(mapped(&map, 0, 7), plain);
        assert_eq!(bytes(&again(&map, TextForm::default())), bytes(&map));
    }
    // The index of all pools is written with the 32 bits that texts keep.
    let map = compile(&with_choose_args(u32::MAX));
    assert_eq!(map.choose_args().keys().collect::<Vec<_>>(), [&DEFAULT_CHOOSE_ARGS]);
    assert_eq!(mapped(&map, 0, 7), own);
}
