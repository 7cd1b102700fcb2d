/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "bridge.h"

#include <string.h>

static struct bridge_outcome outcome(int code, size_t len)
{
  struct bridge_outcome made = {code, len, NULL};
  if (code != 0)
    made.message = strdup(crushx_last_error());
  return made;
}

int bridge_abi_fits(void)
{
  return CRUSH_CHECK_ABI() == 0;
}

struct bridge_outcome bridge_decode(const void *bytes, size_t len, struct crushx_map **map)
{
  return outcome(crushx_map_decode(bytes, len, map), 0);
}

struct bridge_outcome bridge_compile(const void *text, size_t len, struct crushx_map **map)
{
  return outcome(crushx_map_compile(text, len, map), 0);
}

struct bridge_outcome bridge_encode(const struct crushx_map *map, const char *release, uint8_t **bytes)
{
  size_t len = 0;
  int code = crushx_map_encode(map, release, bytes, &len);
  return outcome(code, len);
}

struct bridge_outcome bridge_decompile(const struct crushx_map *map, char **text)
{
  size_t len = 0;
  int code = crushx_map_decompile(map, text, &len);
  return outcome(code, len);
}

struct bridge_outcome bridge_id(bridge_find_id *find, const struct crushx_map *map, const char *name, int32_t *id)
{
  return outcome(find(map, name, id), 0);
}

struct bridge_outcome bridge_name(bridge_find_name *find, const struct crushx_map *map, int32_t id, char **name)
{
  return outcome(find(map, id, name), 0);
}

struct bridge_outcome bridge_item_class(const struct crushx_map *map, int32_t item, int32_t *class_id)
{
  return outcome(crushx_map_item_class(map, item, class_id), 0);
}

struct bridge_outcome bridge_placer(const struct crushx_map *map, uint32_t rule, size_t result_max, const uint32_t *weights,
    size_t weight_count, int args, int64_t pool, struct crushx_placer **placer)
{
  const struct crush_choose_arg *replacements = args ? crushx_map_choose_args(map, pool) : NULL;
  const struct crush_map *raw = crushx_map_raw(map);
  return outcome(crushx_placer_new(raw, rule, result_max, weights, weight_count, replacements, placer), 0);
}

struct bridge_outcome bridge_place(const struct crushx_placer *placer, uint32_t x, int32_t *result)
{
  size_t len = 0;
  int code = crushx_placer_place(placer, x, result, &len);
  return outcome(code, len);
}

struct bridge_outcome bridge_place_batch(const struct crushx_placer *placer, const uint32_t *xs, size_t count,
    int32_t *results, size_t *lens, size_t threads)
{
  return outcome(crushx_placer_place_batch(placer, xs, count, results, lens, threads), 0);
}
