//! Files that end early, as old releases wrote them.

use super::decode;
use super::sample::File;
use crate::builder::MapTunables;
use crate::map::Release;
use crate::map::profile::LEGACY;

fn tunables_of(len: usize) -> MapTunables {
    let mut file = File::small();
    file.tunables.truncate(len);
    (file.classes, file.choose_args, file.rest) = (Vec::new(), Vec::new(), Vec::new());
    decode(&file.bytes()).unwrap().tunables()
}

#[test]
fn absent_tunables_are_those_of_argonaut() {
    assert_eq!(tunables_of(0), LEGACY);
    let tries = MapTunables {
        choose_local_tries: 0,
        choose_local_fallback_tries: 0,
        choose_total_tries: 50,
        ..LEGACY
    };
    assert_eq!(tunables_of(12), tries);
    let bobtail = MapTunables { chooseleaf_descend_once: 1, ..tries };
    assert_eq!(tunables_of(16), bobtail);
    let firefly = MapTunables { chooseleaf_vary_r: 1, ..bobtail };
    assert_eq!(tunables_of(17), firefly);
    let straws = MapTunables { straw_calc_version: 1, ..firefly };
    assert_eq!(tunables_of(18), straws);
    let hammer = MapTunables { allowed_bucket_algs: 54, ..straws };
    assert_eq!(tunables_of(22), hammer);
    assert_eq!(tunables_of(23), MapTunables { chooseleaf_stable: 1, ..hammer });
}

#[test]
fn bytes_behind_the_last_field_are_ignored() {
    let bytes = File::small().bytes();
    let longer = [&bytes[..], b"more"].concat();
    assert_eq!(decode(&longer).unwrap(), decode(&bytes).unwrap());
}

#[test]
fn releases_without_msr_tunables_ignore_them() {
    let mut file = File::small();
    file.rest = vec![7; 3];
    assert!(decode(&file.bytes()).is_err());
    let map = crate::map::Map::decode_as(&file.bytes(), Release::Reef).unwrap();
    assert_eq!(map.tunables().msr_descents, LEGACY.msr_descents);
}
