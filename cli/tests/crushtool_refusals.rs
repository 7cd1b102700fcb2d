//! What is refused, where the original crashes, loops or writes a broken map; and what is written whole or not at all.

mod tool;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use tempfile::TempDir;
use tool::Tool;

const SITE: &str = "device 0 osd.0\ndevice 1 osd.1\ntype 0 osd\ntype 1 host\ntype 2 root\n\
    host a {\nid -2\nalg straw2\nhash 0\nitem osd.0 weight 1\n}\nhost b {\nid -3\nalg straw2\nhash 0\nitem osd.1 weight 1\n}\n\
    root default {\nid -1\nalg straw2\nhash 0\nitem a weight 1\nitem b weight 1\n}\n\
    rule copies {\nid 0\ntype replicated\nstep take default\nstep chooseleaf firstn 0 type host\nstep emit\n}\n";

fn ours() -> Tool {
    Tool::ours("tentacle")
}

fn site() -> BTreeMap<String, Vec<u8>> {
    let text = BTreeMap::from([("map.txt".to_owned(), SITE.as_bytes().to_vec())]);
    ours().run(&text, &["-c", "map.txt", "-o", "map"]).files
}

/// The message of a run that fails with a status and writes nothing. The word `NONE` stands for an empty one.
fn refusal(arguments: &str, status: i32) -> String {
    refusal_on(&site(), arguments, status)
}

fn refusal_on(inputs: &BTreeMap<String, Vec<u8>>, arguments: &str, status: i32) -> String {
    let words: Vec<_> = arguments.split(' ').map(|word| if word == "NONE" { "" } else { word }).collect();
    let outcome = ours().run(inputs, &words);
    assert_eq!((outcome.status, outcome.files.len()), (status, 0), "{arguments}: {outcome:?}");
    outcome.stderr
}

#[test]
fn endless_loops() {
    assert_eq!(refusal("--build --num_osds 3 root straw2 -1 -o x", 1), "size -1 of layer root is negative\n");
    assert_eq!(
        refusal("-i map --test --show-statistics --num-rep 2147483647", 1),
        "num_rep 2147483647 is more than the 1048576 that are tested\n"
    );
}

#[test]
fn crashes() {
    const REPLICAS: &str = "must specify --num-rep or both --min-rep and --max-rep\n";
    assert_eq!(refusal("-i map --test --show-statistics --max-rep 3", 1), REPLICAS);
    assert_eq!(refusal("-i map --compare map", 1), REPLICAS);
    assert!(refusal("--build --num_osds 3 ho~st straw2 0 -o x", 1).contains("'ho~st' is not a name"));
    assert_eq!(refusal("-i map --add-item 2 inf osd.2 --loc host a -o x", 181).lines().count(), 1);
}

/// The original aborts.
#[test]
fn items_that_a_bucket_cannot_take() {
    let uniform = SITE.replacen("alg straw2", "alg uniform", 1);
    let text = BTreeMap::from([("map.txt".to_owned(), uniform.into_bytes())]);
    let site = ours().run(&text, &["-c", "map.txt", "-o", "map"]).files;
    let said = refusal_on(&site, "-i map --add-item 7 1 osd.7 --loc host a -o x", 1);
    let advice = "invalid argument: edit the text of the map to add to a uniform bucket\n";
    assert!(said.starts_with("crushtool bucket -") && said.ends_with(advice), "{said}");
}

/// Host a holds the root that holds it. The original ends by a signal, but for `--reweight`.
#[test]
fn edits_below_a_bucket_that_is_below_itself() {
    let mut site = site();
    let map = site.get_mut("map").unwrap();
    let items = [0_i32.to_le_bytes(), 0x1_0000_i32.to_le_bytes()].concat();
    let at = map.windows(8).position(|window| window == items).unwrap();
    map[at..at + 4].copy_from_slice(&(-1_i32).to_le_bytes());
    for edit in [
        "--add-item 5 1 osd.5 --loc host a",
        "--update-item 1 3 osd.1 --loc host a",
        "--reweight-item osd.1 2",
        "--remove-item osd.1",
        "--move osd.1 --loc host a",
        "--add-bucket c host --loc root default",
        "--reweight",
    ] {
        let said = refusal_on(&site, &format!("-i map {edit} -o x"), 1);
        assert!(said.ends_with("is below itself: repair the map first\n"), "{edit}: {said}");
    }
}

/// Where the original divides by zero or corrupts its memory there is an answer.
#[test]
fn answers_in_place_of_crashes() {
    let print = |options: &str| {
        let arguments = format!("-i map --test --show-mappings --x 1 {options}");
        let outcome = ours().run(&site(), &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{options}");
        outcome.stdout
    };
    assert_eq!(print("--num-rep 0"), "CRUSH rule 0 x 1 []\n");
    // Both hosts have one device, and of the two all are marked down or none.
    assert_eq!(print("--num-rep 2 --mark-down-ratio 1"), "");
    assert_eq!(print("--num-rep 2 --mark-down-ratio 0.9"), print("--num-rep 2"));
}

#[test]
fn failure_domains_that_the_environment_makes_up() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crushtool"));
    command.args(["--build", "--num_osds", "3", "root", "straw2", "0", "--dump"]);
    let output = command.env("CEPH_ARGS", "--osd-crush-chooseleaf-type 7").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stderr, b"osd_crush_chooseleaf_type is 7, and the map has no such type\n");
}

#[test]
fn more_is_said_on_request() {
    let plain = refusal("-i map --move a --loc root a", 234);
    assert_eq!(plain, "");
    let explained = refusal("-i map --explain --move a --loc root a", 234);
    assert!(explained.contains('a') && explained.ends_with('\n'), "{explained}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let map = site();
    let run = |threads: &str| {
        let options = "-i map --test --num-rep 2 --show-mappings --show-utilization --show-choose-tries --max-x 40000 --min-x 0";
        let mut arguments: Vec<_> = options.split(' ').collect();
        arguments.extend(["--threads", threads]);
        ours().run(&map, &arguments)
    };
    let one = run("1");
    assert_eq!(one.stdout.lines().filter(|line| line.starts_with("CRUSH")).count(), 40001);
    assert_eq!(one, run("3"));
}

#[test]
fn weights_come_back_with_all_decimals() {
    let odd = SITE.replace("item osd.0 weight 1\n", "item osd.0 weight 0.00002\n");
    let text = BTreeMap::from([("map.txt".to_owned(), odd.into_bytes())]);
    let map = ours().run(&text, &["-c", "map.txt", "-o", "map"]).files;
    let exact = ours().run(&map, &["-d", "map", "--exact-weights", "-o", "again.txt"]).files;
    assert_eq!(ours().run(&exact, &["-c", "again.txt", "-o", "map"]).files, map);
}

/// Runs in a directory of its own with the map in it.
fn in_directory(arguments: &[&str], prepare: impl FnOnce(&std::path::Path)) -> (TempDir, i32) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("map"), &site()["map"]).unwrap();
    prepare(directory.path());
    let status = Command::new(env!("CARGO_BIN_EXE_crushtool"))
        .args(arguments)
        .current_dir(directory.path())
        .output()
        .unwrap()
        .status;
    (directory, status.code().unwrap())
}

#[test]
fn files_keep_their_mode_and_links_their_target() {
    let write = ["-i", "map", "--reweight", "-o", "link"];
    let (directory, status) = in_directory(&write, |directory| {
        let target = directory.join("target");
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("target", directory.join("link")).unwrap();
    });
    let target = directory.path().join("target");
    assert_eq!(status, 0);
    assert!(directory.path().join("link").is_symlink() && fs::read(&target).unwrap().len() > 100);
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    // Nothing else is left behind: the map, the link and its target.
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
}

#[test]
fn failures_leave_files_alone() {
    let fail = ["-i", "map", "--reweight", "--remove-item", "nope", "-o", "map"];
    let (directory, status) = in_directory(&fail, |_| {});
    assert_eq!(
        (status, fs::read(directory.path().join("map")).unwrap()),
        (254, site().remove("map").unwrap())
    );
    let (directory, status) = in_directory(&["-i", "map", "--reweight", "-o", "there"], |directory| {
        fs::create_dir(directory.join("there")).unwrap();
    });
    assert_eq!((status, fs::read_dir(directory.path()).unwrap().count()), (1, 2));
}

#[test]
fn devices_are_written_in_place() {
    let (_directory, status) = in_directory(&["-i", "map", "--reweight", "-o", "/dev/null"], |_| {});
    assert_eq!(status, 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// The original writes a map that it cannot read, or that has a name twice.
#[test]
fn maps_that_could_not_be_read() {
    let unnamed = refusal("-i map --create-simple-rule NONE default host firstn -o x", 1);
    assert!(unnamed.contains("empty name"), "{unnamed}");
    let twice = refusal("-i map --update-item 0 1 osd.1 --loc host a -o x", 239);
    assert_eq!(twice, "crushtool (17) File exists\n");
    let no_device = refusal("-i map --add-item 2147483647 1 osd.9 --loc host a -o x", 234);
    assert_eq!(no_device, "crushtool (22) Invalid argument\n");
}

/// The original takes a directory for an empty text, and forgets errors of writing texts.
#[test]
fn what_cannot_be_read_or_written() {
    assert_eq!(refusal("-c . -o x", 254), "input file . not found\n");
    assert_eq!(refusal("-d map -o /dev/full", 1), "crushtool: error writing '/dev/full'\n");
}

/// Every run that prints, with nobody to read it or no room for it: no panic, and no success.
#[test]
fn output_that_cannot_be_written() {
    let (full, _) = in_directory(&["--tree"], |_| {});
    let runs = [
        "--tree",
        "--dump",
        "--check 1",
        "--show-location 1",
        "--bucket-tree -b a",
        "--remove-item osd.0",
        "--reclassify --set-subtree-class default hdd --reclassify-root default hdd",
        "--create-replicated-rule x default host",
        "--test --show-mappings --num-rep 2",
        "--test --show-utilization-all --num-rep 2",
        "--compare map --num-rep 2",
        "--compare map --num-rep 2 --rule 7 --test --show-statistics",
        "--help",
    ];
    for run in runs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crushtool"));
        command.args(["-i", "map"]).args(run.split(' ')).current_dir(full.path());
        let room = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdout(room).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{run}: {output:?}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command.stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{run}: {output:?}");
    }
}

/// What is wrong is told by the status, also when stderr takes nothing.
#[test]
fn messages_that_cannot_be_written() {
    let runs = [
        ("-i map --test", 1),
        ("-i map --bucket-tree", 0),
        ("-v -v -v -v -c map.txt", 0),
        ("--build --num_osds 4 host straw2 2", 0),
        ("-i map --test --num-rep 2 --show-utilization-all", 0),
        ("-i nope --tree", 1),
    ];
    let (full, _) =
        in_directory(&["--tree"], |directory| fs::write(directory.join("map.txt"), SITE).unwrap());
    for (run, status) in runs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crushtool"));
        let room = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        command.args(run.split(' ')).current_dir(full.path()).stderr(room);
        assert_eq!(command.output().unwrap().status.code(), Some(status), "{run}");
    }
}
