//! Texts that would take far more time or memory than their length.

use crush::map::{CompileFault, Map};

/// What a text is refused for.
fn fault(text: &str) -> CompileFault {
    Map::compile(text.as_bytes()).expect_err("a text that asks for too much").fault
}

/// Buckets of one name, each of which would be put behind each of another name, or looked for in all their items.
#[test]
fn buckets_of_one_name() {
    const BUCKETS: usize = 2950;
    let head = "device 0 a type 0 osd type 1 t ";
    let (x, y) = ("t x{alg list item y}", "t y{alg list}");
    let forward = [head, &x.repeat(BUCKETS), &y.repeat(BUCKETS)].concat();
    let wide: String = (0..BUCKETS).map(|n| format!("t x{{alg list item i{n} item j{n}}}")).collect();
    for text in [forward, [head, &wide].concat()] {
        assert!(matches!(fault(&text), CompileFault::TooLarge(_)), "{:?}", fault(&text));
    }
    // Behind what they contain there is nothing to put.
    let backward = [head, &y.repeat(BUCKETS), &x.repeat(BUCKETS)].concat();
    assert_eq!(fault(&backward), CompileFault::NameTwice("y".into()));
}

/// Types that have one name after the other, among many that share one.
#[test]
fn names_that_are_given_again_and_again() {
    let mut text = String::from("device 0 a ");
    (0..8_000).for_each(|id| text += &format!("type {id} n{} ", id.max(1)));
    for round in 0..8_000 {
        text += if round % 2 == 0 { "type 99999 n1 " } else { "type 99999 z " };
    }
    let map = Map::compile(text.as_bytes()).unwrap();
    assert_eq!((map.types().id("n1"), map.types().id("z")), (Some(1), Some(99_999)));
}

/// Each class has a shadow of every bucket: texts whose shadows would take many times their length.
#[test]
fn shadows_of_many_classes() {
    let devices: String = (0..2_000).map(|id| format!("device {id} d{id} class c{id} ")).collect();
    let rule = "rule r { id 0 type replicated step take d0 step emit }";
    let with = |buckets: &str| [&devices, "type 0 osd type 1 t ", buckets, rule].concat();
    let linked = format!("t b{{alg list}} t r{{alg list {}}}", "item b weight 0 ".repeat(60_000));
    let long_name = format!("t {}{{alg list item d0}}", "b".repeat(1 << 20));
    for buckets in [linked, long_name] {
        assert!(matches!(fault(&with(&buckets)), CompileFault::TooLarge(_)));
    }
}

/// Buckets without an id, for each of which a free one is looked for.
#[test]
fn buckets_without_ids() {
    let buckets: String = (0..50_000).map(|n| format!("t b{n}{{alg list}}")).collect();
    let map = Map::compile(["type 0 osd type 1 t ", &buckets].concat().as_bytes()).unwrap();
    assert_eq!(map.names().id("b49999"), Some(-50_000));
}

/// A straw bucket of more items than a bucket has, whose straws would take hours.
#[test]
fn a_bucket_of_too_many_items() {
    let items: String = (0..70_000).map(|n| format!("item d weight 1.{n:05} ")).collect();
    let text = format!("device 0 d type 0 osd type 1 t t b{{alg straw {items}}}");
    assert!(matches!(fault(&text), CompileFault::TooLarge(_)));
}

/// A shadow whose id needs more slots than maps have: to leave its tree out would be another map than the text says.
#[test]
fn a_shadow_with_an_id_out_of_reach() {
    let with = |id: &str| {
        format!(
            "device 0 d class x type 0 osd type 1 t t b {{ id -1 id {id} class x alg list item d }} \
             rule r {{ id 0 type replicated step take d step emit }}"
        )
    };
    for id in ["-1048577", "-2147483648"] {
        assert!(matches!(fault(&with(id)), CompileFault::TooLarge(_)));
    }
    assert_eq!(Map::compile(with("-1048576").as_bytes()).unwrap().names().id("b~x"), Some(-1_048_576));
}
