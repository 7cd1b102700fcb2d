/* Flat placement: a few of the vectors of testdata/rendezvous, and what holds for all. */

#include <errno.h>
#include <string.h>

#include "check.h"
#include "crush/crushx.h"

enum { NODES = 20, COPIES = 3 };

/* The cluster "mixed" of the vectors. */
static void mixed(struct crushx_rendezvous_node *nodes)
{
  static const int64_t weights[] = {1, 2, 3, 5, 8, 13, 21};
  uint64_t i;
  for (i = 0; i < NODES; i++) {
    nodes[i].id = i;
    nodes[i].weight = weights[i % 7];
    nodes[i].domain = i / 3;
  }
}

static void check_place(const struct crushx_rendezvous *flat, const char *key, uint64_t a, uint64_t b, uint64_t c)
{
  uint64_t ids[COPIES] = {99, 99, 99};
  size_t len = 99, distinct = 99;
  CHECK_EQUAL(crushx_rendezvous_place(flat, key, strlen(key), COPIES, ids, &len, &distinct), 0);
  CHECK_EQUAL(len, COPIES);
  CHECK_EQUAL(distinct, COPIES);
  CHECK_EQUAL(ids[0], a);
  CHECK_EQUAL(ids[1], b);
  CHECK_EQUAL(ids[2], c);
}

static void vectors(void)
{
  struct crushx_rendezvous_node nodes[NODES];
  struct crushx_rendezvous *exact = NULL, *simple = NULL;
  mixed(nodes);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, NODES, CRUSHX_RENDEZVOUS_EXACT, &exact), 0);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, NODES, CRUSHX_RENDEZVOUS_SIMPLE, &simple), 0);
  memset(nodes, 0, sizeof(nodes)); /* A handle holds what it was given. */
  check_place(exact, "", 13, 10, 4);
  check_place(exact, "a", 4, 12, 18);
  check_place(simple, "", 13, 6, 19);
  check_place(simple, "a", 13, 19, 5);
  crushx_rendezvous_free(exact);
  crushx_rendezvous_free(simple);
}

/* Two domains for three copies: the third repeats one, and that is said. */
static void too_few_domains(void)
{
  struct crushx_rendezvous_node nodes[] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 2}, {4, 0, 3}};
  struct crushx_rendezvous *flat = NULL;
  uint64_t ids[9];
  size_t len = 0, distinct = 0;
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 4, CRUSHX_RENDEZVOUS_EXACT, &flat), 0);
  CHECK_EQUAL(crushx_rendezvous_place(flat, "key", 3, 9, ids, &len, &distinct), 0);
  CHECK_EQUAL(len, 3);
  CHECK_EQUAL(distinct, 2);
  CHECK_EQUAL(ids[0] + ids[1] + ids[2], 6);
  crushx_rendezvous_free(flat);
}

int main(void)
{
  vectors();
  too_few_domains();
  return checks_end();
}
