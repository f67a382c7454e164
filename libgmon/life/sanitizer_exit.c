/* sanitizer_exit.c -- how a program with a sanitizer ends.

   SPDX-License-Identifier: 0BSD

   Contracts are in sanitizer_exit.h.  */

#include "life/sanitizer_exit.h"
#include "life/state.h"

/* Makes the sanitizer call FUNCTION when it ends the program after a
   report.  */
extern void __sanitizer_set_death_callback (void (*function) (void))
  __attribute__ ((weak));

static void
on_sanitizer_death (void)
{
  gmon_dump (DUMP_EXIT);
}

#ifndef PIC

/* clang links the definitions of its sanitizers before those of the archive,
   so the sanitizer's _exit is used instead of libgmon's.  It then calls the
   function in this variable.  The name is private to the sanitizer.  If it
   does not exist, only the profile of a program that calls _exit is lost.  */
extern void (*sanitizer_next_exit) (int status)
  __asm__ ("_ZN14__interception10real__exitE") __attribute__ ((weak));

static void
exit_after_sanitizer (int status)
{
  gmon_dump (DUMP_EXIT);
  gmon.libc_exits.exit (status);
}

#endif

void
follow_sanitizer (void)
{
  if (&__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (on_sanitizer_death);
#ifndef PIC
  if (&sanitizer_next_exit != NULL && sanitizer_next_exit != NULL)
    {
      gmon.libc_exits.exit = sanitizer_next_exit;
      sanitizer_next_exit = exit_after_sanitizer;
    }
#endif
}
