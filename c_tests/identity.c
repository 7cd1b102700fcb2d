/* Which library this is: the number and the version that the program sees are those of the library it runs with. */

#include "check.h"
#include "crush/crushx.h"

#include <stdlib.h>
#include <string.h>

int main(void)
{
#if defined(CRUSH_ABI_PACIFIC)
  CHECK_EQUAL(CRUSHX_ABI, 1);
#elif defined(CRUSH_ABI_REEF)
  CHECK_EQUAL(CRUSHX_ABI, 2);
#else
  CHECK_EQUAL(CRUSHX_ABI, 3);
#endif
  CHECK_EQUAL(crushx_abi(), CRUSHX_ABI);
  CHECK_EQUAL(CRUSH_CHECK_ABI(), 0);
  CHECK(strchr(crushx_version(), '.') != NULL);
  CHECK(strcmp(crushx_simd_level(), "scalar") == 0 || strcmp(crushx_simd_level(), "avx2") == 0 ||
        strcmp(crushx_simd_level(), "avx512") == 0);
  CHECK(crushx_last_error()[0] == '\0');
  /* Buffers that the library returns are blocks of malloc, as all of its memory. */
  crushx_free(malloc(1));
#undef CRUSHX_ABI
#define CRUSHX_ABI 99
  CHECK_EQUAL(CRUSH_CHECK_ABI(), -EINVAL);
  return checks_end();
}
