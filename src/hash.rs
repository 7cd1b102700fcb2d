//! The hash family of CRUSH: Robert Jenkins' mix over one to five words (spec 02 section 2).
//!
//! This scalar form is the definition; the vector kernels are compared with it.
#![forbid(unsafe_code)]

/// Folded into the initial state together with the words.
const SEED: u32 = 1_315_423_911;
/// The two words that are mixed in beside the caller's.
const X0: u32 = 231_232;
const Y0: u32 = 1_232;

/// A hash function by its number in the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashKind {
    /// Number 0, the only one that exists.
    Rjenkins1,
    /// Any other number: every hash is 0.
    Unknown,
}

impl From<i32> for HashKind {
    fn from(number: i32) -> Self {
        if number == 0 { Self::Rjenkins1 } else { Self::Unknown }
    }
}

impl From<u8> for HashKind {
    fn from(number: u8) -> Self {
        Self::from(i32::from(number))
    }
}

impl HashKind {
    /// Hashes one word.
    #[inline]
    pub fn hash1(self, a: u32) -> u32 {
        self.known(|| rjenkins1(a))
    }

    /// Hashes two words.
    #[inline]
    pub fn hash2(self, a: u32, b: u32) -> u32 {
        self.known(|| rjenkins2(a, b))
    }

    /// Hashes three words.
    #[inline]
    pub fn hash3(self, a: u32, b: u32, c: u32) -> u32 {
        self.known(|| rjenkins3(a, b, c))
    }

    /// Hashes four words.
    #[inline]
    pub fn hash4(self, a: u32, b: u32, c: u32, d: u32) -> u32 {
        self.known(|| rjenkins4(a, b, c, d))
    }

    /// Hashes five words.
    #[inline]
    pub fn hash5(self, a: u32, b: u32, c: u32, d: u32, e: u32) -> u32 {
        self.known(|| rjenkins5(a, b, c, d, e))
    }

    #[inline]
    fn known(self, hash: impl FnOnce() -> u32) -> u32 {
        match self {
            Self::Rjenkins1 => hash(),
            Self::Unknown => 0,
        }
    }
}

/// Stirs three words, each by the two others and a shift (spec 02 section 2.1).
#[inline(always)]
pub(crate) fn mix(p: &mut u32, q: &mut u32, s: &mut u32) {
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

fn rjenkins1(mut a: u32) -> u32 {
    let mut hash = SEED ^ a;
    let (mut b, mut x, mut y) = (a, X0, Y0);
    mix(&mut b, &mut x, &mut hash);
    mix(&mut y, &mut a, &mut hash);
    hash
}

#[inline]
fn rjenkins2(mut a: u32, mut b: u32) -> u32 {
    let mut hash = SEED ^ a ^ b;
    let (mut x, mut y) = (X0, Y0);
    mix(&mut a, &mut b, &mut hash);
    mix(&mut x, &mut a, &mut hash);
    mix(&mut b, &mut y, &mut hash);
    hash
}

#[inline]
fn rjenkins3(mut a: u32, mut b: u32, mut c: u32) -> u32 {
    let mut hash = SEED ^ a ^ b ^ c;
    let (mut x, mut y) = (X0, Y0);
    mix(&mut a, &mut b, &mut hash);
    mix(&mut c, &mut x, &mut hash);
    mix(&mut y, &mut a, &mut hash);
    mix(&mut b, &mut x, &mut hash);
    mix(&mut y, &mut c, &mut hash);
    hash
}

#[inline]
fn rjenkins4(mut a: u32, mut b: u32, mut c: u32, mut d: u32) -> u32 {
    let mut hash = SEED ^ a ^ b ^ c ^ d;
    let (mut x, mut y) = (X0, Y0);
    mix(&mut a, &mut b, &mut hash);
    mix(&mut c, &mut d, &mut hash);
    mix(&mut a, &mut x, &mut hash);
    mix(&mut y, &mut b, &mut hash);
    mix(&mut c, &mut x, &mut hash);
    mix(&mut y, &mut d, &mut hash);
    hash
}

fn rjenkins5(mut a: u32, mut b: u32, mut c: u32, mut d: u32, mut e: u32) -> u32 {
    let mut hash = SEED ^ a ^ b ^ c ^ d ^ e;
    let (mut x, mut y) = (X0, Y0);
    mix(&mut a, &mut b, &mut hash);
    mix(&mut c, &mut d, &mut hash);
    mix(&mut e, &mut x, &mut hash);
    mix(&mut y, &mut a, &mut hash);
    mix(&mut b, &mut x, &mut hash);
    mix(&mut y, &mut c, &mut hash);
    mix(&mut d, &mut x, &mut hash);
    mix(&mut y, &mut e, &mut hash);
    hash
}

#[cfg(test)]
mod tests {
    use super::HashKind;

    /// Words and the hashes of the first one to five of them: spec 02 section 14.1.
    const VECTORS: [([u32; 5], [u32; 5]); 10] = [
        (
            [0x0000_0000, 0x0000_0000, 0x0000_0000, 0x0000_0000, 0x0000_0000],
            [0x17c4_a80b, 0x19ad_4ce9, 0x7a3b_f3b2, 0x3faf_b04d, 0xa45e_5003],
        ),
        (
            [0x0000_0001, 0x0000_0002, 0x0000_0003, 0x0000_0004, 0x0000_0005],
            [0xd508_2851, 0xb78d_ee9c, 0x735a_d42b, 0x696d_1f16, 0x4b42_a1a1],
        ),
        (
            [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
            [0x7f71_bc2a, 0x9f3c_11cc, 0xb987_71c7, 0xa0ce_b48c, 0xffd8_1113],
        ),
        (
            [0xdead_beef, 0xcafe_babe, 0x1234_5678, 0x9abc_def0, 0x0bad_f00d],
            [0x711d_6883, 0x5ffe_dd59, 0x2be9_db28, 0x11df_5373, 0x1214_8f6b],
        ),
        (
            [0x0000_3039, 0x0000_0000, 0xffff_ffff, 0x0000_0000, 0x0000_0007],
            [0xcdac_21d6, 0xe115_6db6, 0x7412_c2f8, 0x5879_8793, 0x574d_dbb3],
        ),
        (
            [0x4e67_c6a7, 0x0003_8740, 0x0000_04d0, 0x0003_8740, 0x0000_04d0],
            [0xbaeb_095f, 0x7ca0_efe1, 0xbf89_7734, 0xcd27_22da, 0xe17e_05d5],
        ),
        (
            [0x8000_0000, 0x0000_0001, 0x7fff_ffff, 0x0000_0002, 0x8000_0001],
            [0xb3cd_6c74, 0x2f7c_4e2a, 0xeb67_7709, 0x6bd7_e551, 0xc4f2_7b5e],
        ),
        (
            [0x0000_1092, 0x0000_0011, 0x0000_0000, 0xffff_fffe, 0x0000_0063],
            [0xa426_9508, 0x9f64_a356, 0xeb03_aab5, 0x7e91_c5cc, 0x7fbf_5a61],
        ),
        (
            [0x0000_ffff, 0x0001_0000, 0x0001_0001, 0xffff_0000, 0x0000_ffff],
            [0x892f_89cb, 0x2ef7_161c, 0x5dc8_d63c, 0x82f6_3224, 0xe1be_ccaf],
        ),
        (
            [0x3b9a_ca07, 0x3b80_0001, 0xffff_fff6, 0x0000_0003, 0xffff_ffec],
            [0x1e11_4065, 0x46d1_d5cf, 0x6866_3c45, 0xa4ca_e569, 0x3675_ee52],
        ),
    ];

    #[test]
    fn vectors_of_spec_02_section_14_1() {
        let hash = HashKind::Rjenkins1;
        for ([a, b, c, d, e], expected) in VECTORS {
            let found = [
                hash.hash1(a),
                hash.hash2(a, b),
                hash.hash3(a, b, c),
                hash.hash4(a, b, c, d),
                hash.hash5(a, b, c, d, e),
            ];
            assert_eq!(found, expected, "words {a:#x} {b:#x} {c:#x} {d:#x} {e:#x}");
        }
    }

    #[test]
    fn other_hash_numbers_give_zero() {
        for number in [1, 2, 255, -1, i32::MIN] {
            let hash = HashKind::from(number);
            assert_eq!([hash.hash1(7), hash.hash2(7, 9), hash.hash3(7, 9, 11)], [0; 3]);
            assert_eq!([hash.hash4(7, 9, 11, 13), hash.hash5(7, 9, 11, 13, 15)], [0; 2]);
        }
    }
}
