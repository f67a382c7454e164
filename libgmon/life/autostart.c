/* autostart.c -- start by the first hook call, and the end of the program.

   SPDX-License-Identifier: 0BSD

   glibc's gcrt1.o calls __monstartup and registers _mcleanup.  A program
   linked without gcrt1.o (with musl, or with -pg at compile time only) is
   started by its first hook call.  That call must not start profiling too
   early: the resolver of an IFUNC runs in the middle of relocation.  So a
   constructor notes that constructors run by now.  It
   also stores the range of the executable: the first call must come from
   there, since a shared library that was compiled with -pg does not make a
   program profiled.

   With a preload and any key of GMON_OPTIONS that constructor starts profiling,
   unless stacks=off is given: the program may have no hooks, but be sampled.  A
   program that was linked with libgmon.a records itself.

   A preload of libgmon.so into a program with another C library than its own
   does nothing but to pass calls on.

   exit calls gcrt1.o's _mcleanup before it runs destructors, whose calls count
   as well, so _mcleanup must know whether exit calls it.  In the archive, exit
   calls note_exit just before _mcleanup.  In libgmon.so the constructor may
   run too early to register note_exit after _mcleanup; there _mcleanup finds
   out whether its caller is libc.  */

#include <stdlib.h>

#include "gmon.h"
#include "gmon_mpi.h"
#include "life/fatal_signals.h"
#include "life/sanitizer_exit.h"
#include "life/state.h"
#include "life/wraps.h"

void __monstartup (unsigned long lowpc, unsigned long highpc);

#ifndef PIC
static const char *const members_taken[] __attribute__ ((used))
  = { &exit_exec_member, &sigaction_wrap_member, &block_callbacks_member };
#endif

/* Returns true if the executable has a runtime of its own, libgmon.a: its
   __monstartup comes before that of libgmon.so.  Of the C library's hooks this
   is the one whose address no startup code takes, so that a table of the
   executable for calls of the C library is not mistaken for it.  */
static bool
executable_has_runtime (void)
{
  return is_in_executable ((uintptr_t) __monstartup);
}

/* Finds what libgmon's definitions of the C library's functions replace, before
   the program can call them in a signal handler.  */
static void
look_up_wrapped (void)
{
  libc_next_exits (&gmon.libc_exits);
  libc_next_signals (&gmon.libc_signals);
#ifndef __PIE__
  for (const struct wrapper *const *it = __start_gmon_wrappers;
       it != __stop_gmon_wrappers; it++)
    if ((*it)->next != NULL)
      libc_next ((*it)->next, (*it)->name);
#endif
}

#ifdef __PIE__

/* Tells a libgmon_mpi.so that was preloaded of the functions in this
   executable.  */
static void
offer_to_mpi (void)
{
  static const struct gmon_mpi_offer offer = { GMON_MPI_VERSION,
                                               gmon_write_now, gmon_write_fd,
                                               gmon_drop };
  gmon_mpi_take_function *take;

  libc_next (&take, GMON_MPI_TAKE);
  if (take != NULL)
    take (&offer);
}

#endif

/* Does what the user asks for by GMON_OPTIONS of a program that may have no
   hooks.  Even where nothing is sampled, errors in GMON_OPTIONS are reported,
   and the signal that requests a file does not end the program.  */
static void
start_without_hooks (void)
{
  const struct options *options = &gmon.dump.options;

  gmon_read_options ();
  if (options->stacks == OPTIONS_STACKS_OFF || executable_needs_us ())
    {
      signals_start_idle (options);
      return;
    }
  gmon.dump.process.is_preloaded = true;
  gmon_autostart ();
}

/* Returns true if the hooks that the program calls are ours.  */
static bool
runtime_is_ours (void)
{
#ifdef __PIE__
  return true;
#else
  return !executable_has_runtime ();
#endif
}

/* Does what functions= asks for.  There may be no hook call left to start the
   profile, so this starts it, if the program has hooks.  */
static bool
start_counted (void)
{
  if (!runtime_is_ours () || !counted_start ())
    return false;
  gmon.dump.process.is_preloaded = true;
  gmon.dump.process.has_hooks = true;
  gmon_autostart ();
  return true;
}

/* Runs in exit, just before gcrt1.o's _mcleanup.  */
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
  look_up_wrapped ();
  if (libc_is_other ())
    return;
#ifdef __PIE__
  offer_to_mpi ();
#endif
  atomic_store (&gmon.ready, true);
  if (phase_is_running (atomic_load (&gmon.phase)))
    atexit (note_exit);
  else if (start_counted ())
    ;
  else if (options_are_given () && !executable_has_runtime ())
    start_without_hooks ();
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
