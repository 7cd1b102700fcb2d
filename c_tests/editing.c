/* Buckets made, grown, shrunk and reweighted: the state after every call, as spec 03 section 13 prints it. */

#include "sample_map.h"

static void show_words(const char *name, const __u32 *words, __u32 n)
{
  __u32 i;
  printf("%s", name);
  for (i = 0; i < n; i++)
    printf(" %x", words[i]);
}

static void show_bucket(const struct crush_bucket *b)
{
  __u32 i;
  printf("size %u weight %x items", b->size, b->weight);
  for (i = 0; i < b->size; i++)
    printf(" %d", b->items[i]);
  switch (b->alg) {
  case CRUSH_BUCKET_UNIFORM:
    printf("; item_weight %x", ((const struct crush_bucket_uniform *)b)->item_weight);
    break;
  case CRUSH_BUCKET_LIST:
    show_words("; w", ((const struct crush_bucket_list *)b)->item_weights, b->size);
    show_words("; sum", ((const struct crush_bucket_list *)b)->sum_weights, b->size);
    break;
  case CRUSH_BUCKET_TREE:
    printf("; num_nodes %u", ((const struct crush_bucket_tree *)b)->num_nodes);
    show_words("; node", ((const struct crush_bucket_tree *)b)->node_weights,
               ((const struct crush_bucket_tree *)b)->num_nodes);
    break;
  case CRUSH_BUCKET_STRAW:
    show_words("; w", ((const struct crush_bucket_straw *)b)->item_weights, b->size);
    show_words("; straws", ((const struct crush_bucket_straw *)b)->straws, b->size);
    break;
  case CRUSH_BUCKET_STRAW2:
    show_words("; w", ((const struct crush_bucket_straw2 *)b)->item_weights, b->size);
    break;
  }
  printf("\n");
}

static void show_call(const char *call, int r, const struct crush_bucket *b)
{
  printf(" %s: r=%d ", call, r);
  show_bucket(b);
}

/* Spec 03 section 13.1. */
static void straw_lengths(void)
{
  static const struct {
    int n;
    __u32 w[10];
  } rows[] = {
      {1, {0x10000}},
      {2, {0x10000, 0x10000}},
      {2, {0x10000, 0x20000}},
      {2, {0x20000, 0x10000}},
      {3, {0x10000, 0x10000, 0x20000}},
      {3, {0x10000, 0x20000, 0x20000}},
      {4, {0x10000, 0x20000, 0x30000, 0x40000}},
      {3, {0, 0x10000, 0x20000}},
      {4, {0x10000, 0, 0, 0x30000}},
      {3, {0, 0, 0}},
      {7, {0x8000, 0xc000, 0x10000, 0x10000, 0x30000, 0x30000, 0x64000}},
      {7, {1, 2, 3, 5, 8, 0xd, 0x15}},
      {7, {0x5d1f, 0x7a3c, 0x11e3a, 0x5d1f, 0x20000, 0x3a2b1, 0x9999}},
      {2, {1, 0xffffffff}},
      {3, {1, 0x10000, 0xffffffff}},
      {4, {0x10000, 0x60000000, 0x60000000, 0x60000000}},
      {5, {0x40000000, 0xc0000000, 0xc0000000, 0xc0000000, 0xf0000000}},
      {2, {1, 0x80000000}},
      {3, {3, 0x7fffffff, 0x80000001}},
      {4, {1, 1, 1, 0xffffffff}},
      {10, {0x10000, 0x10001, 0x10002, 0x10003, 0x10004, 0x10005, 0x10006, 0x10007, 0x10008, 0x10009}},
      {3, {1, 0xffff0000, 0xffffffff}},
      {3, {1, 0x64, 0xfffffff0}},
  };
  struct crush_map *map = crush_create();
  int items[10], weights[10], i, version;
  size_t row;
  for (row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
    for (i = 0; i < rows[row].n; i++) {
      items[i] = i;
      weights[i] = (int)rows[row].w[i];
    }
    show_words("|", rows[row].w, (__u32)rows[row].n);
    for (version = 0; version < 2; version++) {
      struct crush_bucket_straw *b;
      map->straw_calc_version = (__u8)version;
      b = crush_make_straw_bucket(map, 0, HOST, rows[row].n, items, weights);
      show_words(" |", b->straws, b->h.size);
      if (version)
        printf(" | %x |\n", b->h.weight);
      crush_destroy_bucket_straw(b);
    }
  }
  crush_destroy(map);
}

/* Spec 03 section 13.2. */
static void edit_sequence(int alg, int straw_version)
{
  struct crush_map *map = crush_create();
  int items[] = {10, 11, 12, 13}, mixed[] = {0x10000, 0x20000, 0x8000, 0x30000};
  int equal[] = {0x10000, 0x10000, 0x10000, 0x10000};
  struct crush_bucket *b;
  int r;
  map->straw_calc_version = (__u8)straw_version;
  b = crush_make_bucket(map, alg, 0, HOST, 4, items, alg == CRUSH_BUCKET_UNIFORM ? equal : mixed);
  printf("alg %d v%d\n make: ", alg, straw_version);
  show_bucket(b);
  r = crush_bucket_adjust_item_weight(map, b, 11, 0x18000);
  show_call("adjust 11->18000", r, b);
  r = crush_bucket_adjust_item_weight(map, b, 99, 0x18000);
  show_call("adjust 99->18000", r, b);
  r = crush_bucket_remove_item(map, b, 12);
  show_call("remove 12", r, b);
  r = crush_bucket_remove_item(map, b, 99);
  show_call("remove 99", r, b);
  /* A tree that grows a level holds undefined memory upstream: odd_edits.c has that. */
  if (alg != CRUSH_BUCKET_TREE) {
    r = crush_bucket_add_item(map, b, 14, 0x18000);
    show_call("add 14 18000", r, b);
    r = crush_bucket_add_item(map, b, 15, 0x4000);
    show_call("add 15 4000", r, b);
    r = crush_bucket_add_item(map, b, 16, (int)0xffff0000);
    show_call("add 16 ffff0000", r, b);
    r = crush_bucket_remove_item(map, b, 10);
    show_call("remove 10", r, b);
  }
  crush_destroy_bucket(b);
  crush_destroy(map);
}

/* Spec 03 section 13.3; the tree is grown and shrunk through the functions of its algorithm. */
static void trees(void)
{
  int items[] = {1, 2, 3, 4, 5, 6, 7, 8};
  int weights[] = {0x10000, 0x20000, 0x30000, 0x40000, 0x50000, 0x60000, 0x70000, 0x80000};
  static const int removed[] = {7, 5, 6, 4, 3};
  struct crush_bucket_tree *b;
  char call[32];
  int n, r;
  size_t i;
  printf("tree\n");
  for (n = 1; n <= 8; n++) {
    b = crush_make_tree_bucket(0, HOST, n, items, weights);
    printf("make %d: ", n);
    show_bucket(&b->h);
    crush_destroy_bucket_tree(b);
  }
  b = crush_make_tree_bucket(0, HOST, 5, items, weights);
  r = crush_add_tree_bucket_item(b, 6, 0x60000);
  show_call("5+add", r, &b->h);
  r = crush_add_tree_bucket_item(b, 7, 0x70000);
  show_call("add 7", r, &b->h);
  r = crush_adjust_tree_bucket_item_weight(b, 2, 0);
  show_call("adjust 2->0", r, &b->h);
  for (i = 0; i < sizeof(removed) / sizeof(removed[0]); i++) {
    r = crush_remove_tree_bucket_item(b, removed[i]);
    snprintf(call, sizeof(call), "remove %d", removed[i]);
    show_call(call, r, &b->h);
  }
  crush_destroy_bucket_tree(b);
}

/* Spec 03 section 13.4. */
static void reweighting(int alg)
{
  struct crush_map *map = crush_create();
  int straw2_items[] = {0, 1}, straw2_weights[] = {0x10000, 0x28000};
  int list_items[] = {2, 3, 4}, list_weights[] = {0x8000, 0x8000, 0x8000};
  int items[] = {-2, -3, 9}, weights[] = {0x5000, 0x5000, 0x5000};
  struct crush_bucket *b;
  int r;
  map->straw_calc_version = 1;
  add_bucket(map, -2, CRUSH_BUCKET_STRAW2, HOST, 2, straw2_items, straw2_weights);
  add_bucket(map, -3, CRUSH_BUCKET_LIST, HOST, 3, list_items, list_weights);
  add_bucket(map, -1, alg, ROOT, 3, items, weights);
  b = map->buckets[0];
  printf("reweight alg %d before: ", alg);
  show_bucket(b);
  r = crush_reweight_bucket(map, b);
  show_call("after", r, b);
  crush_destroy(map);
}

int main(void)
{
  int alg;
  straw_lengths();
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++)
    edit_sequence(alg, 0);
  edit_sequence(CRUSH_BUCKET_STRAW, 1);
  trees();
  for (alg = CRUSH_BUCKET_UNIFORM; alg <= CRUSH_BUCKET_STRAW2; alg++)
    reweighting(alg);
  return 0;
}
