/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRUSHX_H
#define CRUSHX_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include "crush.h"

/*
 * What this library offers beyond libcrush.
 *
 * Every function that can fail returns 0 or a negative errno, and writes its outputs only on success; what went wrong is
 * said in words by crushx_last_error. Nothing prints. Handles are opaque: what a function whose name ends in _new makes,
 * the one that ends in _free frees, and that takes NULL as well. Threads may share a handle that they hold as const.
 * Buffers that the library returns are freed with crushx_free. Sizes are size_t, ids int32_t, inputs uint32_t, and
 * weights uint32_t with 16 bits behind the point.
 */

#if defined(CRUSH_ABI_PACIFIC)
/** Number of this interface, that of Ceph up to 16; the library's soname ends in it. */
#define CRUSHX_ABI 1
#endif

#if defined(CRUSH_ABI_REEF)
/** Number of this interface, that of Ceph 17 and 18; the library's soname ends in it. */
#define CRUSHX_ABI 2
#endif

#if !(defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF))
/** Number of this interface, that of Ceph 19 and 20; the library's soname ends in it. */
#define CRUSHX_ABI 3
#endif

/** Hash of object names that very old pools have; the value of `hash` in `crushx_object_hash`. */
#define CRUSHX_OBJECT_HASH_LINUX 1

/** Hash of object names that every pool of today has; the value of `hash` in `crushx_object_hash`. */
#define CRUSHX_OBJECT_HASH_RJENKINS 2

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Returns the version of the library, such as "0.1.0".
 *
 * The text is static: it is never freed and threads may share it.
 */
const char *crushx_version(void);

/**
 * Returns the number of the interface that the library was built with, as `CRUSHX_ABI`.
 *
 * `CRUSH_CHECK_ABI()` compares it with the number that the program was compiled against. Safe to call from any thread,
 * and the one call that is safe whatever the program was compiled against.
 */
int crushx_abi(void);

/**
 * Returns the name of the instructions in use: "scalar", "avx2" or "avx512".
 *
 * They are the best that the processor has, or lower ones that the environment variable `CRUSHX_SIMD` names, by one of
 * these names, when the library first maps something or this is first called; any other value is ignored. The text is
 * static: it is never freed and threads may share it.
 */
const char *crushx_simd_level(void);

/**
 * Returns what went wrong when a `crushx_` function last failed on this thread, as one line of UTF-8 of at most 1023
 * bytes: with offset and field, or line and column, where a file was at fault. Empty when none has failed.
 *
 * The text is the library's, and holds until a `crushx_` function fails on this thread or the thread ends. Functions that
 * succeed leave it as it is: what failed is told by what a function returns.
 */
const char *crushx_last_error(void);

/**
 * Frees a buffer that a `crushx_` function returned; NULL is fine.
 *
 * Requires:
 * `buffer` is NULL or came from this library and was not freed before.
 */
void crushx_free(void *buffer);

/**
 * Hashes what places an object: its name, or the locator key if that is not empty, within a namespace, which may be
 * empty. Names are bytes, of which NUL may be one. Writes the whole 32 bits to `seed`, of which `crushx_stable_mod` makes
 * the number of a placement group.
 *
 * `hash` is the pool's `object_hash`; one that does not exist gives 0xffffffff, as in Ceph.
 *
 * Returns 0, or -EINVAL if `seed` is NULL or a string is NULL and not empty.
 *
 * Requires:
 * Each string has as many bytes as its length says, or is NULL; `seed` is NULL or room for a number.
 */
int crushx_object_hash(int hash, const char *name, size_t name_len, const char *nspace, size_t nspace_len,
    const char *key, size_t key_len, uint32_t *seed);

/**
 * Reduces `x` to a number below `pg_num`, the number of an object's placement group when `x` is its hash. Most numbers keep
 * theirs while `pg_num` grows. A `pg_num` of 0 counts as 1.
 */
uint32_t crushx_stable_mod(uint32_t x, uint32_t pg_num);

/**
 * Returns the input that the rule of a pool gets for a placement group, to be given to `crush_do_rule` or a placer.
 *
 * `pool` is the pool's id, `seed` the group's number or an object's whole hash, `pgp_num` the pool's, and `hashpspool` not
 * 0 for pools with that flag, as all of today.
 */
uint32_t crushx_pg_seed(uint64_t pool, uint32_t seed, uint32_t pgp_num, int hashpspool);

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

/**
 * 0 if the library that the program runs with has the interface that the program was compiled against, otherwise
 * -EINVAL: then no other function of the library may be called. Neither the linker nor the loader notices, since the
 * functions have the same names in each interface, and the structs are laid out differently.
 */
#define CRUSH_CHECK_ABI() (crushx_abi() == CRUSHX_ABI ? 0 : -EINVAL)

#endif  /* CRUSHX_H */
