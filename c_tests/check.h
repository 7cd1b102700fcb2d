/* Checks that say where they failed and go on. A program that made no check has failed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int checks_made;
static int checks_failed;

static inline void check_equal(const char *file, int line, const char *what, long long got, long long want)
{
  checks_made++;
  if (got == want)
    return;
  checks_failed++;
  fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", file, line, what, got, want);
}

/** Integers, bits as they are: cast pointers and 64-bit unsigned values first. */
#define CHECK_EQUAL(got, want) check_equal(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define CHECK(condition) check_equal(__FILE__, __LINE__, #condition, (condition) ? 1 : 0, 1)

/** The exit status of main. */
static inline int checks_end(void)
{
  fprintf(stderr, "%d checks", checks_made);
  if (checks_failed)
    fprintf(stderr, ", %d failed", checks_failed);
  fprintf(stderr, "\n");
  return checks_failed || !checks_made;
}

#endif
