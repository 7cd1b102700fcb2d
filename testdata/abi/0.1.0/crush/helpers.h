/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_HELPERS_H
#define CEPH_CRUSH_HELPERS_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include "crush.h"

/* What programs for the stand-alone libcrush 1.0 use beside the common functions. */

#if !defined(CRUSH_ABI_PACIFIC)
#error "helpers.h is of the stand-alone libcrush 1.0: compile with -DCRUSH_ABI_PACIFIC, link the library of that interface"
#endif

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Stores the ids of all buckets that are no bucket's item in an array at `*buckets`, from -1 down.
 *
 * Returns their number; -EINVAL if an item is a bucket beyond `max_buckets`, or for NULL; -ENOMEM. The caller frees the
 * array with `free`, also when the number is 0; on failure there is none and `*buckets` is untouched.
 *
 * Requires:
 * `map` is NULL or valid, and nobody changes it during the call; `buckets` is NULL or writable.
 */
int crush_find_roots(struct crush_map *map, int **buckets);

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

#endif  /* CEPH_CRUSH_HELPERS_H */
