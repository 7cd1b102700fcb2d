//! What valgrind counts.

use super::{Caller, NativePlacer};
use std::ops::Range;

/// The name of [`ceph_compat_counted`], as valgrind sees it.
pub(crate) const COUNTED: &str = "ceph_compat_counted";

/// Maps inputs. Valgrind counts from the beginning to the end of this function, and writes a file at its end; it wants a
/// name that the compiler leaves alone.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
#[inline(never)]
pub(crate) fn ceph_compat_counted(counted: &mut Counted<'_, '_>, inputs: Range<i32>) {
    match counted {
        Counted::Call(caller) => caller.run(inputs),
        Counted::Batch(placer) => placer.run(inputs),
    }
}

/// What maps.
pub(crate) enum Counted<'c, 'm> {
    /// Plain calls.
    Call(&'c mut Caller<'m>),
    /// A batch of prepared placement.
    Batch(&'c mut NativePlacer),
}
