//! The buckets of a prepared map as columns.
#![forbid(unsafe_code)]

use super::PlacerError;
use super::flat::FlatMap;
use crate::mapper::Topology;
use crate::simd::{Avx2, Column};

/// For each bucket, and each position that its weights differ in, the column.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// By slot.
    places: Vec<Place>,
    columns: Vec<Option<Column>>,
}

/// Where the columns of a bucket are.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    first: u32,
    /// Number of the last position that differs.
    last: u32,
    kind: u16,
    /// Whether there is such a bucket.
    exists: bool,
}

/// A bucket at a position; none is `NO_COLUMN`.
pub(super) type ColumnNumber = u32;
pub(super) const NO_COLUMN: ColumnNumber = u32::MAX;

/// Where a descent goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Below {
    /// In this column.
    Column(ColumnNumber),
    /// It has reached a bucket of its type.
    Ended,
    /// It has reached a device.
    Device,
    /// There is no such bucket.
    Nothing,
}

impl Columns {
    /// Makes columns of all buckets that can be; none where there are no vectors.
    pub(super) fn new(map: &FlatMap) -> Result<Self, PlacerError> {
        let mut columns = Self::default();
        if Avx2::get().is_none() {
            return Ok(columns);
        }
        columns.places.try_reserve_exact(map.slot_count())?;
        for slot in 0..map.slot_count() {
            let number = !i32::try_from(slot).unwrap_or(i32::MAX);
            columns.places.push(Place::default());
            let Some(bucket) = map.bucket(number) else {
                continue;
            };
            let first = u32::try_from(columns.columns.len()).map_err(|_| PlacerError::TooLarge)?;
            let positions = map.position_count(number);
            for position in 0..positions {
                let choice = map.drawn(number, position.cast_signed());
                let column = choice.map(|choice| Column::of(&choice)).transpose()?.flatten();
                columns.columns.try_reserve(1)?;
                columns.columns.push(column);
            }
            columns.places[slot] = Place { first, last: positions - 1, kind: bucket.kind, exists: true };
        }
        Ok(columns)
    }

    /// Number of columns.
    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    #[inline]
    fn place(&self, item: i32) -> Option<&Place> {
        self.places.get((!item).cast_unsigned() as usize).filter(|place| item < 0 && place.exists)
    }

    /// The column of the bucket that a negative item names.
    #[inline]
    pub(super) fn number(&self, item: i32, position: i32) -> ColumnNumber {
        self.place(item).map_or(NO_COLUMN, |place| place.first + place.last.min(position.cast_unsigned()))
    }

    /// Where a descent to type `kind` goes on from a bucket's number.
    #[inline]
    pub(super) fn below(&self, item: i32, position: i32, kind: i32) -> Below {
        match self.place(item) {
            None => Below::Nothing,
            Some(place) if i32::from(place.kind) == kind => Below::Ended,
            Some(place) => Below::Column(place.first + place.last.min(position.cast_unsigned())),
        }
    }

    #[inline]
    pub(super) fn get(&self, number: ColumnNumber) -> Option<&Column> {
        self.columns.get(number as usize)?.as_ref()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        let places = self.places.capacity() * size_of::<Place>();
        self.columns.iter().map(|column| column.as_ref().map_or(8, Column::bytes)).sum::<usize>() + places
    }
}
