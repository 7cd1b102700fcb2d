/* Numbers that mean nothing: hashes and algorithms that do not exist, negative sizes, the ends of the range. */

#include "check.h"
#include "sample_map.h"

#include <limits.h>
#include <string.h>

static void hashes(void)
{
  static const int unknown[] = {1, 2, 255, 256, -1, INT_MIN};
  size_t i;
  for (i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
    CHECK_EQUAL(crush_hash32(unknown[i], 1), 0);
    CHECK_EQUAL(crush_hash32_2(unknown[i], 1, 2), 0);
    CHECK_EQUAL(crush_hash32_3(unknown[i], 1, 2, 3), 0);
    CHECK_EQUAL(crush_hash32_4(unknown[i], 1, 2, 3, 4), 0);
    CHECK_EQUAL(crush_hash32_5(unknown[i], 1, 2, 3, 4, 5), 0);
    CHECK(strcmp(crush_hash_name(unknown[i]), "unknown") == 0);
  }
}

static void algorithms(void)
{
  static const int unknown[] = {0, 6, 9, -1, 255, 256 + CRUSH_BUCKET_LIST, INT_MAX, INT_MIN};
  int items[] = {1, 2}, weights[] = {ONE, ONE};
  struct crush_map *map = crush_create();
  size_t i;
  for (i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
    CHECK(strcmp(crush_bucket_alg_name(unknown[i]), "unknown") == 0);
    CHECK(strcmp(crush_alg_name(unknown[i]), "unknown") == 0);
    CHECK(crush_make_bucket(map, unknown[i], 0, HOST, 2, items, weights) == NULL);
  }
  crush_destroy(map);
}

static void predicates(void)
{
  CHECK_EQUAL(crush_addition_is_unsafe(0xffffffff, 0xffffffff), 1);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0xffffffff, 0xffffffff), 1);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0xffffffff, 0), 1);
}

/* Spec 03 section 1: that many bytes are not to be had. */
static void negative_sizes(void)
{
  static const int sizes[] = {-1, -1000, INT_MIN};
  int items[] = {1, 2}, weights[] = {ONE, ONE};
  struct crush_map *map = crush_create();
  size_t i;
  for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    CHECK(make_rule(sizes[i], 1) == NULL);
    CHECK(crush_make_uniform_bucket(0, HOST, sizes[i], items, 1) == NULL);
    CHECK(crush_make_list_bucket(0, HOST, sizes[i], items, weights) == NULL);
    CHECK(crush_make_tree_bucket(0, HOST, sizes[i], items, weights) == NULL);
    CHECK(crush_make_straw_bucket(map, 0, HOST, sizes[i], items, weights) == NULL);
    CHECK(crush_make_straw2_bucket(map, 0, HOST, sizes[i], items, weights) == NULL);
  }
  crush_destroy(map);
}

/* Hash and type are narrower in the bucket than in the call: the low bits are kept. */
static void wide_numbers(void)
{
  struct crush_map *map = crush_create();
  struct crush_bucket *b = crush_make_bucket(map, CRUSH_BUCKET_STRAW2, 0x1ff, 0x12345, 0, NULL, NULL);
  CHECK_EQUAL(b->hash, 0xff);
  CHECK_EQUAL(b->type, 0x2345);
  crush_destroy_bucket(b);
  crush_destroy(map);
}

int main(void)
{
  hashes();
  algorithms();
  predicates();
  negative_sizes();
  wide_numbers();
  return checks_end();
}
