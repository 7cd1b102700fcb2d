//! Texts that are no maps, each with the message of the genuine tool: ours always, and the genuine tool where it is.

mod support;

use crush::map::{CompileFault, CompileLog, Map};
use std::process::Command;

/// Declarations that most texts begin with, on one line.
const HEAD: &str = "device 0 a device 1 b type 0 osd type 1 host type 2 root ";

/// What follows the declarations, and the message.
const CASES: [(&str, &str); 46] = [
    ("tunable x 1", "tunable x not recognized"),
    ("device 2 a", "item a defined twice"),
    ("rack r { alg straw }", "bucket type 'rack' is not defined"),
    ("host a { alg straw }", "bucket or device 'a' is already defined"),
    ("host h { alg straw } host h { alg straw }", "bucket or device 'h' is already defined"),
    ("host h { id -2 class c id -3 class c alg straw }", "duplicate device class c for bucket h"),
    ("host h { alg straw3 }", "unknown bucket alg 'straw3'\n"),
    (
        "host h { alg tree item a pos 1 item b pos 1 }",
        "item 'b' in bucket 'h' has explicit pos 1, which is occupied",
    ),
    ("host h { alg tree item c }", "item 'c' in bucket 'h' is not defined"),
    ("host h { alg list item h }", "item 'h' in bucket 'h' is not defined"),
    ("host h { alg list item a weight 100.0001 }", "device weight limited to 100"),
    (
        "host h { alg list item a } root r { alg list item h weight 65535.01 }",
        "bucket weight limited to 65535 to prevent overflow",
    ),
    (
        "host h { alg uniform item a weight 1.5 item b weight 1 }",
        "item 'b' in uniform bucket 'h' has weight 65536 but previous item(s) have weight 1.5; uniform bucket items must \
         all have identical weights.",
    ),
    ("host h { alg straw2 item a pos 2 item b }", "item 'a' in bucket 'h' has pos 2 >= size 2"),
    ("host h { alg straw2 item a pos 7 }", "item 'a' in bucket 'h' has pos 7 >= size 7"),
    (
        "host h { alg list item a } root r { alg list item h weight 65535 item h weight 65535 }",
        "oh no! our bucket weights are overflowing all over the place, better lower the item weights",
    ),
    ("host h { id -1 alg straw } host i { id -1 alg straw }", "Duplicate bucket id -1"),
    (
        "host h { alg list item i } host i { alg list item h }",
        "bucket  'h' and bucket 'i' are included each other",
    ),
    (
        "host h { alg list item h } host h { alg list item a }",
        "bucket  'h' and bucket 'h' are included each other",
    ),
    (
        "host h { alg list item i } host i { alg list item a } host h { alg list item a }",
        "item 'i' in bucket 'h' is not defined",
    ),
    (
        "root r { alg list item h item i } host h { alg list } host i { alg list }",
        "item 'h' in bucket 'r' is not defined",
    ),
    (
        "rule r { id 0 type replicated step emit } host h { alg straw }",
        "buckets must be defined before rules",
    ),
    (
        "rule r { id 0 type erasure step emit } rule r { id 1 type erasure step emit }",
        "rule name 'r' already defined\n",
    ),
    (
        "rule r { id 0 type erasure step emit } rule s { id 0 type erasure step emit }",
        "rule 0 already exists",
    ),
    ("rule r { id 4294967295 type erasure step emit }", "unable to add rule id -1 for rule 'r'"),
    ("rule r { id 0 type erasure step take c step emit }", "in rule 'r' item 'c' not defined"),
    ("rule r { id 0 type erasure step choose firstn 1 type rack }", "in rule 'r' type 'rack' not defined"),
    ("rule r { id 0 type msr_indep step choosemsr 1 type rack }", "in rule 'r' type 'rack' not defined"),
    ("device 2 c class k rule r { id 0 type erasure step take a class z }", ""),
    (
        "device 2 c class k rule r { id 0 type erasure step take a class k }",
        "in rule 'r' step take a has no class information",
    ),
    ("choose_args 1 { } choose_args 1 { }", "1 duplicated"),
    ("choose_args 1 { { bucket_id -1 } }", "-1 is out of range"),
    ("choose_args 1 { { bucket_id -0 } }", "0 is out of range"),
    ("host h { alg list } choose_args 1 { { bucket_id -2 } }", "-2 does not exist"),
    (
        "host h { alg straw2 item a } choose_args 1 { { bucket_id -1 weight_set [ [ 1 ] [ 1 2 ] ] } }",
        "-1 needs exactly 1 weights but got 2",
    ),
    (
        "host h { alg straw2 item a } choose_args 1 { { bucket_id -1 weight_set [ [ ] ] } }",
        "-1 needs exactly 1 weights but got 0",
    ),
    (
        "host h { alg straw2 item a } choose_args 1 { { bucket_id -1 ids [ 1 2 3 ] } }",
        "-1 needs exactly 1 ids but got 3",
    ),
    ("host h { alg straw weight 1 }", "text:1 error: parse error at ' {CASE}'"),
    ("rule r { id 0 type erasure }", "text:1 error: parse error at ' {CASE}'"),
    ("\n# c\nfoo", "text:2 error: parse error at '# c'"),
    ("\nfoo", "text:1 error: parse error at ' '"),
    ("host h { alg straw } # x\n\n  device 2 c # y", "text:2 error: parse error at ''"),
    ("rule r { id 0 type 1 step emit }", "text:1 error: parse error at ' {CASE}'"),
    ("rule r { id 0 type erasure step noop }", "text:1 error: parse error at ' {CASE}'"),
    ("host h { alg straw hash x }", "text:1 error: parse error at ' {CASE}'"),
    ("host h { hash 0 alg straw }", "text:1 error: parse error at ' {CASE}'"),
];

#[test]
fn every_message_is_that_of_the_genuine_tool() {
    let genuine = support::oracle("tentacle", "crushtool");
    for (case, message) in CASES {
        let text = format!("{HEAD}{case}");
        let error = Map::compile(text.as_bytes()).unwrap_err();
        let ours = String::from_utf8(error.upstream_message(b"text")).unwrap();
        if let Some(crushtool) = &genuine {
            let directory = std::env::temp_dir().join(format!("crush-errors-{}", std::process::id()));
            std::fs::create_dir_all(&directory).unwrap();
            std::fs::write(directory.join("text"), &text).unwrap();
            let output =
                Command::new(crushtool).current_dir(&directory).args(["-c", "text"]).output().unwrap();
            let _ = std::fs::remove_dir_all(&directory);
            assert_eq!(
                (ours.as_str(), output.status.code()),
                (&*String::from_utf8_lossy(&output.stderr), Some(1)),
                "{case}"
            );
        }
        let expected = message.replace("{CASE}", case);
        let end = if expected.is_empty() { "" } else { "\n" };
        assert_eq!(ours, format!("{expected}{end}"), "{case}");
    }
}

#[test]
fn what_upstream_crashes_on_or_cannot_read_again_is_refused() {
    let fault = |case: &str| Map::compile(format!("{HEAD}{case}").as_bytes()).unwrap_err().fault;
    let tree = format!("host h {{ alg tree {} }}", "item a ".repeat(65));
    assert!(matches!(fault(&tree), CompileFault::AddBucket { .. }));
    assert!(matches!(fault("host h { alg uniform item a weight 0 }"), CompileFault::AddBucket { .. }));
    let high = "rule r { id 256 type erasure step emit }";
    assert_eq!(fault(high), CompileFault::RuleNotStorable { id: 256, name: "r".to_owned() });
    assert_eq!(fault("device 4294967295 z"), CompileFault::DeviceId(-1));
    assert_eq!(fault("device 2147483647 z"), CompileFault::DeviceId(i32::MAX));
    assert_eq!(fault("host h { id -1048577 alg straw }"), CompileFault::TooLarge("bucket id"));
    assert_eq!(fault("host h { id -4294967295 alg straw }"), CompileFault::TooLarge("bucket id"));
    // A single statement makes upstream's parser abort.
    assert_eq!(Map::compile(b"device 3 d").unwrap().max_devices(), 4);
}

/// What Tentacle answered: a zero byte ends the text where it follows a token, is an error behind a blank, and is nothing in a
/// comment.
#[test]
fn zero_bytes() {
    let message = |text: &str| match Map::compile(text.as_bytes()) {
        Ok(map) => format!("{} devices", map.max_devices()),
        Err(error) => String::from_utf8(error.upstream_message(b"t")).unwrap(),
    };
    let cases = [
        ("device 1 b\ndevice 2 a\0x\n", "3 devices"),
        ("device 1 b # c\0 d\ndevice 2 a\n", "3 devices"),
        ("device 1 b\ndevice 0 a \0x\n", "t:2 error: parse error at ' \0x'\n"),
        ("device 1 b\ndevice 0 a\n\0", "t:2 error: parse error at ''\n"),
        ("device 0 a\n\n#\n\0", "t:3 error: parse error at '#'\n"),
        ("device 0 a #\n \0 # \0\ndevice 1 b", "t:1 error: parse error at ' #'\n"),
        ("device 0 a\ndevice\0 1 b\n", "t:1 error: parse error at ''\n"),
        ("\n\0device 0 a\n", "0 devices"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

/// A position of -1: the original writes in front of its memory.
#[test]
fn positions_below_zero() {
    let text = "device 0 d type 1 host host h { id -1 alg straw2 item d weight 1 pos 4294967295 }";
    let fault = Map::compile(text.as_bytes()).unwrap_err().fault;
    assert!(matches!(fault, CompileFault::PositionTooHigh { position: -1, .. }), "{fault:?}");
}

#[test]
fn places_are_exact_where_upstreams_are_not() {
    let place = |text: &str| {
        let error = Map::compile(text.as_bytes()).unwrap_err();
        (error.line, error.column, error.detail())
    };
    let (line, column, detail) =
        place("device 0 a\ntype 1 host\nhost h {\n\talg straw\n\titem a wait 3\n}\n");
    assert_eq!((line, column, detail.as_str()), (5, 9, "line 5, column 9: expected `}`"));
    let (line, column, detail) = place("type 1 host\nhost h {\n\talg list\n  item   zz\n}\n");
    assert_eq!(
        (line, column, detail.as_str()),
        (4, 10, "line 4, column 10: item 'zz' in bucket 'h' is not defined")
    );
}

/// Keeps what it is told.
#[derive(Default)]
struct Notes(Vec<String>);

impl CompileLog for Notes {
    fn warning(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }

    fn trace(&mut self, message: &dyn Fn() -> String) {
        self.0.push(message());
    }
}

#[test]
fn a_trace_follows_the_statements() {
    let text = "tunable straw_calc_version 1 device 0 a class ssd type 1 host \
                host h { id -3 id -5 class ssd alg straw2 item a weight 1.5 } \
                rule r { id 0 type replicated min_size 1 max_size 3 step take h class ssd step emit }";
    let mut notes = Notes::default();
    Map::compile_with(text.as_bytes(), &mut notes).unwrap();
    let expected = [
        "tunable straw_calc_version 1",
        "device 0 'a' class 'ssd'",
        "type 1 'host'",
        "bucket h id -3",
        "bucket h id -5 class 'ssd'",
        "bucket h (-3) 1 items and weight 1.5",
        "WARNING: min_size is no longer supported, ignoring",
        "WARNING: max_size is no longer supported, ignoring",
        "rule r take h remapped to h~ssd",
    ];
    assert_eq!(notes.0, expected);
}
