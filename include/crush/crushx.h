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

/** Findings that a report holds; more are only counted. */
#define CRUSHX_REPORT_FINDINGS 16

/** Places of a result that the work of a report is told for. */
#define CRUSHX_REPORT_PLACES 32

/** Bytes of a finding's text, with the terminator. */
#define CRUSHX_FINDING_TEXT 112

/** Hash of object names that very old pools have; the value of `hash` in `crushx_object_hash`. */
#define CRUSHX_OBJECT_HASH_LINUX 1

/** Hash of object names that every pool of today has; the value of `hash` in `crushx_object_hash`. */
#define CRUSHX_OBJECT_HASH_RJENKINS 2

/**
 * Score that gives each node a share of keys as large as its share of weight; the value of `score` in
 * `crushx_rendezvous_new` that is right unless others must compute the same with a few lines of their own.
 */
#define CRUSHX_RENDEZVOUS_EXACT 0

/**
 * Score that is a hash times the weight, by which heavy nodes get more than their share; a value of `score` in
 * `crushx_rendezvous_new`.
 */
#define CRUSHX_RENDEZVOUS_SIMPLE 1

/**
 * A map with everything that its file holds: names, device classes and choose_args besides the `struct crush_map`. It does
 * not change, so threads may share it.
 */
struct crushx_map;

/** A map, a rule, device weights and replacements, prepared for mapping many inputs. Threads may share it. */
struct crushx_placer;

/** Nodes, ready to place keys. Threads may share it. */
struct crushx_rendezvous;

/** Something in a map that a mapping would stumble over, or that is hardly meant. */
struct crushx_finding {
  /**
   * 1 if other implementations crash, read beyond arrays, abort or never return when a mapping gets there; 0 if it is only
   * odd.
   */
  int is_unsafe;
  /** Id of the bucket that it is found in, 0 if it is in none. */
  int32_t bucket;
  /** Number of the rule that it is found in, -1 if it is in none. */
  int32_t rule;
  /** Index of the item or step, -1 if it is none of one. */
  int32_t index;
  /** Where and what it is, in words. */
  char text[CRUSHX_FINDING_TEXT];
};

/** What is to be said about a map. */
struct crushx_report {
  /** Findings that are unsafe; a map without any can be mapped over safely by any implementation. */
  uint64_t unsafe_count;
  /** Findings that are odd. */
  uint64_t odd_count;
  /**
   * Draws, one for each item of a bucket that is chosen from, that mapping one input to `CRUSHX_REPORT_PLACES` devices
   * takes at most, whatever the device weights, by the rule that takes most; `UINT64_MAX` if it may never end.
   */
  uint64_t draws;
  /** Number of that rule, -1 without rules. */
  int32_t rule;
  /** Levels of buckets, one above another, of the deepest part. */
  uint32_t depth;
  /** Entries of `findings`. */
  uint32_t count;
  /** The first findings, unsafe ones first. */
  struct crushx_finding findings[CRUSHX_REPORT_FINDINGS];
};

/** A node of a flat cluster. */
struct crushx_rendezvous_node {
  /** Its id, which no other node has, and which decides what it holds. */
  uint64_t id;
  /** Its share of the keys, in any unit; with 0 or less it gets none. */
  int64_t weight;
  /** What fails together with it: copies go to nodes of distinct domains first. */
  uint64_t domain;
};

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
 * Reads the map file of `len` bytes at `bytes`, of any release up to Tentacle, and stores the map at `*map`.
 *
 * Returns 0; -EINVAL for NULL or bytes that are no map, with offset and field in `crushx_last_error`; -ENOMEM.
 *
 * Requires:
 * `bytes` is NULL or points to `len` bytes; `map` is NULL or writable.
 */
int crushx_map_decode(const void *bytes, size_t len, struct crushx_map **map);

/**
 * Compiles the text map of `len` bytes at `text` and stores the map at `*map`.
 *
 * Returns 0; -EINVAL for NULL or a text that is no map, with line and column in `crushx_last_error`; -ENOMEM.
 *
 * Requires:
 * `text` is NULL or points to `len` bytes; `map` is NULL or writable.
 */
int crushx_map_compile(const char *text, size_t len, struct crushx_map **map);

/**
 * Stores the map's file for readers of a release at `*bytes`, and its length at `*len`; to be freed with `crushx_free`.
 * `release` is a name like "reef", or NULL for the newest, "tentacle".
 *
 * Returns 0; -EINVAL for NULL or an unknown release; -EOPNOTSUPP if the map holds something that the release does not
 * understand; -EFBIG for what no file can hold; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `release` is NULL or a text that ends in NUL; `bytes` and `len` are NULL or
 * writable.
 */
int crushx_map_encode(const struct crushx_map *map, const char *release, uint8_t **bytes, size_t *len);

/**
 * Stores the map as text at `*text`, as `crushtool -d` of Tentacle writes it, and its length at `*len`; to be freed with
 * `crushx_free`. A NUL that is not counted stands behind it. `len` may be NULL.
 *
 * Returns 0; -EINVAL for NULL or a map that no text can describe; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `text` and `len` are NULL or writable.
 */
int crushx_map_decompile(const struct crushx_map *map, char **text, size_t *len);

/**
 * Frees a map; NULL is fine. What `crushx_map_raw` and `crushx_map_choose_args` returned goes with it.
 *
 * Requires:
 * `map` is NULL or came from this library, and nobody uses it any more.
 */
void crushx_map_free(struct crushx_map *map);

/**
 * Returns the `struct crush_map` inside, for functions that only read it, such as `crush_do_rule`; NULL for NULL. It belongs
 * to `map` and is valid as long.
 *
 * Requires:
 * `map` is NULL or came from this library.
 */
const struct crush_map *crushx_map_raw(const struct crushx_map *map);

/**
 * Returns the replacements that serve a pool, as `crush_do_rule` takes them: those with the pool's id, else those with -1;
 * NULL if there are none, and for NULL. There are `max_buckets` of them, they belong to `map` and are valid as long.
 *
 * Requires:
 * `map` is NULL or came from this library.
 */
const struct crush_choose_arg *crushx_map_choose_args(const struct crushx_map *map, int64_t pool_id);

/**
 * Stores the id of the device or bucket with a name at `*id`.
 *
 * Returns 0; -ENOENT if there is none; -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
 */
int crushx_map_item_id(const struct crushx_map *map, const char *name, int32_t *id);

/**
 * Stores the name of a device or bucket at `*name`; to be freed with `crushx_free`.
 *
 * Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or writable.
 */
int crushx_map_item_name(const struct crushx_map *map, int32_t id, char **name);

/**
 * Stores the number of the type with a name at `*id`; 0 is that of devices.
 *
 * Returns 0; -ENOENT if there is none; -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
 */
int crushx_map_type_id(const struct crushx_map *map, const char *name, int32_t *id);

/**
 * Stores the name of a type at `*name`; to be freed with `crushx_free`.
 *
 * Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or writable.
 */
int crushx_map_type_name(const struct crushx_map *map, int32_t id, char **name);

/**
 * Stores the number of the device class with a name at `*id`.
 *
 * Returns 0; -ENOENT if there is none; -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `id` is NULL or writable.
 */
int crushx_map_class_id(const struct crushx_map *map, const char *name, int32_t *id);

/**
 * Stores the name of a device class at `*name`; to be freed with `crushx_free`.
 *
 * Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or writable.
 */
int crushx_map_class_name(const struct crushx_map *map, int32_t id, char **name);

/**
 * Stores the number of the class of a device, or of a shadow bucket, at `*class_id`.
 *
 * Returns 0; -ENOENT if the item has no class; -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or came from this library; `class_id` is NULL or writable.
 */
int crushx_map_item_class(const struct crushx_map *map, int32_t item, int32_t *class_id);

/**
 * Stores the number of the rule with a name at `*ruleno`, as `crush_do_rule` takes it.
 *
 * Returns 0; -ENOENT if there is none; -EINVAL for NULL.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or a text that ends in NUL; `ruleno` is NULL or writable.
 */
int crushx_map_rule_id(const struct crushx_map *map, const char *name, int32_t *ruleno);

/**
 * Stores the name of a rule at `*name`; to be freed with `crushx_free`.
 *
 * Returns 0; -ENOENT if it has none; -EINVAL for NULL; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or came from this library; `name` is NULL or writable.
 */
int crushx_map_rule_name(const struct crushx_map *map, int32_t ruleno, char **name);

/**
 * Looks for all in `map` that would make a mapping crash, run wild or never end in other implementations, for what is
 * hardly meant, and for how much work a mapping can be. This library maps over any map, whatever is found.
 *
 * Returns 0 whatever is found, -EINVAL for NULL, -ENOMEM. Takes time like the size of the map for each choose step of its
 * rules.
 *
 * Requires:
 * `map` is NULL or a map whose arrays are NULL or as long as its counts say, and nobody changes it during the call;
 * `report` is NULL or writable.
 */
int crushx_validate(const struct crush_map *map, struct crushx_report *report);

/**
 * Tells how many choices, and draws in all of them, mapping one input by rule `ruleno` to `result_max` places takes at most,
 * whatever the device weights: the bound that a placer holds against its budget. `UINT64_MAX` stands for more than fit;
 * an unknown rule takes none.
 *
 * Returns 0, -EINVAL for NULL, -ENOMEM. Either of `choices` and `draws` may be NULL.
 *
 * Requires:
 * `map` as for `crushx_validate`; `choices` and `draws` are NULL or writable.
 */
int crushx_worst_case(const struct crush_map *map, uint32_t ruleno, size_t result_max, uint64_t *choices,
    uint64_t *draws);

/**
 * Prepares rule `ruleno` of `map` for results of `result_max` ids, and stores the placer at `*placer`.
 *
 * `weights` holds the operator's weight of each device in 16.16, `weight_count` of them: 0 is out, 0x10000 is in; a device
 * without a weight is out. `choose_args` is NULL or an array of `map->max_buckets` replacements. What is given is copied: a
 * placer is a snapshot that knows of no later change. It maps as `crush_do_rule` does with the same arguments, but faster,
 * and never counts in `map->choose_tries`.
 *
 * Returns 0; -EINVAL for NULL or an empty result; -ENOENT for an unknown rule; -ERANGE if mapping one input could take more
 * than 2^28 draws (see `crushx_worst_case`) or the result is too long; -EFBIG if the map is too large; -ENOMEM.
 *
 * Requires:
 * `map` is NULL or a map whose arrays are NULL or as long as its counts say; `weights` and `choose_args` are NULL or valid
 * for what is said above; nobody changes any of it during the call. `placer` is NULL or writable.
 */
int crushx_placer_new(const struct crush_map *map, uint32_t ruleno, size_t result_max,
    const uint32_t *weights, size_t weight_count, const struct crush_choose_arg *choose_args,
    struct crushx_placer **placer);

/**
 * Maps input `x`: `result` gets the ids, as many as the placer was made for, and `*len` how many of them count, as
 * `crush_do_rule` returns it; `len` may be NULL. Unused places hold `CRUSH_ITEM_NONE`, as holes do.
 *
 * Returns 0; -EINVAL for NULL; -ENOMEM, with results of some hundreds of places alone. Allocates nothing with shorter ones.
 *
 * Requires:
 * `placer` is NULL or came from `crushx_placer_new`; `result` is NULL or has room for the ids; `len` is NULL or writable.
 */
int crushx_placer_place(const struct crushx_placer *placer, uint32_t x, int32_t *result, size_t *len);

/**
 * Maps the `count` inputs at `xs`: row i of `results`, as many ids as the placer was made for, starts at
 * `results[i * result_max]`, and `lens[i]` is how many of it count; `lens` may be NULL. See `crushx_placer_place`.
 *
 * Works on up to `threads` threads, the calling one among them; 0 stands for as many as there are processors. The results
 * are the same with any number, and no thread outlives the call. Takes a few hundred inputs to be faster than single calls.
 *
 * Returns 0; -EINVAL for NULL, unless `count` is 0, or a size that no array has; -ENOMEM, after which `results` and `lens`
 * may be filled in part.
 *
 * Requires:
 * `placer` is NULL or came from `crushx_placer_new`; `xs`, `results` and `lens` are NULL or as long as is said above,
 * and do not overlap.
 */
int crushx_placer_place_batch(const struct crushx_placer *placer, const uint32_t *xs, size_t count,
    int32_t *results, size_t *lens, size_t threads);

/**
 * Frees a placer; NULL is fine.
 *
 * Requires:
 * `placer` is NULL or came from `crushx_placer_new`, and nobody uses it any more.
 */
void crushx_placer_free(struct crushx_placer *placer);

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

/**
 * Prepares the `count` nodes at `nodes`, whose order does not matter, and stores the handle at `*flat`. What is given is
 * copied.
 *
 * `score` is `CRUSHX_RENDEZVOUS_EXACT` or `CRUSHX_RENDEZVOUS_SIMPLE`.
 *
 * Returns 0; -EINVAL for NULL (but `nodes` may be NULL when `count` is 0), another score, or a size that no array has;
 * -EEXIST if two nodes have one id; -ENOMEM.
 *
 * Requires:
 * `nodes` is NULL or has `count` nodes, which nobody changes during the call; `flat` is NULL or writable.
 */
int crushx_rendezvous_new(const struct crushx_rendezvous_node *nodes, size_t count, int score,
    struct crushx_rendezvous **flat);

/**
 * Finds the nodes that hold a key of `key_len` bytes, such as a content hash: `copies` of them, or all that have weight if
 * those are fewer. `ids` has room for `copies` ids and gets the best node of each failure domain, best first, then, if there
 * are too few domains, the best of the other nodes.
 *
 * Writes the number of ids to `*len`, and to `*distinct` how many of them, from the front, are in domains of their own;
 * where that is less than `copies`, domains repeat or places stay empty. `distinct` may be NULL.
 *
 * Returns 0; -EINVAL for NULL (but `key` may be NULL when it is empty, and `ids` when `copies` is 0); -ENOMEM.
 *
 * Requires:
 * `flat` is NULL or came from `crushx_rendezvous_new`; `key` is NULL or has `key_len` bytes; `ids` is NULL or has room for
 * `copies` ids; `len` and `distinct` are NULL or writable.
 */
int crushx_rendezvous_place(const struct crushx_rendezvous *flat, const char *key, size_t key_len,
    size_t copies, uint64_t *ids, size_t *len, size_t *distinct);

/**
 * Frees a handle; NULL is fine.
 *
 * Requires:
 * `flat` is NULL or came from `crushx_rendezvous_new`, and nobody uses it any more.
 */
void crushx_rendezvous_free(struct crushx_rendezvous *flat);

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
