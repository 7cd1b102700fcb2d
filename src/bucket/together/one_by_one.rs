//! Choices where there are no vector kernels: each by the scalar definition.
#![forbid(unsafe_code)]

use super::Items;
use crate::bucket::{Bucket, ChooseArg, Drawn, permutation};
use core::marker::PhantomData;

/// Memory that is not needed.
pub(crate) struct Memory<'a>(PhantomData<&'a ()>);

impl Memory<'_> {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

/// Choices, each made when it is asked for.
pub(crate) struct Together<'a>(PhantomData<&'a ()>);

impl<'a> Together<'a> {
    /// No choices.
    pub(crate) fn new(_: &'a mut Memory<'a>) -> Self {
        Self(PhantomData)
    }

    /// Whether draws go through vectors.
    pub(crate) fn is_wide(&self) -> bool {
        false
    }

    /// Packs nothing.
    pub(crate) fn push(&mut self, _: usize, _: Drawn<'a>, _: i32) -> bool {
        false
    }

    /// Makes choice number `tag` for input `x`; the item goes to `items[tag]`.
    pub(crate) fn choose(&mut self, tag: usize, choice: Drawn<'a>, x: i32, r: i32, items: &mut Items) {
        if let Some((place, item)) = items.get_mut(tag).zip(choice.choose(x, r)) {
            *place = item;
        }
    }

    /// The item that a bucket of another kind chooses, or `None` when it is empty.
    pub(crate) fn choose_other(
        &mut self,
        bucket: &Bucket<'_>,
        arg: ChooseArg<'_>,
        x: i32,
        r: i32,
    ) -> Option<i32> {
        bucket.choose(x, r, arg)
    }

    /// The item that `bucket` chooses by permutation, whatever its kind, or `None` when it is empty.
    pub(crate) fn permute(&mut self, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
        permutation::choose(bucket, x, r)
    }

    /// Nothing is pending.
    pub(crate) fn finish(&mut self, _: i32, _: &mut Items) {}
}
