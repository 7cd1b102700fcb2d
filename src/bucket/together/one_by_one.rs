//! Choices where there are no vector kernels: each by the scalar definition.
#![forbid(unsafe_code)]

use super::Items;
use crate::bucket::{Bucket, ChooseArg, Drawn};
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

    /// Nothing is pending.
    pub(crate) fn finish(&mut self, _: i32, _: &mut Items) {}
}
