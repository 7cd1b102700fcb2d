/* What flat placement says to arguments that mean nothing. */

#include <errno.h>
#include <string.h>

#include "check.h"
#include "crush/crushx.h"

int main(void)
{
  struct crushx_rendezvous_node nodes[] = {{1, INT64_MIN, 0}, {2, 0, 0}, {UINT64_MAX, INT64_MAX, UINT64_MAX}};
  struct crushx_rendezvous *flat = NULL;
  uint64_t ids[2] = {77, 77};
  size_t len = 77, distinct = 77;
  CHECK_EQUAL(crushx_rendezvous_new(NULL, 1, 0, &flat), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 3, 0, NULL), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 3, 2, &flat), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 3, -1, &flat), -EINVAL);
  CHECK(strstr(crushx_last_error(), "score -1") != NULL);
  CHECK_EQUAL(crushx_rendezvous_new(nodes, (size_t)-1, 0, &flat), -EINVAL);
  CHECK(flat == NULL);
  nodes[1].id = 1;
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 3, 0, &flat), -EEXIST);
  CHECK(strstr(crushx_last_error(), "node 1") != NULL);
  nodes[1].id = 2;
  CHECK_EQUAL(crushx_rendezvous_new(nodes, 3, 0, &flat), 0);
  CHECK_EQUAL(crushx_rendezvous_place(NULL, "k", 1, 2, ids, &len, &distinct), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_place(flat, NULL, 1, 2, ids, &len, &distinct), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_place(flat, "k", (size_t)-1, 2, ids, &len, &distinct), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_place(flat, "k", 1, 2, NULL, &len, &distinct), -EINVAL);
  CHECK_EQUAL(crushx_rendezvous_place(flat, "k", 1, 2, ids, NULL, &distinct), -EINVAL);
  CHECK(len == 77 && distinct == 77 && ids[0] == 77);
  CHECK_EQUAL(crushx_rendezvous_place(flat, NULL, 0, 0, NULL, &len, NULL), 0);
  CHECK_EQUAL(len, 0);
  /* More copies are asked for than there are nodes with weight. */
  CHECK_EQUAL(crushx_rendezvous_place(flat, NULL, 0, 2, ids, &len, &distinct), 0);
  CHECK(len == 1 && distinct == 1 && ids[0] == UINT64_MAX && ids[1] == 77);
  crushx_rendezvous_free(flat);
  crushx_rendezvous_free(NULL);
  CHECK_EQUAL(crushx_rendezvous_new(NULL, 0, 1, &flat), 0);
  CHECK_EQUAL(crushx_rendezvous_place(flat, "k", 1, 2, ids, &len, &distinct), 0);
  CHECK(len == 0 && distinct == 0);
  crushx_rendezvous_free(flat);
  return checks_end();
}
