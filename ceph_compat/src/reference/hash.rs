//! The hash family, from spec 02 section 2, written for reading.

/// Start value of every hash.
const SEED: u32 = 1_315_423_911;

/// The nine steps of spec 02 section 2.1; all three words change.
#[inline(always)]
fn mix(p: &mut u32, q: &mut u32, s: &mut u32) {
    *p = p.wrapping_sub(*q).wrapping_sub(*s) ^ (*s >> 13);
    *q = q.wrapping_sub(*s).wrapping_sub(*p) ^ (*p << 8);
    *s = s.wrapping_sub(*p).wrapping_sub(*q) ^ (*q >> 13);
    *p = p.wrapping_sub(*q).wrapping_sub(*s) ^ (*s >> 12);
    *q = q.wrapping_sub(*s).wrapping_sub(*p) ^ (*p << 16);
    *s = s.wrapping_sub(*p).wrapping_sub(*q) ^ (*q >> 5);
    *p = p.wrapping_sub(*q).wrapping_sub(*s) ^ (*s >> 3);
    *q = q.wrapping_sub(*s).wrapping_sub(*p) ^ (*p << 10);
    *s = s.wrapping_sub(*p).wrapping_sub(*q) ^ (*q >> 15);
}

/// The words that take part in the mixes of one hash: up to five inputs, the two fixed words, the hash.
struct Words {
    input: [u32; 5],
    x: u32,
    y: u32,
    hash: u32,
}

impl Words {
    fn new(input: [u32; 5]) -> Self {
        let hash = input.iter().fold(SEED, |h, word| h ^ word);
        Self { input, x: 231_232, y: 1232, hash }
    }

    fn inputs(&mut self, i: usize, j: usize) {
        let (mut p, mut q) = (self.input[i], self.input[j]);
        mix(&mut p, &mut q, &mut self.hash);
        (self.input[i], self.input[j]) = (p, q);
    }

    fn input_x(&mut self, i: usize) {
        mix(&mut self.input[i], &mut self.x, &mut self.hash);
    }

    fn x_input(&mut self, i: usize) {
        mix(&mut self.x, &mut self.input[i], &mut self.hash);
    }

    fn y_input(&mut self, i: usize) {
        mix(&mut self.y, &mut self.input[i], &mut self.hash);
    }

    fn input_y(&mut self, i: usize) {
        mix(&mut self.input[i], &mut self.y, &mut self.hash);
    }
}

/// `h1` with hash type 0.
fn jenkins1(a: u32) -> u32 {
    let mut w = Words::new([a, 0, 0, 0, 0]);
    w.input[1] = a; // a copy that does not enter the start value
    w.input_x(1);
    w.y_input(0);
    w.hash
}

/// `h2` with hash type 0.
fn jenkins2(a: u32, b: u32) -> u32 {
    let mut w = Words::new([a, b, 0, 0, 0]);
    w.inputs(0, 1);
    w.x_input(0);
    w.input_y(1);
    w.hash
}

/// `h3` with hash type 0.
fn jenkins3(a: u32, b: u32, c: u32) -> u32 {
    let mut w = Words::new([a, b, c, 0, 0]);
    w.inputs(0, 1);
    w.input_x(2);
    w.y_input(0);
    w.input_x(1);
    w.y_input(2);
    w.hash
}

/// `h4` with hash type 0.
fn jenkins4(a: u32, b: u32, c: u32, d: u32) -> u32 {
    let mut w = Words::new([a, b, c, d, 0]);
    w.inputs(0, 1);
    w.inputs(2, 3);
    w.input_x(0);
    w.y_input(1);
    w.input_x(2);
    w.y_input(3);
    w.hash
}

/// `h5` with hash type 0.
fn jenkins5(input: [u32; 5]) -> u32 {
    let mut w = Words::new(input);
    w.inputs(0, 1);
    w.inputs(2, 3);
    w.input_x(4);
    w.y_input(0);
    w.input_x(1);
    w.y_input(2);
    w.input_x(3);
    w.y_input(4);
    w.hash
}

/// `h1` to `h5` by the number of words; every hash type but 0 hashes to 0.
///
/// Inlined, so that the number of words is known: hashes are most of what a run takes.
#[inline(always)]
pub(crate) fn hash(kind: i32, words: &[u32]) -> u32 {
    match (kind, words) {
        (0, &[a]) => jenkins1(a),
        (0, &[a, b]) => jenkins2(a, b),
        (0, &[a, b, c]) => jenkins3(a, b, c),
        (0, &[a, b, c, d]) => jenkins4(a, b, c, d),
        (0, &[a, b, c, d, e]) => jenkins5([a, b, c, d, e]),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn spec_02_14_1_vectors() {
        let words = [0xdead_beef, 0xcafe_babe, 0x1234_5678, 0x9abc_def0, 0x0bad_f00d];
        let expected = [0x711d_6883, 0x5ffe_dd59, 0x2be9_db28, 0x11df_5373, 0x1214_8f6b];
        for count in 1..=5 {
            assert_eq!(hash(0, &words[..count]), expected[count - 1], "{count} words");
            assert_eq!(hash(1, &words[..count]), 0);
        }
    }
}
