//! The transcripts of `docs/placement.md` and `docs/whatif.md` are what `crush` prints.

use std::path::Path;
use std::process::Command;

#[test]
fn commands_print_what_the_documentation_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name| std::fs::read_to_string(root.join("docs").join(name)).unwrap();
    let text = ["placement.md", "whatif.md"].map(read).concat();
    let blocks = text.split("```transcript\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut commands = 0;
    for transcript in blocks.flat_map(|block| block.split("$ crush ").skip(1)) {
        let (arguments, expected) = transcript.split_once('\n').unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
        let output = command.current_dir(&root).args(arguments.split(' ')).output().unwrap();
        assert!(output.status.success(), "{arguments}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{arguments}");
        commands += 1;
    }
    assert_eq!(commands, 8);
}
