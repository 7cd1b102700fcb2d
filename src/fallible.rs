//! Vectors that grow only if there is memory: what `Vec` does by itself ends the process when there is none.
#![forbid(unsafe_code)]

use std::collections::TryReserveError;

/// Growing a vector by a refusable request.
pub(crate) trait Fallible<T>: Sized {
    /// Appends a value.
    fn try_push(&mut self, value: T) -> Result<(), TryReserveError>;

    /// A value so many times.
    fn try_filled(len: usize, value: T) -> Result<Self, TryReserveError>
    where
        T: Clone;

    /// All values of an iterator, one request for memory for each time that its hint was too low.
    fn try_collect(values: impl Iterator<Item = T>) -> Result<Self, TryReserveError>;

    /// Gives back what was reserved in vain.
    fn try_shrink(&mut self) -> Result<(), TryReserveError>;
}

impl<T> Fallible<T> for Vec<T> {
    #[inline]
    fn try_push(&mut self, value: T) -> Result<(), TryReserveError> {
        self.try_reserve(1)?;
        self.push(value);
        Ok(())
    }

    fn try_filled(len: usize, value: T) -> Result<Self, TryReserveError>
    where
        T: Clone,
    {
        let mut filled = Self::new();
        filled.try_reserve_exact(len)?;
        filled.resize(len, value);
        Ok(filled)
    }

    fn try_collect(values: impl Iterator<Item = T>) -> Result<Self, TryReserveError> {
        let mut collected = Self::new();
        collected.try_reserve_exact(values.size_hint().0)?;
        for value in values {
            collected.try_push(value)?;
        }
        Ok(collected)
    }

    fn try_shrink(&mut self) -> Result<(), TryReserveError> {
        if self.len() < self.capacity() {
            let mut exact = Self::new();
            exact.try_reserve_exact(self.len())?;
            exact.append(self);
            *self = exact;
        }
        Ok(())
    }
}
