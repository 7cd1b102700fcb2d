//! What valgrind counts.

use super::Caller;
use std::ops::Range;

/// The name of [`ceph_compat_counted`], as valgrind sees it.
pub(crate) const COUNTED: &str = "ceph_compat_counted";

/// Maps inputs. Valgrind counts from the beginning to the end of this function, and writes a file at its end; it wants a
/// name that the compiler leaves alone.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
#[inline(never)]
pub(crate) fn ceph_compat_counted(caller: &mut Caller<'_>, inputs: Range<i32>) {
    caller.run(inputs);
}
