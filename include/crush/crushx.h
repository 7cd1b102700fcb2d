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
