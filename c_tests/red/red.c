/* Must fail: shows that the runs of the other programs would have seen a failure. The argument says how.
 *   check    one check that does not hold
 *   leak     maps that nobody destroys
 *   overrun  a result array one place too short for what the library writes */

#include "../check.h"
#include "../sample_map.h"

#include <string.h>

/* Ten of them, since one may still lie on the stack, where a leak checker finds it. */
static void leak(void)
{
  int i;
  for (i = 0; i < 10; i++)
    (void)!two_hosts();
}

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  static const __u32 weights[6] = {ONE, ONE, ONE, ONE, ONE, ONE};
  struct crush_map *map = two_hosts();
  int *result = (int *)malloc(sizeof(int));
  int rule = ADD_RULE(map, 1, {CRUSH_RULE_TAKE, -1, 0}, {CRUSH_RULE_CHOOSE_FIRSTN, 2, HOST}, {CRUSH_RULE_EMIT, 0, 0});
  if (strcmp(how, "overrun") == 0)
    place(map, rule, 1, result, 2, weights, 6, NULL);
  CHECK(strcmp(how, "check") != 0);
  free(result);
  if (strcmp(how, "leak") == 0)
    leak();
  crush_destroy(map);
  return checks_end();
}
