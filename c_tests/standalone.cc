/* A program for the stand-alone libcrush 1.0: headers by their bare names inside extern "C", rulesets, five arguments
 * to crush_make_rule, crush_find_rule and crush_find_roots. Built for the profile abi-pacific with -Iinclude/crush. */

extern "C" {
#include "builder.h"
#include "crush.h"
#include "crush_compat.h"
#include "hash.h"
#include "helpers.h"
#include "mapper.h"
#include "types.h"
}

#include "check.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <vector>

namespace {

const int host_type = 1, root_type = 2;

int make_host(crush_map *map, int alg, int first_device)
{
  std::vector<int> items, weights;
  for (int i = 0; i < 4; i++) {
    items.push_back(first_device + i);
    weights.push_back(0x10000);
  }
  crush_bucket *b = crush_make_bucket(map, alg, CRUSH_HASH_DEFAULT, host_type, static_cast<int>(items.size()), &items[0],
                                      &weights[0]);
  int id = 0;
  return b && !crush_add_bucket(map, 0, b, &id) ? id : 0;
}

std::vector<int> roots(crush_map *map)
{
  int *found = NULL;
  int count = crush_find_roots(map, &found);
  std::vector<int> all;
  for (int i = 0; i < count; i++)
    all.push_back(found[i]);
  if (count >= 0)
    free(found);
  return all;
}

} // namespace

int main()
{
  const int algorithms[] = {CRUSH_BUCKET_UNIFORM, CRUSH_BUCKET_LIST, CRUSH_BUCKET_TREE, CRUSH_BUCKET_STRAW,
                            CRUSH_BUCKET_STRAW2};
  crush_map *map = crush_create();
  std::vector<int> hosts, weights;
  for (int i = 0; i < 5; i++) {
    hosts.push_back(make_host(map, algorithms[i], 4 * i));
    weights.push_back(static_cast<int>(map->buckets[-1 - hosts.back()]->weight));
    CHECK_EQUAL(hosts.back(), -1 - i);
  }
  CHECK((roots(map) == std::vector<int>{-1, -2, -3, -4, -5}));
  int root = 0;
  crush_add_bucket(map, 0,
                   crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, root_type, 5, &hosts[0], &weights[0]),
                   &root);
  CHECK_EQUAL(root, -6);
  CHECK((roots(map) == std::vector<int>{-6}));

  /* Two rulesets for sets of different sizes. */
  const int small = crush_add_rule(map, crush_make_rule(3, 7, 1, 1, 3), -1);
  const int large = crush_add_rule(map, crush_make_rule(3, 7, 1, 4, 10), -1);
  for (int number = small; number <= large; number++) {
    crush_rule *rule = map->rules[number];
    CHECK_EQUAL(rule->mask.ruleset, 7);
    crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, root, 0);
    crush_rule_set_step(rule, 1, number == small ? CRUSH_RULE_CHOOSELEAF_FIRSTN : CRUSH_RULE_CHOOSELEAF_INDEP, CRUSH_CHOOSE_N,
                        host_type);
    crush_rule_set_step(rule, 2, CRUSH_RULE_EMIT, 0, 0);
  }
  crush_finalize(map);
  CHECK_EQUAL(map->max_devices, 20);
  CHECK_EQUAL(crush_find_rule(map, 7, 1, 3), small);
  CHECK_EQUAL(crush_find_rule(map, 7, 1, 5), large);
  CHECK_EQUAL(crush_find_rule(map, 7, 1, 11), -1);
  CHECK_EQUAL(CRUSH_MAX_RULESET, 256);

  std::vector<__u32> in(20, 0x10000);
  for (int size = 1; size <= 5; size++) {
    std::vector<char> work(crush_work_size(map, size));
    std::vector<int> result(static_cast<size_t>(size));
    crush_init_workspace(map, &work[0]);
    for (int x = 0; x < 200; x++) {
      int len = crush_do_rule(map, crush_find_rule(map, 7, 1, size), x, &result[0], size, &in[0], 20, &work[0], NULL);
      std::set<int> used;
      for (int i = 0; i < len; i++)
        used.insert(result[static_cast<size_t>(i)] / 4);
      CHECK_EQUAL(len, size);
      CHECK_EQUAL(used.size(), size);
    }
  }

  /* A reference to a bucket that is not there is passed over; one that no table could hold is refused. */
  crush_remove_bucket(map, map->buckets[-1 - hosts[1]]);
  CHECK((roots(map) == std::vector<int>{-6}));
  map->buckets[-1 - root]->items[0] = -1000;
  int *unused = NULL;
  CHECK_EQUAL(crush_find_roots(map, &unused), -EINVAL);
  CHECK(unused == NULL);
  crush_destroy(map);

  map = crush_create();
  CHECK(roots(map).empty());
  crush_destroy(map);
  return checks_end();
}
