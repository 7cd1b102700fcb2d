/* Mapping over maps and with arguments on which upstream crashes, aborts or never returns: what this library answers
 * (spec 02 section 13, row by row). */

#include "check.h"
#include "sample_map.h"

#include <limits.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

static const __u32 in[16] = {ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE};

static int leaves(struct crush_map *map, int op, int n, int type)
{
  return ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {op, n, type}, {CRUSH_RULE_EMIT, 0, 0});
}

static void check_places(int line, const struct crush_map *map, int rule, int x, const struct crush_choose_arg *args,
                         int len, const int *expected)
{
  int result[4], i;
  check_equal(__FILE__, line, "length", place(map, rule, x, result, 4, in, 16, args), len);
  for (i = 0; i < len; i++)
    check_equal(__FILE__, line, "place", result[i], expected[i]);
}

#define CHECK_PLACES(map, rule, x, args, len, ...) \
  check_places(__LINE__, map, rule, x, args, len, (const int[]){__VA_ARGS__})

static const int nothing[] = {0};
#define CHECK_NOTHING(map, rule) check_places(__LINE__, map, rule, 1, NULL, 0, nothing)

/* Section 13.1. */
static void arguments(void)
{
  struct crush_map *map = two_hosts();
  int rule = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST);
  int indep = leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST);
  size_t size = crush_work_size(map, 4);
  char *workspace = (char *)malloc(size);
  int result[4] = {77, 77, 77, 77}, i;
  static const int no_rule[] = {-1, 3, 1000, INT_MAX, INT_MIN}, no_room[] = {0, -1, -1000, INT_MIN};
  crush_init_workspace(map, workspace);
  for (i = 0; i < 5; i++)
    CHECK_EQUAL(crush_do_rule(map, no_rule[i], 1, result, 4, in, 6, workspace, NULL), 0);
  CHECK_EQUAL(crush_add_rule(map, NULL, -1), 2);
  CHECK_EQUAL(crush_do_rule(map, 2, 1, result, 4, in, 6, workspace, NULL), 0);
  for (i = 0; i < 4; i++) {
    CHECK_EQUAL(crush_do_rule(map, rule, 1, result, no_room[i], in, 6, workspace, NULL), 0);
    CHECK_EQUAL(crush_do_rule(map, indep, 1, result, no_room[i], in, 6, workspace, NULL), 0);
    CHECK_EQUAL(crush_do_rule(map, rule, 1, NULL, no_room[i], NULL, 0, workspace, NULL), 0);
  }
  CHECK_EQUAL(crush_do_rule(map, rule, 1, result, 4, in, 6, NULL, NULL), 0);
  CHECK_EQUAL(crush_do_rule(NULL, rule, 1, result, 4, in, 6, workspace, NULL), 0);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, NULL, 4, in, 6, workspace, NULL), 0);
  crush_init_workspace(NULL, workspace);
  crush_init_workspace(map, NULL);
  for (i = 0; i < 4; i++)
    CHECK_EQUAL(result[i], 77);

  /* No weights: every device is out, and the pointer is not followed. */
  for (i = 0; i < 2; i++)
    CHECK_EQUAL(crush_do_rule(map, rule, 1, result, 4, i ? NULL : (const __u32 *)(size_t)8, -i, workspace, NULL), 0);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, result, 4, NULL, 6, workspace, NULL), 0);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, result, 4, in, 3, workspace, NULL), 1);
  CHECK(result[0] >= 0 && result[0] < 3);
  free(workspace);
  crush_destroy(map);
}

static void work_size(void)
{
  struct crush_map *map = two_hosts();
  CHECK_EQUAL(crush_work_size(map, 0), map->working_size);
  CHECK_EQUAL(crush_work_size(map, 7), map->working_size + 7 * 3 * 4);
#if HAVE_MSR
  CHECK_EQUAL(crush_work_size(map, -1), map->working_size + 0x3fffffff4LL);
  ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 1, 5}, {CRUSH_RULE_CHOOSE_MSR, 1, 4},
           {CRUSH_RULE_CHOOSE_MSR, 1, 3}, {CRUSH_RULE_CHOOSE_MSR, 1, 0}, {CRUSH_RULE_EMIT, 0, 0});
  CHECK_EQUAL(crush_work_size(map, 7), map->working_size + 7 * 4 * 4);
#else
  CHECK_EQUAL(crush_work_size(map, -1), map->working_size - 12);
#endif
  crush_destroy(map);
}

/* A workspace that holds anything at all gives the answers of a fresh one, and nothing is written beyond its end. */
static void stale_workspaces(void)
{
  struct crush_map *map = four_hosts();
  int rule = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST);
  int indep = leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST);
  size_t size = crush_work_size(map, 4), i;
  unsigned char *workspace = (unsigned char *)malloc(size);
  int x, fresh[4], got[4];
  for (x = 0; x < 200; x++) {
    int r = x & 1 ? rule : indep, len = place(map, r, x, fresh, 4, in, 12, NULL);
    if (x % 3 == 0)
      for (i = 0; i < size; i++)
        workspace[i] = (unsigned char)crush_hash32_2(CRUSH_HASH_DEFAULT, (__u32)x, (__u32)i);
    CHECK_EQUAL(crush_do_rule(map, r, x, got, 4, in, 12, workspace, NULL), len);
    CHECK_EQUAL(memcmp(got, fresh, (size_t)len * sizeof(int)), 0);
  }
  free(workspace);

  /* A size from before the map grew: the workspace is written up to that size at most. */
  map->working_size = 20;
  workspace = (unsigned char *)malloc(20);
  crush_init_workspace(map, workspace);
  free(workspace);
  crush_destroy(map);
}

static void missing_tables(void)
{
  struct crush_map *map = crush_create();
  int rule;
  char *workspace;
  int result[4];
  rule = leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 0, 0);
  map->max_buckets = 3;
  crush_finalize(map);
  CHECK_NOTHING(map, rule);
  map->max_buckets = -1000;
  crush_finalize(map);
  CHECK_NOTHING(map, rule);
  crush_destroy(map);

  map = two_hosts();
  map->max_rules = 3;
  workspace = (char *)malloc(crush_work_size(map, 4));
  crush_init_workspace(map, workspace);
  CHECK_EQUAL(crush_do_rule(map, 1, 1, result, 4, in, 6, workspace, NULL), 0);
  free(workspace);
  crush_destroy(map);
}

/* Section 13.2. */
static void missing_buckets(void)
{
  struct crush_map *map = crush_create();
  int items[] = {-9}, far[] = {-1000}, one[] = {ONE}, firstn, indep;
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 1, items, one);
  firstn = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 2, HOST);
  indep = leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP, 2, HOST);
  crush_finalize(map);
  CHECK_NOTHING(map, firstn);
  CHECK_PLACES(map, indep, 1, NULL, 2, NONE, NONE);
  map->buckets[0]->items[0] = far[0];
  CHECK_NOTHING(map, firstn);
  CHECK_PLACES(map, indep, 1, NULL, 2, NONE, NONE);
  map->buckets[0]->items[0] = INT_MIN;
  CHECK_NOTHING(map, firstn);
  CHECK_PLACES(map, indep, 1, NULL, 2, NONE, NONE);
  crush_destroy(map);
}

static void cycles(void)
{
  struct crush_map *map = crush_create();
  int child[] = {-2}, root[] = {-1}, one[] = {ONE};
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 1, child, one);
  add_bucket(map, -2, CRUSH_BUCKET_UNIFORM, HOST, 1, root, one);
  crush_finalize(map);
  CHECK_NOTHING(map, leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 2, 7));
  CHECK_NOTHING(map, leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 2, HOST));
  CHECK_PLACES(map, leaves(map, CRUSH_RULE_CHOOSE_INDEP, 2, 7), 1, NULL, 2, NONE, NONE);
  CHECK_PLACES(map, leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP, 2, HOST), 1, NULL, 2, NONE, NONE);
  CHECK_PLACES(map, leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 2, ROOT), 1, NULL, 1, -1);
  crush_destroy(map);
}

static void buckets_of_the_type_of_devices(void)
{
  struct crush_map *map = two_hosts();
  map->buckets[1]->type = 0;
  map->buckets[2]->type = 0;
  CHECK_NOTHING(map, leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 2, 0));
  CHECK_NOTHING(map, leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 2, 0));
  CHECK_PLACES(map, leaves(map, CRUSH_RULE_CHOOSE_INDEP, 2, 0), 1, NULL, 2, NONE, NONE);
  crush_destroy(map);
}

/* One bucket of devices 7 to 10 below the root; its algorithm's arrays are then spoiled. */
static struct crush_map *one_host(int alg, int weight)
{
  struct crush_map *map = crush_create();
  int items[] = {7, 8, 9, 10}, weights[] = {weight, weight, weight, weight}, host[] = {-2}, one[] = {ONE};
  add_bucket(map, -2, alg, HOST, 4, items, weights);
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 1, host, one);
  crush_finalize(map);
  leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 1, 0);
  return map;
}

static void check_always(int line, struct crush_map *map, int device)
{
  int x, result[4];
  for (x = -3; x < 20; x++) {
    check_equal(__FILE__, line, "length", place(map, 0, x, result, 4, in, 16, NULL), 1);
    check_equal(__FILE__, line, "device", result[0], device);
  }
  crush_destroy(map);
}

static void zero_weights(void)
{
  check_always(__LINE__, one_host(CRUSH_BUCKET_LIST, 0), 7);
  check_always(__LINE__, one_host(CRUSH_BUCKET_TREE, 0), 10);
  check_always(__LINE__, one_host(CRUSH_BUCKET_STRAW, 0), 7);
  check_always(__LINE__, one_host(CRUSH_BUCKET_STRAW2, 0), 7);
}

static void spoiled_buckets(void)
{
  struct crush_map *map = one_host(CRUSH_BUCKET_TREE, ONE);
  struct crush_bucket_tree *tree = (struct crush_bucket_tree *)map->buckets[1];
  struct crush_bucket_list *list;
  tree->num_nodes = 0;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_TREE, ONE);
  tree = (struct crush_bucket_tree *)map->buckets[1];
  tree->num_nodes = 1;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_TREE, ONE);
  tree = (struct crush_bucket_tree *)map->buckets[1];
  free(tree->node_weights);
  tree->node_weights = NULL;
  check_always(__LINE__, map, 7);

  /* A tree that claims fewer items than its nodes have leaves: the walk ends at the last item. */
  map = one_host(CRUSH_BUCKET_TREE, 0);
  map->buckets[1]->size = 3;
  map->buckets[1]->items = (__s32 *)realloc(map->buckets[1]->items, 3 * sizeof(__s32));
  check_always(__LINE__, map, 9);

  map = one_host(CRUSH_BUCKET_LIST, ONE);
  list = (struct crush_bucket_list *)map->buckets[1];
  free(list->item_weights);
  list->item_weights = NULL;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_LIST, ONE);
  list = (struct crush_bucket_list *)map->buckets[1];
  free(list->sum_weights);
  list->sum_weights = NULL;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_STRAW, ONE);
  list = (struct crush_bucket_list *)map->buckets[1];
  free(list->sum_weights);
  list->sum_weights = NULL;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  list = (struct crush_bucket_list *)map->buckets[1];
  free(list->item_weights);
  list->item_weights = NULL;
  check_always(__LINE__, map, 7);

  map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  map->buckets[1]->alg = 9;
  CHECK_PLACES(map, 0, 1, NULL, 1, 7);
  map->buckets[1]->alg = CRUSH_BUCKET_STRAW2;
  crush_destroy(map);

  map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  free(map->buckets[1]->items);
  map->buckets[1]->items = NULL;
  crush_finalize(map);
  CHECK_NOTHING(map, 0);
  CHECK_PLACES(map, leaves(map, CRUSH_RULE_CHOOSE_INDEP, 2, 0), 1, NULL, 2, NONE, NONE);
  crush_destroy(map);

  /* The heaviest item draws the longest straw when all hashes are 0. */
  map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  map->buckets[1]->hash = 3;
  crush_bucket_adjust_item_weight(map, map->buckets[1], 9, 2 * ONE);
  check_always(__LINE__, map, 9);

  /* As a divisor this weight is negative. */
  map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  crush_bucket_adjust_item_weight(map, map->buckets[1], 8, INT_MIN);
  check_always(__LINE__, map, 8);
}

/* A bucket that says it is another one: any of its devices, and nobody else's choose_args. */
static void misplaced_ids(void)
{
  static const int ids[] = {-77, -1000000, 5, INT_MAX, INT_MIN};
  struct crush_map *map = one_host(CRUSH_BUCKET_UNIFORM, ONE);
  struct crush_choose_arg *args = crush_make_choose_args(map, 1);
  int result[4], plain[4], x;
  size_t i;
  for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
    map->buckets[1]->id = ids[i];
    for (x = 0; x < 10; x++) {
      CHECK_EQUAL(place(map, 0, x, plain, 4, in, 16, NULL), 1);
      CHECK_EQUAL(place(map, 0, x, result, 4, in, 16, args), 1);
      CHECK(result[0] >= 7 && result[0] <= 10);
      CHECK_EQUAL(result[0], plain[0]);
    }
  }
  crush_destroy_choose_args(args);
  crush_destroy(map);
}

/* Replacements with parts missing: the bucket's own ids and weights are used where there are none. */
static void short_choose_args(void)
{
  struct crush_map *map = one_host(CRUSH_BUCKET_STRAW2, ONE);
  struct crush_choose_arg args[8];
  struct crush_weight_set sets[1];
  int plain[4], result[4], x, shape;
  __u32 *one_weight = (__u32 *)malloc(sizeof(__u32));
  __s32 *one_id = (__s32 *)malloc(sizeof(__s32));
  *one_weight = ONE;
  *one_id = 7;
  for (shape = 0; shape < 5; shape++) {
    memset(args, 0, sizeof(args));
    memset(sets, 0, sizeof(sets));
    args[1].weight_set = shape == 4 ? NULL : sets;
    args[1].weight_set_positions = shape != 0;
    if (shape >= 2) {
      sets[0].weights = one_weight;
      sets[0].size = 1;
    }
    if (shape >= 3) {
      args[1].ids = one_id;
      args[1].ids_size = 1;
    }
    for (x = 0; x < 20; x++) {
      CHECK_EQUAL(place(map, 0, x, plain, 4, in, 16, NULL), 1);
      CHECK_EQUAL(place(map, 0, x, result, 4, in, 16, args), 1);
      CHECK_EQUAL(result[0], plain[0]);
    }
  }
  free(one_weight);
  free(one_id);
  crush_destroy(map);
}

/* Shift counts beyond the width of a word count modulo 32: 40 is 8, 34 is 2. */
static void large_vary_r(void)
{
  struct crush_map *map = four_hosts();
  int rule = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST), x;
  for (x = 0; x < 50; x++) {
    int a[4], b[4], len;
    map->chooseleaf_vary_r = 8;
    len = place(map, rule, x, a, 4, in, 12, NULL);
    map->chooseleaf_vary_r = 40;
    CHECK_EQUAL(place(map, rule, x, b, 4, in, 12, NULL), len);
    CHECK_EQUAL(memcmp(a, b, (size_t)len * sizeof(int)), 0);
    map->chooseleaf_vary_r = 2;
    len = place(map, rule, x, a, 4, in, 12, NULL);
    map->chooseleaf_vary_r = 34;
    CHECK_EQUAL(place(map, rule, x, b, 4, in, 12, NULL), len);
    CHECK_EQUAL(memcmp(a, b, (size_t)len * sizeof(int)), 0);
  }
  crush_destroy(map);
}

#if HAVE_MSR
#define TAKE(item) {CRUSH_RULE_TAKE, item, 0}
#define EMIT {CRUSH_RULE_EMIT, 0, 0}
#define MSR(n, type) {CRUSH_RULE_CHOOSE_MSR, n, type}

/* Section 13.3; 4 and 5 are the rule types, firstn and indep. */
static void msr_rules(void)
{
  struct crush_map *map = two_hosts();
  int result[4], rule = ADD_RULE(map, 5, TAKE(-1), MSR(0, 0), EMIT);
  char *workspace = (char *)malloc(crush_work_size(map, 4));
  crush_init_workspace(map, workspace);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, result, 0, in, 6, workspace, NULL), 0);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, result, -1, in, 6, workspace, NULL), 0);
  CHECK_EQUAL(crush_do_rule(map, rule, 1, NULL, INT_MIN, in, 6, workspace, NULL), 0);
  free(workspace);

  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(2), EMIT, TAKE(-1), MSR(2, 0), EMIT), 1, NULL, 4, 2, 0, 5, NONE);
  CHECK_PLACES(map, ADD_RULE(map, 4, TAKE(2), EMIT, TAKE(-1), MSR(2, 0), EMIT), 1, NULL, 3, 2, 0, 5);
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), EMIT), 1, NULL, 4, NONE, NONE, NONE, NONE);
  CHECK_NOTHING(map, ADD_RULE(map, 4, TAKE(-1), EMIT));
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-9), MSR(2, 0), EMIT), 1, NULL, 4, NONE, NONE, NONE, NONE);
  CHECK_NOTHING(map, ADD_RULE(map, 4, TAKE(-1000), MSR(2, 0), EMIT));
  CHECK_NOTHING(map, ADD_RULE(map, 5, TAKE(2), MSR(2, 0), EMIT));
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), MSR(-1, 0), EMIT), 1, NULL, 4, 0, 5, 3, 2);
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), MSR(0x10000, HOST), MSR(0x10000, 0), EMIT), 1, NULL, 4, NONE, NONE, NONE,
               NONE);
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), MSR(3, HOST), MSR(INT_MIN + 1, 0), EMIT), 1, NULL, 4, NONE, NONE, NONE,
               NONE);
  CHECK_NOTHING(map, ADD_RULE(map, 4, TAKE(-1), MSR(3, HOST), MSR(INT_MIN + 1, 0), EMIT));
  CHECK_NOTHING(map, ADD_RULE(map, 4, EMIT));
  CHECK_PLACES(map, add_rule(map, 5, 0, NULL), 1, NULL, 4, NONE, NONE, NONE, NONE);
  CHECK_NOTHING(map, add_rule(map, 4, 0, NULL));
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), MSR(2, HOST), EMIT), 1, NULL, 4, NONE, NONE, NONE, NONE);
  CHECK_PLACES(map, ADD_RULE(map, 5, TAKE(-1), MSR(2, 7), MSR(1, 0), EMIT), 1, NULL, 4, NONE, NONE, NONE, NONE);

  rule = ADD_RULE(map, 5, TAKE(-1), MSR(4, 0), EMIT);
  map->buckets[1]->type = 0;
  map->buckets[2]->type = 0;
  CHECK_PLACES(map, rule, 1, NULL, 4, NONE, NONE, NONE, NONE);
  crush_destroy(map);
}

static void msr_over_broken_hierarchies(void)
{
  struct crush_map *map = crush_create();
  int child[] = {-2}, root[] = {-1}, one[] = {ONE}, rule;
  map->msr_descents = 20;
  map->msr_collision_tries = 20;
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 1, child, one);
  rule = ADD_RULE(map, 5, TAKE(-1), MSR(2, 0), EMIT);
  crush_finalize(map);
  CHECK_PLACES(map, rule, 1, NULL, 4, NONE, NONE, NONE, NONE);
  add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 0, NULL, NULL);
  crush_finalize(map);
  CHECK_PLACES(map, rule, 1, NULL, 4, NONE, NONE, NONE, NONE);
  crush_bucket_add_item(map, map->buckets[1], root[0], one[0]);
  crush_finalize(map);
  CHECK_PLACES(map, rule, 1, NULL, 4, NONE, NONE, NONE, NONE);
  crush_destroy(map);
}
#endif

/* Programs may have floating-point errors trapped; upstream computes with integers. */
static void trapped_exceptions(void)
{
#ifdef __SSE2__
  unsigned before = _mm_getcsr();
  __u32 weights[20];
  int items[20], result[1], size, rule, i;
  for (size = 1; size <= 20; size++) {
    struct crush_map *map = crush_create();
    for (i = 0; i < size; i++) {
      items[i] = i;
      weights[i] = i % 3 * ONE;
    }
    crush_add_bucket(map, -1, crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0, HOST, size, items, (int *)weights), &i);
    crush_finalize(map);
    rule = leaves(map, CRUSH_RULE_CHOOSE_FIRSTN, 1, 0);
    _mm_setcsr(before & ~(unsigned)(_MM_MASK_DIV_ZERO | _MM_MASK_INVALID | _MM_MASK_OVERFLOW));
    i = place(map, rule, 1, result, 1, in, 16, NULL);
    _mm_setcsr(before);
    CHECK(i >= 0);
    crush_destroy(map);
  }
#endif
}

int main(void)
{
  arguments();
  work_size();
  stale_workspaces();
  missing_tables();
  missing_buckets();
  cycles();
  buckets_of_the_type_of_devices();
  zero_weights();
  spoiled_buckets();
  misplaced_ids();
  short_choose_args();
  large_vary_r();
  trapped_exceptions();
#if HAVE_MSR
  msr_rules();
  msr_over_broken_hierarchies();
#endif
  return checks_end();
}
