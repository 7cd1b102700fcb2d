/* Map files: texts and bytes become maps that crush_do_rule takes, and back; names are found both ways. */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <string.h>

static const char text[] =
    "device 0 osd.0 class ssd\n"
    "device 1 osd.1 class hdd\n"
    "device 2 osd.2 class ssd\n"
    "type 0 osd\n"
    "type 1 host\n"
    "type 2 root\n"
    "host alpha {\n id -1\n alg straw2\n hash 0\n item osd.0 weight 1.0\n item osd.1 weight 1.0\n}\n"
    "host beta {\n id -2\n alg straw2\n hash 0\n item osd.2 weight 1.0\n}\n"
    "root default {\n id -3\n alg straw2\n hash 0\n item alpha weight 2.0\n item beta weight 1.0\n}\n"
    "rule copies {\n id 0\n type replicated\n step take default\n step chooseleaf firstn 0 type host\n step emit\n}\n"
    "choose_args 4 {\n  {\n    bucket_id -3\n    weight_set [\n      [ 0 1 ]\n    ]\n  }\n}\n"
    "choose_args 4294967295 {\n  {\n    bucket_id -3\n    weight_set [\n      [ 1 0 ]\n    ]\n  }\n}\n";

static const __u32 weights[3] = {ONE, ONE, ONE};

static struct crushx_map *compiled(void)
{
  struct crushx_map *map = NULL;
  CHECK_EQUAL(crushx_map_compile(text, strlen(text), &map), 0);
  return map;
}

/* The device that an input is mapped to. */
static int mapped(const struct crushx_map *map, int x, const struct crush_choose_arg *args)
{
  int result[1] = {-1};
  CHECK_EQUAL(place(crushx_map_raw(map), 0, x, result, 1, weights, 3, args), 1);
  return result[0];
}

static void mapping(const struct crushx_map *map)
{
  int x, seen[3] = {0, 0, 0};
  CHECK(crushx_map_raw(map)->max_devices == 3 && crushx_map_raw(map)->max_rules == 1);
  for (x = 0; x < 50; x++) {
    seen[mapped(map, x, NULL)]++;
    /* The pool's own replacements leave the first host out, those of all others the second. */
    CHECK_EQUAL(mapped(map, x, crushx_map_choose_args(map, 4)), 2);
    CHECK(mapped(map, x, crushx_map_choose_args(map, 5)) != 2);
  }
  CHECK(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
  CHECK(crushx_map_choose_args(map, 77) == crushx_map_choose_args(map, -1));
}

static void name_is(int status, char *name, const char *expected)
{
  CHECK_EQUAL(status, 0);
  CHECK(name != NULL && strcmp(name, expected) == 0);
  crushx_free(name);
}

static void looking_up(const struct crushx_map *map)
{
  int32_t id = 0, class_id = 0;
  char *name = NULL;
  int status;
  CHECK_EQUAL(crushx_map_item_id(map, "beta", &id), 0);
  CHECK_EQUAL(id, -2);
  status = crushx_map_item_name(map, 1, &name);
  name_is(status, name, "osd.1");
  CHECK_EQUAL(crushx_map_type_id(map, "root", &id), 0);
  CHECK_EQUAL(id, 2);
  status = crushx_map_type_name(map, 0, &name);
  name_is(status, name, "osd");
  CHECK_EQUAL(crushx_map_class_id(map, "hdd", &class_id), 0);
  CHECK_EQUAL(crushx_map_item_class(map, 1, &id), 0);
  CHECK_EQUAL(id, class_id);
  status = crushx_map_class_name(map, class_id, &name);
  name_is(status, name, "hdd");
  CHECK_EQUAL(crushx_map_rule_id(map, "copies", &id), 0);
  CHECK_EQUAL(id, 0);
  status = crushx_map_rule_name(map, 0, &name);
  name_is(status, name, "copies");
  /* The shadow bucket of a class is an item like others. */
  CHECK_EQUAL(crushx_map_item_id(map, "default~ssd", &id), 0);
  CHECK(id < -3);
}

static void writing(const struct crushx_map *map)
{
  uint8_t *bytes = NULL, *again = NULL;
  char *text_of_map = NULL, *text_of_copy = NULL;
  size_t len = 0, len_again = 0;
  struct crushx_map *copy = NULL;
  CHECK_EQUAL(crushx_map_encode(map, NULL, &bytes, &len), 0);
  CHECK_EQUAL(crushx_map_decode(bytes, len, &copy), 0);
  CHECK_EQUAL(crushx_map_encode(copy, "tentacle", &again, &len_again), 0);
  CHECK(len == len_again && memcmp(bytes, again, len) == 0);
  crushx_free(again);
  CHECK_EQUAL(crushx_map_encode(copy, "reef", &again, &len_again), 0);
  CHECK(len_again + 8 == len && memcmp(bytes, again, len_again) == 0);
  CHECK_EQUAL(crushx_map_decompile(map, &text_of_map, &len), 0);
  CHECK_EQUAL(crushx_map_decompile(copy, &text_of_copy, NULL), 0);
  CHECK(strlen(text_of_map) == len && strcmp(text_of_map, text_of_copy) == 0);
  CHECK(strstr(text_of_map, "host beta {") != NULL);
  crushx_free(text_of_map);
  crushx_free(text_of_copy);
  crushx_free(bytes);
  crushx_free(again);
  crushx_map_free(copy);
}

int main(void)
{
  struct crushx_map *map = compiled();
  mapping(map);
  looking_up(map);
  writing(map);
  crushx_map_free(map);
  return checks_end();
}
