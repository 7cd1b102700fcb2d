/*
 * Memory fails: each allocation of a call once, the first, the second and so on; or all that is there ends, earlier or later. The
 * call answers -ENOMEM and leaks nothing. What builder functions do then is told by the library's own tests, with the state of the map.
 */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <malloc.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What malloc and its kin are in the C library; those below stand before them for the library under test too. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Allocations before the one that fails, and bytes before memory ends; none for -1. Whether that has happened. */
static long before_failure = -1, room = -1;
static int failed;
/* Blocks that are out, and their bytes. */
static long blocks, used;

static int refused(size_t size)
{
  int refuse = 0;
  if (before_failure >= 0)
    refuse = before_failure-- == 0;
  if (room >= 0 && (size > (size_t)room || used + (long)size > room))
    refuse = 1;
  failed |= refuse;
  return refuse;
}

static void *counted(void *block)
{
  blocks += block != NULL;
  used += (long)malloc_usable_size(block);
  return block;
}

void *malloc(size_t size)
{
  return refused(size) ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
  return refused(count * size) ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
  long before = (long)malloc_usable_size(block);
  void *moved = refused(size) ? NULL : __libc_realloc(block, size);
  if (moved) {
    blocks += block == NULL;
    used += (long)malloc_usable_size(moved) - before;
  }
  return moved;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
  if (refused(size))
    return ENOMEM;
  *block = counted(__libc_memalign(alignment, size));
  return *block ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size)
{
  return refused(size) ? NULL : counted(__libc_memalign(alignment, size));
}

void free(void *block)
{
  blocks -= block != NULL;
  used -= (long)malloc_usable_size(block);
  __libc_free(block);
}

enum { DEVICES = 300, TEXT = 1 << 16 };

/* A map with a bucket of each algorithm, many short names, classes and choose_args. */
static void describe(char *text)
{
  static const char *const algorithms[] = {"straw2", "list", "straw", "uniform", "tree"};
  int i, k;
  for (i = 0; i < DEVICES; i++)
    text += sprintf(text, "device %d %c%c class %s\n", i, 'a' + i % 26, 'a' + i / 26, i % 2 ? "ssd" : "hdd");
  text += sprintf(text, "type 0 osd\ntype 1 root\n");
  for (k = 0; k < 5; k++) {
    text += sprintf(text, "root r%d {\n id %d\n alg %s\n hash 0\n", k, -1 - k, algorithms[k]);
    for (i = 0; i < DEVICES / 6; i++)
      text += sprintf(text, " item %c%c weight 1.0\n", 'a' + (k * 50 + i) % 26, 'a' + (k * 50 + i) / 26);
    text += sprintf(text, "}\n");
  }
  for (k = 0; k < 5; k++)
    text += sprintf(text, "rule r%d {\n id %d\n type replicated\n step take r%d\n step choose firstn 0 type osd\n step emit\n}\n",
                    k, k, k);
  for (k = 0; k < 30; k++) {
    text += sprintf(text, "choose_args %d {\n {\n bucket_id -1\n weight_set [\n [ ", k);
    for (i = 0; i < DEVICES / 6; i++)
      text += sprintf(text, "%d ", i % 3);
    text += sprintf(text, "]\n ]\n }\n}\n");
  }
}

static struct crushx_map *map;
static uint8_t *bytes;
static size_t len;

static int decode(void)
{
  struct crushx_map *made = NULL;
  int status = crushx_map_decode(bytes, len, &made);
  crushx_map_free(made);
  return status;
}

static int encode(void)
{
  uint8_t *made = NULL;
  size_t size = 0;
  int status = crushx_map_encode(map, NULL, &made, &size);
  crushx_free(made);
  return status;
}

static int name(void)
{
  char *made = NULL;
  int status = crushx_map_item_name(map, -3, &made);
  crushx_free(made);
  return status;
}

static int validate(void)
{
  struct crushx_report report;
  return crushx_validate(crushx_map_raw(map), &report) == -ENOMEM ? -ENOMEM : 0;
}

static int worst_case(void)
{
  uint64_t choices = 0, hashes = 0;
  return crushx_worst_case(crushx_map_raw(map), 0, 3, &choices, &hashes);
}

static __u32 weights[DEVICES];

static int prepare(void)
{
  struct crushx_placer *made = NULL;
  int status = crushx_placer_new(crushx_map_raw(map), 0, 2, weights, DEVICES, crushx_map_choose_args(map, 4), &made);
  crushx_placer_free(made);
  return status;
}

static struct crushx_placer *placer;

static int place_one(void)
{
  int32_t row[2];
  return crushx_placer_place(placer, 7, row, NULL);
}

static int place_batch(void)
{
  uint32_t xs[500];
  int32_t rows[1000];
  size_t lens[500];
  uint32_t x;
  for (x = 0; x < 500; x++)
    xs[x] = x;
  return crushx_placer_place_batch(placer, xs, 500, rows, lens, 1);
}

static int rendezvous(void)
{
  static const struct crushx_rendezvous_node nodes[2] = {{1, ONE, 1}, {2, ONE, 2}};
  struct crushx_rendezvous *made = NULL;
  int status = crushx_rendezvous_new(nodes, 2, 0, &made);
  crushx_rendezvous_free(made);
  return status;
}

/* Runs a call in a process of its own, whose end says how it went. */
enum { WELL, REFUSED, LEAKED, FAILED, UNHEARD };

static int outcome(int (*call)(void), long allocations, long bytes_left)
{
  int end = 0;
  pid_t child = fork();
  if (child == 0) {
    long before = blocks;
    int status;
    before_failure = allocations;
    room = bytes_left < 0 ? -1 : used + bytes_left;
    status = call();
    before_failure = room = -1;
    if (blocks != before)
      _exit(LEAKED);
    if (!failed)
      _exit(status == 0 ? WELL : FAILED);
    _exit(status == -ENOMEM ? REFUSED : UNHEARD);
  }
  CHECK(child > 0 && waitpid(child, &end, 0) == child);
  return WIFEXITED(end) ? WEXITSTATUS(end) : -WTERMSIG(end);
}

/* One allocation after the other fails, until a run has no more to fail. */
static void each_allocation(const char *what, int (*call)(void), long at_least)
{
  long n = 0;
  int how;
  while ((how = outcome(call, n, -1)) == REFUSED)
    n++;
  if (how != WELL)
    fprintf(stderr, "%s, allocation %ld fails\n", what, n);
  CHECK_EQUAL(how, WELL);
  CHECK(n >= at_least);
}

/* Memory ends after more and more bytes, until there are enough. */
static void memory_ends(const char *what, int (*call)(void))
{
  long left = 0;
  int how;
  while ((how = outcome(call, -1, left)) == REFUSED)
    left += 256 + left / 64;
  if (how != WELL)
    fprintf(stderr, "%s, memory ends after %ld bytes\n", what, left);
  CHECK_EQUAL(how, WELL);
  CHECK(left > 0);
}

int main(void)
{
  static char text[TEXT];
  int i;
  describe(text);
  for (i = 0; i < DEVICES; i++)
    weights[i] = ONE;
  CHECK_EQUAL(crushx_map_compile(text, strlen(text), &map), 0);
  CHECK_EQUAL(crushx_map_encode(map, NULL, &bytes, &len), 0);
  CHECK_EQUAL(crushx_placer_new(crushx_map_raw(map), 0, 2, weights, DEVICES, NULL, &placer), 0);
  each_allocation("crushx_map_encode", encode, 2);
  each_allocation("crushx_map_item_name", name, 1);
  each_allocation("crushx_validate", validate, 10);
  each_allocation("crushx_worst_case", worst_case, 2);
  each_allocation("crushx_placer_new", prepare, 10);
  each_allocation("crushx_placer_place", place_one, 0);
  each_allocation("crushx_placer_place_batch", place_batch, 0);
  each_allocation("crushx_rendezvous_new", rendezvous, 2);
  memory_ends("crushx_map_decode", decode);
  memory_ends("crushx_map_encode", encode);
  memory_ends("crushx_placer_new", prepare);
  crushx_placer_free(placer);
  crushx_map_free(map);
  crushx_free(bytes);
  return checks_end();
}
