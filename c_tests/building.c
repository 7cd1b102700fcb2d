/* What the functions that build a map return and leave behind, case by case (spec 03 section 13.5 and 02 section 14.7). */

#include "check.h"
#include "sample_map.h"

static void a_fresh_map(void)
{
  struct crush_map *map = crush_create();
  CHECK(map->buckets == NULL);
  CHECK(map->rules == NULL);
  CHECK(map->choose_tries == NULL);
  CHECK_EQUAL(map->max_buckets, 0);
  CHECK_EQUAL(map->max_rules, 0);
  CHECK_EQUAL(map->max_devices, 0);
  CHECK_EQUAL(map->working_size, 0);
  CHECK_EQUAL(map->straw_calc_version, 0);
  CHECK_EQUAL(map->choose_local_tries, 0);
  CHECK_EQUAL(map->choose_local_fallback_tries, 0);
  CHECK_EQUAL(map->choose_total_tries, 50);
  CHECK_EQUAL(map->chooseleaf_descend_once, 1);
  CHECK_EQUAL(map->chooseleaf_vary_r, 1);
  CHECK_EQUAL(map->chooseleaf_stable, 1);
  CHECK_EQUAL(map->allowed_bucket_algs, 0x36);
#if HAVE_MSR
  CHECK_EQUAL(map->msr_descents, 0);
  CHECK_EQUAL(map->msr_collision_tries, 0);
#endif
  map->straw_calc_version = 7;
  map->working_size = 1;
  set_legacy_crush_map(map);
  CHECK_EQUAL(map->choose_local_tries, 2);
  CHECK_EQUAL(map->choose_local_fallback_tries, 5);
  CHECK_EQUAL(map->choose_total_tries, 19);
  CHECK_EQUAL(map->chooseleaf_descend_once, 0);
  CHECK_EQUAL(map->chooseleaf_vary_r, 0);
  CHECK_EQUAL(map->chooseleaf_stable, 0);
  CHECK_EQUAL(map->allowed_bucket_algs, CRUSH_LEGACY_ALLOWED_BUCKET_ALGS);
  CHECK_EQUAL(map->straw_calc_version, 0);
  map->straw_calc_version = 7;
  set_optimal_crush_map(map);
  CHECK_EQUAL(map->choose_total_tries, 50);
  CHECK_EQUAL(map->straw_calc_version, 7);
  CHECK_EQUAL(map->working_size, 1);
  crush_destroy(map);
}

static void rules(void)
{
  struct crush_map *map = crush_create();
  struct crush_rule *rule = make_rule(2, 0x103);
  int i;
  CHECK_EQUAL(rule->len, 2);
#ifdef CRUSH_ABI_PACIFIC
  CHECK_EQUAL(rule->mask.type, 3);
  CHECK_EQUAL(rule->mask.min_size, 1);
  CHECK_EQUAL(rule->mask.max_size, 100);
#else
  CHECK_EQUAL(rule->type, 3);
  CHECK_EQUAL(rule->deprecated_min_size, 1);
  CHECK_EQUAL(rule->deprecated_max_size, 100);
#endif
  crush_rule_set_step(rule, 1, -1, -2, 3);
  CHECK_EQUAL(rule->steps[1].op, 0xffffffff);
  CHECK_EQUAL(rule->steps[1].arg1, -2);
  CHECK_EQUAL(rule->steps[1].arg2, 3);
  crush_destroy_rule(rule);

  /* The number may leave a gap and pass 255 once; after that the map refuses to grow. */
  CHECK_EQUAL(crush_add_rule(map, make_rule(1, 1), 1000), 1000);
  CHECK_EQUAL(map->max_rules, 1001);
  rule = make_rule(1, 1);
  CHECK_EQUAL(crush_add_rule(map, rule, 1001), -ENOSPC);
  CHECK_EQUAL(crush_add_rule(map, rule, 5), 5);
  CHECK_EQUAL(crush_add_rule(map, make_rule(1, 1), -1), 0);
  CHECK_EQUAL(crush_add_rule(map, make_rule(1, 1), 5), 5);
  crush_destroy_rule(rule);
  crush_destroy(map);

  map = crush_create();
  for (i = 0; i < CRUSH_MAX_RULES; i++)
    CHECK_EQUAL(crush_add_rule(map, make_rule(0, 1), -1), i);
  rule = make_rule(0, 1);
  CHECK_EQUAL(crush_add_rule(map, rule, 256), -ENOSPC);
  CHECK_EQUAL(map->max_rules, 256);
  crush_destroy_rule(rule);
  crush_destroy(map);
}

static void buckets_in_the_map(void)
{
  struct crush_map *map = crush_create();
  struct crush_bucket *b;
  int i, id;
  CHECK_EQUAL(crush_get_next_bucket_id(map), -1);
  for (i = 0; i < 9; i++) {
    b = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0, HOST, 0, NULL, NULL);
    CHECK_EQUAL(b->id, 0);
    CHECK_EQUAL(crush_add_bucket(map, 0, b, &id), 0);
    CHECK_EQUAL(id, -1 - i);
    CHECK_EQUAL(b->id, -1 - i);
    CHECK_EQUAL(map->max_buckets, i < 8 ? 8 : 16);
  }
  id = 77;
  b = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0, HOST, 0, NULL, NULL);
  CHECK_EQUAL(crush_add_bucket(map, -4, b, &id), -EEXIST);
  CHECK_EQUAL(id, 77);
  CHECK_EQUAL(crush_remove_bucket(map, map->buckets[3]), 0);
  CHECK(map->buckets[3] == NULL);
  CHECK_EQUAL(crush_get_next_bucket_id(map), -4);
  CHECK_EQUAL(crush_add_bucket(map, -100, b, NULL), 0);
  CHECK_EQUAL(map->max_buckets, 128);
  CHECK(map->buckets[99] == b);
  CHECK(map->buckets[98] == NULL);
  crush_finalize(map);
  CHECK_EQUAL(map->working_size, 8 + 8 * 128 + 9 * 16);
  CHECK_EQUAL(map->max_devices, 0);
  crush_destroy(map);

  /* Growth starts from the length that the caller gave the array. */
  map = crush_create();
  map->max_buckets = 5;
  map->buckets = (struct crush_bucket **)calloc(5, sizeof(*map->buckets));
  b = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0, HOST, 0, NULL, NULL);
  CHECK_EQUAL(crush_add_bucket(map, -12, b, &id), 0);
  CHECK_EQUAL(map->max_buckets, 20);
  CHECK_EQUAL(id, -12);
  crush_destroy(map);
}

/* Largest device plus one; the largest number that there is wraps, and any item after it counts again. */
static void max_devices(void)
{
  struct crush_map *map = crush_create();
  int items[] = {1, 0x7fffffff, 5}, weights[] = {ONE, ONE, ONE};
  add_bucket(map, -1, CRUSH_BUCKET_LIST, HOST, 3, items, weights);
  crush_finalize(map);
  CHECK_EQUAL(map->max_devices, 6);
  crush_destroy(map);
}

/* Straw buckets empty in good order; what the other algorithms do is in defects.c. */
static void removing_the_only_item(void)
{
  struct crush_map *map = crush_create();
  int item = 4, weight = ONE, alg;
  for (alg = CRUSH_BUCKET_STRAW; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    struct crush_bucket *b = crush_make_bucket(map, alg, 0, HOST, 1, &item, &weight);
    CHECK_EQUAL(crush_bucket_remove_item(map, b, 4), 0);
    CHECK_EQUAL(b->size, 0);
    CHECK_EQUAL(b->weight, 0);
    CHECK_EQUAL(crush_bucket_add_item(map, b, 5, ONE), 0);
    CHECK_EQUAL(b->size, 1);
    CHECK_EQUAL(b->items[0], 5);
    CHECK_EQUAL(b->weight, ONE);
    crush_destroy_bucket(b);
  }
  crush_destroy(map);
}

static void the_largest_tree(void)
{
  int items[64], weights[64], i;
  struct crush_bucket_tree *b;
  for (i = 0; i < 64; i++) {
    items[i] = i;
    weights[i] = ONE;
  }
  b = crush_make_tree_bucket(0, HOST, 64, items, weights);
  CHECK_EQUAL(b->num_nodes, 128);
  CHECK_EQUAL(b->node_weights[64], 64 * ONE);
  crush_destroy_bucket_tree(b);
}

static void refusals(void)
{
  struct crush_map *map = crush_create();
  int items[] = {1, 2}, weights[] = {-1, 1}, zero = 0;
  struct crush_bucket_uniform *uniform;
  struct crush_bucket *b;
  CHECK(crush_make_uniform_bucket(0, HOST, 2, items, 0) == NULL);
  uniform = crush_make_uniform_bucket(0, HOST, 0, NULL, 5);
  CHECK_EQUAL(uniform->item_weight, 5);
  CHECK_EQUAL(crush_add_uniform_bucket_item(uniform, 1, 6), -EINVAL);
  CHECK_EQUAL(crush_add_uniform_bucket_item(uniform, 1, 5), 0);
  CHECK_EQUAL(crush_adjust_uniform_bucket_item_weight(uniform, 99, 7), 2);
  CHECK_EQUAL(crush_remove_uniform_bucket_item(uniform, 99), -ENOENT);
  crush_destroy_bucket_uniform(uniform);
  CHECK(crush_make_list_bucket(0, HOST, 2, items, weights) == NULL);
  b = crush_make_bucket(map, CRUSH_BUCKET_UNIFORM, 0, HOST, 0, NULL, &zero);
  CHECK_EQUAL(b->weight, 0);
  b->alg = 9;
  CHECK_EQUAL(crush_get_bucket_item_weight(b, 0), 0);
  CHECK_EQUAL(crush_reweight_bucket(map, b), -1);
  CHECK_EQUAL(crush_bucket_add_item(map, b, 1, 1), -1);
  CHECK_EQUAL(crush_bucket_remove_item(map, b, 1), -1);
  CHECK_EQUAL(crush_bucket_adjust_item_weight(map, b, 1, 1), -1);
  b->alg = CRUSH_BUCKET_UNIFORM;
  crush_destroy_bucket(b);
  crush_destroy(map);
}

/* Whatever an empty bucket weighed, and whether it has arrays or not, it weighs nothing then; and so for those above. */
static void reweighting_empty_buckets(void)
{
  int alg, child = -1, weight = ONE;
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    struct crush_map *map = crush_create();
    struct crush_bucket *empty = crush_make_bucket(map, alg, 0, HOST, 0, NULL, NULL);
    struct crush_bucket *above = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0, ROOT, 1, &child, &weight);
    empty->weight = 7 * ONE;
    crush_add_bucket(map, -1, empty, NULL);
    crush_add_bucket(map, -2, above, NULL);
    CHECK_EQUAL(crush_reweight_bucket(map, above), 0);
    CHECK_EQUAL(empty->weight, 0);
    CHECK_EQUAL(above->weight, 0);
    crush_destroy(map);
  }
}

/* The functions of one algorithm do what the common ones do. */
static void functions_of_one_algorithm(void)
{
  struct crush_map *map = crush_create();
  int items[] = {1, 2}, weights[] = {ONE, 2 * ONE};
  struct crush_bucket_list *list = crush_make_list_bucket(0, HOST, 2, items, weights);
  struct crush_bucket_straw *straw = crush_make_straw_bucket(map, 0, HOST, 2, items, weights);
  struct crush_bucket_straw2 *straw2 = crush_make_straw2_bucket(map, 0, HOST, 2, items, weights);
  CHECK_EQUAL(crush_add_list_bucket_item(list, 3, ONE), 0);
  CHECK_EQUAL(crush_adjust_list_bucket_item_weight(list, 1, 3 * ONE), 2 * ONE);
  CHECK_EQUAL(crush_remove_list_bucket_item(list, 2), 0);
  CHECK_EQUAL(list->h.weight, 4 * ONE);
  CHECK_EQUAL(list->sum_weights[1], 4 * ONE);
  CHECK_EQUAL(crush_add_straw_bucket_item(map, straw, 3, 3 * ONE), 0);
  CHECK_EQUAL(crush_adjust_straw_bucket_item_weight(map, straw, 3, 4 * ONE), ONE);
  CHECK_EQUAL(crush_remove_straw_bucket_item(map, straw, 2), 0);
  CHECK_EQUAL(straw->h.weight, 5 * ONE);
  straw->straws[0] = 0;
  CHECK_EQUAL(crush_calc_straw(map, straw), 0);
  CHECK_EQUAL(straw->straws[0], 0x10000);
  CHECK_EQUAL(crush_add_straw2_bucket_item(map, straw2, 3, 3 * ONE), 0);
  CHECK_EQUAL(crush_adjust_straw2_bucket_item_weight(map, straw2, 3, 4 * ONE), ONE);
  CHECK_EQUAL(crush_remove_straw2_bucket_item(map, straw2, 2), 0);
  CHECK_EQUAL(straw2->h.weight, 5 * ONE);
  CHECK_EQUAL(crush_get_bucket_item_weight(&straw2->h, 1), 4 * ONE);
  CHECK_EQUAL(crush_get_bucket_item_weight(&straw2->h, 2), 0);
  CHECK_EQUAL(crush_get_bucket_item_weight(&straw2->h, -1), 0);
  crush_destroy_bucket_list(list);
  crush_destroy_bucket_straw(straw);
  crush_destroy_bucket_straw2(straw2);
  crush_destroy(map);
}

/* The block of spec 03 section 11: its parts are where callers find them, and one free returns all of it. */
static void choose_args(void)
{
  struct crush_map *map = crush_create();
  int items[] = {0, 1, 2}, weights[] = {ONE, 2 * ONE, 3 * ONE};
  struct crush_choose_arg *args;
  char *block;
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, HOST, 3, items, weights);
  add_bucket(map, -3, CRUSH_BUCKET_STRAW2, HOST, 2, items, weights);
  args = crush_make_choose_args(map, 2);
  block = (char *)args;
  CHECK((char *)args[0].weight_set == block + 256);
  CHECK((char *)args[2].weight_set == block + 288);
  CHECK((char *)args[0].weight_set[0].weights == block + 320);
  CHECK((char *)args[2].weight_set[0].weights == block + 344);
  CHECK((char *)args[0].ids == block + 360);
  CHECK((char *)args[2].ids == block + 372);
  CHECK_EQUAL(args[0].weight_set_positions, 2);
  CHECK_EQUAL(args[0].ids_size, 3);
  CHECK_EQUAL(args[0].weight_set[1].size, 3);
  CHECK_EQUAL(args[0].weight_set[1].weights[2], 3 * ONE);
  CHECK_EQUAL(args[2].ids[1], 1);
  CHECK(args[1].ids == NULL);
  CHECK(args[1].weight_set == NULL);
  CHECK_EQUAL(args[1].weight_set_positions, 0);
  crush_destroy_choose_args(args);
  crush_destroy(map);
}

static void check_row(const struct crush_map *map, int rule, int x, const __u32 *weights, int weight_max, int len,
                      const int *expected, int compared)
{
  int result[4] = {77, 77, 77, 77}, i;
  CHECK_EQUAL(place(map, rule, x, result, 4, weights, weight_max, NULL), len);
  for (i = 0; i < compared; i++)
    CHECK_EQUAL(result[i], expected[i]);
}

static void single_placements(void)
{
  static const __u32 in[6] = {ONE, ONE, ONE, ONE, ONE, ONE}, out[6];
  struct crush_map *map = two_hosts();
  int leaf_indep = ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 4, 0}, {CRUSH_RULE_EMIT, 0, 0});
  int indep = ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_INDEP, 4, 0}, {CRUSH_RULE_EMIT, 0, 0});
  int leaf_firstn =
      ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 4, 0}, {CRUSH_RULE_EMIT, 0, 0});
  int one_less = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, CRUSH_CHOOSE_N_MINUS(1), 0},
                          {CRUSH_RULE_EMIT, 0, 0});
  int too_few = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, -9, 0}, {CRUSH_RULE_EMIT, 0, 0});
  int no_type = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, 4, 7}, {CRUSH_RULE_EMIT, 0, 0});
  int no_type_indep =
      ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_INDEP, 4, 7}, {CRUSH_RULE_EMIT, 0, 0});
  static const int kept_although_out[] = {3, 2, 5, 1}, none[] = {NONE, NONE, NONE, NONE}, three[] = {0, 3, 2};
  check_row(map, leaf_indep, 1, out, 6, 4, kept_although_out, 4);
  check_row(map, indep, 1, out, 6, 4, none, 4);
  check_row(map, leaf_firstn, 1, out, 6, 0, NULL, 0);
  check_row(map, one_less, 1, in, 6, 3, three, 3);
  check_row(map, too_few, 1, in, 6, 0, NULL, 0);
  check_row(map, no_type, 1, in, 6, 0, NULL, 0);
  check_row(map, no_type_indep, 1, in, 6, 4, none, 4);
  {
    /* As many tries as the counter holds are none: what succeeds at once counts, a pass of indep never starts. */
    int hosts = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, 4, HOST}, {CRUSH_RULE_EMIT, 0, 0});
    int hosts_indep =
        ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_INDEP, 4, HOST}, {CRUSH_RULE_EMIT, 0, 0});
    static const int both[] = {-2, -3};
    map->choose_total_tries = 0xffffffff;
    check_row(map, hosts, 1, in, 6, 2, both, 2);
    check_row(map, hosts_indep, 1, in, 6, 4, none, 4);
    map->choose_total_tries = 50;
  }
  {
    /* Devices beyond max_devices: firstn gives the place up, indep leaves a hole. */
    int leaf = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
    int holes = ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
    static const int found[] = {0, 0, 1};
    static const int with_holes[3][4] = {{NONE, 0, NONE, NONE}, {0, NONE, NONE, NONE}, {1, NONE, NONE, NONE}};
    int x;
    map->max_devices = 3;
    for (x = 0; x < 3; x++) {
      check_row(map, leaf, x, in, 6, 1, &found[x], 1);
      check_row(map, holes, x, in, 6, 4, with_holes[x], 4);
    }
    map->max_devices = 6;
  }
#if HAVE_MSR
  {
    int trailing_emit = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 2, 0},
                                 {CRUSH_RULE_EMIT, 0, 0}, {CRUSH_RULE_EMIT, 0, 0});
    int many = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 1000000, 0}, {CRUSH_RULE_EMIT, 0, 0});
    int four = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 4, 0}, {CRUSH_RULE_EMIT, 0, 0});
    static const int two_found[] = {0, 5, NONE, NONE}, all_found[] = {0, 5, 3, 2}, two_in[] = {0, NONE, 1, NONE};
    int start_moves_back = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 1, 0}, {CRUSH_RULE_EMIT, 0, 0},
                                    {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, -1, 0}, {CRUSH_RULE_EMIT, 0, 0});
    int last_block_late = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -2, 0}, {CRUSH_RULE_CHOOSE_MSR, 3, 0}, {CRUSH_RULE_EMIT, 0, 0},
                                   {CRUSH_RULE_TAKE, -3, 0}, {CRUSH_RULE_CHOOSE_MSR, 3, 0}, {CRUSH_RULE_EMIT, 0, 0},
                                   {CRUSH_RULE_TAKE, -3, 0}, {CRUSH_RULE_EMIT, 0, 0});
    static const int one[] = {0, NONE, NONE, NONE}, blocks[] = {0, 2, 1, 5};
    check_row(map, trailing_emit, 1, in, 6, 0, two_found, 4);
    check_row(map, many, 1, in, 6, 4, all_found, 4);
    check_row(map, four, 1, in, 2, 4, two_in, 4);
    check_row(map, start_moves_back, 1, in, 6, 4, one, 4);
    check_row(map, last_block_late, 1, in, 6, 4, blocks, 4);
  }
#endif
  crush_destroy(map);
}

#ifdef CRUSH_ABI_PACIFIC
/* Rules found by what they are for (spec 01 section 7.5). */
static void finding_rules(void)
{
  struct crush_map *map = crush_create();
  crush_add_rule(map, crush_make_rule(0, 0, 1, 1, 3), 2);
  crush_add_rule(map, crush_make_rule(0, 0, 1, 3, 10), 4);
  crush_add_rule(map, crush_make_rule(0, 200, 3, 200, 255), -1);
  CHECK_EQUAL(crush_find_rule(map, 0, 1, 2), 2);
  CHECK_EQUAL(crush_find_rule(map, 0, 1, 3), 2);
  CHECK_EQUAL(crush_find_rule(map, 0, 1, 10), 4);
  CHECK_EQUAL(crush_find_rule(map, 0, 1, 11), -1);
  CHECK_EQUAL(crush_find_rule(map, 0, 1, 0), -1);
  CHECK_EQUAL(crush_find_rule(map, 0, 3, 2), -1);
  CHECK_EQUAL(crush_find_rule(map, 1, 1, 2), -1);
  CHECK_EQUAL(crush_find_rule(map, 200, 3, 255), 0);
  CHECK_EQUAL(crush_find_rule(map, 200 - 256, 3, 255), -1);
  CHECK_EQUAL(crush_find_rule(map, 200, 3, 256), -1);
  crush_destroy(map);
}
#endif

int main(void)
{
  a_fresh_map();
  rules();
  buckets_in_the_map();
  max_devices();
  removing_the_only_item();
  the_largest_tree();
  refusals();
  reweighting_empty_buckets();
  functions_of_one_algorithm();
  choose_args();
  single_placements();
#ifdef CRUSH_ABI_PACIFIC
  finding_rules();
#endif
  return checks_end();
}
