//! The recorded vectors of spec 03 section 13.

use super::fixture::*;
use crate::capi::undeclared::crush_calc_straw;

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn straws_of_both_versions() {
    let mut rows = 0;
    for row in lines(include_str!("straws.txt")) {
        let columns: Vec<_> = row.split('|').map(parse_hex).collect();
        let [weights, version_0, version_1, total] = &columns[..] else { panic!("{row}") };
        let items: Vec<_> = (0..weights.len() as i32).collect();
        for (version, expected) in [(0, version_0), (1, version_1), (7, version_1), (255, version_1)] {
            let map = Map::with_straw_version(version);
            let bucket = map.make(STRAW, &items, weights);
            assert_eq!(&bucket.straws(), expected, "version {version}: {row}");
            assert_eq!(vec![bucket.header().weight], *total, "{row}");
        }
        rows += 1;
    }
    assert_eq!(rows, 23);
}

#[test]
fn straws_do_not_depend_on_how_the_bucket_came_about() {
    for row in lines(include_str!("straws.txt")) {
        let weights = parse_hex(row.split('|').next().unwrap_or_default());
        let map = Map::new();
        let items: Vec<_> = (0..weights.len() as i32).collect();
        let bucket = map.make(STRAW, &items, &vec![1; items.len()]);
        for (&item, &weight) in items.iter().zip(&weights) {
            bucket.adjust(item, weight);
        }
        assert_eq!(bucket.straws(), map.make(STRAW, &items, &weights).straws(), "{row}");
        map.set(|raw| raw.straw_calc_version = 1);
        // SAFETY: map and bucket are alive.
        assert_eq!(unsafe { crush_calc_straw(map.raw, bucket.raw().cast()) }, 0);
        assert_eq!(bucket.straws(), map.make(STRAW, &items, &weights).straws(), "{row}");
    }
}

/// Does what a recorded line says and returns the line with the answer in it.
fn replay(bucket: &Bucket<'_>, call: &str) -> String {
    let words: Vec<_> = call.split([' ', '>']).collect();
    let number = |word: &str| word.trim_end_matches('-').parse::<i32>().expect("a number");
    let weight = |word: &str| parse_hex(word)[0];
    let result = match words[..] {
        ["adjust", item, new] => bucket.adjust(number(item), weight(new)),
        ["remove", item] => bucket.remove(number(item)),
        ["add", item, new] => bucket.add(number(item), weight(new)),
        // In the trees every new item has its number as weight.
        ["add", item] => bucket.add(number(item), weight(item) << 16),
        _ => panic!("unknown call {call}"),
    };
    format!("{call}: r={result} {}", bucket.show())
}

#[test]
fn edit_sequences() {
    let mut sections = 0;
    let mut lines = lines(include_str!("edits.txt")).peekable();
    while let Some(head) = lines.next() {
        let words: Vec<_> = head.split([' ', 'v']).collect();
        let ["alg", alg, "", version] = words[..] else { panic!("{head}") };
        let map = Map::with_straw_version(version.parse().unwrap());
        let weights = [0x1_0000, 0x2_0000, 0x8000, 0x3_0000];
        let bucket = map.make(alg.parse().unwrap(), &[10, 11, 12, 13], &weights);
        assert_eq!(lines.next(), Some(format!("make: {}", bucket.show()).as_str()), "{head}");
        let mut edits = 0;
        while let Some(line) = lines.next_if(|line| !line.starts_with("alg")) {
            let (call, answer) = line.split_once(':').expect("an answer");
            let replayed = replay(&bucket, call);
            // The last tree was recorded without its content.
            let recorded = if answer.trim() == "r=0" { &replayed[..line.len()] } else { &replayed };
            assert_eq!(recorded, line, "{head}");
            edits += 1;
        }
        assert!(edits >= 6, "{head}");
        sections += 1;
    }
    assert_eq!(sections, 6);
}

#[test]
fn trees() {
    let map = Map::new();
    let make = |count: i32| {
        let items: Vec<_> = (1..=count).collect();
        map.make(TREE, &items, &items.iter().map(|&item| item as u32 * 0x1_0000).collect::<Vec<_>>())
    };
    let edited = make(5);
    let mut count = 0;
    for line in lines(include_str!("trees.txt")) {
        let (call, answer) = line.split_once(": ").expect("an answer");
        let replayed = match call.split_once(' ') {
            Some(("make", items)) => format!("{call}: {}", make(items.parse().unwrap()).show()),
            None => replay(&edited, "add 6").replacen("add 6", "5+add", 1),
            _ => replay(&edited, call),
        };
        assert_eq!(replayed, format!("{call}: {answer}"));
        count += 1;
    }
    assert_eq!(count, 16);
}

#[test]
fn a_tree_grows_from_nothing() {
    let map = Map::new();
    let tree = map.make(TREE, &[], &[]);
    assert_eq!((tree.header().size, tree.nodes()), (0, vec![]));
    assert_eq!(replay(&tree, "add 1"), "add 1: r=0 size 1 weight 10000 items 1; num_nodes 2; node 0 10000");
    assert_eq!(
        replay(&tree, "add 2"),
        "add 2: r=0 size 2 weight 30000 items 1 2; num_nodes 4; node 0 10000 30000 20000"
    );
}

#[test]
fn a_tree_that_grew_equals_one_made_at_once() {
    let map = Map::new();
    let grown = map.make(TREE, &[], &[]);
    let (mut items, mut weights) = (vec![], vec![]);
    for item in 0..64 {
        items.push(item);
        weights.push((item as u32).wrapping_mul(0x2545_f491) >> 7);
        assert_eq!(grown.add(item, weights[item as usize]), 0);
        let made = map.make(TREE, &items, &weights);
        assert_eq!(grown.show(), made.show());
        assert_eq!(grown.item_weights(), weights);
    }
}

#[test]
fn reweighting() {
    let text: Vec<_> = lines(include_str!("reweights.txt")).collect();
    for pair in text.chunks(2) {
        let [before, after] = pair else { panic!("{pair:?}") };
        let (alg, before) =
            before.strip_prefix("alg ").and_then(|line| line.split_once(" before: ")).unwrap();
        let map = Map::with_straw_version(1);
        map.add(-2, STRAW2, &[0, 1], &[0x1_0000, 0x2_8000]);
        map.add(-3, LIST, &[2, 3, 4], &[0x8000; 3]);
        let parent = map.add(-1, alg.parse().unwrap(), &[-2, -3, 9], &[0x5000; 3]);
        assert_eq!(parent.show(), before);
        let result = parent.reweight();
        assert_eq!(&format!("after r={result}: {}", parent.show()), after);
    }
    assert_eq!(text.len(), 10);
}

#[test]
fn further_facts_about_buckets() {
    let map = Map::new();
    let last_item = |alg, state: &str, result| {
        let bucket = map.make(alg, &[3], &[0x1_0000]);
        assert_eq!(bucket.remove(3), result, "algorithm {alg}");
        assert_eq!(bucket.show(), state);
        bucket
    };
    last_item(UNIFORM, "size 0 weight 0 items ; item_weight 10000", ENOMEM);
    last_item(LIST, "size 0 weight 0 items ; w ; sum ", ENOMEM);
    last_item(TREE, "size 1 weight 0 items 0; num_nodes 2; node 0 0", ENOMEM);
    let straw = last_item(STRAW, "size 0 weight 0 items ; w ; straws ", 0);
    assert_eq!(straw.add(4, 0x1_0000), 0);
    assert_eq!(straw.show(), "size 1 weight 10000 items 4; w 10000; straws 10000");
    last_item(STRAW2, "size 0 weight 0 items ; w ", 0);

    assert!(map.try_make(UNIFORM, &[1, 2], &[0]).is_none());
    assert_eq!(map.make(UNIFORM, &[], &[5]).show(), "size 0 weight 0 items ; item_weight 0");
    assert!(map.try_make(LIST, &[1, 2], &[0xffff_ffff, 1]).is_none());
    assert!(map.try_make(TREE, &[1, 2], &[0xffff_ffff, 1]).is_none());
    assert!(map.try_make(9, &[1], &[1]).is_none());
}
