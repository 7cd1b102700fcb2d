//! The functions of the C interface, by name.

/// Declares the functions.
macro_rules! functions {
    ($($name:ident,)*) => {
        /// A function of the C interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(non_camel_case_types, reason = "C names")]
        pub(crate) enum Function {
            $($name,)*
        }

        impl Function {
            /// All functions of all generations.
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name under which it is exported.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

functions! {
    crush_add_bucket,
    crush_add_list_bucket_item,
    crush_add_rule,
    crush_add_straw2_bucket_item,
    crush_add_straw_bucket_item,
    crush_add_tree_bucket_item,
    crush_add_uniform_bucket_item,
    crush_addition_is_unsafe,
    crush_adjust_list_bucket_item_weight,
    crush_adjust_straw2_bucket_item_weight,
    crush_adjust_straw_bucket_item_weight,
    crush_adjust_tree_bucket_item_weight,
    crush_adjust_uniform_bucket_item_weight,
    crush_bucket_add_item,
    crush_bucket_adjust_item_weight,
    crush_bucket_alg_name,
    crush_bucket_remove_item,
    crush_calc_straw,
    crush_create,
    crush_destroy,
    crush_destroy_bucket,
    crush_destroy_bucket_list,
    crush_destroy_bucket_straw,
    crush_destroy_bucket_straw2,
    crush_destroy_bucket_tree,
    crush_destroy_bucket_uniform,
    crush_destroy_choose_args,
    crush_destroy_rule,
    crush_do_rule,
    crush_finalize,
    crush_find_rule,
    crush_get_bucket_item_weight,
    crush_get_next_bucket_id,
    crush_hash32,
    crush_hash32_2,
    crush_hash32_3,
    crush_hash32_4,
    crush_hash32_5,
    crush_hash_name,
    crush_init_workspace,
    crush_make_bucket,
    crush_make_choose_args,
    crush_make_list_bucket,
    crush_make_rule,
    crush_make_straw2_bucket,
    crush_make_straw_bucket,
    crush_make_tree_bucket,
    crush_make_uniform_bucket,
    crush_multiplication_is_unsafe,
    crush_remove_bucket,
    crush_remove_list_bucket_item,
    crush_remove_straw2_bucket_item,
    crush_remove_straw_bucket_item,
    crush_remove_tree_bucket_item,
    crush_remove_uniform_bucket_item,
    crush_reweight_bucket,
    crush_rule_set_step,
    crush_work_size,
    set_legacy_crush_map,
    set_optimal_crush_map,
}
