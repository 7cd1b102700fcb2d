//! The five bucket algorithms by number.

use super::error::BuildError;
use crate::abi::crush_algorithm;

/// How a bucket chooses among its items; the numbers are those of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BucketAlgorithm {
    /// All items weigh the same; the choice is a permutation.
    Uniform = crush_algorithm::CRUSH_BUCKET_UNIFORM as u8,
    /// Items are tried from the newest to the oldest.
    List = crush_algorithm::CRUSH_BUCKET_LIST as u8,
    /// A binary tree of weights, for up to 64 items.
    Tree = crush_algorithm::CRUSH_BUCKET_TREE as u8,
    /// Every item draws a straw of precomputed length.
    Straw = crush_algorithm::CRUSH_BUCKET_STRAW as u8,
    /// Every item draws a straw scaled by its own weight alone.
    Straw2 = crush_algorithm::CRUSH_BUCKET_STRAW2 as u8,
}

impl BucketAlgorithm {
    /// Its name in texts, like `straw2`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::List => "list",
            Self::Tree => "tree",
            Self::Straw => "straw",
            Self::Straw2 => "straw2",
        }
    }
}

impl TryFrom<i32> for BucketAlgorithm {
    type Error = BuildError;

    fn try_from(number: i32) -> Result<Self, BuildError> {
        match number {
            1 => Ok(Self::Uniform),
            2 => Ok(Self::List),
            3 => Ok(Self::Tree),
            4 => Ok(Self::Straw),
            5 => Ok(Self::Straw2),
            _ => Err(BuildError::UnknownAlgorithm),
        }
    }
}
