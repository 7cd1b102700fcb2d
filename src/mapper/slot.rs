//! Integers of the scratch space.
#![forbid(unsafe_code)]

use super::UNDEF;

/// An `i32` at any alignment, since callers hand over workspaces at any address.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot([u8; 4]);

impl Slot {
    /// An empty place.
    pub const EMPTY: Self = Self::new(UNDEF);

    /// A place that holds `item`.
    #[inline]
    pub const fn new(item: i32) -> Self {
        Self(item.to_ne_bytes())
    }

    /// What the place holds.
    #[inline]
    pub const fn get(self) -> i32 {
        i32::from_ne_bytes(self.0)
    }

    /// Fills the place.
    #[inline]
    pub const fn set(&mut self, item: i32) {
        self.0 = item.to_ne_bytes();
    }
}

/// Whether `item` is in one of the places.
#[inline]
pub(super) fn holds(places: &[Slot], item: i32) -> bool {
    places.contains(&Slot::new(item))
}

/// A place of the result as ranks and positions count it.
#[inline]
pub(super) fn place_number(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}
