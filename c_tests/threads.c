/* Many threads, one map, a workspace each: answers as from one thread.
 *
 * With an argument the map has no histogram: its counters are the one thing that mapping writes in a map, by atomic
 * loads and stores that helgrind cannot tell from others. Counts may be lost between threads, answers not. */

#include "check.h"
#include "sample_map.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 8, INPUTS = 500, REPLICAS = 4 };

static struct crush_map *map;
static int rules[2];
static int expected[2][INPUTS][REPLICAS];
static const __u32 weights[12] = {ONE, ONE, ONE, ONE, 0, ONE, ONE, 0x8000, ONE, ONE, ONE, ONE};

static void place_all(int out[2][INPUTS][REPLICAS])
{
  char *workspace = (char *)malloc(crush_work_size(map, REPLICAS));
  int r, x;
  crush_init_workspace(map, workspace);
  memset(out, 0, sizeof(expected));
  for (r = 0; r < 2; r++)
    for (x = 0; x < INPUTS; x++)
      crush_do_rule(map, rules[r], x, out[r][x], REPLICAS, weights, 12, workspace, NULL);
  free(workspace);
}

static void *run(void *unused)
{
  int(*got)[INPUTS][REPLICAS] = (int(*)[INPUTS][REPLICAS])malloc(sizeof(expected));
  long same;
  (void)unused;
  place_all(got);
  same = memcmp(got, expected, sizeof(expected)) == 0;
  free(got);
  return (void *)same;
}

int main(int argc, char **argv)
{
  pthread_t threads[THREADS];
  int i;
  map = four_hosts();
  rules[0] = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_FIRSTN, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  rules[1] = ADD_RULE(map, 3, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSELEAF_INDEP, 0, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  place_all(expected);
  (void)argv;
  if (argc == 1)
    map->choose_tries = (__u32 *)calloc(map->choose_total_tries + 1, sizeof(__u32));
  for (i = 0; i < THREADS; i++)
    CHECK_EQUAL(pthread_create(&threads[i], NULL, run, NULL), 0);
  for (i = 0; i < THREADS; i++) {
    void *same = NULL;
    CHECK_EQUAL(pthread_join(threads[i], &same), 0);
    CHECK(same != NULL);
  }
  crush_destroy(map);
  return checks_end();
}
