//! Command lines that no chance finds: odd words, places that cannot be read or written, and what once differed.

/// Lines on the maps of `maps.rs`; `''` is an empty word.
pub(crate) const LINES: &[&str] = &[
    // Values behind `=`, where they are taken and where they are not.
    "-i=racks.bin --tree",
    "-i racks.bin --tree=1",
    "-i racks.bin --check=9",
    "-i racks.bin --dump -f=xml",
    "-i racks.bin --add-bucket=h9 host --loc root default -o o",
    "-i racks.bin --move=h0 --loc root default -o o",
    "-i racks.bin --add-item=20 1 osd.20 --loc=host h0 -o=o",
    "-i racks.bin --test --num_rep=3 --show_mappings --x=7 --min_rule 1 --max-rule=1",
    "-i racks.bin --test --num-rep 2 --show-utilization-all --weight=0 0.5 --weight 99 1 --weight -1 1",
    // Where options end, and words that are none.
    "-i racks.bin --tree --",
    "-i racks.bin -- --tree",
    "-i racks.bin --tree ''",
    "-i '' --tree",
    "-c '' -o o",
    "-d '' -o o",
    "--build --num_osds 4 a straw2 0 -- --tree x x",
    "-i racks.bin --show-mapping",
    "-i racks.bin -V",
    // Sizes of layers, of which C keeps 32 bits.
    "--build --num_osds 10 a straw2 4294967298 b straw2 0 -o o",
    "--build --num_osds 10 a straw2 99999999999 b straw2 0 -o o",
    "--build --num_osds 10 a straw2 +3.7 b straw2 0 -o o",
    "--build --num_osds 10 osd straw2 3 root straw2 0 -o o --tree",
    // What cannot be read or written.
    "-i . --tree",
    "-d .",
    "-i racks.txt --tree",
    "-i racks.bin --compare . --num-rep 2",
    "-i racks.bin --compare - --num-rep 2",
    "-i racks.bin --compare racks.txt --num-rep 2",
    "-c racks.txt -o /dev/full",
    "-i racks.bin --reweight -o /dev/full",
    "-i racks.bin --reweight -o .",
    "-i racks.bin --reweight -o nowhere/x",
    "-d racks.bin -o nowhere/x",
    // How much the compiler says.
    "-v -c racks.txt",
    "-v -v -c racks.txt -o o",
    "-v -v -v -c args.txt -o o",
    "-v -v -v -v -c sparse.txt -o o",
    // Which of several findings is the first.
    "-i racks.bin --check 1",
    "-i mixed.bin --check 1",
    "-i mixed.bin --check 2",
    "-i mixed.bin --check 3",
    "-i mixed.bin --check 5",
    "-i sparse.bin --check 8 --check 4",
    // Names of files, changes of several kinds at once.
    "-i racks.bin --test --num-rep 2 --output-name '' --output-csv --max-x 9 --min-x 3",
    "-i racks.bin --test --num-rep 2 --output-name tag --output-csv --max-x 9 --min-x 3 --batches 3 --simulate",
    "-i racks.bin --reclassify --reclassify-root osd.0 hdd -o o",
    "-i args.bin --reweight-item osd.0 7 --remove-item osd.1 --add-item 10 1 osd.10 --move h1 --loc host h0 -o o",
    "-i args.bin --update-item 9 2 osd.9 --add-item 0 1 osd.0 --loc host h0 -o o --tree",
    "-i args.bin --move h0 --loc root fresh -o o --tree --dump",
    "-i args.bin --reweight --remove-rule nope --tree -o o",
];

/// Lines on rules of Pacific that serve the same sizes in one ruleset. Later releases do not read such maps.
pub(crate) const OVERLAPS: &[&str] = &[
    "-i overlaps.bin --check 100",
    "-i overlaps.bin --check 0",
    "-i overlaps.bin --check -1",
    "-i overlaps.bin --check 1",
    "-i overlaps.bin --tree --check 100 --test --num-rep 2 --show-mappings --ruleset 0 --x 1",
];

/// The map of three racks, with all rules in ruleset 0; the second, for other pools, has a type of its own.
pub(crate) fn overlaps(mut map: Vec<u8>) -> Vec<u8> {
    // Ruleset, type, and the sizes that a rule is for.
    for mask in [[1, 3, 1, 4], [2, 1, 1, 4], [4, 1, 1, 4]] {
        let at = map.windows(4).position(|window| window == mask);
        // Later releases write other sizes, and are not asked.
        if let Some(at) = at {
            map[at] = 0;
        }
    }
    map
}
