/* Prepared placement gives the answers of crush_do_rule, and validation finds what is wrong with a map. */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

enum { INPUTS = 3000, REPLICAS = 4 };

static const __u32 weights[12] = {ONE, ONE, ONE, ONE, 0, ONE, ONE, 0x8000, ONE, ONE, ONE, ONE};

static int leaves(struct crush_map *map, int op)
{
  return ADD_RULE(map, op == CRUSH_RULE_CHOOSELEAF_FIRSTN ? 1 : 3, {CRUSH_RULE_TAKE, -1, 0}, {op, 0, HOST},
                  {CRUSH_RULE_EMIT, 0, 0});
}

static const struct crushx_placer *shared;
static uint32_t inputs[INPUTS];
static int32_t expected[INPUTS * REPLICAS];

static void *place_all(void *unused)
{
  long same = 1;
  int32_t row[REPLICAS];
  int i;
  (void)unused;
  for (i = 0; i < INPUTS; i++) {
    if (crushx_placer_place(shared, inputs[i], row, NULL) != 0 || memcmp(row, expected + i * REPLICAS, sizeof(row)) != 0)
      same = 0;
  }
  return (void *)same;
}

static void compare(const struct crush_map *map, int rule, const struct crush_choose_arg *args)
{
  struct crushx_placer *placer = NULL;
  int32_t *rows = (int32_t *)malloc(sizeof(expected));
  size_t *lens = (size_t *)malloc(INPUTS * sizeof(size_t)), len, threads;
  pthread_t others[2];
  void *same = NULL;
  int i, j;
  CHECK_EQUAL(crushx_placer_new(map, (uint32_t)rule, REPLICAS, weights, 12, args, &placer), 0);
  for (i = 0; i < INPUTS; i++) {
    int result[REPLICAS], got = place(map, rule, (int)inputs[i], result, REPLICAS, weights, 12, args);
    for (j = 0; j < REPLICAS; j++)
      expected[i * REPLICAS + j] = j < got ? result[j] : NONE;
    lens[i] = (size_t)got;
  }
  for (i = 0; i < 100; i++) {
    int32_t row[REPLICAS];
    len = 77;
    CHECK_EQUAL(crushx_placer_place(placer, inputs[i], row, &len), 0);
    CHECK(len == lens[i] && memcmp(row, expected + i * REPLICAS, sizeof(row)) == 0);
  }
  for (threads = 0; threads <= 3; threads++) {
    size_t *again = (size_t *)malloc(INPUTS * sizeof(size_t));
    memset(rows, 0, sizeof(expected));
    CHECK_EQUAL(crushx_placer_place_batch(placer, inputs, INPUTS, rows, again, threads), 0);
    CHECK(memcmp(rows, expected, sizeof(expected)) == 0);
    CHECK(memcmp(again, lens, INPUTS * sizeof(size_t)) == 0);
    free(again);
  }
  memset(rows, 0, sizeof(expected));
  CHECK_EQUAL(crushx_placer_place_batch(placer, inputs, INPUTS, rows, NULL, 1), 0);
  CHECK(memcmp(rows, expected, sizeof(expected)) == 0);
  shared = placer;
  for (i = 0; i < 2; i++)
    CHECK_EQUAL(pthread_create(&others[i], NULL, place_all, NULL), 0);
  for (i = 0; i < 2; i++) {
    CHECK_EQUAL(pthread_join(others[i], &same), 0);
    CHECK(same != NULL);
  }
  crushx_placer_free(placer);
  free(rows);
  free(lens);
}

static void answers(void)
{
  struct crush_map *map = four_hosts();
  __u32 set[4] = {ONE, 5 * ONE, ONE, 2 * ONE};
  struct crush_weight_set position = {set, 4};
  struct crush_choose_arg args[8];
  int rules[3], i;
  for (i = 0; i < INPUTS; i++)
    inputs[i] = (uint32_t)i * 2654435761u;
  memset(args, 0, sizeof(args));
  args[0].weight_set = &position;
  args[0].weight_set_positions = 1;
  rules[0] = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN);
  rules[1] = leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP);
  rules[2] = rules[0];
#if HAVE_MSR
  rules[2] = ADD_RULE(map, 5, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 4, HOST}, {CRUSH_RULE_CHOOSE_MSR, 1, 0},
                      {CRUSH_RULE_EMIT, 0, 0});
#endif
  for (i = 0; i < 3; i++) {
    compare(map, rules[i], NULL);
    compare(map, rules[i], args);
  }
  crush_destroy(map);
}

/* A placer holds what was given to it: the map may change and go. */
static void snapshots(void)
{
  struct crush_map *map = two_hosts();
  struct crushx_placer *placer = NULL;
  __u32 all[6] = {ONE, ONE, ONE, ONE, ONE, ONE};
  int32_t before[2], after[2];
  int rule = leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN);
  CHECK_EQUAL(crushx_placer_new(map, (uint32_t)rule, 2, all, 6, NULL, &placer), 0);
  CHECK_EQUAL(crushx_placer_place(placer, 5, before, NULL), 0);
  memset(all, 0, sizeof(all));
  crush_destroy(map);
  CHECK_EQUAL(crushx_placer_place(placer, 5, after, NULL), 0);
  CHECK(memcmp(before, after, sizeof(after)) == 0 && before[0] >= 0 && before[0] != NONE);
  crushx_placer_free(placer);
}

static void refusals(void)
{
  struct crush_map *map = two_hosts();
  struct crushx_placer *placer = NULL;
  uint64_t choices = 0, draws = 0;
  int rule = leaves(map, CRUSH_RULE_CHOOSELEAF_INDEP), endless;
  CHECK_EQUAL(crushx_placer_new(map, 9, 3, weights, 6, NULL, &placer), -ENOENT);
  CHECK(strstr(crushx_last_error(), "rule 9") != NULL);
  CHECK_EQUAL(crushx_placer_new(map, (uint32_t)rule, 0, weights, 6, NULL, &placer), -EINVAL);
  endless = ADD_RULE(map, 1, {CRUSH_RULE_SET_CHOOSE_TRIES, INT_MAX, 0}, {CRUSH_RULE_TAKE, -1, 0},
                     {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  CHECK_EQUAL(crushx_placer_new(map, (uint32_t)endless, 3, weights, 6, NULL, &placer), -ERANGE);
  CHECK(strstr(crushx_last_error(), "budget") != NULL);
  CHECK(placer == NULL);
  /* 51 passes of two places; in each one choice among two hosts, and two of three devices. */
  CHECK_EQUAL(crushx_worst_case(map, (uint32_t)rule, 2, &choices, &draws), 0);
  CHECK_EQUAL(choices, 51 * 2 * 3);
  CHECK_EQUAL(draws, 51 * 2 * 8);
  CHECK_EQUAL(crushx_worst_case(map, (uint32_t)endless, 2, NULL, &draws), 0);
  CHECK(draws > INT_MAX);
  crush_destroy(map);
}

/* One fault, where it is expected; bucket and index as in struct crushx_finding. */
static void check_finding(int line, const struct crush_map *map, int is_unsafe, int bucket, int index, const char *word)
{
  struct crushx_report report;
  check_equal(__FILE__, line, "status", crushx_validate(map, &report), 0);
  check_equal(__FILE__, line, "unsafe", (long long)report.unsafe_count, is_unsafe);
  check_equal(__FILE__, line, "odd", (long long)report.odd_count, !is_unsafe);
  check_equal(__FILE__, line, "count", report.count, 1);
  check_equal(__FILE__, line, "is_unsafe", report.findings[0].is_unsafe, is_unsafe);
  check_equal(__FILE__, line, "bucket", report.findings[0].bucket, bucket);
  check_equal(__FILE__, line, "index", report.findings[0].index, index);
  check_equal(__FILE__, line, report.findings[0].text, strstr(report.findings[0].text, word) != NULL, 1);
}

static void validation(void)
{
  struct crush_map *map = four_hosts();
  struct crush_bucket_straw2 *host = (struct crush_bucket_straw2 *)map->buckets[1];
  struct crush_bucket **buckets = map->buckets;
  struct crush_rule **rules;
  struct crushx_report report;
  void *array;
  int i;
  leaves(map, CRUSH_RULE_CHOOSELEAF_FIRSTN);
  CHECK_EQUAL(crushx_validate(map, &report), 0);
  CHECK_EQUAL(report.unsafe_count + report.odd_count + report.count, 0);
  CHECK_EQUAL(report.depth, 2);
  CHECK_EQUAL(report.rule, 0);
  CHECK(report.draws > 1000);

  host->h.items[1] = -9;
  check_finding(__LINE__, map, 1, -2, 1, "no bucket -9");
  host->h.items[1] = -1;
  check_finding(__LINE__, map, 1, -2, 1, "contains itself");
  host->h.items[1] = 100;
  check_finding(__LINE__, map, 0, -2, 1, "device 100");
  host->h.items[1] = 1;
  host->h.id = -4;
  check_finding(__LINE__, map, 1, -2, -1, "id is -4");
  host->h.id = -2;
  array = host->item_weights;
  host->item_weights = NULL;
  check_finding(__LINE__, map, 1, -2, -1, "0 weights for 3 items");
  host->item_weights = (__u32 *)array;
  array = host->h.items;
  host->h.items = NULL;
  CHECK_EQUAL(crushx_validate(map, &report), 0);
  CHECK_EQUAL(report.unsafe_count, 1);
  CHECK(strstr(report.findings[0].text, "items are missing") != NULL);
  host->h.items = (__s32 *)array;
  map->buckets = NULL;
  CHECK_EQUAL(crushx_validate(map, &report), 0);
  CHECK_EQUAL(report.unsafe_count, 1);
  map->buckets = buckets;
  rules = map->rules;
  map->rules = NULL;
  CHECK_EQUAL(crushx_validate(map, &report), 0);
  CHECK_EQUAL(report.unsafe_count, 1);
  CHECK_EQUAL(report.rule, -1);
  map->rules = rules;

  /* More findings than a report holds: unsafe ones first. */
  for (i = 0; i < 20; i++)
    ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -77, 0});
  host->h.id = -4;
  CHECK_EQUAL(crushx_validate(map, &report), 0);
  CHECK_EQUAL(report.count, CRUSHX_REPORT_FINDINGS);
  CHECK_EQUAL(report.unsafe_count, 1);
  CHECK_EQUAL(report.odd_count, 20);
  CHECK(report.findings[0].is_unsafe && !report.findings[1].is_unsafe);
  CHECK_EQUAL(report.findings[1].rule, 1);
  CHECK_EQUAL(report.findings[1].index, 0);
  crush_destroy(map);
}

int main(void)
{
  answers();
  snapshots();
  refusals();
  validation();
  return checks_end();
}
