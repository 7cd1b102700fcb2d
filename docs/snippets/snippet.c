#include <crush/crushx.h>
#include <stdio.h>

int main(void)
{
  static char bytes[1 << 16];
  const uint32_t weights[6] = {0x10000, 0x10000, 0x10000, 0x10000, 0x10000, 0x10000};
  int32_t osds[3] = {0, 0, 0};
  struct crushx_map *map = NULL;
  struct crushx_placer *placer = NULL;
  FILE *file = fopen("site.crush", "rb");
  size_t len = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
  {
/* snippet */
  }
  printf("%d %d %d\n", osds[0], osds[1], osds[2]);
  crushx_placer_free(placer);
  crushx_map_free(map);
  return fclose(file);
}
