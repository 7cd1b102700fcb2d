//! What a map file may hold at most: all above anything seen in practice (spec 04 section 3.1).
//!
//! Every count is checked against these and against the remaining input before memory is reserved for it, so that a
//! small file cannot ask for much.
#![forbid(unsafe_code)]

/// Bytes of a file.
pub const MAX_BYTES: usize = 64 << 20;
/// Bucket slots.
pub const MAX_BUCKETS: usize = 1 << 20;
/// Rule slots.
pub const MAX_RULES: usize = 256;
/// Steps of a rule.
pub const MAX_STEPS: usize = 1024;
/// Items of a bucket.
pub const MAX_BUCKET_ITEMS: usize = 1 << 16;
/// Items of all buckets together.
pub const MAX_ITEMS: usize = 1 << 22;
/// Bytes of a name.
pub const MAX_NAME: usize = 4096;
/// Choose_args maps.
pub const MAX_CHOOSE_ARGS: usize = 1 << 16;
/// Positions of a weight-set.
pub const MAX_POSITIONS: usize = 1024;
/// Weights of all weight-sets together, as many as a file of the greatest length can hold.
pub const MAX_WEIGHTS: usize = MAX_BYTES / 4;
/// Bytes of memory that the statements of a text may take, before they are a map. Texts of maps need some three times their
/// length; lists of nothing could take twenty times theirs.
pub const MAX_STATEMENT_BYTES: usize = 512 << 20;
/// Items that are looked at to put buckets of a text behind their items, each of them once and once more if it stands
/// behind. More come only from several buckets of one name, which is an error.
pub const MAX_REFERENCES: usize = 2 * MAX_ITEMS;
/// Bytes that building the shadow trees may handle: names looked up, items and weights copied. Shadows multiply the buckets by
/// the classes, so that a small text or file can ask for very much; those of the greatest map that a file can hold take a
/// third of this.
pub const MAX_SHADOW_BYTES: usize = 512 << 20;
/// The lowest item id that means something else: 0x7ffffffe and 0x7fffffff mark places without a device.
pub const END_OF_DEVICES: i32 = crate::abi::CRUSH_ITEM_UNDEF;
