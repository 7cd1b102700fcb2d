/* What the functions on map files say to arguments and files that mean nothing. */

#include "check.h"
#include "crush/crushx.h"
#include "sample_map.h"

#include <string.h>

static const char small[] = "device 0 osd.0\ntype 0 osd\ntype 1 root\nroot default { id -1 alg straw2 hash 0 item osd.0 weight 1 }\n";

static void reading_nothing(void)
{
  struct crushx_map *map = NULL;
  CHECK_EQUAL(crushx_map_decode(NULL, 4, &map), -EINVAL);
  CHECK(strstr(crushx_last_error(), "crushx_map_decode") != NULL);
  CHECK_EQUAL(crushx_map_decode("", 0, NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_decode("", (size_t)-1, &map), -EINVAL);
  /* An empty file is none of a map, an empty text is. */
  CHECK_EQUAL(crushx_map_decode(NULL, 0, &map), -EINVAL);
  CHECK(strcmp(crushx_last_error(), "magic at byte 0: the file ends here") == 0);
  CHECK_EQUAL(crushx_map_decode("\0\0\1\0\2\0\0", 7, &map), -EINVAL);
  CHECK(strcmp(crushx_last_error(), "max_buckets at byte 4: the file ends here") == 0);
  CHECK_EQUAL(crushx_map_compile(NULL, 4, &map), -EINVAL);
  CHECK_EQUAL(crushx_map_compile(small, sizeof(small) - 1, NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_compile("device 0 osd.0\nroot", 19, &map), -EINVAL);
  CHECK(strncmp(crushx_last_error(), "line 2, column ", 15) == 0);
  CHECK(map == NULL);
  CHECK_EQUAL(crushx_map_compile(NULL, 0, &map), 0);
  crushx_map_free(map);
  crushx_map_free(NULL);
}

static void writing_nothing(const struct crushx_map *map)
{
  uint8_t *bytes = NULL;
  char *text = NULL;
  size_t len = 77;
  CHECK_EQUAL(crushx_map_encode(NULL, NULL, &bytes, &len), -EINVAL);
  CHECK_EQUAL(crushx_map_encode(map, NULL, NULL, &len), -EINVAL);
  CHECK_EQUAL(crushx_map_encode(map, NULL, &bytes, NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_encode(map, "nonesuch", &bytes, &len), -EINVAL);
  CHECK(strstr(crushx_last_error(), "nonesuch") != NULL);
  CHECK_EQUAL(crushx_map_encode(map, "argonaut", &bytes, &len), -EOPNOTSUPP);
  CHECK(strcmp(crushx_last_error(), "argonaut does not have straw2 buckets") == 0);
  CHECK_EQUAL(crushx_map_decompile(NULL, &text, &len), -EINVAL);
  CHECK_EQUAL(crushx_map_decompile(map, NULL, &len), -EINVAL);
  CHECK(bytes == NULL && text == NULL && len == 77);
}

static void looking_nothing_up(const struct crushx_map *map)
{
  int32_t id = 77;
  char *name = NULL;
  CHECK(crushx_map_raw(NULL) == NULL);
  CHECK(crushx_map_choose_args(NULL, 1) == NULL);
  CHECK(crushx_map_choose_args(map, 1) == NULL);
  CHECK_EQUAL(crushx_map_item_id(NULL, "osd.0", &id), -EINVAL);
  CHECK_EQUAL(crushx_map_item_id(map, NULL, &id), -EINVAL);
  CHECK_EQUAL(crushx_map_item_id(map, "osd.0", NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_item_id(map, "", &id), -ENOENT);
  CHECK(strcmp(crushx_last_error(), "no item is named ''") == 0);
  CHECK_EQUAL(crushx_map_type_id(NULL, "osd", &id), -EINVAL);
  CHECK_EQUAL(crushx_map_type_id(map, "osd.0", &id), -ENOENT);
  CHECK_EQUAL(crushx_map_class_id(map, NULL, &id), -EINVAL);
  CHECK_EQUAL(crushx_map_class_id(map, "ssd", &id), -ENOENT);
  CHECK_EQUAL(crushx_map_rule_id(map, "rule", NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_rule_id(map, "rule", &id), -ENOENT);
  CHECK_EQUAL(crushx_map_item_class(NULL, 0, &id), -EINVAL);
  CHECK_EQUAL(crushx_map_item_class(map, 0, NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_item_class(map, 0, &id), -ENOENT);
  CHECK_EQUAL(crushx_map_item_name(NULL, 0, &name), -EINVAL);
  CHECK_EQUAL(crushx_map_item_name(map, 0, NULL), -EINVAL);
  CHECK_EQUAL(crushx_map_item_name(map, -2147483647 - 1, &name), -ENOENT);
  CHECK_EQUAL(crushx_map_type_name(map, -1, &name), -ENOENT);
  CHECK_EQUAL(crushx_map_class_name(map, 0, &name), -ENOENT);
  CHECK_EQUAL(crushx_map_class_name(NULL, 0, &name), -EINVAL);
  CHECK_EQUAL(crushx_map_rule_name(map, 2147483647, &name), -ENOENT);
  CHECK(id == 77 && name == NULL);
}

int main(void)
{
  struct crushx_map *map = NULL;
  reading_nothing();
  CHECK_EQUAL(crushx_map_compile(small, sizeof(small) - 1, &map), 0);
  writing_nothing(map);
  looking_nothing_up(map);
  crushx_map_free(map);
  return checks_end();
}
