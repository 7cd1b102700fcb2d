/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CEPH_CRUSH_CRUSH_H
#define CEPH_CRUSH_CRUSH_H

/* Written by `make header` from src/ and cbindgen/: change those. */

#include "crush_compat.h"
#include "hash.h"

/*
 * The map that CRUSH places data by, and its parts.
 *
 * A map is a hierarchy of buckets (a root, its racks, their hosts) with devices as leaves, and a list of rules that say
 * how to descend it. Devices have ids from 0 up; buckets have ids from -1 down, and the bucket with id -1 - i is
 * buckets[i] of the map. Weights are fixed-point numbers with 16 bits behind the point: 0x10000 is 1.0.
 *
 * Memory: everything that a map holds comes from malloc and goes back to free, each array and each struct in a block of
 * its own. A program may therefore allocate, grow and free parts of a map itself.
 *
 * Threads: any number may read one map at once, as mapping does. Building and editing need the map for themselves.
 *
 * This interface comes in three forms, for programs written against different releases of Ceph: the current one, that
 * of Ceph 17 and 18 when CRUSH_ABI_REEF is defined, and that of Ceph up to 16 when CRUSH_ABI_PACIFIC is. A program
 * must be linked to the library of its form: see CRUSH_CHECK_ABI() in crushx.h.
 */

/** Count argument of a choose step: x fewer than the caller asked for. */
#define CRUSH_CHOOSE_N_MINUS(x) (-(x))

/** First word of an encoded map. */
#define CRUSH_MAGIC 0x00010000ul

/** Depth that a hierarchy is expected not to exceed; nothing enforces it. */
#define CRUSH_MAX_DEPTH 10

/** Rules that a map is expected to hold at most. */
#define CRUSH_MAX_RULES (1 << 8)

#if defined(CRUSH_ABI_PACIFIC)
/** Rulesets that a map is expected to hold at most. */
#define CRUSH_MAX_RULESET (1 << 8)
#endif

/** Largest weight of a device that makes sense, 100.0 in 16.16; not enforced. */
#define CRUSH_MAX_DEVICE_WEIGHT (100u * 0x10000u)

/** Largest weight of a bucket that makes sense, 65535.0 in 16.16; not enforced. */
#define CRUSH_MAX_BUCKET_WEIGHT (65535u * 0x10000u)

/** Marks a place that no choice has filled yet; never part of a result. */
#define CRUSH_ITEM_UNDEF 0x7ffffffe

/** Marks a place of a result that no device could fill. */
#define CRUSH_ITEM_NONE 0x7fffffff

/** Count argument of a choose step: as many as the caller asked for. */
#define CRUSH_CHOOSE_N 0

/** Bucket algorithms that legacy clients understand: uniform, list and straw, as bits `1 << algorithm`. */
#define CRUSH_LEGACY_ALLOWED_BUCKET_ALGS (((1 << 1) | (1 << 2)) | (1 << 4))

/** How a bucket chooses among its items; the value of `crush_bucket.alg`. */
enum crush_algorithm {
  /** All items weigh the same; the choice is a permutation. */
  CRUSH_BUCKET_UNIFORM = 1,
  /** Items are tried from the newest to the oldest; cheap to grow. */
  CRUSH_BUCKET_LIST = 2,
  /** A binary tree of weights. */
  CRUSH_BUCKET_TREE = 3,
  /** Every item draws a straw of precomputed length. */
  CRUSH_BUCKET_STRAW = 4,
  /** Every item draws a straw scaled by its own weight alone. */
  CRUSH_BUCKET_STRAW2 = 5,
};

/** What a step of a rule does; the value of `crush_rule_step.op`. */
enum crush_opcodes {
  /** Nothing. */
  CRUSH_RULE_NOOP = 0,
  /** Start from item `arg1`. */
  CRUSH_RULE_TAKE = 1,
  /** Choose `arg1` items of type `arg2`; a failed one is left out and later ones move up. */
  CRUSH_RULE_CHOOSE_FIRSTN = 2,
  /** Choose `arg1` items of type `arg2`; a failed one leaves a hole. */
  CRUSH_RULE_CHOOSE_INDEP = 3,
  /** Append what was chosen to the result. */
  CRUSH_RULE_EMIT = 4,
  /** As choose firstn, then one device below each. */
  CRUSH_RULE_CHOOSELEAF_FIRSTN = 6,
  /** As choose indep, then one device below each. */
  CRUSH_RULE_CHOOSELEAF_INDEP = 7,
  /** Set the tries of a choice. */
  CRUSH_RULE_SET_CHOOSE_TRIES = 8,
  /** Set the tries of the choice of a leaf. */
  CRUSH_RULE_SET_CHOOSELEAF_TRIES = 9,
  /** Set the retries in the same bucket. */
  CRUSH_RULE_SET_CHOOSE_LOCAL_TRIES = 10,
  /** Set the retries in the same bucket by permutation. */
  CRUSH_RULE_SET_CHOOSE_LOCAL_FALLBACK_TRIES = 11,
  /** Set how the leaf's choice follows its parent's tries. */
  CRUSH_RULE_SET_CHOOSELEAF_VARY_R = 12,
  /** Set whether a leaf's choice ignores its position. */
  CRUSH_RULE_SET_CHOOSELEAF_STABLE = 13,
#if !(defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF))
  /** Set the descents from the root in an MSR rule. */
  CRUSH_RULE_SET_MSR_DESCENTS = 14,
  /** Set the tries against collisions in an MSR rule. */
  CRUSH_RULE_SET_MSR_COLLISION_TRIES = 15,
  /** Choose `arg1` items of type `arg2` in an MSR rule. */
  CRUSH_RULE_CHOOSE_MSR = 16,
#endif
};

#if !defined(CRUSH_ABI_PACIFIC)
/** What a rule is for; the value of `crush_rule.type`. Only the MSR types change what a rule does. */
enum crush_rule_type {
  /** For replicated pools. */
  CRUSH_RULE_TYPE_REPLICATED = 1,
  /** For erasure-coded pools. */
  CRUSH_RULE_TYPE_ERASURE = 3,
#if !defined(CRUSH_ABI_REEF)
  /** Multi-step retry, for replicated pools. */
  CRUSH_RULE_TYPE_MSR_FIRSTN = 4,
  /** Multi-step retry, for erasure-coded pools. */
  CRUSH_RULE_TYPE_MSR_INDEP = 5,
#endif
};
#endif

/** The part that all bucket variants begin with. */
struct crush_bucket {
  /** Negative; the bucket with id `-1 - i` is `crush_map.buckets[i]`. */
  __s32 id;
  /** Bucket type (host, rack, ...), above 0: 0 is the type of devices. */
  __u16 type;
  /** One of `enum crush_algorithm`; says which variant this is. */
  __u8 alg;
  /** Hash of the choices, `CRUSH_HASH_RJENKINS1`. */
  __u8 hash;
  /** Sum of the item weights, 16.16. */
  __u32 weight;
  /** Number of items. */
  __u32 size;
  /** `size` ids: devices from 0 up, buckets negative. */
  __s32 *items;
};

/** Bucket whose items all weigh the same. */
struct crush_bucket_uniform {
  /** Common part. */
  struct crush_bucket h;
  /** Weight of each item, 16.16. */
  __u32 item_weight;
};

/** Bucket whose items are tried from the last to the first. */
struct crush_bucket_list {
  /** Common part. */
  struct crush_bucket h;
  /** `h.size` weights, 16.16. */
  __u32 *item_weights;
  /** `h.size` sums: `sum_weights[i]` is the weight of items 0 to i. */
  __u32 *sum_weights;
};

/** Bucket that keeps the weights in a binary tree: item i is node 2i + 1. */
struct crush_bucket_tree {
  /** Common part. */
  struct crush_bucket h;
  /** Length of `node_weights`, a power of two. */
  __u8 num_nodes;
  /** Weights of leaves and sums of inner nodes, 16.16. */
  __u32 *node_weights;
};

/** Bucket whose items draw straws of precomputed length. */
struct crush_bucket_straw {
  /** Common part. */
  struct crush_bucket h;
  /** `h.size` weights, 16.16. */
  __u32 *item_weights;
  /** `h.size` straw lengths, 16.16. */
  __u32 *straws;
};

/** Bucket whose items draw straws scaled by their weight. */
struct crush_bucket_straw2 {
  /** Common part. */
  struct crush_bucket h;
  /** `h.size` weights, 16.16. */
  __u32 *item_weights;
};

#if defined(CRUSH_ABI_PACIFIC)
/** What a rule applies to, in the interface up to Ceph 16. */
struct crush_rule_mask {
  /** Number that pools refer to. */
  __u8 ruleset;
  /** 1 replicated, 3 erasure. */
  __u8 type;
  /** Smallest number of replicas that the rule serves. */
  __u8 min_size;
  /** Largest number of replicas that the rule serves. */
  __u8 max_size;
};
#endif

/** One step of a rule. */
struct crush_rule_step {
  /** One of `enum crush_opcodes`. */
  __u32 op;
  /** First argument: an item, a count or a value. */
  __s32 arg1;
  /** Second argument: a type. */
  __s32 arg2;
};

/** A rule: `len` steps follow the header in the same block. */
struct crush_rule {
  /** Number of steps. */
  __u32 len;
#if defined(CRUSH_ABI_PACIFIC)
  /** What the rule applies to. */
  struct crush_rule_mask mask;
#endif
#if !defined(CRUSH_ABI_PACIFIC)
  /** Not used any more. */
  __u8 __unused_was_rule_mask_ruleset;
  /** One of `enum crush_rule_type`. */
  __u8 type;
  /** Kept for old maps. */
  __u8 deprecated_min_size;
  /** Kept for old maps. */
  __u8 deprecated_max_size;
#endif
  /** The steps. */
  __extension__ struct crush_rule_step steps[0];
};

/** A cluster: its hierarchy of buckets, its rules and the tunables of the algorithm. */
struct crush_map {
  /** `max_buckets` pointers, each a bucket or NULL; slot i holds id `-1 - i`. */
  struct crush_bucket **buckets;
  /** `max_rules` pointers, each a rule or NULL. */
  struct crush_rule **rules;
  /** Length of `buckets`. */
  __s32 max_buckets;
  /** Length of `rules`. */
  __u32 max_rules;
  /** Largest device id plus 1, set by `crush_finalize`. */
  __s32 max_devices;
  /** Retries in the same bucket after a collision. */
  __u32 choose_local_tries;
  /** Retries in the same bucket by permutation. */
  __u32 choose_local_fallback_tries;
  /** Retries of a whole descent. */
  __u32 choose_total_tries;
  /** Not 0: a leaf is tried once per descent. */
  __u32 chooseleaf_descend_once;
  /** How much of the parent's rank the leaf's rank takes over: 0 nothing, k its upper bits from k - 1. */
  __u8 chooseleaf_vary_r;
  /** Not 0: a leaf's choice does not depend on its position. */
  __u8 chooseleaf_stable;
#if !(defined(CRUSH_ABI_PACIFIC) || defined(CRUSH_ABI_REEF))
  /** Descents from the root in an MSR rule. */
  __u32 msr_descents;
  /** Tries against collisions in an MSR rule. */
  __u32 msr_collision_tries;
#endif
  /** Bytes of workspace that the hierarchy needs, set by `crush_finalize`. */
  size_t working_size;
  /** How straw lengths are computed: 0 the original way, else the corrected one. */
  __u8 straw_calc_version;
  /** Algorithms that tools may use for new buckets, as bits `1 << algorithm`; mapping ignores it. */
  __u32 allowed_bucket_algs;
  /**
   * NULL, or `choose_total_tries + 1` counters of the tries that choices took, in a block of `malloc`;
   * `crush_destroy` frees it.
   */
  __u32 *choose_tries;
};

/** Weights that stand in for those of one bucket. */
struct crush_weight_set {
  /** `size` weights, 16.16. */
  __u32 *weights;
  /** Number of weights, that of the bucket's items. */
  __u32 size;
};

/** What stands in for the ids and weights of one straw2 bucket while choosing. */
struct crush_choose_arg {
  /** Ids to hash instead of the items, or NULL; results are items all the same. */
  __s32 *ids;
  /** Number of ids, that of the bucket's items. */
  __u32 ids_size;
  /** One set of weights for each position of the result, or NULL; later positions use the last one. */
  struct crush_weight_set *weight_set;
  /** Number of weight sets. */
  __u32 weight_set_positions;
};

/** An array of replacements with its length; `args[i]` belongs to the bucket with id `-1 - i`. */
struct crush_choose_arg_map {
  /** `size` replacements. */
  struct crush_choose_arg *args;
  /** Number of replacements, `crush_map.max_buckets`. */
  __u32 size;
};

/**
 * Record of one bucket in a workspace. Records follow each other without padding, so that `perm` may be unaligned.
 */
struct __attribute__((__packed__)) crush_work_bucket {
  /** Input that `perm` belongs to. */
  __u32 perm_x;
  /** Places of `perm` that are final. */
  __u32 perm_n;
  /** Permutation of the bucket's items, in the bytes that follow. */
  __u32 *perm;
};

/** Head of a workspace. */
struct crush_work {
  /** `crush_map.max_buckets` pointers to records. */
  struct crush_work_bucket **work;
};

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Returns the name of a bucket algorithm: "uniform", "list", "tree", "straw", "straw2", or "unknown".
 *
 * The text is static: it is never freed and threads may share it.
 */
const char *crush_bucket_alg_name(int alg);

/**
 * Returns the 16.16 weight of the item at place `pos` of a bucket; 0 where there is no such place, for an unknown
 * algorithm and for NULL. Only reads: threads may share the bucket.
 *
 * Requires:
 * `b` is NULL or a bucket of the variant that its `alg` names, with arrays as long as it says.
 */
int crush_get_bucket_item_weight(const struct crush_bucket *b, int pos);

/**
 * Frees a uniform bucket with its arrays; NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket_uniform(struct crush_bucket_uniform *b);

/**
 * Frees a list bucket with its arrays; NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket_list(struct crush_bucket_list *b);

/**
 * Frees a tree bucket with its arrays; NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket_tree(struct crush_bucket_tree *b);

/**
 * Frees a straw bucket with its arrays; NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket_straw(struct crush_bucket_straw *b);

/**
 * Frees a straw2 bucket with its arrays; NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket_straw2(struct crush_bucket_straw2 *b);

/**
 * Frees a bucket with its arrays as its `alg` says; a bucket of an unknown algorithm is left alone, NULL is fine.
 *
 * Requires:
 * `b` is NULL or a bucket of the variant that its `alg` names, made of blocks of `malloc`, that is in no map any more.
 */
void crush_destroy_bucket(struct crush_bucket *b);

/**
 * Frees a rule; NULL is fine.
 *
 * Requires:
 * `r` is NULL or a block of `malloc` that is in no map any more.
 */
void crush_destroy_rule(struct crush_rule *r);

/**
 * Frees a map with its buckets, its rules and its `choose_tries`; NULL is fine.
 *
 * The map may be incomplete: tables, entries and arrays may be NULL.
 *
 * Requires:
 * `map` is NULL or a map, made of blocks of `malloc`, that nobody uses any more.
 */
void crush_destroy(struct crush_map *map);

#ifdef __cplusplus
} /* extern "C" */
#endif /* __cplusplus */

/** Bytes of a rule with len steps, as size_t. */
#define crush_rule_size(len) (sizeof(struct crush_rule) + (len) * sizeof(struct crush_rule_step))

/** Returns the node that item i has in a tree bucket. */
static inline int crush_calc_tree_node(int i)
{
  return ((i + 1) << 1) - 1;
}

/** Returns the name of a bucket algorithm, "unknown" if there is none with this number; the text is static. */
static inline const char *crush_alg_name(int alg)
{
  switch (alg) {
  case CRUSH_BUCKET_UNIFORM: return "uniform";
  case CRUSH_BUCKET_LIST: return "list";
  case CRUSH_BUCKET_TREE: return "tree";
  case CRUSH_BUCKET_STRAW: return "straw";
  case CRUSH_BUCKET_STRAW2: return "straw2";
  default: return "unknown";
  }
}

#endif  /* CEPH_CRUSH_CRUSH_H */
