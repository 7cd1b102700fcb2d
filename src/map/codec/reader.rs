//! Little-endian numbers out of bytes, with the name of each field for error messages.
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault};

type Result<T> = core::result::Result<T, DecodeError>;

/// What is left of a file.
pub(crate) struct Reader<'a> {
    left: &'a [u8],
    len: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes, len: bytes.len() }
    }

    /// A reader of the next `len` bytes alone, which counts offsets on.
    pub(crate) fn part(&mut self, field: &'static str, len: usize) -> Result<Self> {
        let left = self.bytes(field, len)?;
        Ok(Self { left, len: self.offset() })
    }

    /// A reader of bytes that were just read.
    pub(crate) fn again(&self, bytes: &'a [u8]) -> Self {
        Self { left: bytes, len: self.offset() }
    }

    /// Number of bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.left.len()
    }

    /// The bytes that are left, which stay.
    pub(crate) fn all(&self) -> &'a [u8] {
        self.left
    }

    /// Takes all that is left.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        core::mem::take(&mut self.left)
    }

    /// Offset of the next byte.
    pub(crate) fn offset(&self) -> usize {
        self.len - self.left.len()
    }

    /// Whether nothing is left.
    pub(crate) fn is_at_end(&self) -> bool {
        self.left.is_empty()
    }

    pub(crate) fn bytes(&mut self, field: &'static str, len: usize) -> Result<&'a [u8]> {
        let Some((bytes, left)) = self.left.split_at_checked(len) else {
            return Err(DecodeFault::Truncated.at(self.offset(), field));
        };
        self.left = left;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N]> {
        let Some((&bytes, left)) = self.left.split_first_chunk() else {
            return Err(DecodeFault::Truncated.at(self.offset(), field));
        };
        self.left = left;
        Ok(bytes)
    }

    pub(crate) fn u8(&mut self, field: &'static str) -> Result<u8> {
        self.array(field).map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self, field: &'static str) -> Result<u16> {
        self.array(field).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self, field: &'static str) -> Result<u32> {
        self.array(field).map(u32::from_le_bytes)
    }

    pub(crate) fn i32(&mut self, field: &'static str) -> Result<i32> {
        self.array(field).map(i32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self, field: &'static str) -> Result<u64> {
        self.array(field).map(u64::from_le_bytes)
    }

    pub(crate) fn i64(&mut self, field: &'static str) -> Result<i64> {
        self.array(field).map(i64::from_le_bytes)
    }

    /// A number of things that take at least `bytes_each` bytes each and of which a map has at most `limit`.
    pub(crate) fn count(&mut self, field: &'static str, bytes_each: usize, limit: usize) -> Result<usize> {
        let offset = self.offset();
        let count = self.u32(field)?;
        self.check_count(count, bytes_each, limit).map_err(|fault| fault.at(offset, field))
    }

    /// The same for counts that were read already: what follows must be able to hold them.
    pub(crate) fn check_count(
        &self,
        count: u32,
        bytes_each: usize,
        limit: usize,
    ) -> core::result::Result<usize, DecodeFault> {
        let left = self.left.len();
        let number = usize::try_from(count).unwrap_or(usize::MAX);
        if number.checked_mul(bytes_each).is_none_or(|bytes| bytes > left) {
            return Err(DecodeFault::OverInput { count: count.into(), left });
        }
        if number > limit {
            return Err(DecodeFault::OverLimit { count: count.into(), limit });
        }
        Ok(number)
    }

    /// `count` values, each read by `read`.
    pub(crate) fn list<T>(
        &mut self,
        field: &'static str,
        count: usize,
        mut read: impl FnMut(&mut Self, &'static str) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut values = self.reserved(field, count)?;
        for _ in 0..count {
            values.push(read(self, field)?);
        }
        Ok(values)
    }

    /// Two values of each of `count` pairs, in a list each.
    pub(crate) fn pairs(&mut self, fields: [&'static str; 2], count: usize) -> Result<[Vec<u32>; 2]> {
        let [first, second] = fields;
        let mut lists = [self.reserved(first, count)?, self.reserved(second, count)?];
        for _ in 0..count {
            lists[0].push(self.u32(first)?);
            lists[1].push(self.u32(second)?);
        }
        Ok(lists)
    }

    fn reserved<T>(&self, field: &'static str, count: usize) -> Result<Vec<T>> {
        let mut values = Vec::new();
        values.try_reserve_exact(count).map_err(|error| DecodeFault::from(error).at(self.offset(), field))?;
        Ok(values)
    }
}
