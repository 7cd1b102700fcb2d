/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_HASH_H
#define CEPH_CRUSH_HASH_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include "types.h"

/* Hashes of one to five words. They depend on nothing but their arguments; any thread may call them at any time. */

/** The one hash: Robert Jenkins' mix. */
#define CRUSH_HASH_RJENKINS1 0

/** The hash that new buckets use. */
#define CRUSH_HASH_DEFAULT CRUSH_HASH_RJENKINS1

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/** Returns the name of hash `type`: "rjenkins1" for `CRUSH_HASH_RJENKINS1`, else "unknown". The text is static. */
const char *crush_hash_name(int type);

/** Hashes one word; 0 for a `type` that does not exist. */
__u32 crush_hash32(int type, __u32 a);

/** Hashes two words; 0 for a `type` that does not exist. */
__u32 crush_hash32_2(int type, __u32 a, __u32 b);

/** Hashes three words; 0 for a `type` that does not exist. */
__u32 crush_hash32_3(int type, __u32 a, __u32 b, __u32 c);

/** Hashes four words; 0 for a `type` that does not exist. */
__u32 crush_hash32_4(int type, __u32 a, __u32 b, __u32 c, __u32 d);

/** Hashes five words; 0 for a `type` that does not exist. */
__u32 crush_hash32_5(int type, __u32 a, __u32 b, __u32 c, __u32 d, __u32 e);

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

#endif  /* CEPH_CRUSH_HASH_H */
