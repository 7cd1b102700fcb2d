/* Memory crosses the border both ways: what the program allocates the library grows and frees, and the reverse. Each
 * program of this directory is also run under AddressSanitizer and valgrind, which see a leak or a second free. */

#include "check.h"
#include "sample_map.h"

#include <string.h>

static void *words(int n, const int *from)
{
  int *block = (int *)calloc(1, (size_t)n * sizeof(int));
  if (from)
    memcpy(block, from, (size_t)n * sizeof(int));
  return block;
}

/* A bucket of three items made the way a decoder makes one. */
static struct crush_bucket *foreign_bucket(int alg, int id, const int *items, const int *weights)
{
  static const int sums[] = {1 * ONE, 2 * ONE, 3 * ONE}, nodes[] = {0, ONE, 2 * ONE, ONE, 3 * ONE, ONE, ONE, 0};
  struct crush_bucket *b = NULL;
  switch (alg) {
  case CRUSH_BUCKET_UNIFORM: {
    struct crush_bucket_uniform *u = (struct crush_bucket_uniform *)calloc(1, sizeof(*u));
    u->item_weight = (__u32)weights[0];
    b = &u->h;
    break;
  }
  case CRUSH_BUCKET_LIST: {
    struct crush_bucket_list *l = (struct crush_bucket_list *)calloc(1, sizeof(*l));
    l->item_weights = (__u32 *)words(3, weights);
    l->sum_weights = (__u32 *)words(3, sums);
    b = &l->h;
    break;
  }
  case CRUSH_BUCKET_TREE: {
    struct crush_bucket_tree *t = (struct crush_bucket_tree *)calloc(1, sizeof(*t));
    t->num_nodes = 8;
    t->node_weights = (__u32 *)words(8, nodes);
    b = &t->h;
    break;
  }
  case CRUSH_BUCKET_STRAW: {
    struct crush_bucket_straw *s = (struct crush_bucket_straw *)calloc(1, sizeof(*s));
    s->item_weights = (__u32 *)words(3, weights);
    s->straws = (__u32 *)words(3, weights);
    b = &s->h;
    break;
  }
  default: {
    struct crush_bucket_straw2 *s = (struct crush_bucket_straw2 *)calloc(1, sizeof(*s));
    s->item_weights = (__u32 *)words(3, weights);
    b = &s->h;
    break;
  }
  }
  b->id = id;
  b->type = HOST;
  b->alg = (__u8)alg;
  b->weight = 3 * ONE;
  b->size = 3;
  b->items = (__s32 *)words(3, items);
  return b;
}

/* A map that a decoder filled: tables exactly as long as needed, rules written in place. */
static struct crush_map *foreign_map(void)
{
  static const struct crush_rule_step steps[] = {
      {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0}};
  struct crush_map *map = crush_create();
  int hosts[] = {-2, -3, -4, -5, -6}, weights[] = {3 * ONE, 3 * ONE, 3 * ONE, 3 * ONE, 3 * ONE};
  int ones[] = {ONE, ONE, ONE}, alg, i;
  struct crush_rule *rule = (struct crush_rule *)calloc(1, crush_rule_size(3));
  map->max_buckets = 6;
  map->buckets = (struct crush_bucket **)calloc(6, sizeof(*map->buckets));
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    int items[3];
    for (i = 0; i < 3; i++)
      items[i] = 3 * (alg - 1) + i;
    map->buckets[alg] = foreign_bucket(alg, -1 - alg, items, ones);
  }
  map->buckets[0] = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, ROOT, 5, hosts, weights);
  map->buckets[0]->id = -1;
  rule->len = 3;
  for (i = 0; i < 3; i++)
    rule->steps[i] = steps[i];
  map->max_rules = 1;
  map->rules = (struct crush_rule **)calloc(1, sizeof(*map->rules));
  map->rules[0] = rule;
  map->choose_tries = (__u32 *)calloc(map->choose_total_tries + 1, sizeof(__u32));
  crush_finalize(map);
  return map;
}

/* The same cluster from the library's functions places the same, and the program's blocks are edited and freed. */
static void foreign_blocks(void)
{
  static const __u32 weights[15] = {ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE};
  struct crush_map *map = foreign_map();
  __u32 counted = 0, i;
  int x, alg, result[3];
  CHECK_EQUAL(map->max_devices, 15);
  for (x = 0; x < 100; x++)
    CHECK_EQUAL(place(map, 0, x, result, 3, weights, 15, NULL), 3);
  for (i = 0; i <= map->choose_total_tries; i++)
    counted += map->choose_tries[i];
  /* A host and its device for each of three places. */
  CHECK_EQUAL(counted, 100 * 3 * 2);

  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    struct crush_bucket *b = map->buckets[alg];
    int first = b->items[0];
    CHECK_EQUAL(crush_bucket_add_item(map, b, 20 + alg, ONE), 0);
    CHECK_EQUAL(b->size, 4);
    CHECK_EQUAL(b->weight, 4 * ONE);
    CHECK_EQUAL(crush_bucket_remove_item(map, b, first), 0);
    CHECK_EQUAL(b->weight, 3 * ONE);
  }
  CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
  CHECK_EQUAL(crush_add_rule(map, make_rule(1, 1), -1), 1);
  CHECK_EQUAL(add_bucket(map, 0, CRUSH_BUCKET_STRAW2, HOST, 0, NULL, NULL), -7);
  CHECK_EQUAL(map->max_buckets, 12);
  crush_destroy(map);
}

/* What the library made, the program grows and frees itself, each array by itself. */
static void the_librarys_blocks(void)
{
  struct crush_map *map = two_hosts();
  struct crush_bucket_straw2 *b = (struct crush_bucket_straw2 *)map->buckets[1];
  struct crush_rule *rule = make_rule(3, 1);
  map->buckets = (struct crush_bucket **)realloc(map->buckets, 9 * sizeof(*map->buckets));
  map->max_buckets = 9;
  map->buckets[8] = NULL;
  b->h.items = (__s32 *)realloc(b->h.items, 4 * sizeof(__s32));
  b->item_weights = (__u32 *)realloc(b->item_weights, 4 * sizeof(__u32));
  b->h.items[3] = 9;
  b->item_weights[3] = ONE;
  b->h.size = 4;
  b->h.weight += ONE;
  crush_finalize(map);
  CHECK_EQUAL(map->max_devices, 10);
  CHECK_EQUAL(crush_bucket_remove_item(map, &b->h, 9), 0);

  rule = (struct crush_rule *)realloc(rule, crush_rule_size(4));
  rule->len = 4;
  crush_rule_set_step(rule, 3, CRUSH_RULE_EMIT, 0, 0);
  CHECK_EQUAL(rule->steps[3].op, CRUSH_RULE_EMIT);
  free(rule);

  free(b->item_weights);
  free(b->h.items);
  free(b);
  map->buckets[1] = NULL;
  free(map->rules);
  map->rules = NULL;
  map->max_rules = 0;
  crush_destroy(map);
}

/* A decoder that gave up half-way: every hole that it can leave. */
static void half_built_maps(void)
{
  struct crush_map *map;
  int alg;
  map = crush_create();
  map->max_buckets = 5;
  map->max_rules = 5;
  crush_destroy(map);

  map = crush_create();
  map->max_buckets = 7;
  map->buckets = (struct crush_bucket **)calloc(7, sizeof(*map->buckets));
  map->max_rules = 3;
  map->rules = (struct crush_rule **)calloc(3, sizeof(*map->rules));
  map->rules[1] = make_rule(0, 1);
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    map->buckets[alg] = (struct crush_bucket *)calloc(1, sizeof(struct crush_bucket_tree));
    map->buckets[alg]->alg = (__u8)alg;
    map->buckets[alg]->size = 1000;
  }
  crush_destroy(map);
}

/* The destroy function of each algorithm, over whole and over empty buckets; straw relabelled straw2 keeps its straws. */
static void destroying_buckets(void)
{
  struct crush_map *map = crush_create();
  int items[] = {1, 2}, weights[] = {ONE, ONE}, size;
  struct crush_bucket_straw *straw;
  __u32 *straws;
  for (size = 0; size <= 2; size++) {
    crush_destroy_bucket_uniform(crush_make_uniform_bucket(0, HOST, size, items, ONE));
    crush_destroy_bucket_list(crush_make_list_bucket(0, HOST, size, items, weights));
    crush_destroy_bucket_tree(crush_make_tree_bucket(0, HOST, size, items, weights));
    crush_destroy_bucket_straw(crush_make_straw_bucket(map, 0, HOST, size, items, weights));
    crush_destroy_bucket_straw2(crush_make_straw2_bucket(map, 0, HOST, size, items, weights));
  }
  straw = crush_make_straw_bucket(map, 0, HOST, 2, items, weights);
  CHECK(straw->straws != NULL);
  straws = straw->straws;
  straw->h.alg = CRUSH_BUCKET_STRAW2;
  crush_destroy_bucket(&straw->h);
  free(straws);
  crush_destroy(map);
}

/* Arguments stay the caller's: an array on the stack can be handed over, and is only read. */
static void arguments_are_copied(void)
{
  static const int algorithms[] = {CRUSH_BUCKET_LIST, CRUSH_BUCKET_TREE, CRUSH_BUCKET_STRAW, CRUSH_BUCKET_STRAW2};
  struct crush_map *map = crush_create();
  int items[] = {1, 2}, weights[] = {ONE, 2 * ONE};
  size_t i;
  for (i = 0; i < 4; i++) {
    struct crush_bucket *b = crush_make_bucket(map, algorithms[i], 0, HOST, 2, items, weights);
    items[0] = 7;
    weights[0] = 0;
    CHECK_EQUAL(b->items[0], 1);
    CHECK_EQUAL(crush_get_bucket_item_weight(b, 0), ONE);
    crush_destroy_bucket(b);
    items[0] = 1;
    weights[0] = ONE;
  }
  crush_destroy(map);
}

int main(void)
{
  foreign_blocks();
  the_librarys_blocks();
  half_built_maps();
  destroying_buckets();
  arguments_are_copied();
  return checks_end();
}
