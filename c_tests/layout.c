/* Size, alignment and every offset of the structs (spec 01 sections 4 and 5), and types and values of the constants
 * (section 3). What is wrong here does not compile. */

#include "crush/crush.h"
#include "crush/hash.h"
#include "crush/types.h"

#include <stddef.h>

#define OFFSET(type, field, offset) _Static_assert(offsetof(struct type, field) == offset, #type "." #field)
#define SIZE(type, size, alignment) \
  _Static_assert(sizeof(struct type) == size && _Alignof(struct type) == alignment, #type)
#define FIELD_TYPE(type, field, wanted) \
  _Static_assert(_Generic(((struct type *)0)->field, wanted: 1, default: 0), #type "." #field " has another type")

SIZE(crush_rule_step, 12, 4);
OFFSET(crush_rule_step, op, 0);
OFFSET(crush_rule_step, arg1, 4);
OFFSET(crush_rule_step, arg2, 8);
FIELD_TYPE(crush_rule_step, op, __u32);
FIELD_TYPE(crush_rule_step, arg1, __s32);

SIZE(crush_rule, 8, 4);
OFFSET(crush_rule, len, 0);
OFFSET(crush_rule, steps, 8);
#ifdef CRUSH_ABI_PACIFIC
SIZE(crush_rule_mask, 4, 1);
OFFSET(crush_rule_mask, ruleset, 0);
OFFSET(crush_rule_mask, type, 1);
OFFSET(crush_rule_mask, min_size, 2);
OFFSET(crush_rule_mask, max_size, 3);
OFFSET(crush_rule, mask, 4);
#else
OFFSET(crush_rule, __unused_was_rule_mask_ruleset, 4);
OFFSET(crush_rule, type, 5);
OFFSET(crush_rule, deprecated_min_size, 6);
OFFSET(crush_rule, deprecated_max_size, 7);
#endif

SIZE(crush_bucket, 24, 8);
OFFSET(crush_bucket, id, 0);
OFFSET(crush_bucket, type, 4);
OFFSET(crush_bucket, alg, 6);
OFFSET(crush_bucket, hash, 7);
OFFSET(crush_bucket, weight, 8);
OFFSET(crush_bucket, size, 12);
OFFSET(crush_bucket, items, 16);
FIELD_TYPE(crush_bucket, id, __s32);
FIELD_TYPE(crush_bucket, type, __u16);
FIELD_TYPE(crush_bucket, weight, __u32);
FIELD_TYPE(crush_bucket, items, __s32 *);

SIZE(crush_bucket_uniform, 32, 8);
OFFSET(crush_bucket_uniform, h, 0);
OFFSET(crush_bucket_uniform, item_weight, 24);
SIZE(crush_bucket_list, 40, 8);
OFFSET(crush_bucket_list, h, 0);
OFFSET(crush_bucket_list, item_weights, 24);
OFFSET(crush_bucket_list, sum_weights, 32);
SIZE(crush_bucket_tree, 40, 8);
OFFSET(crush_bucket_tree, h, 0);
OFFSET(crush_bucket_tree, num_nodes, 24);
OFFSET(crush_bucket_tree, node_weights, 32);
SIZE(crush_bucket_straw, 40, 8);
OFFSET(crush_bucket_straw, h, 0);
OFFSET(crush_bucket_straw, item_weights, 24);
OFFSET(crush_bucket_straw, straws, 32);
SIZE(crush_bucket_straw2, 32, 8);
OFFSET(crush_bucket_straw2, h, 0);
OFFSET(crush_bucket_straw2, item_weights, 24);

SIZE(crush_weight_set, 16, 8);
OFFSET(crush_weight_set, weights, 0);
OFFSET(crush_weight_set, size, 8);
SIZE(crush_choose_arg, 32, 8);
OFFSET(crush_choose_arg, ids, 0);
OFFSET(crush_choose_arg, ids_size, 8);
OFFSET(crush_choose_arg, weight_set, 16);
OFFSET(crush_choose_arg, weight_set_positions, 24);
FIELD_TYPE(crush_choose_arg, ids, __s32 *);
SIZE(crush_choose_arg_map, 16, 8);
OFFSET(crush_choose_arg_map, args, 0);
OFFSET(crush_choose_arg_map, size, 8);

SIZE(crush_work_bucket, 16, 1);
OFFSET(crush_work_bucket, perm_x, 0);
OFFSET(crush_work_bucket, perm_n, 4);
OFFSET(crush_work_bucket, perm, 8);
SIZE(crush_work, 8, 8);
OFFSET(crush_work, work, 0);

OFFSET(crush_map, buckets, 0);
OFFSET(crush_map, rules, 8);
OFFSET(crush_map, max_buckets, 16);
OFFSET(crush_map, max_rules, 20);
OFFSET(crush_map, max_devices, 24);
OFFSET(crush_map, choose_local_tries, 28);
OFFSET(crush_map, choose_local_fallback_tries, 32);
OFFSET(crush_map, choose_total_tries, 36);
OFFSET(crush_map, chooseleaf_descend_once, 40);
OFFSET(crush_map, chooseleaf_vary_r, 44);
OFFSET(crush_map, chooseleaf_stable, 45);
#if defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF)
SIZE(crush_map, 72, 8);
OFFSET(crush_map, working_size, 48);
OFFSET(crush_map, straw_calc_version, 56);
OFFSET(crush_map, allowed_bucket_algs, 60);
OFFSET(crush_map, choose_tries, 64);
#else
SIZE(crush_map, 80, 8);
OFFSET(crush_map, msr_descents, 48);
OFFSET(crush_map, msr_collision_tries, 52);
OFFSET(crush_map, working_size, 56);
OFFSET(crush_map, straw_calc_version, 64);
OFFSET(crush_map, allowed_bucket_algs, 68);
OFFSET(crush_map, choose_tries, 72);
#endif
FIELD_TYPE(crush_map, buckets, struct crush_bucket **);
FIELD_TYPE(crush_map, rules, struct crush_rule **);
FIELD_TYPE(crush_map, max_buckets, __s32);
FIELD_TYPE(crush_map, working_size, size_t);
FIELD_TYPE(crush_map, choose_tries, __u32 *);

#define CONSTANT(name, type, value) \
  _Static_assert(_Generic(name, type: 1, default: 0) && (name) == (value), #name)

CONSTANT(CRUSH_MAGIC, unsigned long, 0x00010000);
CONSTANT(CRUSH_MAX_DEPTH, int, 10);
CONSTANT(CRUSH_MAX_RULES, int, 256);
CONSTANT(CRUSH_MAX_DEVICE_WEIGHT, unsigned int, 6553600u);
CONSTANT(CRUSH_MAX_BUCKET_WEIGHT, unsigned int, 4294901760u);
CONSTANT(CRUSH_ITEM_UNDEF, int, 0x7ffffffe);
CONSTANT(CRUSH_ITEM_NONE, int, 0x7fffffff);
CONSTANT(CRUSH_HASH_RJENKINS1, int, 0);
CONSTANT(CRUSH_HASH_DEFAULT, int, 0);
CONSTANT(CRUSH_CHOOSE_N, int, 0);
CONSTANT(CRUSH_CHOOSE_N_MINUS(1 + 2), int, -3);
CONSTANT(CRUSH_LEGACY_ALLOWED_BUCKET_ALGS, int, 0x16);
#ifdef CRUSH_ABI_PACIFIC
CONSTANT(CRUSH_MAX_RULESET, int, 256);
#elif defined(CRUSH_MAX_RULESET)
#error "CRUSH_MAX_RULESET is not of this interface"
#endif

#define ENUMERATOR(name, value) _Static_assert((name) == (value), #name)
ENUMERATOR(CRUSH_BUCKET_UNIFORM, 1);
ENUMERATOR(CRUSH_BUCKET_LIST, 2);
ENUMERATOR(CRUSH_BUCKET_TREE, 3);
ENUMERATOR(CRUSH_BUCKET_STRAW, 4);
ENUMERATOR(CRUSH_BUCKET_STRAW2, 5);
ENUMERATOR(CRUSH_RULE_NOOP, 0);
ENUMERATOR(CRUSH_RULE_TAKE, 1);
ENUMERATOR(CRUSH_RULE_CHOOSE_FIRSTN, 2);
ENUMERATOR(CRUSH_RULE_CHOOSE_INDEP, 3);
ENUMERATOR(CRUSH_RULE_EMIT, 4);
ENUMERATOR(CRUSH_RULE_CHOOSELEAF_FIRSTN, 6);
ENUMERATOR(CRUSH_RULE_CHOOSELEAF_INDEP, 7);
ENUMERATOR(CRUSH_RULE_SET_CHOOSE_TRIES, 8);
ENUMERATOR(CRUSH_RULE_SET_CHOOSELEAF_TRIES, 9);
ENUMERATOR(CRUSH_RULE_SET_CHOOSE_LOCAL_TRIES, 10);
ENUMERATOR(CRUSH_RULE_SET_CHOOSE_LOCAL_FALLBACK_TRIES, 11);
ENUMERATOR(CRUSH_RULE_SET_CHOOSELEAF_VARY_R, 12);
ENUMERATOR(CRUSH_RULE_SET_CHOOSELEAF_STABLE, 13);
#ifndef CRUSH_ABI_PACIFIC
ENUMERATOR(CRUSH_RULE_TYPE_REPLICATED, 1);
ENUMERATOR(CRUSH_RULE_TYPE_ERASURE, 3);
#ifndef CRUSH_ABI_REEF
ENUMERATOR(CRUSH_RULE_TYPE_MSR_FIRSTN, 4);
ENUMERATOR(CRUSH_RULE_TYPE_MSR_INDEP, 5);
ENUMERATOR(CRUSH_RULE_SET_MSR_DESCENTS, 14);
ENUMERATOR(CRUSH_RULE_SET_MSR_COLLISION_TRIES, 15);
ENUMERATOR(CRUSH_RULE_CHOOSE_MSR, 16);
#endif
#endif

CONSTANT(U8_MAX, __u8, 0xff);
CONSTANT(S8_MAX, __s8, 127);
CONSTANT(S8_MIN, __s8, -128);
CONSTANT(U16_MAX, __u16, 0xffff);
CONSTANT(S16_MAX, __s16, 32767);
CONSTANT(S16_MIN, __s16, -32768);
CONSTANT(U32_MAX, __u32, 0xffffffffu);
CONSTANT(S32_MAX, __s32, 2147483647);
CONSTANT(S32_MIN, __s32, -2147483647 - 1);
CONSTANT(U64_MAX, __u64, 0xffffffffffffffffull);
CONSTANT(S64_MAX, __s64, 9223372036854775807ll);
CONSTANT(S64_MIN, __s64, -9223372036854775807ll - 1);
CONSTANT((__u64)1, unsigned long long, 1);
CONSTANT((__s64)1, long long, 1);

/* The other macros of crush_compat.h are for statements. */
int main(void)
{
  void *memory = kmalloc(8, 0);
  BUG_ON(div64_s64((__s64)-7, (__s64)2) != -3);
  kfree(memory);
  kfree(NULL);
  return 0;
}
