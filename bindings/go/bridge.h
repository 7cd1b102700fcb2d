/* SPDX-License-Identifier: MIT OR Apache-2.0 */

/*
 * What Go calls. A goroutine may go on in another thread after each call, and the text of an error belongs to the thread: so
 * each call brings its error's text along.
 */

#ifndef CRUSH_GO_BRIDGE_H
#define CRUSH_GO_BRIDGE_H

#include <crush/crushx.h>

struct bridge_outcome {
  /* 0, or a negative errno. */
  int code;
  /* What counts of a result. */
  size_t len;
  /* For an error, its text, or NULL; from malloc. */
  char *message;
};

int bridge_abi_fits(void);

struct bridge_outcome bridge_decode(const void *bytes, size_t len, struct crushx_map **map);
struct bridge_outcome bridge_compile(const void *text, size_t len, struct crushx_map **map);
struct bridge_outcome bridge_encode(const struct crushx_map *map, const char *release, uint8_t **bytes);
struct bridge_outcome bridge_decompile(const struct crushx_map *map, char **text);

typedef int bridge_find_id(const struct crushx_map *map, const char *name, int32_t *id);
typedef int bridge_find_name(const struct crushx_map *map, int32_t id, char **name);

struct bridge_outcome bridge_id(bridge_find_id *find, const struct crushx_map *map, const char *name, int32_t *id);
struct bridge_outcome bridge_name(bridge_find_name *find, const struct crushx_map *map, int32_t id, char **name);
struct bridge_outcome bridge_item_class(const struct crushx_map *map, int32_t item, int32_t *class_id);

/* `args` is whether the replacements of `pool` are used. */
struct bridge_outcome bridge_placer(const struct crushx_map *map, uint32_t rule, size_t result_max, const uint32_t *weights,
    size_t weight_count, int args, int64_t pool, struct crushx_placer **placer);
struct bridge_outcome bridge_place(const struct crushx_placer *placer, uint32_t x, int32_t *result);
struct bridge_outcome bridge_place_batch(const struct crushx_placer *placer, const uint32_t *xs, size_t count,
    int32_t *results, size_t *lens, size_t threads);

#endif
