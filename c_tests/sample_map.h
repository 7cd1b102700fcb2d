/* Maps that several programs use. */
#ifndef SAMPLE_MAP_H
#define SAMPLE_MAP_H

#include <errno.h>
#include <stdlib.h>

#include "crush/builder.h"
#include "crush/crush.h"
#include "crush/hash.h"
#include "crush/mapper.h"

#if !defined(CRUSH_ABI_PACIFIC) && !defined(CRUSH_ABI_REEF)
#define HAVE_MSR 1
#else
#define HAVE_MSR 0
#endif

enum { HOST = 1, ROOT = 3, ONE = 0x10000 };
enum { NONE = CRUSH_ITEM_NONE };

struct step {
  int op, arg1, arg2;
};

/** Makes a rule of the given type: the call differs between the interfaces. */
static inline struct crush_rule *make_rule(int len, int type)
{
#ifdef CRUSH_ABI_PACIFIC
  return crush_make_rule(len, 0, type, 1, 100);
#else
  return crush_make_rule(len, type);
#endif
}

/** Adds a rule and returns its number. */
static inline int add_rule(struct crush_map *map, int type, int len, const struct step *steps)
{
  struct crush_rule *rule = make_rule(len, type);
  int i;
  for (i = 0; i < len; i++)
    crush_rule_set_step(rule, i, steps[i].op, steps[i].arg1, steps[i].arg2);
  return crush_add_rule(map, rule, -1);
}

#define ADD_RULE(map, type, ...)                                                                  \
  add_rule(map, type, (int)(sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step)),   \
           (const struct step[]){__VA_ARGS__})

/** Adds a bucket with the given id, 0 for the next free one, and returns its id. */
static inline int add_bucket(struct crush_map *map, int id, int alg, int type, int size, int *items, int *weights)
{
  struct crush_bucket *bucket = crush_make_bucket(map, alg, CRUSH_HASH_DEFAULT, type, size, items, weights);
  int got = 0;
  int failed = crush_add_bucket(map, id, bucket, &got);
  return failed ? 0 : got;
}

/** Two straw2 hosts, -2 with devices 0 to 2 and -3 with 3 to 5, below the straw2 root -1. */
static inline struct crush_map *two_hosts(void)
{
  struct crush_map *map = crush_create();
  int devices[] = {0, 1, 2, 3, 4, 5}, ones[] = {ONE, ONE, ONE};
  int hosts[] = {-2, -3}, weights[] = {3 * ONE, 3 * ONE};
  add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 3, devices, ones);
  add_bucket(map, -3, CRUSH_BUCKET_STRAW2, HOST, 3, devices + 3, ones);
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 2, hosts, weights);
#if HAVE_MSR
  map->msr_descents = 100;
  map->msr_collision_tries = 100;
#endif
  crush_finalize(map);
  return map;
}

/** Hosts of four algorithms with three devices each, below the straw2 root -1 (the map of spec 02 section 14.6). */
static inline struct crush_map *four_hosts(void)
{
  static const int algorithms[] = {CRUSH_BUCKET_STRAW2, CRUSH_BUCKET_UNIFORM, CRUSH_BUCKET_LIST, CRUSH_BUCKET_TREE};
  struct crush_map *map = crush_create();
  int ones[] = {ONE, ONE, ONE}, hosts[] = {-2, -3, -4, -5}, weights[] = {3 * ONE, 3 * ONE, 3 * ONE, 3 * ONE};
  int i;
  map->straw_calc_version = 1;
#if HAVE_MSR
  map->msr_descents = 100;
  map->msr_collision_tries = 100;
#endif
  for (i = 0; i < 4; i++) {
    int devices[] = {3 * i, 3 * i + 1, 3 * i + 2};
    add_bucket(map, -2 - i, algorithms[i], HOST, 3, devices, ones);
  }
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 4, hosts, weights);
  crush_finalize(map);
  return map;
}

/** Maps x to at most n devices, with a workspace of its own. */
static inline int place(const struct crush_map *map, int rule, int x, int *result, int n, const __u32 *weights,
                        int weight_max, const struct crush_choose_arg *choose_args)
{
  char *workspace = (char *)malloc(crush_work_size(map, n));
  int len;
  crush_init_workspace(map, workspace);
  len = crush_do_rule(map, rule, x, result, n, weights, weight_max, workspace, choose_args);
  free(workspace);
  return len;
}

#endif
