/* names.c -- refers to every name of libgmon, and has some of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   In a static link, an archive that lacked one of these names would have it
   taken from libc.a, whose member has others too: "multiple definition".  See
   interface.exp.  */

#include <stddef.h>

#include "test.h"

#define EACH(X)                                                         \
  X (mcount) X (_mcount) X (__fentry__)                                 \
  X (monstartup) X (__monstartup) X (moncontrol) X (__moncontrol)       \
  X (mcleanup) X (_mcleanup)                                            \
  X (write_profiling) X (__write_profiling) X (gmon_write_now)          \
  X (gmon_write_fd) X (gmon_drop)                                       \
  X (profil) X (__profil) X (sprofil) X (__sprofil)

#define DECLARE(name) extern char name[];
EACH (DECLARE)

#define REFER(name) name,
static char *const names[] = { EACH (REFER) };

/* The names of libgmon's own functions are the program's to use.  */
static volatile int sink;

#define DEFINE(name) \
  NOINLINE void name (void) { sink++; }
DEFINE (arc_record)
DEFINE (pchist_tick)
DEFINE (sampler_start)
DEFINE (text_range)
DEFINE (gmon_write)
DEFINE (gmon)

int
main (void)
{
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (names[i] == NULL)
      return 1;
  arc_record ();
  pchist_tick ();
  sampler_start ();
  text_range ();
  gmon_write ();
  gmon ();
  return sink == 6 ? 0 : 1;
}
