/* unit/check.h -- the checks of the unit programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a condition and what it means.  Out: one DejaGnu result on standard
   output.  Included, after config.h, by every t_*.c; each main ends with
   "return check_end ();".  */

#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* DejaGnu's header defines a function that <sys/wait.h> declares otherwise.  */
void check_dejagnu_wait (void);
#define wait check_dejagnu_wait
#include <dejagnu.h>
#undef wait

/* One result: COND holds, which is to say what the format and the rest say;
   these are looked at after it.  */
#define CHECK(cond, ...)                                               \
  do                                                                   \
    {                                                                  \
      bool check_holds = (cond);                                       \
      check_at (__FILE__, __LINE__, #cond, check_holds, __VA_ARGS__);  \
    }                                                                  \
  while (0)

/* For loops: silent if COND holds; *BAD counts failures, and the first few
   are printed.  A CHECK (bad == 0, ...) after the loop makes the result.  */
#define EXPECT(bad, cond, ...)                                         \
  do                                                                   \
    {                                                                  \
      bool check_holds = (cond);                                       \
      expect_at (__FILE__, __LINE__, #cond, check_holds, (bad),        \
                 __VA_ARGS__);                                         \
    }                                                                  \
  while (0)

/* Equality of strings and of numbers, with both shown when they differ.  */
#define CHECK_STR(got, want, name) \
  check_str_at (__FILE__, __LINE__, (got), (want), (name))
#define CHECK_U64(got, want, name) \
  check_u64_at (__FILE__, __LINE__, (uint64_t) (got), (uint64_t) (want), \
                (name))

static inline void __attribute__ ((format (printf, 5, 6)))
check_at (const char *file, int line, const char *text, bool holds,
          const char *format, ...)
{
  char name[400];
  va_list args;

  va_start (args, format);
  vsnprintf (name, sizeof name, format, args);
  va_end (args);
  if (holds)
    pass ("%s", name);
  else
    fail ("%s (%s:%d: %s)", name, file, line, text);
}

static inline void __attribute__ ((format (printf, 6, 7)))
expect_at (const char *file, int line, const char *text, bool holds,
           unsigned *bad, const char *format, ...)
{
  char name[400];
  va_list args;

  if (holds || (*bad)++ >= 5)
    return;
  va_start (args, format);
  vsnprintf (name, sizeof name, format, args);
  va_end (args);
  note ("%s (%s:%d: not %s)", name, file, line, text);
}

static inline void
check_str_at (const char *file, int line, const char *got, const char *want,
              const char *name)
{
  if (got && strcmp (got, want) == 0)
    pass ("%s", name);
  else
    fail ("%s (%s:%d): got '%s', not '%s'", name, file, line,
          got ? got : "(null)", want);
}

static inline void
check_u64_at (const char *file, int line, uint64_t got, uint64_t want,
              const char *name)
{
  if (got == want)
    pass ("%s", name);
  else
    fail ("%s (%s:%d): got %" PRIu64 ", not %" PRIu64, name, file, line, got,
          want);
}

/* A small generator of numbers that look random, the same in every run.  */
static inline uint32_t
check_random (uint32_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Prints the totals and gives the exit status.  */
static inline int
check_end (void)
{
  totals ();
  return failed || unresolve ? 1 : 0;
}

#endif /* UNIT_CHECK_H */
