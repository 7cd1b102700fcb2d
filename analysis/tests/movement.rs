//! What a comparison counts, against a plain count over rows from the plain mapper, for random maps and changes.

use analysis::NONE;
use analysis::change::Change;
use analysis::cluster::Cluster;
use analysis::diff::{Confidence, Counting, Diff, Options, Sample};
use crush::builder::BucketAlgorithm;
use crush::map::{Layer, Map, SimpleRule};

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

const INPUTS: u32 = 150;

/// Hosts of some devices in racks, and two rules: 0 copies, 1 shards.
fn cluster(random: &mut Random) -> Cluster {
    let algorithm = random.of(&[BucketAlgorithm::Straw2, BucketAlgorithm::Straw, BucketAlgorithm::List]);
    let layer = |name: &str, size| Layer { name: name.into(), algorithm, size };
    let devices = 12 + random.below(30) as usize;
    let mut map = Map::build(devices, &[layer("host", 3), layer("rack", 2), layer("root", 0)]).unwrap();
    let domain = random.of(&["host", "host", "osd"]);
    map.add_simple_rule(&SimpleRule::replicated("copies", "root", domain)).unwrap();
    map.add_simple_rule(&SimpleRule::erasure("shards", "root", domain)).unwrap();
    let mut cluster = Cluster::bare(map).unwrap();
    for device in 0..devices {
        let weight = random.of(&["0.5", "1", "2", "4"]);
        cluster.apply(&[Change::parse("weight", &format!("osd.{device}={weight}")).unwrap()]).unwrap();
    }
    cluster
}

fn change(random: &mut Random) -> Change {
    let device = random.below(12);
    let (option, value) = match random.below(9) {
        0 => ("weight", format!("osd.{device}=3")),
        1 => ("out", format!("host{}", device / 3)),
        2 => ("reweight", format!("osd.{device}=0.3")),
        3 => ("tunables", "firefly".to_owned()),
        4 => ("add", "osd.77=2:host=new,root=root".to_owned()),
        5 => ("remove", format!("osd.{device}")),
        6 => ("move", format!("osd.{device}:host=other,rack=rack0,root=root")),
        7 => ("rule-domain", "copies=osd".to_owned()),
        _ => ("straw2", String::new()),
    };
    Change::parse(option, &value).unwrap()
}

/// Rows of a rule by the mapper that knows no tricks.
fn rows(cluster: &Cluster, rule: u32, size: usize) -> Vec<Vec<i32>> {
    let mut mapper = cluster.crush().mapper(0).unwrap();
    let row = |x| {
        let mut row = vec![NONE; size];
        let len = mapper.place(rule, x, cluster.map.weights(), &mut row).unwrap();
        row[len..].fill(NONE);
        row
    };
    (0..INPUTS).map(row).collect()
}

fn both(seed: u64) -> (Cluster, Cluster) {
    let mut after = cluster(&mut Random(seed));
    let mut random = Random(seed ^ 0xabcd);
    for _ in 0..=random.below(3) {
        // A change after another may be impossible: the device is gone.
        let _ = after.apply(&[change(&mut random)]);
    }
    (cluster(&mut Random(seed)), after)
}

#[test]
fn counts_are_those_of_a_plain_count() {
    for seed in 0..12 {
        let (before, after) = both(seed);
        let options = Options { size: 4, inputs: INPUTS, ..Options::default() };
        let diff = Diff::between(&before, &after, &options).unwrap();
        for (rule, found) in (0..).zip(&diff.subjects) {
            let (was, is) = (rows(&before, rule, 4), rows(&after, rule, 4));
            let rows = || was.iter().zip(&is);
            let arrivals = |(was, is): (&Vec<i32>, &Vec<i32>)| {
                is.iter().filter(|&&osd| osd != NONE && !was.contains(&osd)).count() as u64
            };
            let shifted = |(was, is): (&Vec<i32>, &Vec<i32>)| {
                was.iter().zip(is).filter(|(was, is)| was != is && **is != NONE).count() as u64
            };
            let holes = |rows: &[Vec<i32>]| rows.iter().flatten().filter(|&&osd| osd == NONE).count() as u64;
            assert_eq!(found.changed, rows().filter(|(was, is)| was != is).count() as u64, "seed {seed}");
            assert_eq!(found.moved_as_sets, rows().map(arrivals).sum::<u64>(), "seed {seed}");
            assert_eq!(found.moved_by_position, rows().map(shifted).sum::<u64>(), "seed {seed}");
            assert_eq!((found.holes.places_before, found.holes.places_after), (holes(&was), holes(&is)));
            assert_eq!(found.counting, [Counting::Sets, Counting::Positions][rule as usize]);
        }
    }
}

#[test]
fn the_matrix_sums_to_what_moves_and_counts_agree() {
    for seed in 100..112 {
        let (before, after) = both(seed);
        let options = Options { size: 3, inputs: INPUTS, ..Options::default() };
        let diff = Diff::between(&before, &after, &options).unwrap();
        let host = u16::try_from(before.crush().types().id("host").unwrap()).unwrap();
        for moves in
            [diff.moves(), diff.moves_by_type(&before, &after, host), diff.moves_by_type(&before, &after, 0)]
        {
            let arrived: u64 = moves.iter().filter(|&&(_, to, _)| to != NONE).map(|&(.., count)| count).sum();
            assert_eq!(arrived, diff.total.moved, "seed {seed}");
        }
        for found in &diff.subjects {
            for device in &found.devices {
                assert_eq!(device.before + device.gained, device.after + device.lost, "seed {seed}");
            }
            let gained: u64 = found.devices.iter().map(|device| device.gained).sum();
            assert_eq!(gained, found.moved, "seed {seed}");
            assert!(found.moved >= found.minima.counts, "seed {seed}");
            assert!(found.primaries >= found.primaries_alone && found.changed >= found.sets_changed);
        }
    }
}

#[test]
fn nothing_changes_where_nothing_is_changed() {
    let (before, after) = (cluster(&mut Random(1)), cluster(&mut Random(1)));
    let diff = Diff::between(&before, &after, &Options { inputs: INPUTS, ..Options::default() }).unwrap();
    assert!(diff.moves().is_empty());
    assert_eq!((diff.total.changed, diff.total.moved, diff.total.primaries), (0, 0, 0));
    assert_eq!((diff.total.minima.counts, diff.total.minima.targets), (0, 0.0));
}

#[test]
fn samples_say_what_the_whole_is() {
    let (before, mut after) = (cluster(&mut Random(7)), cluster(&mut Random(7)));
    after.apply(&[Change::parse("out", "osd.3").unwrap()]).unwrap();
    let whole = Options { only: vec![0], inputs: 2000, ..Options::default() };
    let exact = Diff::between(&before, &after, &whole).unwrap().total.moved as f64;
    let mut held = 0;
    for seed in 0..40 {
        let sample = Some(Sample { number: 300, seed, confidence: Confidence::NinetyNine });
        let sampled = Diff::between(&before, &after, &Options { sample, ..whole.clone() }).unwrap();
        assert_eq!(sampled.total.compared, 300);
        let [least, most] = sampled.subjects[0].estimate.unwrap().moved;
        held += u32::from(least <= exact && exact <= most);
    }
    assert!(held >= 37, "{held} of 40 intervals of 99%");
}

#[test]
fn crowded_hosts_are_found_until_replicas_have_moved() {
    let (before, mut after) = (cluster(&mut Random(3)), cluster(&mut Random(3)));
    // Both clusters have a rule that keeps copies apart; two hosts become one.
    let domain = Change::parse("rule-domain", "copies=host").unwrap();
    let mut before = before;
    before.apply(std::slice::from_ref(&domain)).unwrap();
    after.apply(&[domain]).unwrap();
    for device in 3..6 {
        let value = format!("osd.{device}:host=host0");
        after.apply(&[Change::parse("move", &value).unwrap()]).unwrap();
    }
    let part = Options { inputs: INPUTS, ..Options::default() };
    let diff = Diff::between(&before, &after, &part).unwrap();
    let host = before.crush().types().id("host").unwrap();
    let domain = diff.subjects[0].domains.iter().find(|domain| i32::from(domain.r#type) == host).unwrap();
    assert_eq!((domain.most_before, domain.most_after), (Some(1), Some(1)));
    assert_eq!((domain.crowded.before, domain.crowded.after), (0, 0));
    let rows = rows(&before, 0, 3);
    assert!(domain.crowded.until_moved > 0);
    let shared = |row: &Vec<i32>| row.iter().filter(|osd| (0..6).contains(*osd)).count() > 1;
    assert_eq!(domain.crowded.until_moved, rows.iter().filter(|row| shared(row)).count() as u64);
}
