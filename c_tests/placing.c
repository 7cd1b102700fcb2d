/* From object names to inputs: the examples of Ceph's own tools. */

#include <string.h>

#include "check.h"
#include "sample_map.h"

#include "crush/crushx.h"

static __u32 hashed(const char *name, const char *nspace, const char *key)
{
  uint32_t seed = 0;
  CHECK_EQUAL(crushx_object_hash(CRUSHX_OBJECT_HASH_RJENKINS, name, strlen(name), nspace, strlen(nspace), key, strlen(key),
                                 &seed),
              0);
  return seed;
}

static void hashes(void)
{
  uint32_t seed = 0;
  CHECK_EQUAL(hashed("", "", ""), 0xbd49d10d);
  CHECK_EQUAL(hashed("foo", "", ""), 0x7fc1f406);
  CHECK_EQUAL(hashed("rbd_data.10226b8b4567.0000000000000000", "", ""), 0x87bd7b9a);
  CHECK_EQUAL(hashed("foo", "ns", ""), 0xac17f0b6);
  CHECK_EQUAL(hashed("ns\x1f" "foo", "", ""), 0xac17f0b6);
  CHECK_EQUAL(hashed("obj1", "", "lockey"), 0xf42aa251);
  CHECK_EQUAL(hashed("obj1", "ns", "lockey"), 0x679d011a);
  CHECK_EQUAL(crushx_object_hash(CRUSHX_OBJECT_HASH_LINUX, "foo", 3, NULL, 0, NULL, 0, &seed), 0);
  CHECK_EQUAL(seed, 0x0024db2a);
}

/** Object foo of a pool with id 1 and 12 placement groups is in group 1.6, whose input is d77484f9. */
static void from_name_to_input(void)
{
  __u32 group = crushx_stable_mod(hashed("foo", "", ""), 12);
  CHECK_EQUAL(group, 6);
  CHECK_EQUAL(crushx_pg_seed(1, group, 12, 1), 0xd77484f9);
  CHECK_EQUAL(crushx_pg_seed(1, hashed("foo", "", ""), 12, 1), 0xd77484f9);
  CHECK_EQUAL(crushx_pg_seed(2, 6, 8, 0), 8);
  CHECK_EQUAL(crushx_pg_seed(4294967301u, 1, 4, 1), 0x3e5ed3fa);
}

int main(void)
{
  hashes();
  from_name_to_input();
  return checks_end();
}
