//! The integer names of `<linux/types.h>`, as the C interface spells them.

/// Unsigned 8-bit integer.
pub type __u8 = u8;
/// Unsigned 16-bit integer.
pub type __u16 = u16;
/// Unsigned 32-bit integer.
pub type __u32 = u32;
/// Signed 32-bit integer.
pub type __s32 = i32;
