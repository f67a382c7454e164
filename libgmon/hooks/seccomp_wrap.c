/* seccomp_wrap.c -- threads that may make no more system calls.

   SPDX-License-Identifier: 0BSD

   libgmon defines prctl before libc, and calls the next definition, or in a
   static program the kernel.  The clock ignores a thread that enters strict
   seccomp mode.

   In strict mode the kernel kills a thread that makes any system call but
   read, write, exit and sigreturn.  A tick makes system calls for the clock
   and the thread's timer, so the first tick would end the program.  A thread
   that enters strict mode by syscall (SYS_prctl) or syscall (SYS_seccomp) is
   not noticed.

   Before any filter is set, the thread that polls blocked threads ends
   (identity_wrap.c), and samples make fewer kinds of system calls.

   The definition is weak, so that a program may have its own.  */

#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "life/state.h"
#include "life/whole_process.h"
#include "life/wraps.h"

/* Values of the kernel's headers, which musl's compiler wrapper does not
   find.  */
#define SET_SECCOMP 22
#define MODE_STRICT 1

#define WORDS 4

/* With STRICT set, makes the clock ignore the calling thread and keeps the
   thread's arc table from growing.  Undoes both with STRICT false.  */
PART_OF_WRAPPER void
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
  bool strict, looked;
  int result;

  va_start (rest, option);
  for (int i = 0; i < WORDS; i++)
    words[i] = va_arg (rest, unsigned long);
  va_end (rest);
  if (option == SET_SECCOMP)
    whole_expect_filter ();
  looked = option == SET_SECCOMP && blocked_stop ();
  strict = option == SET_SECCOMP && words[0] == MODE_STRICT;
  if (strict)
    set_strict (true);
  if (gmon.libc_exits.prctl != NULL)
    result = gmon.libc_exits.prctl (option, words[0], words[1], words[2],
                                    words[3]);
  else
    result = (int) syscall (SYS_prctl, option, words[0], words[1], words[2],
                            words[3]);
  if (strict && result != 0)
    set_strict (false);
  if (looked && result != 0)
    blocked_start ();
  return result;
}

WRAPPER (prctl);
