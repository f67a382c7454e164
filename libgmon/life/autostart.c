/* autostart.c -- what gcrt1.o leaves to us: when the first call may start; the
   end.

   SPDX-License-Identifier: 0BSD

   glibc's gcrt1.o calls __monstartup and registers _mcleanup.  A program
   linked without it (musl, or -pg at compile time only) is started by its
   first hook call.  That must not be too early: the resolver of an IFUNC
   runs in the middle of relocation.  So a constructor, which starts nothing,
   only notes that constructors run by now.  It also notes where the
   executable is: the first call must come from there, since a shared library
   that was compiled with -pg does not make a program profiled.

   exit calls gcrt1.o's _mcleanup before it runs destructors, whose calls count
   as well.  In an archive it is known by a function of ours that exit calls
   just before; libgmon.so may come too early for that, and asks who calls
   _mcleanup.

   In: constructors, exit, destructors.  Out: gmon_may_start, for mcount.c.  */

#include <stdlib.h>

#include "life/sanitizer_exit.h"
#include "life/state.h"
#include "life/wraps.h"

#ifndef PIC
static const char *const members_taken[] __attribute__ ((used))
  = { &exit_exec_member, &sigaction_wrap_member, &block_callbacks_member };
#endif

static void
note_exit (void)
{
  gmon.exiting = true;
}

__attribute__ ((constructor (101))) static void
note_ready (void)
{
  gmon.program = text_range ();
  follow_sanitizer ();
  libc_next_ends (&gmon.libc_ends);
  libc_next_signals (&gmon.libc_signals);
  atomic_store (&gmon.ready, true);
  if (phase_is_running (atomic_load (&gmon.phase)))
    atexit (note_exit);
}

/* Runs after every atexit function and destructor of the program.  */
__attribute__ ((destructor (101))) static void
end_program (void)
{
  gmon_end ();
}

bool
gmon_may_start (uintptr_t self)
{
  return atomic_load (&gmon.ready) && text_contains (&gmon.program, self);
}
