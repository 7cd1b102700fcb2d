//! The mix that the hashes are made of, on several vectors side by side.
//!
//! One hash is a chain of rows, each waiting for the one before, so that a single vector leaves most of the processor idle.
//! The macros stand for whatever vectors the functions `stir`, `left` and `right` work on where they are used.

/// The seed and the two extra words of the scalar hash.
pub(super) const SEED: i32 = 1_315_423_911;
pub(super) const X0: i32 = 231_232;
pub(super) const Y0: i32 = 1_232;

/// The numbers of lanes.
pub(super) const NUMBERS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// How far below the top of a tree the node of each lane lies: the top is in lane 1, the children of a lane's node are in
/// the lane of twice its number and in the next one. Lane 0 has no node.
pub(super) const DEPTHS: [u32; 16] = [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];
/// Which of its depth each is, counted by odd numbers: node `top` with t trailing zeros has the nodes
/// top - 2^t + odd 2^(t - depth) below it.
pub(super) const ODDS: [u32; 16] = [1, 1, 1, 3, 1, 3, 5, 7, 1, 3, 5, 7, 9, 11, 13, 15];

/// Words that are repeated for several tries at most.
pub(crate) const MOST_REPEATED: usize = 8;
/// For each number of words that are repeated: the word in each lane, and the try that it is for.
pub(super) const REPEATED: [[[u32; 16]; 2]; MOST_REPEATED + 1] = {
    let mut repeated = [[[0; 16]; 2]; MOST_REPEATED + 1];
    let mut len = 1;
    while len <= MOST_REPEATED {
        let mut lane = 0;
        while lane < 16 {
            repeated[len][0][lane] = (lane % len) as u32;
            repeated[len][1][lane] = (lane / len) as u32;
            lane += 1;
        }
        len += 1;
    }
    repeated
};

/// One row of the mix for each of the vectors. A macro, since functions of a target feature cannot be forced inline.
macro_rules! row {
    ($target:ident, $older:ident, $newer:ident, $shift:ident::<$bits:literal>) => {
        for ((target, older), newer) in $target.iter_mut().zip($older).zip($newer) {
            *target = stir(*target, older, newer, $shift::<$bits>(newer));
        }
    };
}

/// Stirs three words, each by the two others and a shift (spec 02 section 2.1).
macro_rules! mix {
    ($p:ident, $q:ident, $s:ident) => {
        $crate::simd::mix::row!($p, $q, $s, right::<13>);
        $crate::simd::mix::row!($q, $s, $p, left::<8>);
        $crate::simd::mix::row!($s, $p, $q, right::<13>);
        $crate::simd::mix::row!($p, $q, $s, right::<12>);
        $crate::simd::mix::row!($q, $s, $p, left::<16>);
        $crate::simd::mix::row!($s, $p, $q, right::<5>);
        $crate::simd::mix::row!($p, $q, $s, right::<3>);
        $crate::simd::mix::row!($q, $s, $p, left::<10>);
        $crate::simd::mix::row!($s, $p, $q, right::<15>);
    };
}

/// The hash of three words.
macro_rules! hash3 {
    ($hash:ident, $a:ident, $b:ident, $c:ident, $x:ident, $y:ident) => {
        $crate::simd::mix::mix!($a, $b, $hash);
        $crate::simd::mix::mix!($c, $x, $hash);
        $crate::simd::mix::mix!($y, $a, $hash);
        $crate::simd::mix::mix!($b, $x, $hash);
        $crate::simd::mix::mix!($y, $c, $hash);
    };
}

/// The hash of four words.
macro_rules! hash4 {
    ($hash:ident, $a:ident, $b:ident, $c:ident, $d:ident, $x:ident, $y:ident) => {
        $crate::simd::mix::mix!($a, $b, $hash);
        $crate::simd::mix::mix!($c, $d, $hash);
        $crate::simd::mix::mix!($a, $x, $hash);
        $crate::simd::mix::mix!($y, $b, $hash);
        $crate::simd::mix::mix!($c, $x, $hash);
        $crate::simd::mix::mix!($y, $d, $hash);
    };
}

pub(super) use {hash3, hash4, mix, row};
