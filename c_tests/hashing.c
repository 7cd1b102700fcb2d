/* The hashes (spec 02 section 14.1) and the small functions that only look things up. */

#include "check.h"
#include "sample_map.h"

#include <string.h>

static const struct {
  __u32 in[5], out[5];
} rows[] = {
    {{0, 0, 0, 0, 0}, {0x17c4a80b, 0x19ad4ce9, 0x7a3bf3b2, 0x3fafb04d, 0xa45e5003}},
    {{1, 2, 3, 4, 5}, {0xd5082851, 0xb78dee9c, 0x735ad42b, 0x696d1f16, 0x4b42a1a1}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0x7f71bc2a, 0x9f3c11cc, 0xb98771c7, 0xa0ceb48c, 0xffd81113}},
    {{0xdeadbeef, 0xcafebabe, 0x12345678, 0x9abcdef0, 0x0badf00d},
     {0x711d6883, 0x5ffedd59, 0x2be9db28, 0x11df5373, 0x12148f6b}},
    {{0x00003039, 0, 0xffffffff, 0, 7}, {0xcdac21d6, 0xe1156db6, 0x7412c2f8, 0x58798793, 0x574ddbb3}},
    {{0x4e67c6a7, 0x00038740, 0x000004d0, 0x00038740, 0x000004d0},
     {0xbaeb095f, 0x7ca0efe1, 0xbf897734, 0xcd2722da, 0xe17e05d5}},
    {{0x80000000, 1, 0x7fffffff, 2, 0x80000001}, {0xb3cd6c74, 0x2f7c4e2a, 0xeb677709, 0x6bd7e551, 0xc4f27b5e}},
    {{0x00001092, 0x11, 0, 0xfffffffe, 0x63}, {0xa4269508, 0x9f64a356, 0xeb03aab5, 0x7e91c5cc, 0x7fbf5a61}},
    {{0x0000ffff, 0x00010000, 0x00010001, 0xffff0000, 0x0000ffff},
     {0x892f89cb, 0x2ef7161c, 0x5dc8d63c, 0x82f63224, 0xe1beccaf}},
    {{0x3b9aca07, 0x3b800001, 0xfffffff6, 3, 0xffffffec},
     {0x1e114065, 0x46d1d5cf, 0x68663c45, 0xa4cae569, 0x3675ee52}},
};

static void hashes(void)
{
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
    const __u32 *in = rows[i].in, *out = rows[i].out;
    CHECK_EQUAL(crush_hash32(CRUSH_HASH_RJENKINS1, in[0]), out[0]);
    CHECK_EQUAL(crush_hash32_2(CRUSH_HASH_RJENKINS1, in[0], in[1]), out[1]);
    CHECK_EQUAL(crush_hash32_3(CRUSH_HASH_RJENKINS1, in[0], in[1], in[2]), out[2]);
    CHECK_EQUAL(crush_hash32_4(CRUSH_HASH_RJENKINS1, in[0], in[1], in[2], in[3]), out[3]);
    CHECK_EQUAL(crush_hash32_5(CRUSH_HASH_RJENKINS1, in[0], in[1], in[2], in[3], in[4]), out[4]);
  }
  CHECK(strcmp(crush_hash_name(CRUSH_HASH_RJENKINS1), "rjenkins1") == 0);
}

static void names(void)
{
  static const char *const expected[] = {"unknown", "uniform", "list", "tree", "straw", "straw2", "unknown"};
  int alg;
  for (alg = 0; alg < 7; alg++) {
    CHECK(strcmp(crush_bucket_alg_name(alg), expected[alg]) == 0);
    CHECK(strcmp(crush_alg_name(alg), expected[alg]) == 0);
  }
}

/* Spec 03 section 9. */
static void predicates(void)
{
  CHECK_EQUAL(crush_addition_is_unsafe(0, 0), 0);
  CHECK_EQUAL(crush_addition_is_unsafe(0xffffffff, 0), 0);
  CHECK_EQUAL(crush_addition_is_unsafe(0, 0xffffffff), 0);
  CHECK_EQUAL(crush_addition_is_unsafe(0xffffffff, 1), 1);
  CHECK_EQUAL(crush_addition_is_unsafe(1, 0xffffffff), 1);
  CHECK_EQUAL(crush_addition_is_unsafe(0x80000000, 0x7fffffff), 0);
  CHECK_EQUAL(crush_addition_is_unsafe(0x80000000, 0x80000000), 1);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0, 0), 0);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0, 5), 0);
  CHECK_EQUAL(crush_multiplication_is_unsafe(5, 0), 1);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0x10000, 0xffff), 0);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0x10000, 0x10000), 1);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0xffffffff, 1), 0);
  CHECK_EQUAL(crush_multiplication_is_unsafe(0xffffffff, 2), 1);
}

static void inline_functions(void)
{
  int n = 3, i;
  CHECK_EQUAL(crush_rule_size(0), 8);
  CHECK_EQUAL(crush_rule_size(n++), 8 + 12 * 3);
  CHECK_EQUAL(n, 4);
  CHECK_EQUAL(sizeof(crush_rule_size(1)), sizeof(size_t));
  CHECK(crush_rule_size(-1) == (size_t)8 - 12);
  for (i = 0; i < 64; i++)
    CHECK_EQUAL(crush_calc_tree_node(i), 2 * i + 1);
}

int main(void)
{
  hashes();
  names();
  predicates();
  inline_functions();
  return checks_end();
}
