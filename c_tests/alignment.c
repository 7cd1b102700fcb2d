/* A workspace may start at any address, as it does inside another struct or in the middle of a buffer. */

#include "check.h"
#include "sample_map.h"

#include <string.h>

int main(void)
{
  struct crush_map *map = four_hosts();
  static const __u32 weights[12] = {ONE, ONE, ONE, ONE, 0, ONE, ONE, 0x8000, ONE, ONE, ONE, ONE};
  size_t size = crush_work_size(map, 4), offset;
  int firstn = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  int indep = ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  int rule, x, expected[4], got[4];
  set_legacy_crush_map(map);
  for (offset = 0; offset < 17; offset++) {
    /* The block ends where the workspace does, so that valgrind sees a write behind it. */
    char *block = (char *)malloc(offset + size);
    memset(block, 0x5a, offset + size);
    crush_init_workspace(map, block + offset);
    for (rule = firstn; rule <= indep; rule++)
      for (x = 0; x < 32; x++) {
        int len = place(map, rule, x, expected, 4, weights, 12, NULL);
        CHECK_EQUAL(crush_do_rule(map, rule, x, got, 4, weights, 12, block + offset, NULL), len);
        CHECK_EQUAL(memcmp(got, expected, (size_t)len * sizeof(int)), 0);
      }
    for (x = 0; x < (int)offset; x++)
      CHECK_EQUAL(block[x], 0x5a);
    free(block);
  }
  crush_destroy(map);
  return checks_end();
}
