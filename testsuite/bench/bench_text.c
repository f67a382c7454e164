/* bench_text.c -- a program of many functions (tools/mktext.sh).

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_text CALLERS CALLEES ROUNDS [PART]
   Each of the first CALLERS functions calls each of the first CALLEES ones,
   ROUNDS times; with CALLERS 0 main does so itself, from one place.  With
   PART the functions are every PART-th.  Out: "START CPU END CPU": the time
   (CLOCK_MONOTONIC) and the CPU time of the process at the start and at the end
   of main, in nanoseconds.  Run by bench_run.c.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef void function (const void *next, const void *last);

extern const char functions[];
extern const uint64_t functions_count;
extern const uint64_t functions_size;

static long long
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static const char *
function_at (uint64_t index)
{
  return functions + index % functions_count * functions_size;
}

int
main (int argc, char **argv)
{
  long long start = now (CLOCK_MONOTONIC);
  long long start_cpu = now (CLOCK_PROCESS_CPUTIME_ID);
  uint64_t numbers[4] = { 0, 0, 0, 1 };

  for (int i = 0; i < 4 && i + 1 < argc; i++)
    numbers[i] = strtoul (argv[i + 1], NULL, 10);
  for (uint64_t round = 0; round < numbers[2]; round++)
    for (uint64_t caller = 0; caller <= numbers[0]; caller++)
      for (uint64_t callee = 0; callee < numbers[1]; callee++)
        {
          const char *to = function_at (callee * numbers[3]);

          if (caller < numbers[0])
            to = function_at (caller * numbers[3]);
          else if (numbers[0] > 0)
            break;
          ((function *) to) (numbers[0] > 0
                               ? function_at (callee * numbers[3]) : NULL,
                             NULL);
        }
  printf ("%lld %lld", start, start_cpu);
  start = now (CLOCK_MONOTONIC);
  printf (" %lld %lld\n", start, now (CLOCK_PROCESS_CPUTIME_ID));
  return 0;
}
