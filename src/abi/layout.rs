//! Compile-time proof that every struct is laid out as C callers expect (spec 01 sections 4 and 5).

use super::*;
use core::mem::{align_of, offset_of, size_of};

/// Asserts size, alignment and the offset of every field of a struct.
macro_rules! layout {
    ($name:ident, size $size:literal, align $align:literal, { $($field:ident @ $offset:literal),* $(,)? }) => {
        const _: () = {
            assert!(size_of::<$name>() == $size);
            assert!(align_of::<$name>() == $align);
            $(assert!(offset_of!($name, $field) == $offset);)*
            // Naming every field here makes a field that is missing from the list a compile error.
            fn _all_fields_listed(value: &$name) {
                let $name { $($field: _),* } = value;
            }
        };
    };
}

layout!(crush_rule_step, size 12, align 4, { op @ 0, arg1 @ 4, arg2 @ 8 });
#[cfg(feature = "abi-pacific")]
layout!(crush_rule_mask, size 4, align 1, { ruleset @ 0, r#type @ 1, min_size @ 2, max_size @ 3 });
#[cfg(feature = "abi-pacific")]
layout!(crush_rule, size 8, align 4, { len @ 0, mask @ 4, steps @ 8 });
#[cfg(not(feature = "abi-pacific"))]
layout!(crush_rule, size 8, align 4, {
    len @ 0, __unused_was_rule_mask_ruleset @ 4, r#type @ 5, deprecated_min_size @ 6, deprecated_max_size @ 7, steps @ 8,
});
layout!(crush_bucket, size 24, align 8, {
    id @ 0, r#type @ 4, alg @ 6, hash @ 7, weight @ 8, size @ 12, items @ 16,
});
layout!(crush_bucket_uniform, size 32, align 8, { h @ 0, item_weight @ 24 });
layout!(crush_bucket_list, size 40, align 8, { h @ 0, item_weights @ 24, sum_weights @ 32 });
layout!(crush_bucket_tree, size 40, align 8, { h @ 0, num_nodes @ 24, node_weights @ 32 });
layout!(crush_bucket_straw, size 40, align 8, { h @ 0, item_weights @ 24, straws @ 32 });
layout!(crush_bucket_straw2, size 32, align 8, { h @ 0, item_weights @ 24 });
layout!(crush_weight_set, size 16, align 8, { weights @ 0, size @ 8 });
layout!(crush_choose_arg, size 32, align 8, {
    ids @ 0, ids_size @ 8, weight_set @ 16, weight_set_positions @ 24,
});
layout!(crush_choose_arg_map, size 16, align 8, { args @ 0, size @ 8 });
layout!(crush_work_bucket, size 16, align 1, { perm_x @ 0, perm_n @ 4, perm @ 8 });
layout!(crush_work, size 8, align 8, { work @ 0 });
#[cfg(any(feature = "abi-pacific", feature = "abi-reef"))]
layout!(crush_map, size 72, align 8, {
    buckets @ 0, rules @ 8, max_buckets @ 16, max_rules @ 20, max_devices @ 24, choose_local_tries @ 28,
    choose_local_fallback_tries @ 32, choose_total_tries @ 36, chooseleaf_descend_once @ 40, chooseleaf_vary_r @ 44,
    chooseleaf_stable @ 45, working_size @ 48, straw_calc_version @ 56, allowed_bucket_algs @ 60, choose_tries @ 64,
});
#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
layout!(crush_map, size 80, align 8, {
    buckets @ 0, rules @ 8, max_buckets @ 16, max_rules @ 20, max_devices @ 24, choose_local_tries @ 28,
    choose_local_fallback_tries @ 32, choose_total_tries @ 36, chooseleaf_descend_once @ 40, chooseleaf_vary_r @ 44,
    chooseleaf_stable @ 45, msr_descents @ 48, msr_collision_tries @ 52, working_size @ 56, straw_calc_version @ 64,
    allowed_bucket_algs @ 68, choose_tries @ 72,
});
