/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_COMPAT_H
#define CEPH_CRUSH_COMPAT_H

/* Written by `make header` from src/ and cbindgen/: change those. */

/* What code that was written for both the kernel and user space expects to find. */

#include "types.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Limits of the integers, each of the type it limits. */
#define U8_MAX ((__u8)0xff)
#define S8_MAX ((__s8)0x7f)
#define S8_MIN ((__s8)(-S8_MAX - 1))
#define U16_MAX ((__u16)0xffff)
#define S16_MAX ((__s16)0x7fff)
#define S16_MIN ((__s16)(-S16_MAX - 1))
#define U32_MAX ((__u32)0xffffffff)
#define S32_MAX ((__s32)0x7fffffff)
#define S32_MIN ((__s32)(-S32_MAX - 1))
#define U64_MAX ((__u64)0xffffffffffffffffULL)
#define S64_MAX ((__s64)0x7fffffffffffffffLL)
#define S64_MIN ((__s64)(-S64_MAX - 1))

/** Ends the program when x holds, unless NDEBUG is defined. */
#define BUG_ON(x) assert(!(x))

/** Quotient of two signed 64-bit numbers, towards zero. */
#define div64_s64(dividend, divisor) ((dividend) / (divisor))

/** Memory of the C allocator; the flags are ignored, kfree of NULL does nothing. */
#define kmalloc(size, flags) malloc(size)
#define kfree(x) free(x)

#endif  /* CEPH_CRUSH_COMPAT_H */
