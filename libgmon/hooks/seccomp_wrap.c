/* seccomp_wrap.c -- threads that may make no more system calls.

   SPDX-License-Identifier: 0BSD

   In: calls of prctl, which we define before libc's.  Out: the system call of
   that name; a thread that enters strict seccomp is left alone by the clock.

   In strict mode the kernel ends a thread for any system call but read, write,
   exit and sigreturn.  A tick needs the clock and the timer of the thread, so
   the first one would end the program.  A thread that enters strict mode by
   syscall (SYS_prctl) or syscall (SYS_seccomp) is not seen here.

   The definition is weak, so that a program may bring its own.  */

#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "life/state.h"

/* The kernel's; musl's compiler wrapper finds no kernel headers.  */
#define SET_SECCOMP 22
#define MODE_STRICT 1

#define WORDS 4

/* The clock leaves the calling thread alone, and its table does not grow.  Both
   are taken back by !STRICT.  */
static void
set_strict (bool strict)
{
  struct arc_table *table = atomic_load (&arc_current);

  if (table != NULL)
    atomic_store (&table->fixed, strict);
  if (strict)
    sampler_exclude_thread (&gmon.sampler);
  else
    sampler_include_thread (&gmon.sampler);
}

EXPORTED __attribute__ ((weak)) int prctl (int option, ...);

int
prctl (int option, ...)
{
  unsigned long words[WORDS];
  va_list rest;
  bool strict;
  int result;

  va_start (rest, option);
  for (int i = 0; i < WORDS; i++)
    words[i] = va_arg (rest, unsigned long);
  va_end (rest);
  strict = option == SET_SECCOMP && words[0] == MODE_STRICT;
  if (strict)
    set_strict (true);
  result = (int) syscall (SYS_prctl, option, words[0], words[1], words[2],
                          words[3]);
  if (strict && result != 0)
    set_strict (false);
  return result;
}
