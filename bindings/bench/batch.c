/* Maps a million inputs in one call, as bindings/bench/run asks. */

#define _POSIX_C_SOURCE 200809L
#include <crush/crushx.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void need(int holds, const char *what)
{
  if (!holds) {
    fprintf(stderr, "batch: %s: %s\n", what, crushx_last_error());
    exit(1);
  }
}

static struct crushx_map *read_map(const char *path)
{
  static char bytes[1 << 20];
  struct crushx_map *map = NULL;
  FILE *file = fopen(path, "rb");
  need(file != NULL, path);
  size_t len = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  need(len < sizeof(bytes), "the map is too large for this program");
  need(crushx_map_decode(bytes, len, &map) == 0, path);
  return map;
}

static struct crushx_placer *prepare(const struct crushx_map *map, uint32_t rule, size_t replicas)
{
  const struct crush_map *raw = crushx_map_raw(map);
  struct crushx_placer *placer = NULL;
  uint32_t *weights = malloc(sizeof(*weights) * (size_t)raw->max_devices);
  need(weights != NULL, "memory");
  for (int i = 0; i < raw->max_devices; i++)
    weights[i] = 0x10000;
  need(crushx_placer_new(raw, rule, replicas, weights, (size_t)raw->max_devices, crushx_map_choose_args(map, -1), &placer) == 0,
       "placer");
  free(weights);
  return placer;
}

static long long now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv)
{
  if (argc != 6) {
    fprintf(stderr, "usage: batch MAP RULE REPLICAS COUNT REPEATS\n");
    return 2;
  }
  size_t replicas = strtoul(argv[3], NULL, 10), count = strtoul(argv[4], NULL, 10);
  long repeats = strtol(argv[5], NULL, 10);
  struct crushx_map *map = read_map(argv[1]);
  struct crushx_placer *placer = prepare(map, (uint32_t)strtoul(argv[2], NULL, 10), replicas);
  uint32_t *xs = malloc(count * sizeof(*xs));
  int32_t *results = malloc(count * replicas * sizeof(*results));
  need(xs != NULL && results != NULL, "memory");
  for (size_t i = 0; i < count; i++)
    xs[i] = (uint32_t)i;
  long long best = -1;
  for (long repeat = 0; repeat <= repeats; repeat++) {
    long long begin = now();
    need(crushx_placer_place_batch(placer, xs, count, results, NULL, 1) == 0, "batch");
    long long took = now() - begin;
    if (repeat > 0 && (best < 0 || took < best))
      best = took;
  }
  uint64_t checksum = 0;
  for (size_t i = 0; i < count * replicas; i++)
    checksum += (2 * (uint64_t)i + 1) * (uint32_t)results[i];
  printf("c %.2f %llu\n", (double)best / (double)count, (unsigned long long)checksum);
  free(results);
  free(xs);
  crushx_placer_free(placer);
  crushx_map_free(map);
  return 0;
}
