/* A program as it was when this version came out: program ABI. It is compiled against the headers beside it, linked to a
 * stand-in for that version's library, and run on later ones. It is not changed any more. */
#include <crush/builder.h>
#include <crush/crushx.h>
#include <crush/mapper.h>
#if CRUSHX_ABI == 1
#include <crush/helpers.h>
#endif
#include <stdio.h>
#include <stdlib.h>

enum { DEVICES = 8, COPIES = 3, ROOT = 1 };

/* Every function of the version, so that the loader has to find each. */
#define ENTRY(name) (void (*)(void))name,
static void (*const functions[])(void) = {
#include <names.h>
};

static struct crush_rule *make_rule(int len)
{
#if CRUSHX_ABI == 1
  return crush_make_rule(len, 0, 1, 1, 10);
#else
  return crush_make_rule(len, 1);
#endif
}

static struct crush_map *one_bucket(void)
{
  struct crush_map *map = crush_create();
  struct crush_rule *rule = make_rule(3);
  int items[DEVICES], weights[DEVICES], i, root = 0;
  for (i = 0; i < DEVICES; i++) {
    items[i] = i;
    weights[i] = 0x10000 * (i + 1);
  }
  crush_add_bucket(map, 0, crush_make_bucket(map, CRUSH_BUCKET_STRAW2, CRUSH_HASH_DEFAULT, ROOT, DEVICES, items, weights),
                   &root);
  crush_rule_set_step(rule, 0, CRUSH_RULE_TAKE, root, 0);
  crush_rule_set_step(rule, 1, CRUSH_RULE_CHOOSE_FIRSTN, 0, 0);
  crush_rule_set_step(rule, 2, CRUSH_RULE_EMIT, 0, 0);
  crush_add_rule(map, rule, -1);
  crush_finalize(map);
  return map;
}

int main(int argc, char **argv)
{
  struct crush_map *map;
  struct crushx_placer *placer;
  __u32 weights[DEVICES];
  int result[COPIES], x, i;
  int32_t placed[COPIES];
  void *workspace;
  if (argc != 2 || CRUSHX_ABI != atoi(argv[1]) || CRUSH_CHECK_ABI()) {
    fprintf(stderr, "header %d, library %d, wanted %s\n", CRUSHX_ABI, crushx_abi(), argv[1]);
    return 1;
  }
  for (i = 0; i < (int)(sizeof functions / sizeof functions[0]); i++)
    if (!functions[i])
      return 1;
  map = one_bucket();
  for (i = 0; i < DEVICES; i++)
    weights[i] = 0x10000;
  workspace = malloc(crush_work_size(map, COPIES));
  crush_init_workspace(map, workspace);
  if (crushx_placer_new(map, 0, COPIES, weights, DEVICES, NULL, &placer)) {
    fprintf(stderr, "%s\n", crushx_last_error());
    return 1;
  }
  for (x = 0; x < 4; x++) {
    if (crush_do_rule(map, 0, x, result, COPIES, weights, DEVICES, workspace, NULL) != COPIES ||
        crushx_placer_place(placer, (uint32_t)x, placed, NULL))
      return 1;
    printf("%d:", x);
    for (i = 0; i < COPIES; i++) {
      if (result[i] != placed[i])
        return 1;
      printf(" %d", result[i]);
    }
    printf("\n");
  }
  crushx_placer_free(placer);
  free(workspace);
  crush_destroy(map);
  return 0;
}
