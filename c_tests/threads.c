/* Many threads, shared maps, a workspace each: answers as from one thread.
 *
 * With an argument the maps have no histogram: its counters are the one thing that mapping writes in a map, by atomic
 * loads and stores that helgrind cannot tell from others. Counts may be lost between threads, answers not. */

#include "check.h"
#include "sample_map.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 8, INPUTS = 300, REPLICAS = 4, MOST_TASKS = 8, DEVICES = 12 };

/** One rule of one map, with what goes with it. */
struct task {
  struct crush_map *map;
  int rule;
  const struct crush_choose_arg *args;
};

typedef int answers[MOST_TASKS][INPUTS][REPLICAS + 1];

static struct task tasks[MOST_TASKS];
static int task_count;
static answers expected;
static const __u32 weights[DEVICES] = {ONE, ONE, ONE, ONE, 0, ONE, ONE, 0x8000, ONE, ONE, ONE, ONE};

static void add_task(struct crush_map *map, int rule, const struct crush_choose_arg *args)
{
  struct task task = {map, rule, args};
  tasks[task_count++] = task;
}

/** Four lists of three devices below a uniform root. */
static struct crush_map *uniform_over_lists(void)
{
  struct crush_map *map = crush_create();
  int ones[] = {ONE, ONE, ONE}, hosts[] = {-2, -3, -4, -5}, equal[] = {3 * ONE, 3 * ONE, 3 * ONE, 3 * ONE};
  int i;
  for (i = 0; i < 4; i++) {
    int devices[] = {3 * i, 3 * i + 1, 3 * i + 2};
    add_bucket(map, -2 - i, CRUSH_BUCKET_LIST, HOST, 3, devices, ones);
  }
  add_bucket(map, -1, CRUSH_BUCKET_UNIFORM, ROOT, 4, hosts, equal);
  set_legacy_crush_map(map);
  crush_finalize(map);
  return map;
}

static int firstn(struct crush_map *map)
{
  return ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
}

static int indep(struct crush_map *map)
{
  return ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
}

static void place_all(int out[MOST_TASKS][INPUTS][REPLICAS + 1])
{
  int t, x;
  memset(out, 0, sizeof(answers));
  for (t = 0; t < task_count; t++) {
    const struct task *task = &tasks[t];
    char *workspace = (char *)malloc(crush_work_size(task->map, REPLICAS));
    crush_init_workspace(task->map, workspace);
    for (x = 0; x < INPUTS; x++)
      out[t][x][REPLICAS] = crush_do_rule(task->map, task->rule, x, out[t][x], REPLICAS, weights, DEVICES, workspace,
                                          task->args);
    free(workspace);
  }
}

static void *run(void *unused)
{
  int(*got)[INPUTS][REPLICAS + 1] = (int(*)[INPUTS][REPLICAS + 1])malloc(sizeof(answers));
  long same;
  (void)unused;
  place_all(got);
  same = memcmp(got, expected, sizeof(answers)) == 0;
  free(got);
  return (void *)same;
}

static void run_threads(void)
{
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; i++)
    CHECK_EQUAL(pthread_create(&threads[i], NULL, run, NULL), 0);
  for (i = 0; i < THREADS; i++) {
    void *same = NULL;
    CHECK_EQUAL(pthread_join(threads[i], &same), 0);
    CHECK(same != NULL);
  }
}

/** The histogram of one thread is exact; many together may lose counts, but never make one up. */
static void histogram(struct crush_map *map)
{
  const __u32 cells = map->choose_total_tries + 1;
  __u32 *once = (__u32 *)malloc(cells * sizeof(__u32));
  __u32 counted = 0, together = 0, i;
  map->choose_tries = (__u32 *)calloc(cells, sizeof(__u32));
  CHECK(run(NULL) != NULL);
  memcpy(once, map->choose_tries, cells * sizeof(__u32));
  CHECK(run(NULL) != NULL);
  for (i = 0; i < cells; i++) {
    CHECK_EQUAL(map->choose_tries[i], 2 * once[i]);
    counted += once[i];
  }
  CHECK(counted > INPUTS);
  memset(map->choose_tries, 0, cells * sizeof(__u32));
  run_threads();
  for (i = 0; i < cells; i++) {
    CHECK(map->choose_tries[i] <= THREADS * once[i]);
    together |= map->choose_tries[i];
  }
  CHECK(together > 0);
  free(once);
}

/** Weight-sets of one position for the root of four_hosts, whose second host weighs half. */
static struct crush_choose_arg *half_a_host(void)
{
  static __u32 root[] = {3 * ONE, 3 * ONE / 2, 3 * ONE, 3 * ONE};
  static struct crush_weight_set set = {root, 4};
  static struct crush_choose_arg args[5];
  args[0].weight_set = &set;
  args[0].weight_set_positions = 1;
  return args;
}

int main(int argc, char **argv)
{
  struct crush_map *mixed = four_hosts(), *classic = uniform_over_lists();
  (void)argv;
  add_task(mixed, firstn(mixed), NULL);
  add_task(mixed, indep(mixed), NULL);
  add_task(mixed, 0, half_a_host());
  add_task(classic, firstn(classic), NULL);
  add_task(classic, indep(classic), NULL);
#if HAVE_MSR
  add_task(mixed,
           ADD_RULE(mixed, CRUSH_RULE_TYPE_MSR_FIRSTN, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_MSR, 0, HOST},
                    {CRUSH_RULE_CHOOSE_MSR, 1, 0}, {CRUSH_RULE_EMIT, 0, 0}),
           NULL);
#endif
  place_all(expected);
  /* The weight-set moves something, and devices come out of every task: the comparisons below are not of nothing. */
  CHECK(memcmp(expected[0], expected[2], sizeof(expected[0])) != 0);
  for (int t = 0; t < task_count; t++)
    CHECK(expected[t][0][REPLICAS] > 0);
  run_threads();
  if (argc == 1) {
    histogram(mixed);
    histogram(classic);
  }
  crush_destroy(mixed);
  crush_destroy(classic);
  return checks_end();
}
