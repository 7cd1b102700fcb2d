/* testdata/shared/placements.txt, which the tests of all languages read: crush_do_rule and placers give its answers.
   The environment variable SHARED_VECTORS names it. */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <string.h>

enum { LONGEST_LINE = 4096, MOST_DEVICES = 256, MOST_PLACES = 16, MOST_INPUTS = 256 };

static char line[LONGEST_LINE];
static struct crushx_map *map;

/* The question under way. */
static int rule, replicas, known;
static const struct crush_choose_arg *args;
static __u32 weights[MOST_DEVICES];
static int devices;

/* Its inputs and their answers. */
static int count;
static uint32_t xs[MOST_INPUTS];
static int32_t answers[MOST_INPUTS][MOST_PLACES];
static size_t lens[MOST_INPUTS];

static long cases_seen, answers_seen;

static void stop(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, line);
  exit(1);
}

/* What follows "name=" in the line. */
static const char *field(const char *name)
{
  const char *at = strstr(line, name);
  if (!at || at[strlen(name)] != '=')
    stop(name);
  return at + strlen(name) + 1;
}

static void read_map(const char *vectors)
{
  char path[2 * LONGEST_LINE], *slash;
  static unsigned char bytes[1 << 16];
  size_t len;
  FILE *file;
  snprintf(path, LONGEST_LINE, "%s", vectors);
  slash = strrchr(path, '/');
  snprintf(slash ? slash + 1 : path, LONGEST_LINE, "%s", line + strlen("map "));
  path[strcspn(path, "\n")] = 0;
  file = fopen(path, "rb");
  if (!file)
    stop(path);
  len = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  crushx_map_free(map);
  map = NULL;
  if (crushx_map_decode(bytes, len, &map))
    stop(crushx_last_error());
}

static void read_case(void)
{
  const char *pool = field("choose_args"), *weight = field("weights");
  char *end;
  cases_seen++;
  count = 0;
  rule = atoi(field("rule"));
  replicas = atoi(field("replicas"));
  known = HAVE_MSR || *field("needs") == '-';
  args = *pool == '-' ? NULL : crushx_map_choose_args(map, strtoll(pool, NULL, 10));
  for (devices = 0; devices < MOST_DEVICES; weight = end + 1) {
    weights[devices++] = (__u32)strtoul(weight, &end, 10);
    if (*end != ',')
      break;
  }
}

static void read_answer(void)
{
  char *at, *end;
  if (count == MOST_INPUTS)
    stop("too many inputs");
  xs[count] = (uint32_t)strtoul(line, &at, 10);
  if (*at++ != ':')
    stop("no answer");
  for (lens[count] = 0; lens[count] < MOST_PLACES; at = end) {
    long item = strtol(at, &end, 10);
    if (end == at)
      break;
    answers[count][lens[count]++] = (int32_t)item;
  }
  count++;
  answers_seen++;
}

static void check_row(int i, const int32_t *row, size_t len)
{
  size_t place;
  CHECK_EQUAL(len, lens[i]);
  CHECK(memcmp(row, answers[i], lens[i] * sizeof(*row)) == 0);
  for (place = len; place < (size_t)replicas; place++)
    CHECK_EQUAL(row[place], NONE);
}

/* What was read since the last case: by crush_do_rule, and as one batch. */
static void check_case(void)
{
  static int32_t rows[MOST_INPUTS * MOST_PLACES];
  size_t got[MOST_INPUTS];
  struct crushx_placer *placer = NULL;
  int i;
  if (!count || !known)
    return;
  CHECK_EQUAL(crushx_placer_new(crushx_map_raw(map), (uint32_t)rule, (size_t)replicas, weights, (size_t)devices, args,
                                &placer), 0);
  CHECK_EQUAL(crushx_placer_place_batch(placer, xs, (size_t)count, rows, got, 1), 0);
  for (i = 0; i < count; i++) {
    int result[MOST_PLACES], place_count;
    check_row(i, rows + i * replicas, got[i]);
    for (place_count = 0; place_count < MOST_PLACES; place_count++)
      result[place_count] = NONE;
    place_count = place(crushx_map_raw(map), rule, (int)xs[i], result, replicas, weights, devices, args);
    check_row(i, result, (size_t)place_count);
  }
  crushx_placer_free(placer);
  count = 0;
}

static void read_end(void)
{
  CHECK_EQUAL(cases_seen, atol(field("cases")));
  CHECK_EQUAL(answers_seen, atol(field("mappings")));
}

int main(void)
{
  const char *vectors = getenv("SHARED_VECTORS");
  FILE *file = vectors ? fopen(vectors, "r") : NULL;
  int ended = 0;
  if (!file)
    stop("SHARED_VECTORS names no file");
  while (!ended && fgets(line, sizeof(line), file)) {
    if (!strchr(line, '\n'))
      stop("too long");
    if (line[0] >= '0' && line[0] <= '9') {
      read_answer();
      continue;
    }
    check_case();
    if (strncmp(line, "map ", 4) == 0)
      read_map(vectors);
    else if (strncmp(line, "case ", 5) == 0)
      read_case();
    else if (strncmp(line, "end ", 4) == 0)
      ended = 1;
    else if (line[0] != '#')
      stop("no such line");
  }
  CHECK(ended);
  read_end();
  fclose(file);
  crushx_map_free(map);
  return checks_end();
}
