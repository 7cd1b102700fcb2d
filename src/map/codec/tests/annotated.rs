//! The example that spec 04 section 6 takes apart byte by byte.

use super::decode;
use crate::builder::StoredWeights;
use crate::map::Release;

const BYTES: &str = "
    00000100 08000000 01000000 02000000
    05000000 ffffffff 0100 05 00 00800300 02000000 00000000 01000000 00800100 00000200
    05000000 feffffff 0100 05 00 00800100 01000000 00000000 00800100
    00000000 00000000 00000000 00000000 00000000 00000000
    01000000 03000000 00 01 01 64
    01000000feffffff00000000 020000000000000000000000 040000000000000000000000
    02000000 00000000 03000000 6f7364 01000000 04000000 686f7374
    04000000 feffffff 05000000 687e737364 ffffffff 01000000 68
    00000000 05000000 6f73642e30 01000000 05000000 6f73642e31
    01000000 00000000 01000000 72
    02000000 05000000 13000000 00000000 00 00 16000000 00
    02000000 feffffff00000000 0000000000000000
    01000000 00000000 03000000 737364
    01000000 ffffffff 01000000 00000000feffffff
    01000000 0400000000000000 01000000 00000000 01000000 02000000 00000100 00000300
    02000000 08000000 09000000
    64000000 64000000";

fn bytes() -> Vec<u8> {
    let digits: String = BYTES.split_whitespace().collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn every_field_is_where_it_should_be() {
    let bytes = bytes();
    assert_eq!(bytes.len(), 378);
    let map = decode(&bytes).unwrap();
    assert_eq!((map.max_buckets(), map.max_rules(), map.max_devices()), (8, 1, 2));
    let top = map.bucket(-1).unwrap();
    assert_eq!((top.weight, top.items, top.r#type), (0x3_8000, &[0, 1][..], 1));
    assert_eq!(top.weights, StoredWeights::Straw2 { item_weights: &[0x1_8000, 0x2_0000] });
    assert_eq!(
        (map.types().id("host"), map.names().id("h~ssd"), map.rule_names().id("r")),
        (Some(1), Some(-2), Some(0))
    );
    assert!(map.is_shadow(-2) && !map.is_shadow(-1));
    let classes = map.classes();
    assert_eq!((classes.of(0), classes.of(1), classes.shadow(-1, 0)), (Some(0), None, Some(-2)));
    let args = &map.choose_args()[&4].0[&0];
    assert_eq!((&args.weight_set[..], &args.ids[..]), (&[vec![0x1_0000, 0x3_0000]][..], &[8, 9][..]));
    assert_eq!((map.choose_args_for(4).is_some(), map.choose_args_for(5).is_some()), (true, false));
    assert_eq!(map.tunables().choose_total_tries, 19);
    assert_eq!(map.encode(Release::Tentacle).unwrap(), bytes);
}
