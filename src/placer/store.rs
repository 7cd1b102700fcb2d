//! Numbers one after another, and the places where arrays of them are.
#![forbid(unsafe_code)]

use super::PlacerError;
use crate::fallible::Fallible;
use std::collections::TryReserveError;

/// Where an array is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Number of elements.
    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// Arrays of one kind, one after another.
#[derive(Debug)]
pub(super) struct Store<T>(Vec<T>);

impl<T: Copy> Store<T> {
    /// No arrays.
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends an array and tells where it is.
    ///
    /// # Errors
    /// `TooLarge` beyond 2^32 - 1 elements, `NoMemory`.
    pub(super) fn add(&mut self, elements: &[T]) -> Result<Span, PlacerError> {
        let end = self.0.len().saturating_add(elements.len());
        let (Ok(start), Ok(end)) = (u32::try_from(self.0.len()), u32::try_from(end)) else {
            return Err(PlacerError::TooLarge);
        };
        self.0.try_reserve(elements.len())?;
        self.0.extend_from_slice(elements);
        Ok(Span { start, end })
    }

    /// The array at a place that [`add`](Self::add) told; nothing for a place of another store.
    #[inline]
    pub(super) fn get(&self, span: Span) -> &[T] {
        self.0.get(span.start as usize..span.end as usize).unwrap_or(&[])
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }

    /// Gives back what was reserved in vain.
    pub(super) fn shrink(&mut self) -> Result<(), TryReserveError> {
        self.0.try_shrink()
    }
}
