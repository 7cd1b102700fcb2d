//! Edits of maps: what `crushtool` has no option for, what the original crashes on, and that a refused edit changes nothing.
//! Everything else is compared with genuine tools by `ceph_compat edits`.

use crush::builder::StoredWeights;
use crush::map::{
    CompileFault, DEFAULT_CHOOSE_ARGS, EditError, ErasureProfile, Location, Map, MultiDeviceRule,
    Reclassification, ReclassifyError, Release, RuleType, SimpleRule,
};

const TYPES: &str = "type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n";

fn compile(text: &str) -> Map {
    let text = (0..8).map(|id| format!("device {id} osd.{id}\n")).collect::<String>() + TYPES + text;
    Map::compile(text.as_bytes()).unwrap_or_else(|error| panic!("{}\n{text}", error.detail()))
}

fn bucket(kind: &str, name: &str, algorithm: &str, items: &[(&str, u32)]) -> String {
    let items: String =
        items.iter().map(|(item, weight)| format!(" item {item} weight {weight}\n")).collect();
    format!("{kind} {name} {{\n alg {algorithm}\n hash 0\n{items}}}\n")
}

/// Two racks of two hosts with up to two devices: ids -1 to -4, racks -5 and -6, root -7.
fn site() -> Map {
    compile(
        &[
            bucket("host", "h0", "straw2", &[("osd.0", 1), ("osd.1", 2)]),
            bucket("host", "h1", "straw2", &[("osd.2", 3), ("osd.3", 4)]),
            bucket("host", "h2", "straw2", &[("osd.4", 5)]),
            bucket("host", "h3", "straw2", &[]),
            bucket("rack", "r0", "straw2", &[("h0", 3), ("h1", 7)]),
            bucket("rack", "r1", "straw2", &[("h2", 5), ("h3", 0)]),
            bucket("root", "default", "straw2", &[("r0", 10), ("r1", 5)]),
        ]
        .concat(),
    )
}

fn location(pairs: &[(&str, &str)]) -> Location {
    pairs.iter().copied().collect()
}

/// Weight of a bucket in whole numbers.
fn weight(map: &Map, name: &str) -> u32 {
    map.bucket(map.names().id(name).unwrap()).unwrap().weight >> 16
}

fn items<'a>(map: &'a Map, name: &str) -> &'a [i32] {
    map.children(map.names().id(name).unwrap()).unwrap()
}

/// That an edit is refused, with an error, and leaves the map as it was.
fn refused<T: core::fmt::Debug>(
    map: &mut Map,
    edit: impl FnOnce(&mut Map) -> Result<T, EditError>,
) -> EditError {
    let before = map.try_clone().unwrap();
    let error = edit(map).unwrap_err();
    assert!(*map == before, "{error}: the map changed");
    error
}

#[test]
fn refused_edits_change_nothing() {
    let mut map = site();
    let h0 = location(&[("host", "h0")]);
    let cases: [(&str, i32, EditError); 9] = [
        ("insert", libc::EINVAL, refused(&mut map, |map| map.insert_item(5, 1.0, "osd 5", &h0))),
        ("insert", libc::EOVERFLOW, refused(&mut map, |map| map.insert_item(5, -1.0, "osd.5", &h0))),
        ("insert", libc::EEXIST, refused(&mut map, |map| map.insert_item(5, 1.0, "osd.4", &h0))),
        // It is named, and a host made, before the wrong type is met.
        (
            "insert",
            libc::EINVAL,
            refused(&mut map, |map| {
                map.insert_item(9, 1.0, "n", &location(&[("host", "new"), ("rack", "default")]))
            }),
        ),
        ("insert", libc::EINVAL, refused(&mut map, |map| map.insert_item(5, 1.0, "osd.5", &Location::new()))),
        ("move", libc::ELOOP, refused(&mut map, |map| map.move_bucket(-7, &location(&[("rack", "r0")])))),
        ("remove", libc::ENOTEMPTY, refused(&mut map, |map| map.remove_item(-1))),
        ("swap", libc::EINVAL, refused(&mut map, |map| map.swap_bucket(-1, -5))),
        ("weight", libc::ENOENT, refused(&mut map, |map| map.adjust_item_weight(-7, 5))),
    ];
    for (what, errno, error) in cases {
        assert_eq!(error.errno(), errno, "{what}: {error}");
    }
}

#[test]
fn a_moved_bucket_takes_its_weight_along() {
    let mut map = site();
    map.move_bucket(-1, &location(&[("rack", "r1"), ("root", "default")])).unwrap();
    assert_eq!((weight(&map, "r0"), weight(&map, "r1"), weight(&map, "default")), (7, 8, 15));
    assert_eq!(items(&map, "r1"), [-3, -4, -1]);
    assert_eq!(map.full_location_string(0).unwrap(), "root=default,rack=r1,host=h0");
}

#[test]
fn a_linked_bucket_is_in_both_places() {
    let mut map = site();
    map.link_bucket(-1, &location(&[("rack", "r1")])).unwrap();
    assert_eq!((items(&map, "r0"), items(&map, "r1")), (&[-1, -2][..], &[-3, -4, -1][..]));
    assert_eq!((weight(&map, "r1"), weight(&map, "default")), (8, 18));
    map.remove_item_under(-1, -6, true).unwrap();
    assert_eq!(map, site());
    assert_eq!(map.remove_item_under(-1, -6, true).unwrap_err().errno(), libc::ENOENT);
}

#[test]
fn swapped_buckets_exchange_names_items_and_weights() {
    let mut map = site();
    map.swap_bucket(-1, -3).unwrap();
    // Ids stay where they were, so that "h0" is in the other rack now.
    assert_eq!((map.names().id("h0"), map.names().id("h2")), (Some(-3), Some(-1)));
    assert_eq!((items(&map, "h0"), items(&map, "h2")), (&[0, 1][..], &[4][..]));
    assert_eq!((items(&map, "r0"), weight(&map, "r0")), (&[-1, -2][..], 12));
    assert_eq!((weight(&map, "r1"), weight(&map, "default")), (3, 15));
    map.swap_bucket(-1, -3).unwrap();
    assert_eq!(map, site());
}

#[test]
fn an_item_is_made_moved_and_updated() {
    let mut map = site();
    let h3 = location(&[("host", "h3")]);
    assert_eq!(map.create_or_move_item(0, 9.0, "osd.0", &h3), Ok(true));
    // The weight that it had counts.
    assert_eq!((items(&map, "h0"), items(&map, "h3"), weight(&map, "r1")), (&[1][..], &[0][..], 6));
    assert_eq!(map.create_or_move_item(0, 9.0, "osd.0", &h3), Ok(false));
    assert_eq!(map.update_item(0, 9.0, "osd.0", &h3), Ok(true));
    assert_eq!((weight(&map, "r1"), weight(&map, "default")), (14, 23));
    assert_eq!(map.update_item(0, 9.0, "disk", &h3), Ok(true));
    assert_eq!(map.update_item(0, 9.0, "disk", &h3), Ok(false));
    assert_eq!(map.names().id("osd.0"), None);
    map.unlink_item(0).unwrap();
    assert_eq!((items(&map, "h3"), weight(&map, "default")), (&[][..], 14));
}

#[test]
fn weights_reach_the_roots() {
    let mut map = site();
    assert_eq!(map.adjust_item_weightf(4, 7.5), Ok(1));
    assert_eq!(map.bucket(-7).unwrap().weight, 0x11_8000);
    assert_eq!(map.adjust_subtree_weightf(-5, 2.0), Ok(4));
    assert_eq!((weight(&map, "h0"), weight(&map, "r0"), weight(&map, "default")), (4, 8, 15));
    assert_eq!(map.adjust_item_weight_in_loc(0, 0, &location(&[("host", "h0")]), true), Ok(1));
    assert_eq!(weight(&map, "r0"), 6);
    assert_eq!(
        map.adjust_item_weight_in_loc(0, 0, &location(&[("host", "h1")]), true).unwrap_err().errno(),
        libc::ENOENT
    );
}

/// Removing the only item ends most genuine tools, for all but straw and straw2.
#[test]
fn the_last_item_of_any_bucket_can_be_removed() {
    for algorithm in ["uniform", "list", "tree", "straw", "straw2"] {
        let mut map = compile(
            &[bucket("host", "h", algorithm, &[("osd.0", 1)]), bucket("root", "r", "straw2", &[("h", 1)])]
                .concat(),
        );
        map.remove_item(0).unwrap();
        assert_eq!((items(&map, "h"), weight(&map, "r")), (&[][..], 0), "{algorithm}");
        let written = map.encode(Release::Tentacle).unwrap();
        assert_eq!(Map::decode(&written).unwrap().bucket(-1), map.bucket(-1), "{algorithm}");
        map.insert_item(1, 0.0, "osd.1", &location(&[("host", "h")])).unwrap();
        assert_eq!(items(&map, "h"), [1], "{algorithm}");
    }
}

/// The genuine tool aborts.
#[test]
fn a_uniform_bucket_refuses_another_weight() {
    let mut map = compile(&bucket("host", "h", "uniform", &[("osd.0", 1)]));
    let error = refused(&mut map, |map| map.insert_item(1, 1.0, "osd.1", &location(&[("host", "h")])));
    assert_eq!(
        (error.errno(), error.to_string().as_str()),
        (libc::EINVAL, "bucket -1 cannot take item 1: invalid argument")
    );
}

/// The genuine tool writes behind its memory.
#[test]
fn a_new_bucket_gets_weights_for_all_positions() {
    let mut map = site();
    map.choose_args_create(3, 4).unwrap();
    map.insert_item(5, 1.0, "osd.5", &location(&[("host", "new"), ("root", "default")])).unwrap();
    let new = map.names().id("new").unwrap();
    assert_eq!(map.choose_args()[&3].0[&(!new).cast_unsigned()].weight_set, vec![vec![0x1_0000]; 4]);
    assert_eq!(map.choose_args()[&3].0[&6].weight_set[3], [10 << 16, 5 << 16, 1 << 16]);
}

#[test]
fn weight_sets_are_adjusted_up_to_the_roots() {
    let mut map = site();
    assert_eq!(map.choose_args_create(DEFAULT_CHOOSE_ARGS, 2), Ok(()));
    assert_eq!(
        map.choose_args_create(DEFAULT_CHOOSE_ARGS, 2),
        Err(EditError::ChooseArgsExist(DEFAULT_CHOOSE_ARGS))
    );
    map.choose_args_adjust_item_weightf(DEFAULT_CHOOSE_ARGS, 4, &[1.0, 0.5]).unwrap();
    let args = &map.choose_args()[&DEFAULT_CHOOSE_ARGS];
    assert_eq!(args.0[&2].weight_set, [[1 << 16], [1 << 15]]);
    assert_eq!(args.0[&6].weight_set, [[10 << 16, 1 << 16], [10 << 16, 1 << 15]]);
    let wrong = refused(&mut map, |map| map.choose_args_adjust_item_weight(DEFAULT_CHOOSE_ARGS, 4, &[1]));
    assert_eq!(wrong, EditError::NotInWeightSets(4));
    assert_eq!(map.choose_args_adjust_item_weight(7, 4, &[1]), Err(EditError::UnknownChooseArgs(7)));
    assert!(map.choose_args_remove(DEFAULT_CHOOSE_ARGS) && !map.choose_args_remove(DEFAULT_CHOOSE_ARGS));
}

#[test]
fn names_change_unless_they_are_taken() {
    let mut map = site();
    map.rename_bucket("h0", "east").unwrap();
    assert_eq!((map.names().id("h0"), map.names().id("east")), (None, Some(-1)));
    let text = |error: EditError| (error.errno(), error.to_string());
    let cases = [
        (map.rename_item("h1", "h2"), libc::EEXIST, "dstname = 'h2' already exists"),
        (
            map.rename_item("no", "h2"),
            libc::EALREADY,
            "srcname = 'no' does not exist and dstname = 'h2' already exists",
        ),
        (map.rename_item("no", "neither"), libc::ENOENT, "srcname = 'no' does not exist"),
        (map.rename_item("h1", "a b"), libc::EINVAL, "dstname = 'a b' does not match [-_.0-9a-zA-Z]+"),
        (
            map.rename_bucket("osd.1", "d"),
            libc::ENOTDIR,
            "srcname = 'osd.1' is not a bucket because its id = 1 is >= 0",
        ),
        (map.rename_rule("r", "s"), libc::ENOENT, "source rule name 'r' does not exist"),
    ];
    for (result, errno, message) in cases {
        assert_eq!(text(result.unwrap_err()), (errno, message.to_owned()));
    }
}

#[test]
fn classes_come_and_go() {
    let mut map = site();
    assert_eq!((map.update_device_class(0, "ssd"), map.update_device_class(0, "ssd")), (Ok(true), Ok(false)));
    assert_eq!(map.update_device_class(0, "hdd").unwrap_err().errno(), libc::EBUSY);
    let root = map.classes().shadow(-7, 0).unwrap();
    assert_eq!((weight(&map, "default~ssd"), map.is_shadow(root)), (1, true));
    map.rename_class("ssd", "flash").unwrap();
    assert_eq!(map.names().id("default~flash"), Some(root));
    let rule = map.add_simple_rule(&SimpleRule::replicated("r", "default", "host").class("flash")).unwrap();
    assert_eq!(map.rules_by_class("flash").unwrap().into_iter().collect::<Vec<_>>(), [rule]);
    assert_eq!(map.rules_by_device(1).len() + map.rules_by_device(0).len(), 1);
    assert_eq!(map.rules_that_use_class(0), ["r".into()]);
    assert_eq!(map.remove_device_class(0), Ok(true));
    assert!(map.names().id("default~flash").is_some(), "a rule takes it");
    map.remove_rule(rule).unwrap();
    assert_eq!((map.names().id("default~flash"), map.classes().names.len()), (None, 0));
}

#[test]
fn rules_are_made_by_kind() {
    let mut map = site();
    let steps = |map: &Map, rule| -> Vec<(u32, i32, i32)> {
        map.rule(rule).unwrap().steps.iter().map(|step| (step.op, step.arg1, step.arg2)).collect()
    };
    let copies = map.add_simple_rule(&SimpleRule::replicated("copies", "default", "host")).unwrap();
    assert_eq!(steps(&map, copies), [(1, -7, 0), (6, 0, 1), (4, 0, 0)]);
    let parts =
        map.add_erasure_rule("parts", &ErasureProfile { failure_domain: "osd".into(), ..Default::default() });
    assert_eq!(steps(&map, parts.unwrap()), [(9, 5, 0), (8, 100, 0), (1, -7, 0), (3, 0, 0), (4, 0, 0)]);
    let several = ErasureProfile { osds_per_failure_domain: 2, num_failure_domains: 3, ..Default::default() };
    let msr = map.add_erasure_rule("msr", &several).unwrap();
    assert_eq!(steps(&map, msr), [(1, -7, 0), (16, 3, 1), (16, 2, 0), (4, 0, 0)]);
    assert_eq!((map.rule(msr).unwrap().r#type, map.minimum_required_version()), (5, Release::Squid));
    assert_eq!(map.find_first_rule(RuleType::Erasure as u8), Some(1));
    let none = ErasureProfile { num_failure_domains: 0, ..several };
    let error = refused(&mut map, |map| map.add_erasure_rule("none", &none));
    assert_eq!(
        error.to_string(),
        "crush-num-failure-domains 0 must be >= 1 if crush-osds-per-failure-domain specified"
    );
    let wrong = MultiDeviceRule {
        name: "w".into(),
        root: "default".into(),
        failure_domain: "host".into(),
        num_failure_domains: 1,
        osds_per_failure_domain: 1,
        class: "".into(),
        r#type: RuleType::Replicated,
        number: None,
    };
    let error = refused(&mut map, |map| map.add_multi_osd_per_failure_domain_rule(&wrong));
    assert_eq!((error.errno(), error.to_string().as_str()), (libc::EINVAL, "unknown rule_type 1"));
}

#[test]
fn where_things_are() {
    let map = site();
    assert_eq!((map.immediate_parent(2), map.immediate_parent(7)), (Some(-2), None));
    assert_eq!((map.parent_of_type(2, 2), map.parent_of_type(2, 9)), (Some(-5), None));
    assert_eq!(map.ancestors(2), [-2, -5, -7]);
    assert_eq!(map.roots(), [-7]);
    assert_eq!(map.leaves(-5).unwrap().into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(map.children_of_type(-7, 1, false), [-1, -2, -3, -4]);
    assert_eq!(map.all_children(-6).unwrap().into_iter().collect::<Vec<_>>(), [-4, -3, 4]);
    assert!(map.subtree_contains(-7, 3) && !map.subtree_contains(-6, 3));
    assert_eq!(
        (map.item_weight(-2), map.item_weight(4), map.item_weight(7)),
        (Some(7 << 16), Some(5 << 16), None)
    );
    // Only the lowest type counts.
    assert_eq!(map.check_item_loc(0, &location(&[("host", "h0"), ("root", "nowhere")])), Some(1 << 16));
    assert_eq!(map.check_item_loc(0, &location(&[("host", "h1")])), None);
    let near = [("host", "h9"), ("rack", "r0"), ("rack", "r1")];
    assert_eq!(map.common_ancestor_distance(2, &near), Some(2));
    assert_eq!(map.common_ancestor_distance(2, &[("host", "h9")]), None);
    assert_eq!(map.full_location(4), Some(location(&[("host", "h2"), ("rack", "r1"), ("root", "default")])));
}

/// The genuine tool never returns.
#[test]
fn a_map_with_a_cycle_is_not_edited() {
    let mut bytes = site().encode(Release::Tentacle).unwrap();
    // The first item of the first bucket becomes the root.
    let items = 16 + 4 + 16;
    bytes[items..items + 4].copy_from_slice(&(-7_i32).to_le_bytes());
    let mut map = Map::decode(&bytes).unwrap();
    assert_eq!(map.cycle(), Some(-1));
    let error = refused(&mut map, |map| map.insert_item(5, 1.0, "osd.5", &location(&[("host", "h3")])));
    assert_eq!(error, EditError::Cycle(-1));
    assert_eq!(map.reweight(), Err(EditError::Cycle(-1)));
}

/// Every level doubles the ways up, so that bringing a weight up by all of them would take for ever.
#[test]
fn too_many_ways_up_are_refused() {
    let mut text = bucket("host", "b0", "straw2", &[("osd.0", 1)]);
    for level in 1..40 {
        let below = format!("b{}", level - 1);
        text += &bucket("host", &format!("b{level}"), "straw2", &[(&below, 0), (&below, 0)]);
    }
    let mut map = compile(&text);
    let error = refused(&mut map, |map| map.adjust_item_weight(0, 5));
    assert!(matches!(error, EditError::TooManyPaths(_)), "{error}");
}

/// The table of buckets gets one more slot for each base that is made, and is doubled for the shadows.
#[test]
fn reclassified_buckets_leave_no_more_empty_slots_than_upstream() {
    let mut map = site();
    assert_eq!(map.max_buckets(), 8);
    let buckets = [("h%".into(), ("ssd".into(), "default".into()))].into();
    map.reclassify(&Reclassification { buckets, ..Reclassification::default() }, &mut |_| ()).unwrap();
    assert_eq!(map.max_buckets(), 22);
}

/// The genuine tool gives it two ids and loses what is in it.
#[test]
fn a_bucket_that_is_linked_twice_is_not_reclassified() {
    let mut map = site();
    map.link_bucket(-1, &location(&[("rack", "r1")])).unwrap();
    let before = map.try_clone().unwrap();
    let request = Reclassification { roots: [("default".into(), "hdd".into())].into(), ..Default::default() };
    let mut lines = Vec::new();
    let error = map.reclassify(&request, &mut |line| lines.push(line.to_owned())).unwrap_err();
    assert_eq!(
        (error.clone(), error.errno(), map == before),
        (ReclassifyError::LinkedTwice(-1), libc::EINVAL, true)
    );
    assert_eq!(lines[0], "classify_root default (-7) as hdd");
}

/// A few bytes of a file or text could ask for a table of gigabytes.
#[test]
fn shadow_ids_far_away_take_no_memory() {
    let text = "device 0 osd.0 class ssd\ntype 0 osd\ntype 1 root\n\
        root default {\n id -1\n id -1073741824 class ssd\n alg straw2\n item osd.0 weight 1\n}\n\
        rule r {\n id 0\n type replicated\n step take default\n step emit\n}\n";
    let refusal = Map::compile(text.as_bytes()).unwrap_err();
    assert_eq!((refusal.line, refusal.fault), (10, CompileFault::TooLarge("id of a shadow bucket")));
    // The same in a file: the id that is kept for the only shadow becomes another.
    let near = text.replace("-1073741824", "-5");
    let mut bytes = Map::compile(near.as_bytes()).unwrap().encode(Release::Tentacle).unwrap();
    let end = bytes.len() - 8 - 4;
    assert_eq!(bytes[end - 4..end], (-5_i32).to_le_bytes());
    bytes[end - 4..end].copy_from_slice(&i32::MIN.to_le_bytes());
    let mut map = Map::decode(&bytes).unwrap();
    let error = refused(&mut map, Map::rebuild_roots_with_classes);
    assert_eq!(
        (error.errno(), error.to_string().contains("cannot have id -2147483648")),
        (libc::EINVAL, true)
    );
}

#[test]
fn a_removed_item_of_a_tree_leaves_no_garbage() {
    let mut map = compile(&bucket("host", "h", "tree", &[("osd.1", 1), ("osd.2", 2), ("osd.3", 3)]));
    map.remove_item(3).unwrap();
    let bucket = map.bucket(-1).unwrap();
    assert_eq!((bucket.items, bucket.weight), (&[1, 2][..], 3 << 16));
    assert!(matches!(bucket.weights, StoredWeights::Tree { node_weights } if node_weights.len() == 4));
}
