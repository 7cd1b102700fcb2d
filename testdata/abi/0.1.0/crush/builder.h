/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_BUILDER_H
#define CEPH_CRUSH_BUILDER_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include "crush.h"

/*
 * Building and editing maps.
 *
 *   struct crush_map *map = crush_create();
 *   struct crush_bucket *host = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, 1, n, devices, weights);
 *   crush_add_bucket(map, 0, host, &host_id);
 *   ...
 *   crush_finalize(map);
 *
 * crush_finalize comes after the last change and before the first mapping. Functions that return int give 0 or a
 * negative errno unless they say otherwise. A function that fails has taken nothing: what was handed to it is still the
 * caller's.
 */

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Makes an empty map with the optimal tunables; NULL when memory is short.
 *
 * The caller frees it with `crush_destroy`. `straw_calc_version` and the MSR tunables are 0.
 */
struct crush_map *crush_create(void);

/**
 * Computes what mapping needs to know about a map, `working_size` and `max_devices`; to be called after buckets
 * changed and before mapping. NULL is ignored.
 *
 * Requires:
 * `map` is NULL or valid, and no other thread uses it.
 */
void crush_finalize(struct crush_map *map);

#if defined(CRUSH_ABI_PACIFIC)
/**
 * Makes a rule of `len` steps that do nothing; NULL when memory is short or `len` is negative.
 *
 * Of the other arguments the low 8 bits count. The caller owns the rule until `crush_add_rule` takes it, and frees it
 * with `crush_destroy_rule` or `free`.
 */
struct crush_rule *crush_make_rule(int len, int ruleset, int type, int minsize, int maxsize);
#endif

#if !defined(CRUSH_ABI_PACIFIC)
/**
 * Makes a rule of `len` steps that do nothing; NULL when memory is short or `len` is negative.
 *
 * Programs that pass five arguments were written for the interface that `CRUSH_ABI_PACIFIC` selects.
 *
 * Of `type` the low 8 bits count. The caller owns the rule until `crush_add_rule` takes it, and frees it with
 * `crush_destroy_rule` or `free`.
 */
struct crush_rule *crush_make_rule(int len, int type);
#endif

/**
 * Sets step `pos` of a rule. A rule without such a step, and NULL, are ignored.
 *
 * Requires:
 * `rule` is NULL or a rule with as many steps as its `len` says.
 */
void crush_rule_set_step(struct crush_rule *rule, int pos, int op, int arg1, int arg2);

/**
 * Gives a rule to the map under the number `ruleno`, or under the first free one if that is negative.
 *
 * Returns the number, or -ENOSPC when the map holds 256 rules and the number is none of theirs, -ENOMEM, -EINVAL
 * without a map. On success the map owns the rule; on failure the caller still does. A rule that had the number before
 * is not freed.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread; `rule` is NULL or a rule.
 */
int crush_add_rule(struct crush_map *map, struct crush_rule *rule, int ruleno);

/**
 * Returns the id that `crush_add_bucket` would give to the next bucket; -EINVAL without a map.
 *
 * Requires:
 * `map` is NULL or valid.
 */
int crush_get_next_bucket_id(struct crush_map *map);

/**
 * Gives a bucket to the map under the id `bucketno`, or under the next free one if that is 0.
 *
 * Returns 0 and stores the id in `idout` unless that is NULL; -EEXIST when the id is taken, -EINVAL for an id above 0 or
 * a NULL map or bucket, -ENOMEM. On success the map owns the bucket; on failure the caller still does.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread; `bucket` is NULL or a bucket; `idout` is NULL or writable.
 */
int crush_add_bucket(struct crush_map *map, int bucketno, struct crush_bucket *bucket, int *idout);

/**
 * Makes a bucket of the algorithm `alg` from `size` items and their weights.
 *
 * Returns NULL for an unknown algorithm, a negative size, NULL arrays (unless the size is 0), weights whose sum the
 * algorithm refuses, a tree of more than 64 items, a straw bucket without a map, and when memory is short. A uniform
 * bucket takes the first weight for all items, which may not be 0. Of the map only `straw_calc_version` is read. The
 * arrays are copied. The caller owns the bucket until `crush_add_bucket` takes it, and frees it with
 * `crush_destroy_bucket`.
 *
 * Requires:
 * `map` is NULL or valid; `items` and `weights` are NULL or have `size` elements, `weights` of a uniform bucket one.
 */
struct crush_bucket *crush_make_bucket(struct crush_map *map, int alg, int hash, int type, int size,
    int *items, int *weights);

/**
 * Makes choose_args for all buckets that change nothing: a record for each bucket slot, with the bucket's own ids and
 * `num_positions` copies of its weights.
 *
 * The result is one block; the caller changes it at will and frees it with `crush_destroy_choose_args`. NULL without a
 * map, for a negative number of positions, and when memory is short or the block would exceed 2 GiB.
 *
 * Requires:
 * `map` is NULL or valid, and nobody changes it during the call.
 */
struct crush_choose_arg *crush_make_choose_args(struct crush_map *map, int num_positions);

/**
 * Frees what `crush_make_choose_args` made; NULL is fine.
 *
 * Requires:
 * `args` is NULL or from `crush_make_choose_args`, and not used any more.
 */
void crush_destroy_choose_args(struct crush_choose_arg *args);

/**
 * Appends an item to a bucket.
 *
 * Returns 0; -ERANGE when the weights' sum would exceed 32 bits; -EINVAL for a uniform bucket whose items weigh
 * something else, for a NULL bucket and for a straw bucket without a map; -ENOMEM, also for the 65th item of a tree; -1
 * for an unknown algorithm. Of the map only `straw_calc_version` is read. The map is not finalized again.
 *
 * Requires:
 * `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_bucket_add_item(struct crush_map *map, struct crush_bucket *bucket, int item, int weight);

/**
 * Sets the weight of the first such item of a bucket, or of all items of a uniform bucket whichever is named.
 *
 * Returns by how much the weight changed, 0 if there is no such item. A weight that becomes smaller gives a negative
 * number as well as -EINVAL (NULL bucket, straw bucket without a map), -ENOMEM and -1 (unknown algorithm) do.
 *
 * Requires:
 * `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_bucket_adjust_item_weight(struct crush_map *map, struct crush_bucket *bucket, int item, int weight);

/**
 * Recomputes the weights of a bucket and of all buckets below it from the weights of the devices.
 *
 * The running sums of list buckets and the inner nodes of tree buckets keep their values, as in Ceph. Returns 0; -ERANGE
 * when a sum exceeds 32 bits (what was done until then stays); -EINVAL for a NULL bucket, and for a NULL map where it is
 * needed; -ENOMEM with nothing changed; -1 for an unknown algorithm.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread; `bucket` is NULL or a valid bucket.
 */
int crush_reweight_bucket(struct crush_map *map, struct crush_bucket *bucket);

/**
 * Takes a bucket out of the map and frees it. Buckets that have it as an item keep its id.
 *
 * Returns 0; -EINVAL for a NULL map or bucket, which then stays as it is.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread; `bucket` is NULL or a bucket made of blocks of `malloc`.
 */
int crush_remove_bucket(struct crush_map *map, struct crush_bucket *bucket);

/**
 * Removes the first such item from a bucket.
 *
 * Returns 0; -ENOENT if there is none; -ENOMEM when memory is short and, as in Ceph, for the last item of a uniform or
 * list bucket (which is empty then) or of a tree bucket (whose weight is 0 then); -EINVAL for a NULL bucket and for a
 * straw bucket without a map; -1 for an unknown algorithm. In a tree bucket an item in the middle leaves a hole: item 0
 * of weight 0.
 *
 * Requires:
 * `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_bucket_remove_item(struct crush_map *map, struct crush_bucket *bucket, int item);

/**
 * Makes a uniform bucket: `size` items of `item_weight` each. As `crush_make_bucket`.
 *
 * Requires:
 * `items` is NULL or has `size` elements.
 */
struct crush_bucket_uniform *crush_make_uniform_bucket(int hash, int type, int size, int *items,
    int item_weight);

/**
 * Makes a list bucket. As `crush_make_bucket`.
 *
 * Requires:
 * `items` and `weights` are NULL or have `size` elements.
 */
struct crush_bucket_list *crush_make_list_bucket(int hash, int type, int size, int *items, int *weights);

/**
 * Makes a tree bucket. As `crush_make_bucket`.
 *
 * Requires:
 * `items` and `weights` are NULL or have `size` elements.
 */
struct crush_bucket_tree *crush_make_tree_bucket(int hash, int type, int size, int *items, int *weights);

/**
 * Makes a straw bucket, with straws as the map's `straw_calc_version` wants them. As `crush_make_bucket`.
 *
 * Requires:
 * `map` is NULL or valid; `items` and `weights` are NULL or have `size` elements.
 */
struct crush_bucket_straw *crush_make_straw_bucket(struct crush_map *map, int hash, int type, int size,
    int *items, int *weights);

/** Says whether `a + b` exceeds 32 bits: 1 or 0. */
int crush_addition_is_unsafe(__u32 a, __u32 b);

/** Says whether `a * b` exceeds 32 bits: 1 or 0. For `b` 0 it says 1 unless `a` is 0 too. */
int crush_multiplication_is_unsafe(__u32 a, __u32 b);

/**
 * Sets the tunables that maps had before there were tunables; the MSR tunables stay. NULL is ignored.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread.
 */
void set_legacy_crush_map(struct crush_map *map);

/**
 * Sets the recommended tunables; `straw_calc_version` and the MSR tunables stay. NULL is ignored.
 *
 * Requires:
 * `map` is NULL or valid and used by no other thread.
 */
void set_optimal_crush_map(struct crush_map *map);

/**
 * Makes a straw2 bucket. As `crush_make_bucket`; the map is not used.
 *
 * Requires:
 * `items` and `weights` are NULL or have `size` elements.
 */
struct crush_bucket_straw2 *crush_make_straw2_bucket(struct crush_map *map, int hash, int type, int size,
    int *items, int *weights);

/**
 * Computes the straws of a straw bucket from its weights. Returns 0, -ENOMEM, or -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or valid; `bucket` is NULL or valid and used by no other thread.
 */
int crush_calc_straw(struct crush_map *map, struct crush_bucket_straw *bucket);

/**
 * Appends an item to a uniform bucket. As `crush_bucket_add_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_add_uniform_bucket_item(struct crush_bucket_uniform *b, int item, int weight);

/**
 * Appends an item to a list bucket. As `crush_bucket_add_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_add_list_bucket_item(struct crush_bucket_list *b, int item, int weight);

/**
 * Appends an item to a tree bucket. As `crush_bucket_add_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_add_tree_bucket_item(struct crush_bucket_tree *b, int item, int weight);

/**
 * Appends an item to a straw bucket. As `crush_bucket_add_item`.
 *
 * Requires:
 * `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_add_straw_bucket_item(struct crush_map *m, struct crush_bucket_straw *b, int item, int weight);

/**
 * Appends an item to a straw2 bucket. As `crush_bucket_add_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_add_straw2_bucket_item(struct crush_map *m, struct crush_bucket_straw2 *b, int item, int weight);

/**
 * Removes an item from a uniform bucket. As `crush_bucket_remove_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_remove_uniform_bucket_item(struct crush_bucket_uniform *b, int item);

/**
 * Removes an item from a list bucket. As `crush_bucket_remove_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_remove_list_bucket_item(struct crush_bucket_list *b, int item);

/**
 * Removes an item from a tree bucket. As `crush_bucket_remove_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_remove_tree_bucket_item(struct crush_bucket_tree *b, int item);

/**
 * Removes an item from a straw bucket. As `crush_bucket_remove_item`.
 *
 * Requires:
 * `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_remove_straw_bucket_item(struct crush_map *m, struct crush_bucket_straw *b, int item);

/**
 * Removes an item from a straw2 bucket. As `crush_bucket_remove_item`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_remove_straw2_bucket_item(struct crush_map *m, struct crush_bucket_straw2 *b, int item);

/**
 * Sets the weight of an item of a uniform bucket. As `crush_bucket_adjust_item_weight`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_adjust_uniform_bucket_item_weight(struct crush_bucket_uniform *b, int item, int weight);

/**
 * Sets the weight of an item of a list bucket. As `crush_bucket_adjust_item_weight`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_adjust_list_bucket_item_weight(struct crush_bucket_list *b, int item, int weight);

/**
 * Sets the weight of an item of a tree bucket. As `crush_bucket_adjust_item_weight`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_adjust_tree_bucket_item_weight(struct crush_bucket_tree *b, int item, int weight);

/**
 * Sets the weight of an item of a straw bucket. As `crush_bucket_adjust_item_weight`.
 *
 * Requires:
 * `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_adjust_straw_bucket_item_weight(struct crush_map *m, struct crush_bucket_straw *b, int item,
    int weight);

/**
 * Sets the weight of an item of a straw2 bucket. As `crush_bucket_adjust_item_weight`.
 *
 * Requires:
 * `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
 */
int crush_adjust_straw2_bucket_item_weight(struct crush_map *m, struct crush_bucket_straw2 *b, int item,
    int weight);

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

#endif  /* CEPH_CRUSH_BUILDER_H */
