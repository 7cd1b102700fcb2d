/* Every function that takes a pointer, with NULL in each place: nothing happens, and the answer says so. */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <errno.h>
#include <string.h>
#ifdef CRUSH_ABI_PACIFIC
#include "crush/helpers.h"
#endif

static void destroying_nothing(void)
{
  crush_destroy(NULL);
  crush_destroy_rule(NULL);
  crush_destroy_choose_args(NULL);
  crush_destroy_bucket(NULL);
  crush_destroy_bucket_uniform(NULL);
  crush_destroy_bucket_list(NULL);
  crush_destroy_bucket_tree(NULL);
  crush_destroy_bucket_straw(NULL);
  crush_destroy_bucket_straw2(NULL);
  crushx_free(NULL);
}

static void no_map(void)
{
  int items[] = {1, 2}, weights[] = {ONE, ONE}, id = 77;
  struct crush_rule *rule = make_rule(1, 1);
  struct crush_bucket *b;
  crush_finalize(NULL);
  set_legacy_crush_map(NULL);
  set_optimal_crush_map(NULL);
  CHECK_EQUAL(crush_add_rule(NULL, rule, -1), -EINVAL);
  CHECK_EQUAL(crush_get_next_bucket_id(NULL), -EINVAL);
  CHECK(crush_make_choose_args(NULL, 1) == NULL);
  b = crush_make_bucket(NULL, CRUSH_BUCKET_STRAW2, 0, HOST, 2, items, weights);
  CHECK(b != NULL);
  CHECK_EQUAL(crush_add_bucket(NULL, 0, b, &id), -EINVAL);
  CHECK_EQUAL(id, 77);
  CHECK_EQUAL(crush_remove_bucket(NULL, b), -EINVAL);
  CHECK_EQUAL(b->size, 2);
  crush_destroy_bucket(b);
  crush_destroy_rule(rule);
#ifdef CRUSH_ABI_PACIFIC
  {
    int *roots = NULL;
    CHECK_EQUAL(crush_find_rule(NULL, 0, 1, 3), -1);
    CHECK_EQUAL(crush_find_roots(NULL, &roots), -EINVAL);
    CHECK(roots == NULL);
  }
#endif
}

static void no_bucket(void)
{
  struct crush_map *map = two_hosts();
  int id = 77;
  CHECK_EQUAL(crush_get_bucket_item_weight(NULL, 0), 0);
  CHECK_EQUAL(crush_add_bucket(map, 0, NULL, &id), -EINVAL);
  CHECK_EQUAL(id, 77);
  CHECK_EQUAL(crush_bucket_add_item(map, NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_bucket_remove_item(map, NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_bucket_adjust_item_weight(map, NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_reweight_bucket(map, NULL), -EINVAL);
  CHECK_EQUAL(crush_remove_bucket(map, NULL), -EINVAL);
  CHECK_EQUAL(crush_calc_straw(map, NULL), -EINVAL);
  CHECK_EQUAL(crush_add_uniform_bucket_item(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_add_list_bucket_item(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_add_tree_bucket_item(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_add_straw_bucket_item(map, NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_add_straw2_bucket_item(map, NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_remove_uniform_bucket_item(NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_remove_list_bucket_item(NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_remove_tree_bucket_item(NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_remove_straw_bucket_item(map, NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_remove_straw2_bucket_item(map, NULL, 1), -EINVAL);
  CHECK_EQUAL(crush_adjust_uniform_bucket_item_weight(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_adjust_list_bucket_item_weight(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_adjust_tree_bucket_item_weight(NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_adjust_straw_bucket_item_weight(map, NULL, 1, ONE), -EINVAL);
  CHECK_EQUAL(crush_adjust_straw2_bucket_item_weight(map, NULL, 1, ONE), -EINVAL);
  crush_destroy(map);
}

/* Items that are counted and not there make no bucket; none counted need none. */
static void no_items(void)
{
  struct crush_map *map = crush_create();
  int items[] = {1, 2}, weights[] = {ONE, ONE}, alg;
  struct crush_bucket *b;
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    CHECK(crush_make_bucket(map, alg, 0, HOST, 2, NULL, weights) == NULL);
    CHECK(crush_make_bucket(map, alg, 0, HOST, 2, items, NULL) == NULL);
    b = crush_make_bucket(map, alg, 0, HOST, 0, NULL, NULL);
    CHECK(b != NULL);
    crush_destroy_bucket(b);
  }
  CHECK(crush_make_uniform_bucket(0, HOST, 2, NULL, ONE) == NULL);
  CHECK(crush_make_list_bucket(0, HOST, 2, NULL, weights) == NULL);
  CHECK(crush_make_tree_bucket(0, HOST, 2, items, NULL) == NULL);
  CHECK(crush_make_straw_bucket(map, 0, HOST, 2, items, NULL) == NULL);
  CHECK(crush_make_straw2_bucket(map, 0, HOST, 2, NULL, NULL) == NULL);
  crush_destroy(map);
}

/* Edits of a bucket need the map for its straw version alone. */
static void buckets_without_a_map(void)
{
  int items[] = {1, 2}, weights[] = {ONE, ONE};
  struct crush_bucket_straw *straw = crush_make_straw_bucket(NULL, 0, HOST, 2, items, weights);
  struct crush_bucket_straw2 *straw2 = crush_make_straw2_bucket(NULL, 0, HOST, 2, items, weights);
  CHECK(straw2 != NULL);
  CHECK_EQUAL(crush_add_straw2_bucket_item(NULL, straw2, 3, ONE), 0);
  CHECK_EQUAL(crush_adjust_straw2_bucket_item_weight(NULL, straw2, 3, 2 * ONE), ONE);
  CHECK_EQUAL(crush_remove_straw2_bucket_item(NULL, straw2, 3), 0);
  CHECK_EQUAL(crush_bucket_add_item(NULL, &straw2->h, 3, ONE), 0);
  CHECK_EQUAL(crush_bucket_remove_item(NULL, &straw2->h, 3), 0);
  crush_destroy_bucket_straw2(straw2);
  crush_destroy_bucket_straw(straw);
}

static void no_rule(void)
{
  struct crush_map *map = crush_create();
  crush_rule_set_step(NULL, 0, CRUSH_RULE_TAKE, -1, 0);
  /* Upstream takes it: a number without a rule. */
  CHECK_EQUAL(crush_add_rule(map, NULL, -1), 0);
  CHECK_EQUAL(map->max_rules, 1);
  CHECK(map->rules[0] == NULL);
  CHECK_EQUAL(crush_add_rule(map, make_rule(1, 1), -1), 0);
  crush_destroy(map);
}

static void no_place_for_the_answer(void)
{
  struct crush_map *map = two_hosts();
  struct crush_bucket *b = crush_make_bucket(map, CRUSH_BUCKET_LIST, 0, HOST, 0, NULL, NULL);
  CHECK_EQUAL(crush_add_bucket(map, 0, b, NULL), 0);
  CHECK_EQUAL(b->id, -4);
#ifdef CRUSH_ABI_PACIFIC
  CHECK_EQUAL(crush_find_roots(map, NULL), -EINVAL);
#endif
  crush_destroy(map);
}

/* More of these, with other odd arguments, in odd_maps.c. */
static void mapping_nothing(void)
{
  int result[2] = {77, 77};
  char workspace[64];
  crush_init_workspace(NULL, workspace);
  crush_init_workspace(NULL, NULL);
  CHECK_EQUAL(crush_do_rule(NULL, 0, 1, result, 2, NULL, 0, workspace, NULL), 0);
  CHECK_EQUAL(result[0], 77);
#if HAVE_MSR
  CHECK_EQUAL(crush_work_size(NULL, 2), 0);
#endif
}

/* Prepared placement and validation: the last error names the function. */
static void preparing_nothing(void)
{
  struct crush_map *map = two_hosts();
  struct crushx_placer *placer = NULL;
  struct crushx_report report;
  uint64_t draws = 77;
  uint32_t x = 1, rule = 0;
  int32_t row[2] = {77, 77};
  int added = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  size_t len = 77;
  CHECK_EQUAL(added, 0);
  CHECK_EQUAL(crushx_validate(NULL, &report), -EINVAL);
  CHECK_EQUAL(crushx_validate(map, NULL), -EINVAL);
  CHECK(strncmp(crushx_last_error(), "crushx_validate", 15) == 0);
  CHECK_EQUAL(crushx_worst_case(NULL, rule, 2, NULL, &draws), -EINVAL);
  CHECK_EQUAL(draws, 77);
  CHECK_EQUAL(crushx_worst_case(map, rule, 2, NULL, NULL), 0);
  CHECK_EQUAL(crushx_placer_new(NULL, rule, 2, NULL, 0, NULL, &placer), -EINVAL);
  CHECK_EQUAL(crushx_placer_new(map, rule, 2, NULL, 0, NULL, NULL), -EINVAL);
  CHECK_EQUAL(crushx_placer_new(map, rule, 2, NULL, 6, NULL, &placer), -EINVAL);
  CHECK(placer == NULL);
  /* Without weights every device is out. */
  CHECK_EQUAL(crushx_placer_new(map, rule, 2, NULL, 0, NULL, &placer), 0);
  CHECK_EQUAL(crushx_placer_place(NULL, x, row, &len), -EINVAL);
  CHECK_EQUAL(crushx_placer_place(placer, x, NULL, &len), -EINVAL);
  CHECK_EQUAL(crushx_placer_place_batch(NULL, &x, 1, row, &len, 1), -EINVAL);
  CHECK_EQUAL(crushx_placer_place_batch(placer, NULL, 1, row, &len, 1), -EINVAL);
  CHECK_EQUAL(crushx_placer_place_batch(placer, &x, 1, NULL, &len, 1), -EINVAL);
  CHECK_EQUAL(crushx_placer_place_batch(placer, &x, (size_t)-1 / 2, row, &len, 1), -EINVAL);
  CHECK(len == 77 && row[0] == 77);
  CHECK_EQUAL(crushx_placer_place_batch(placer, NULL, 0, NULL, NULL, 1), 0);
  CHECK_EQUAL(crushx_placer_place(placer, x, row, &len), 0);
  CHECK(len == 0 && row[0] == NONE && row[1] == NONE);
  crushx_placer_free(placer);
  crushx_placer_free(NULL);
  crush_destroy(map);
}

int main(void)
{
  destroying_nothing();
  no_map();
  no_bucket();
  no_items();
  buckets_without_a_map();
  no_rule();
  no_place_for_the_answer();
  mapping_nothing();
  preparing_nothing();
  return checks_end();
}
