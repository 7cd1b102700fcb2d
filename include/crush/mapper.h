/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_MAPPER_H
#define CEPH_CRUSH_MAPPER_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include "crush.h"

/*
 * Mapping: from an input number to the devices that hold it.
 *
 *   crush_finalize(map);
 *   char *workspace = malloc(crush_work_size(map, n));
 *   crush_init_workspace(map, workspace);
 *   len = crush_do_rule(map, ruleno, x, result, n, weights, weight_max, workspace, NULL);
 *
 * The result holds at most n devices, and weights has one entry for each device, 0x10000 for one that is in. Taking a
 * device out is setting its entry to 0: the map stays as it is.
 *
 * The workspace can be used for many inputs, by one thread at a time, until the map changes. It must not be moved after
 * crush_init_workspace, since it holds pointers into itself.
 */

#if defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF)
/** Returns the bytes of workspace that mapping to at most result_max devices needs; crush_finalize must have run. */
static inline size_t crush_work_size(const struct crush_map *map, int result_max)
{
  int words = (int)((unsigned int)result_max * 3u);
  return map->working_size + (size_t)words * sizeof(__u32);
}
#endif

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Maps input `x` by rule `ruleno` and returns how many entries of `result` are defined.
 *
 * `result` has room for `result_max` ids; what entries beyond the returned number hold means nothing. `weights` holds the
 * operator's weight of each device in 16.16, `weight_max` of them: 0 is out, 0x10000 is in, and with a weight between
 * them a device is in for that share of the inputs; a device without a weight is out. `cwin` is a workspace of
 * `crush_work_size(map, result_max)` bytes, at any address, that `crush_init_workspace` has been called on.
 * `choose_args` is NULL or an array of `map->max_buckets` replacements.
 *
 * Entries are device ids, or bucket ids where the rule chooses buckets. A rule that chooses independently keeps the
 * position of each entry and puts `CRUSH_ITEM_NONE` where it found none; others return fewer entries.
 *
 * Never fails: an unknown rule, a `result_max` below 1 or a NULL `map`, `result` or `cwin` gives 0. Allocates nothing.
 * Threads may share the map, the weights and the replacements while nobody changes them, each with its own workspace and
 * result; `map->choose_tries`, if not NULL, counts for all of them.
 *
 * Requires:
 * The pointers are NULL or valid for what is said above; the map has been finalized since it last changed.
 */
int crush_do_rule(const struct crush_map *map, int ruleno, int x, int *result, int result_max,
    const __u32 *weights, int weight_max, void *cwin, const struct crush_choose_arg *choose_args);

#if !(defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF))
/**
 * Returns the number of bytes that a workspace needs to map up to `result_max` items with any rule of `map`.
 *
 * Takes `map->working_size` as `crush_finalize` left it. 0 for a NULL map.
 *
 * Requires:
 * `map` is NULL or a valid map.
 */
size_t crush_work_size(const struct crush_map *map, int result_max);
#endif

/**
 * Prepares the workspace `v` for mapping over `m`.
 *
 * `v` has the bytes that `crush_work_size` asked for. It must be prepared again when the map has changed, and must not
 * be moved. Nothing happens when either is NULL. A workspace serves one thread at a time.
 *
 * Requires:
 * The pointers are NULL or valid for what is said above.
 */
void crush_init_workspace(const struct crush_map *m, void *v);

#if defined(CRUSH_ABI_PACIFIC)
/**
 * Returns the number of the first rule of this ruleset and type that serves `size` replicas, or -1. -1 for a NULL map.
 *
 * Requires:
 * `map` is NULL or a valid map.
 */
int crush_find_rule(const struct crush_map *map, int ruleset, int type, int size);
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

#endif  /* CEPH_CRUSH_MAPPER_H */
