/* Complete rules over a map of four algorithms: the table of spec 02 section 14.6, printed in its form. */

#include "sample_map.h"

static const __u32 weights[12] = {ONE, ONE, ONE, ONE, 0, ONE, ONE, 0x8000, ONE, ONE, ONE, ONE};

static void show_rule(const struct crush_map *map, int rule)
{
  int x, i, result[6];
  for (x = 0; x < 8; x++) {
    int len = place(map, rule, x, result, 6, weights, 12, NULL);
    printf("| %d | %d | %d |", rule, x, len);
    for (i = 0; i < len; i++) {
      if (result[i] == CRUSH_ITEM_NONE)
        printf(" N");
      else
        printf(" %d", result[i]);
    }
    printf(" |\n");
  }
}

static void start_histogram(struct crush_map *map)
{
  free(map->choose_tries);
  map->choose_tries = (__u32 *)calloc(map->choose_total_tries + 1, sizeof(__u32));
}

static void show_histogram(const struct crush_map *map)
{
  __u32 i;
  printf("hist:");
  for (i = 0; i <= map->choose_total_tries; i++)
    if (map->choose_tries[i])
      printf(" [%u]=%u", i, map->choose_tries[i]);
  printf("\n");
}

int main(void)
{
  struct crush_map *map = four_hosts();
  int rule;

  ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, 2, HOST}, {CRUSH_RULE_CHOOSE_FIRSTN, 2, 0},
           {CRUSH_RULE_EMIT, 0, 0});
  ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_INDEP, 2, HOST}, {CRUSH_RULE_CHOOSELEAF_INDEP, 2, 0},
           {CRUSH_RULE_EMIT, 0, 0});
  /* The next three by number, so that the interfaces without MSR show what they make of them: nothing. */
  ADD_RULE(map, 4, {CRUSH_RULE_TAKE, -1, 0}, {16, 3, HOST}, {16, 2, 0}, {CRUSH_RULE_EMIT, 0, 0});
  ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {16, 3, HOST}, {16, 2, 0}, {CRUSH_RULE_EMIT, 0, 0});
  ADD_RULE(map, 5, {14, 3, 0}, {15, 2, 0}, {CRUSH_RULE_TAKE, -2, 0}, {16, 2, 0}, {CRUSH_RULE_EMIT, 0, 0},
           {CRUSH_RULE_NOOP, 0, 0});
  ADD_RULE(map, 3, {CRUSH_RULE_SET_CHOOSELEAF_TRIES, 5, 0}, {CRUSH_RULE_SET_CHOOSE_TRIES, 100, 0},
           {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 4, HOST}, {CRUSH_RULE_EMIT, 0, 0},
           {CRUSH_RULE_NOOP, 0, 0});
  ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -2, 0}, {16, 2, 0}, {CRUSH_RULE_EMIT, 0, 0}, {CRUSH_RULE_TAKE, -1, 0},
           {16, 2, HOST}, {16, 1, 0}, {CRUSH_RULE_EMIT, 0, 0});

  printf("max_buckets %d working_size %zu work_size(6) %zu max_devices %d\n", map->max_buckets, map->working_size,
         crush_work_size(map, 6), map->max_devices);
  start_histogram(map);
  for (rule = 0; rule < 9; rule++)
    show_rule(map, rule);
  show_histogram(map);

  printf("legacy tunables\n");
  set_legacy_crush_map(map);
  start_histogram(map);
  for (rule = 0; rule < 8; rule++)
    if (rule < 4 || rule == 7)
      show_rule(map, rule);
  show_histogram(map);
  crush_destroy(map);
  return 0;
}
