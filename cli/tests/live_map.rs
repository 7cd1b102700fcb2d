//! A real cluster's map, mapped by both tools.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::process::{Command, Output};

fn run(program: &Path, map: &Path, arguments: &str) -> Output {
    let mut command = Command::new(program);
    command.arg("-i").arg(map).arg("--test").args(arguments.split(' '));
    command.output().unwrap()
}

#[test]
fn mappings_equal_those_of_the_genuine_tool() {
    let Some(data) = support::test_data() else { return };
    let Some(genuine) = support::oracle("tentacle", "crushtool") else { return };
    let map = data.join("maps/live/crush.bin");
    let cases = [
        "--show-mappings --num-rep 3 --min-x 0 --max-x 200",
        "--show-mappings --num-rep=3 --pool-id 2 --min-x 5 --max-x 300",
        "--show_mappings --num_rep 2 --weight 1 0.3 --weight 2 0 --weight 99 1 --x 77",
        "--show-mappings --min-rep 0 --max-rep 5 --show-bad-mappings --show-statistics --min-x 7 --max-x 19",
        "--show-mappings --rule 3 --num-rep 3 --max-x 2300 --min-x 2000",
        "--show-mappings --min-rule 1 --num-rep 3 --min-x 0 --max-x 100",
        "--show-mappings",
        "--num-rep 3 --show-mappings --x 1e2",
        "--num-rep 3 --pool-id",
        "--num-rep 3 --show-statistics --rule 9",
    ];
    for case in cases {
        let expected = run(&genuine, &map, case);
        let actual = run(Path::new(env!("CARGO_BIN_EXE_crushtool")), &map, case);
        assert_eq!(actual.status.code(), expected.status.code(), "{case}");
        assert!(actual.stdout == expected.stdout && actual.stderr == expected.stderr, "{case}: {actual:?}");
    }
}
