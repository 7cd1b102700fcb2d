/* Calls on which upstream reads or frees memory that is not its own, or aborts: what this library does instead
 * (spec 03 section 12, row by row). What upstream does in a defined way, however odd, is in building.c. */

#include "check.h"
#include "sample_map.h"

#include <limits.h>

/* realloc to nothing: the code upstream returns is kept, the dangling pointer is not. */
static void removing_the_only_item(void)
{
  struct crush_map *map = crush_create();
  int item = 4, weight = ONE, alg;
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_TREE; alg++) {
    struct crush_bucket *b = crush_make_bucket(map, alg, 0, HOST, 1, &item, &weight);
    int is_tree = alg == CRUSH_BUCKET_TREE;
    CHECK_EQUAL(crush_bucket_remove_item(map, b, 4), -ENOMEM);
    CHECK_EQUAL(b->size, is_tree);
    CHECK_EQUAL(b->weight, 0);
    if (is_tree)
      CHECK_EQUAL(((struct crush_bucket_tree *)b)->num_nodes, 2);
    else
      CHECK(b->items == NULL);
    CHECK_EQUAL(crush_bucket_add_item(map, b, 5, ONE), 0);
    CHECK_EQUAL(b->size, 1 + is_tree);
    CHECK_EQUAL(b->items[b->size - 1], 5);
    CHECK_EQUAL(b->weight, ONE);
    crush_destroy_bucket(b);
  }
  crush_destroy(map);
}

static void trees_hold_64_items(void)
{
  int items[65], weights[65], i;
  struct crush_bucket_tree *b;
  for (i = 0; i < 65; i++) {
    items[i] = i;
    weights[i] = ONE;
  }
  b = crush_make_tree_bucket(0, HOST, 64, items, weights);
  CHECK_EQUAL(crush_add_tree_bucket_item(b, 64, ONE), -ENOMEM);
  CHECK_EQUAL(b->h.size, 64);
  CHECK_EQUAL(b->num_nodes, 128);
  CHECK_EQUAL(b->h.weight, 64 * ONE);
  CHECK_EQUAL(b->node_weights[64], 64 * ONE);
  crush_destroy_bucket_tree(b);
  CHECK(crush_make_tree_bucket(0, HOST, 65, items, weights) == NULL);
}

/* A tree that grew one item at a time is the tree made in one go. */
static void grown_trees_are_made_trees(void)
{
  struct crush_bucket_tree *grown = crush_make_tree_bucket(0, HOST, 0, NULL, NULL);
  int items[64], weights[64], n, node;
  for (n = 1; n <= 64; n++) {
    struct crush_bucket_tree *made;
    items[n - 1] = 100 + n;
    weights[n - 1] = n * 0x777;
    made = crush_make_tree_bucket(0, HOST, n, items, weights);
    CHECK_EQUAL(crush_add_tree_bucket_item(grown, items[n - 1], weights[n - 1]), 0);
    CHECK_EQUAL(grown->num_nodes, made->num_nodes);
    for (node = 0; node < made->num_nodes; node++)
      CHECK_EQUAL(grown->node_weights[node], made->node_weights[node]);
    crush_destroy_bucket_tree(made);
  }
  crush_destroy_bucket_tree(grown);
}

/* The same after a removal that left a hole: spec 03 section 13.2, "add 14". */
static void trees_grown_over_a_hole(void)
{
  static const __u32 nodes[16] = {0,       0x10000, 0x28000, 0x18000, 0x58000, 0, 0x30000, 0x30000,
                                  0x70000, 0x18000, 0x18000, 0,       0x18000, 0, 0,       0};
  int items[] = {10, 11, 12, 13}, weights[] = {0x10000, 0x18000, 0x8000, 0x30000}, node;
  struct crush_bucket_tree *b = crush_make_tree_bucket(0, HOST, 4, items, weights);
  CHECK_EQUAL(crush_remove_tree_bucket_item(b, 12), 0);
  CHECK_EQUAL(crush_add_tree_bucket_item(b, 14, 0x18000), 0);
  CHECK_EQUAL(b->h.size, 5);
  CHECK_EQUAL(b->num_nodes, 16);
  for (node = 0; node < 16; node++)
    CHECK_EQUAL(b->node_weights[node], nodes[node]);
  crush_destroy_bucket_tree(b);
}

static void rules_out_of_range(void)
{
  struct crush_map *map = crush_create();
  struct crush_rule *rule = make_rule(1, 1);
  int i;
  crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, -1, 0);
  crush_rule_set_step(rule, 1, CRUSH_RULE_EMIT, 7, 7);
  crush_rule_set_step(rule, -1, CRUSH_RULE_EMIT, 7, 7);
  crush_rule_set_step(rule, INT_MAX, CRUSH_RULE_EMIT, 7, 7);
  CHECK_EQUAL(rule->len, 1);
  CHECK_EQUAL(rule->steps[0].op, CRUSH_RULE_TAKE);
  crush_destroy_rule(rule);
  for (i = 0; i < CRUSH_MAX_RULES; i++)
    crush_add_rule(map, make_rule(0, 1), -1);
  rule = make_rule(0, 1);
  CHECK_EQUAL(crush_add_rule(map, rule, -1), -ENOSPC);
  CHECK_EQUAL(crush_add_rule(map, rule, INT_MIN), -ENOSPC);
  CHECK_EQUAL(map->max_rules, CRUSH_MAX_RULES);
  crush_destroy_rule(rule);
  crush_destroy(map);
}

static void bucket_ids_out_of_range(void)
{
  static const int refused[] = {1, 5, INT_MAX}, too_low[] = {INT_MIN, INT_MIN + 1, -0x40000002};
  struct crush_map *map = two_hosts();
  struct crush_bucket *b = crush_make_bucket(map, CRUSH_BUCKET_LIST, 0, HOST, 0, NULL, NULL);
  int id = 77;
  size_t i;
  for (i = 0; i < 3; i++)
    CHECK_EQUAL(crush_add_bucket(map, refused[i], b, &id), -EINVAL);
  for (i = 0; i < 3; i++)
    CHECK_EQUAL(crush_add_bucket(map, too_low[i], b, &id), -ENOMEM);
  CHECK_EQUAL(id, 77);
  CHECK_EQUAL(map->max_buckets, 8);
  CHECK_EQUAL(b->id, 0);

  /* A bucket whose id is no place in the map goes away and leaves the places alone. */
  b->id = -1000;
  CHECK_EQUAL(crush_remove_bucket(map, b), 0);
  b = crush_make_bucket(map, CRUSH_BUCKET_LIST, 0, HOST, 0, NULL, NULL);
  b->id = 3;
  CHECK_EQUAL(crush_remove_bucket(map, b), 0);
  CHECK(map->buckets[0] && map->buckets[1] && map->buckets[2]);
  crush_destroy(map);
}

static void reweighting_what_is_not_there(void)
{
  static const int algorithms[] = {CRUSH_BUCKET_LIST, CRUSH_BUCKET_TREE, CRUSH_BUCKET_STRAW, CRUSH_BUCKET_STRAW2};
  int items[] = {-2, -77, 9}, weights[] = {ONE, 2 * ONE, 3 * ONE}, ones[] = {ONE, ONE, ONE};
  int device = 1, heavy = 5 * ONE;
  size_t i;
  struct crush_map *map;
  for (i = 0; i < 4; i++) {
    map = crush_create();
    add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 1, &device, &heavy);
    add_bucket(map, -1, algorithms[i], ROOT, 3, items, weights);
    CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
    CHECK_EQUAL(crush_get_bucket_item_weight(map->buckets[0], 0), 5 * ONE);
    CHECK_EQUAL(crush_get_bucket_item_weight(map->buckets[0], 1), 2 * ONE);
    CHECK_EQUAL(map->buckets[0]->weight, 10 * ONE);
    crush_destroy(map);
  }
  /* Uniform: one child that is there, one device; the missing child counts as neither. */
  map = crush_create();
  add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 1, &device, &heavy);
  add_bucket(map, -1, CRUSH_BUCKET_UNIFORM, ROOT, 3, items, ones);
  CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
  CHECK_EQUAL(crush_get_bucket_item_weight(map->buckets[0], 0), ONE);
  CHECK_EQUAL(map->buckets[0]->weight, 3 * ONE);
  crush_destroy(map);
}

/* A child that is being reweighted already is taken as it weighs. */
static void reweighting_a_cycle(void)
{
  struct crush_map *map = crush_create();
  int child[] = {-2}, root[] = {-1}, one[] = {ONE};
  add_bucket(map, -1, CRUSH_BUCKET_STRAW2, ROOT, 1, child, one);
  add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 1, root, one);
  CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
  crush_destroy(map);

  map = crush_create();
  add_bucket(map, -1, CRUSH_BUCKET_LIST, ROOT, 1, root, one);
  CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
  crush_destroy(map);
}

static void reweighting_a_deep_chain(void)
{
  enum { DEPTH = 100000 };
  struct crush_map *map = crush_create();
  int weight = ONE, id;
  for (id = -DEPTH; id < 0; id++) {
    int child = id == -DEPTH ? 0 : id - 1;
    add_bucket(map, id, CRUSH_BUCKET_STRAW2, HOST, 1, &child, &weight);
  }
  crush_bucket_adjust_item_weight(map, map->buckets[DEPTH - 1], 0, 7 * ONE);
  CHECK_EQUAL(crush_reweight_bucket(map, map->buckets[0]), 0);
  CHECK_EQUAL(map->buckets[0]->weight, 7 * ONE);
  crush_destroy(map);
}

/* Upstream reads weights at the place where only three of the five algorithms keep them. */
static void choose_args_of_every_algorithm(void)
{
  struct crush_map *map = four_hosts();
  struct crush_choose_arg *args = crush_make_choose_args(map, 2);
  int b, position, i;
  for (b = 0; b < 5; b++)
    for (position = 0; position < 2; position++)
      for (i = 0; i < (int)map->buckets[b]->size; i++)
        CHECK_EQUAL(args[b].weight_set[position].weights[i], crush_get_bucket_item_weight(map->buckets[b], i));
  crush_destroy_choose_args(args);
  CHECK(crush_make_choose_args(map, -1) == NULL);
  CHECK(crush_make_choose_args(map, INT_MIN) == NULL);
  CHECK(crush_make_choose_args(map, INT_MAX) == NULL);
  args = crush_make_choose_args(map, 0);
  CHECK(args != NULL);
  CHECK_EQUAL(args[0].weight_set_positions, 0);
  crush_destroy_choose_args(args);
  crush_destroy(map);
}

/* Buckets that a decoder left without some of their arrays. */
static void missing_arrays(void)
{
  struct crush_map *map = crush_create();
  int alg;
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++) {
    struct crush_bucket_list *b = (struct crush_bucket_list *)calloc(1, sizeof(struct crush_bucket_tree));
    struct crush_bucket *h = &b->h;
    h->alg = (__u8)alg;
    h->size = 2;
    CHECK_EQUAL(crush_get_bucket_item_weight(h, 1), 0);
    CHECK_EQUAL(crush_bucket_remove_item(map, h, 5), -ENOENT);
    CHECK_EQUAL(crush_bucket_adjust_item_weight(map, h, 5, alg == CRUSH_BUCKET_UNIFORM ? 0 : 9), 0);
    CHECK_EQUAL(crush_reweight_bucket(map, h), 0);
    CHECK_EQUAL(crush_bucket_add_item(map, h, 6, alg == CRUSH_BUCKET_UNIFORM ? 0 : ONE), 0);
    CHECK_EQUAL(h->size, 3);
    CHECK_EQUAL(h->items[0], 0);
    CHECK_EQUAL(h->items[2], 6);
    crush_destroy_bucket(h);
  }
  crush_destroy(map);
}

/* Trees whose number of nodes does not fit their size. */
static void inconsistent_trees(void)
{
  int items[] = {1, 2, 3, 4}, weights[] = {ONE, 2 * ONE, 3 * ONE, 4 * ONE};
  int nodes;
  for (nodes = 0; nodes < 8; nodes++) {
    struct crush_bucket_tree *b = crush_make_tree_bucket(0, HOST, 4, items, weights);
    b->node_weights = (__u32 *)realloc(b->node_weights, nodes ? (size_t)nodes * sizeof(__u32) : 1);
    b->num_nodes = (__u8)nodes;
    CHECK_EQUAL(crush_get_bucket_item_weight(&b->h, 3), 0);
    CHECK_EQUAL(crush_get_bucket_item_weight(&b->h, 0), nodes > 1 ? ONE : 0);
    crush_adjust_tree_bucket_item_weight(b, 4, 9 * ONE);
    CHECK_EQUAL(crush_add_tree_bucket_item(b, 5, ONE), 0);
    CHECK_EQUAL(b->h.size, 5);
    CHECK_EQUAL(b->num_nodes, 16);
    /* Without nodes all other items weigh nothing and go too, down to the last. */
    CHECK_EQUAL(crush_remove_tree_bucket_item(b, 5), nodes > 1 ? 0 : -ENOMEM);
    crush_destroy_bucket_tree(b);
  }
}

/* Counts without the arrays they count. */
static void missing_tables(void)
{
  struct crush_map *map = crush_create();
  map->max_buckets = 3;
  map->max_rules = 3;
  crush_finalize(map);
  CHECK_EQUAL(map->max_devices, 0);
  CHECK_EQUAL(map->working_size, 8 + 8 * 3);
  CHECK_EQUAL(crush_get_next_bucket_id(map), -1);
  crush_destroy(map);

  map = crush_create();
  map->max_buckets = -5;
  crush_finalize(map);
  CHECK_EQUAL(map->max_devices, 0);
  CHECK_EQUAL(map->working_size, 8);
  crush_destroy(map);
}

int main(void)
{
  removing_the_only_item();
  trees_hold_64_items();
  grown_trees_are_made_trees();
  trees_grown_over_a_hole();
  rules_out_of_range();
  bucket_ids_out_of_range();
  reweighting_what_is_not_there();
  reweighting_a_cycle();
  reweighting_a_deep_chain();
  choose_args_of_every_algorithm();
  missing_arrays();
  inconsistent_trees();
  missing_tables();
  return checks_end();
}
