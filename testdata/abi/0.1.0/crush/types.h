/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_TYPES_H
#define CEPH_CRUSH_TYPES_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#if defined(CRUSH_ABI_PACIFIC) && defined(CRUSH_ABI_REEF)
#error "CRUSH_ABI_PACIFIC and CRUSH_ABI_REEF exclude each other"
#endif

/*
 * The integers of the interface, __u8 to __u64 and __s8 to __s64. They are the kernel's where its headers are
 * installed, so that including both is harmless; 64 bits are long long in either case, as printf formats expect.
 */
#include <stddef.h>
#if defined(__linux__)
#if !defined(__has_include)
#define CRUSH_HAS_LINUX_TYPES
#elif __has_include(<linux/types.h>)
#define CRUSH_HAS_LINUX_TYPES
#endif
#endif
#ifdef CRUSH_HAS_LINUX_TYPES
#include <linux/types.h>
#else
#include <stdint.h>
typedef uint8_t __u8;
typedef int8_t __s8;
typedef uint16_t __u16;
typedef int16_t __s16;
typedef uint32_t __u32;
typedef int32_t __s32;
typedef unsigned long long __u64;
typedef long long __s64;
#endif
#undef CRUSH_HAS_LINUX_TYPES

#endif  /* CEPH_CRUSH_TYPES_H */
