/* crt.c -- for programs that gcrt1.o does not start: when may we, and the end.

   SPDX-License-Identifier: 0BSD

   glibc's gcrt1.o calls __monstartup and registers _mcleanup.  A program
   linked without it (musl, or -pg at compile time only) is started by its
   first hook call.  That must not be too early: the resolver of an IFUNC
   runs in the middle of relocation.  So a constructor, which starts nothing,
   only notes that constructors run by now.  It also notes where the
   executable is: the first call must come from there, since a shared library
   that was compiled with -pg does not make a program profiled.

   In: constructors and destructors.  Out: gmon_may_start, for mcount.c.  */

#include "gmon.h"
#include "internal.h"

__attribute__ ((constructor (101))) static void
note_ready (void)
{
  gmon.program = text_range ();
  atomic_store (&gmon.ready, true);
}

/* Runs after every atexit function, where gcrt1.o's _mcleanup would.  */
__attribute__ ((destructor (101))) static void
end_autostarted (void)
{
  if (gmon.autostarted)
    mcleanup ();
}

bool
gmon_may_start (uintptr_t self)
{
  return atomic_load (&gmon.ready) && text_contains (&gmon.program, self);
}
