/* One header by itself: HEADER is its name in quotes. Compiled as C++ with and without extern "C" around the include. */

#ifdef WRAPPED
extern "C" {
#endif
#include HEADER
#ifdef WRAPPED
}
#endif

/* Twice is as good as once. */
#ifdef WRAPPED
extern "C" {
#endif
#include HEADER
#ifdef WRAPPED
}
#endif

#include "uses.h"

int main(void)
{
  return uses();
}
