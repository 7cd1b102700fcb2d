//! The altered libraries: each changes one thing that a careless edit could change.

/// Instructions that a mutant is run with: an alteration of one way to an answer does not show on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// The plain definition.
    Scalar,
    /// Vector kernels; such mutants are left out where the processor has no AVX2.
    Avx2,
}

impl Level {
    /// The value of `CRUSHX_SIMD`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
        }
    }
}

/// One alteration of one source file.
pub(super) struct Mutant {
    pub(super) name: &'static str,
    /// Path below the root of the repository.
    pub(super) file: &'static str,
    /// Text that is there exactly once.
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    /// Kinds of cases that must show it.
    pub(super) only: &'static str,
    pub(super) level: Level,
}

/// An entry of the list that shows on the plain definition.
const fn mutant(
    name: &'static str,
    file: &'static str,
    only: &'static str,
    from: &'static str,
    to: &'static str,
) -> Mutant {
    Mutant { name, file, from, to, only, level: Level::Scalar }
}

/// An entry of the list that shows on the vector kernels.
const fn vector(
    name: &'static str,
    file: &'static str,
    only: &'static str,
    from: &'static str,
    to: &'static str,
) -> Mutant {
    Mutant { name, file, from, to, only, level: Level::Avx2 }
}

pub(super) const MUTANTS: &[Mutant] = &[
    mutant("hash: one shift", "src/hash.rs", "hash", "^ (*s >> 12)", "^ (*s >> 11)"),
    mutant(
        "hash: words of hash 4",
        "src/hash.rs",
        "bucket",
        "mix(&mut y, &mut d, &mut hash);",
        "mix(&mut x, &mut d, &mut hash);",
    ),
    mutant("hash: unknown type", "src/hash.rs", "mapper", "Self::Unknown => 0,", "Self::Unknown => 1,"),
    mutant(
        "ln: deviation of one table entry",
        "src/ln/tables.rs",
        "bucket",
        "0x0_0040_bc80_6ec8,",
        "0x0_003f_7510_6ec8,",
    ),
    mutant("ln: table index", "src/ln/mod.rs", "bucket", "(rest & 0xff)", "(rest & 0xfe)"),
    mutant("draws: tie rule", "src/bucket/drawn.rs", "bucket", "value > largest", "value >= largest"),
    mutant(
        "straw2: unsigned divisor",
        "src/ln/draw.rs",
        "bucket",
        "i64::from(weight.cast_signed())",
        "i64::from(weight)",
    ),
    mutant(
        "choose_args: ids ignored",
        "src/view/bucket.rs",
        "choose-args",
        "let ids = if arg.ids.is_empty() { items } else { arg.ids };",
        "let ids = items;",
    ),
    mutant(
        "choose_args: position",
        "src/view/choose_args.rs",
        "choose-args",
        "position.cast_unsigned().min(last)",
        "(position.cast_unsigned() % (last + 1))",
    ),
    vector("straw: tie rule", "src/simd/avx2/best_straw.rs", "bucket", "index < best.1", "index > best.1"),
    mutant("list: direction", "src/bucket/list.rs", "bucket", ".enumerate().rev()", ".enumerate()"),
    mutant("list: comparison", "src/bucket/list.rs", "bucket", ">> 16 < u64", ">> 16 <= u64"),
    mutant(
        "tree: comparison",
        "src/bucket/tree.rs",
        "bucket",
        ">> 32 < weight(left)",
        ">> 32 <= weight(left)",
    ),
    mutant(
        "permutation: last step",
        "src/bucket/permutation.rs",
        "bucket",
        "step + 1 < self.size",
        "step + 2 < self.size",
    ),
    mutant("is_out: comparison", "src/mapper/device.rs", "bucket", "draw >= weight", "draw > weight"),
    mutant(
        "is_out: full weight",
        "src/mapper/device.rs",
        "bucket",
        "const IN: u32 = 0x1_0000",
        "const IN: u32 = 0xffff",
    ),
    mutant(
        "firstn: collisions",
        "src/mapper/firstn.rs",
        "mapper",
        "if holds(&places.items[..position], item) {\n            return Judgement::Collision;",
        "if holds(&places.items[..position.saturating_sub(1)], item) {\n            return Judgement::Collision;",
    ),
    mutant(
        "firstn: tries",
        "src/mapper/firstn.rs",
        "mapper",
        "if failures >= plan.tries {\n                self.observer",
        "if failures > plan.tries {\n                self.observer",
    ),
    mutant(
        "firstn: local tries",
        "src/mapper/firstn/plan.rs",
        "mapper",
        "local_failures <= self.local_tries",
        "local_failures < self.local_tries",
    ),
    mutant(
        "firstn: fallback",
        "src/mapper/firstn/plan.rs",
        "mapper",
        "local_failures > self.local_fallback_tries",
        "local_failures >= self.local_fallback_tries",
    ),
    mutant(
        "firstn: vary_r",
        "src/mapper/firstn/plan.rs",
        "mapper",
        "self.vary_r.wrapping_sub(1)",
        "self.vary_r",
    ),
    mutant(
        "firstn: stable",
        "src/mapper/firstn/plan.rs",
        "mapper",
        "let first = if self.stable { 0 }",
        "let first = if !self.stable { 0 }",
    ),
    mutant(
        "indep: r of divisible uniform buckets",
        "src/mapper/indep/rank.rs",
        "mapper",
        "count.wrapping_add(1)",
        "count",
    ),
    mutant(
        "indep: r of a leaf",
        "src/mapper/indep.rs",
        "mapper",
        "*parent = rank(i).below(self.map, ahead.items.at[i]);",
        "*parent = rank(i).below(self.map, ahead.items.at[i]).wrapping_add(1);",
    ),
    mutant(
        "indep: a refused device stays as leaf",
        "src/mapper/indep.rs",
        "mapper",
        "leaves[place].set(leaf);",
        "leaves[place].set(if item >= 0 && self.is_out(item) { NONE } else { leaf });",
    ),
    mutant("histogram: last cell", "src/view/histogram.rs", "mapper", "last as usize + 1", "last as usize"),
    mutant(
        "rule: tries are retries and one",
        "src/mapper/rule.rs",
        "mapper",
        "choose_total_tries.wrapping_add(1)",
        "choose_total_tries.wrapping_add(0)",
    ),
    mutant("rule: negative counts", "src/mapper/rule.rs", "mapper", "if count > 0 {", "if count >= 0 {"),
    mutant("rule: descend_once", "src/mapper/rule.rs", "mapper", "(0, true) => 1,", "(0, true) => 2,"),
    mutant(
        "rule: set_chooseleaf_tries 0",
        "src/mapper/rule.rs",
        "mapper",
        "op::SET_CHOOSELEAF_TRIES if value > 0",
        "op::SET_CHOOSELEAF_TRIES",
    ),
    mutant(
        "msr: descents",
        "src/mapper/msr/mod.rs",
        "msr",
        "filling.descent < config.descents",
        "filling.descent <= config.descents",
    ),
    mutant("msr: r", "src/mapper/msr/choose.rs", "msr", "round << 16", "round << 15"),
    mutant(
        "msr: candidates of the own stride",
        "src/mapper/msr/vectors.rs",
        "msr",
        "held.is_none_or(|offset| stride.contains(range.start.wrapping_add(offset as u32)))",
        "held.is_none()",
    ),
    mutant(
        "msr: taking back",
        "src/mapper/msr/choose.rs",
        "msr",
        "pushed.filter(|_| mapped == 0)",
        "pushed.filter(|_| mapped == 1)",
    ),
    mutant("msr: count 0", "src/mapper/msr/block.rs", "msr", "{ places } else", "{ 1 } else"),
    mutant(
        "straws: version 1 and zero weights",
        "src/builder/straw_lengths.rs",
        "builder",
        "i32::from(version == StrawVersion::Corrected)",
        "0",
    ),
    mutant(
        "straws: weight of the last step",
        "src/builder/straw_lengths.rs",
        "builder",
        "self.last = f64::from(weight);",
        "self.last = f64::from(next);",
    ),
    mutant(
        "list: sums after a removal",
        "src/builder/list.rs",
        "builder",
        "*sum = sum.wrapping_sub(removed);",
        "*sum = sum.wrapping_sub(removed >> 1);",
    ),
    mutant(
        "tree: cut of weightless items",
        "src/builder/tree.rs",
        "builder",
        "map_or(0, |place| place + 1)",
        "map_or(0, |place| (place + 2).min(self.items.len()))",
    ),
    mutant(
        "uniform: difference of an adjustment",
        "src/builder/uniform.rs",
        "builder",
        "weight.wrapping_sub(self.0.item_weight).wrapping_mul(size)",
        "weight.wrapping_sub(self.0.item_weight)",
    ),
    mutant(
        "finalize: max_devices",
        "src/builder/finalize.rs",
        "builder",
        "max_devices = item.wrapping_add(1);",
        "max_devices = item;",
    ),
    mutant(
        "map: growth of the table",
        "src/builder/bucket_table.rs",
        "builder",
        "if count == 0 { 8 }",
        "if count == 0 { 4 }",
    ),
    mutant(
        "tunables: optimal",
        "src/builder/tunables.rs",
        "builder",
        "choose_total_tries = 50",
        "choose_total_tries = 51",
    ),
    mutant(
        "predicate: multiplication by 0",
        "src/builder/predicates.rs",
        "hash",
        "a != 0 && u32::MAX.checked_div(b).is_none_or",
        "a != 0 && u32::MAX.checked_div(b).is_some_and",
    ),
    mutant(
        "firstn: collisions of descents made ahead",
        "src/mapper/firstn.rs",
        "mapper",
        "if holds(&places.items[..position], item) {\n            return false;",
        "if holds(&places.items[..position.saturating_sub(1)], item) {\n            return false;",
    ),
    mutant(
        "firstn: position of descents made ahead",
        "src/mapper/firstn/tries.rs",
        "choose-args",
        "let position = |i: usize| position.wrapping_add(stride * i as i32);",
        "let position = |_: usize| position;",
    ),
    mutant(
        "firstn: descents made ahead for another position",
        "src/mapper/firstn/plan.rs",
        "choose-args",
        "map.is_positional() ||",
        "false ||",
    ),
    mutant(
        "destroy: a list's sums stay behind",
        "src/builder/destroy.rs",
        "builder",
        "unsafe { release(contents.sum_weights) };",
        "let _ = contents.sum_weights;",
    ),
    mutant(
        "destroy: a tree's nodes twice",
        "src/builder/destroy.rs",
        "builder",
        "unsafe { release(contents.node_weights) };",
        "unsafe { release(contents.node_weights); release(contents.node_weights) };",
    ),
    mutant(
        "destroy: the histogram stays behind",
        "src/builder/destroy.rs",
        "builder",
        "unsafe { release(contents.choose_tries) };",
        "let _ = contents.choose_tries;",
    ),
    vector("vectors: one shift", "src/simd/mix.rs", "bucket", "right::<5>", "right::<6>"),
    vector(
        "vectors: words of hash 4",
        "src/bucket/wide/list.rs",
        "bucket",
        "avx2.hash4_of_items(x, items, r, id)",
        "avx2.hash4_of_items(x, items, id, r)",
    ),
    vector(
        "vectors: lanes of a tree",
        "src/bucket/wide/tree.rs",
        "bucket",
        "(right, 2 * lane + 1)",
        "(right, 2 * lane)",
    ),
    vector(
        "vectors: hashes of another permutation",
        "src/bucket/wide/uniform.rs",
        "mapper",
        "if self.bucket != key {\n            (self.bucket",
        "if self.bucket != key && self.made == 0 {\n            (self.bucket",
    ),
    vector(
        "vectors: hashes of another list or tree",
        "src/bucket/wide/tries.rs",
        "mapper",
        "self.bucket == bucket && lane < WIDTH",
        "lane < WIDTH",
    ),
    vector(
        "vectors: neighbours among equal weights",
        "src/simd/avx2/small.rs",
        "bucket",
        "_mm_set1_epi16(1)",
        "_mm_set1_epi16(0)",
    ),
    vector(
        "vectors: equal quotients of large weights",
        "src/simd/avx2/weights.rs",
        "bucket",
        "const MAX_EQUAL: u32 = 56_128_037;",
        "const MAX_EQUAL: u32 = 0x7fff_ffff;",
    ),
    vector(
        "vectors: slack of the bounds",
        "src/simd/avx2/best_mixed.rs",
        "bucket",
        "const SLACK: f32 = 1.001;",
        "const SLACK: f32 = 1.0;",
    ),
    vector(
        "vectors: buckets of more than 512 items",
        "src/bucket/together/vectors.rs",
        "bucket",
        "lanes.push(0, block, word(r));",
        "lanes.push(0, block, word(r) + 1);",
    ),
];
