//! What a file claims takes no memory that the file itself does not.

use analysis::change::Change;
use analysis::cluster::Cluster;
use analysis::diff::{Diff, Options};
use crush::map::{Layer, Map, SimpleRule};
use crush::osdmap::{NewPool, OsdMap};

#[test]
fn a_cluster_that_claims_to_have_as_many_devices_as_there_are_numbers() {
    let layer = |name: &str, size| Layer {
        name: name.into(),
        algorithm: crush::builder::BucketAlgorithm::Straw2,
        size,
    };
    let mut crush = Map::build(12, &[layer("host", 3), layer("root", 0)]).unwrap();
    crush.add_simple_rule(&SimpleRule::replicated("copies", "root", "host")).unwrap();
    let mut map = OsdMap::all_in(crush).unwrap();
    map.add_pool(1, "pool", NewPool { pg_num: 64, pgp_num: 64, ..NewPool::default() }.build());
    map.max_osd = i32::MAX;
    let before = Cluster::whole(map);
    let mut after = before.try_clone().unwrap();
    after.apply(&[Change::parse("add", "osd.12=1:host=host0,root=root").unwrap()]).unwrap();
    assert_eq!(after.map.osd_state.len(), 13);
    let diff = Diff::between(&before, &after, &Options::default()).unwrap();
    assert!(diff.total.moved > 0 && diff.devices().len() < 20);
}
