/* A C++ class around a map, as storage systems have one: vectors as workspace and weights, results as a vector, the
 * choose_args arrays its own. Answers are those of the C programs (spec 02 section 14.6). */

#include "check.h"
#include "crush/builder.h"
#include "crush/crush.h"
#include "crush/hash.h"
#include "crush/mapper.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace {

struct MapDeleter {
  void operator()(crush_map *map) const { crush_destroy(map); }
};

class Placement {
public:
  Placement() : map_(crush_create()) {}

  int add_bucket(int id, int alg, int type, std::vector<int> items, std::vector<int> weights)
  {
    crush_bucket *b = crush_make_bucket(map_.get(), alg, CRUSH_HASH_RJENKINS1, type, static_cast<int>(items.size()),
                                        items.data(), weights.data());
    int got = 0;
    return b && crush_add_bucket(map_.get(), id, b, &got) == 0 ? got : 0;
  }

  int add_rule(int type, const std::vector<crush_rule_step> &steps)
  {
    const int len = static_cast<int>(steps.size());
#ifdef CRUSH_ABI_PACIFIC
    crush_rule *rule = crush_make_rule(len, 0, type, 1, 100);
#else
    crush_rule *rule = crush_make_rule(len, type);
#endif
    for (int i = 0; i < len; i++)
      crush_rule_set_step(rule, i, static_cast<int>(steps[i].op), steps[i].arg1, steps[i].arg2);
    return crush_add_rule(map_.get(), rule, -1);
  }

  void finalize() { crush_finalize(map_.get()); }

  std::vector<int> place(int rule, int x, int n, const std::vector<__u32> &weights,
                         const crush_choose_arg *choose_args = nullptr) const
  {
    std::vector<int> result(n);
    std::vector<char> work(crush_work_size(map_.get(), n));
    crush_init_workspace(map_.get(), work.data());
    int len = crush_do_rule(map_.get(), rule, x, result.data(), n, weights.data(), static_cast<int>(weights.size()),
                            work.data(), choose_args);
    result.resize(len < 0 ? 0 : len);
    return result;
  }

  crush_map *operator->() const { return map_.get(); }
  crush_map *get() const { return map_.get(); }

private:
  std::unique_ptr<crush_map, MapDeleter> map_;
};

const int one = 0x10000, host = 1, root = 3;

/* The wrapper allocates replacements itself, record by record, for one bucket and as many positions as it likes. */
void own_choose_args(const Placement &p, int rule, const std::vector<__u32> &weights)
{
  std::vector<crush_choose_arg> args(static_cast<size_t>(p->max_buckets));
  crush_bucket *b = p->buckets[0];
  for (int item = 0; item < 4; item++) {
    std::vector<__u32> only(b->size);
    only[static_cast<size_t>(item)] = one;
    crush_weight_set set = {only.data(), b->size};
    args[0].weight_set = &set;
    args[0].weight_set_positions = 1;
    for (int x = 0; x < 20; x++) {
      std::vector<int> got = p.place(rule, x, 1, weights, args.data());
      CHECK_EQUAL(got.size(), 1);
      CHECK_EQUAL(got[0] / 3, item);
    }
  }
}

} // namespace

int main()
{
  Placement p;
  const int algorithms[] = {CRUSH_BUCKET_STRAW2, CRUSH_BUCKET_UNIFORM, CRUSH_BUCKET_LIST, CRUSH_BUCKET_TREE};
  p->straw_calc_version = 1;
  for (int i = 0; i < 4; i++)
    CHECK_EQUAL(p.add_bucket(-2 - i, algorithms[i], host, {3 * i, 3 * i + 1, 3 * i + 2}, {one, one, one}), -2 - i);
  CHECK_EQUAL(p.add_bucket(-1, CRUSH_BUCKET_STRAW2, root, {-2, -3, -4, -5}, {3 * one, 3 * one, 3 * one, 3 * one}), -1);
  const int rule = p.add_rule(1, {{CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, host}, {CRUSH_RULE_EMIT, 0, 0}});
  const int indep = p.add_rule(3, {{CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, host}, {CRUSH_RULE_EMIT, 0, 0}});
  p.finalize();

  std::vector<__u32> weights(12, one);
  weights[4] = 0;
  weights[7] = 0x8000;
  const int none = CRUSH_ITEM_NONE;
  CHECK((p.place(rule, 0, 6, weights) == std::vector<int>{10, 8, 2, 5}));
  CHECK((p.place(rule, 6, 6, weights) == std::vector<int>{7, 10, 1, 5}));
  CHECK((p.place(indep, 0, 6, weights) == std::vector<int>{10, 6, none, 2, none, 5}));
  CHECK((p.place(indep, 7, 6, weights) == std::vector<int>{11, 2, none, 7, none, 3}));
  CHECK(p.place(99, 0, 6, weights).empty());
  own_choose_args(p, rule, std::vector<__u32>(12, one));
  return checks_end();
}
