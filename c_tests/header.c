/* One header by itself: HEADER is its name in quotes. Compiled as C and, as header.cc, as C++. */

#include HEADER

/* Twice is as good as once. */
#include HEADER

#include "uses.h"

int main(void)
{
  return uses();
}
