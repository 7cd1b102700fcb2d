/* What the functions from names to inputs say to arguments that mean nothing. */

#include <string.h>

#include "check.h"
#include "sample_map.h"

#include "crush/crushx.h"

int main(void)
{
  uint32_t seed = 7;
  CHECK_EQUAL(crushx_object_hash(2, NULL, 1, NULL, 0, NULL, 0, &seed), -EINVAL);
  CHECK(strstr(crushx_last_error(), "NULL") != NULL);
  CHECK_EQUAL(crushx_object_hash(2, "a", 1, NULL, 1, NULL, 0, &seed), -EINVAL);
  CHECK_EQUAL(crushx_object_hash(2, "a", 1, NULL, 0, NULL, 1, &seed), -EINVAL);
  CHECK_EQUAL(crushx_object_hash(2, "a", (size_t)-1, NULL, 0, NULL, 0, &seed), -EINVAL);
  CHECK_EQUAL(crushx_object_hash(2, "a", 1, NULL, 0, NULL, 0, NULL), -EINVAL);
  CHECK_EQUAL(seed, 7);
  /* A hash that does not exist has one answer, as in Ceph. */
  CHECK_EQUAL(crushx_object_hash(0, "a", 1, NULL, 0, NULL, 0, &seed), 0);
  CHECK_EQUAL(seed, 0xffffffff);
  CHECK_EQUAL(crushx_object_hash(258, "a", 1, NULL, 0, NULL, 0, &seed), 0);
  CHECK_EQUAL(seed, 0xffffffff);
  CHECK_EQUAL(crushx_object_hash(2, NULL, 0, NULL, 0, NULL, 0, &seed), 0);
  CHECK_EQUAL(seed, 0xbd49d10d);
  CHECK_EQUAL(crushx_stable_mod(0xffffffff, 0), 0);
  CHECK_EQUAL(crushx_stable_mod(0xffffffff, 0x80000000), 0x3fffffff);
  CHECK_EQUAL(crushx_pg_seed(0, 0xffffffff, 0, 0), 0);
  CHECK_EQUAL(crushx_pg_seed(0xffffffffffffffff, 0xffffffff, 0, 0), 0xffffffff);
  return checks_end();
}
