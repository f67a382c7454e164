/* library-steps.c -- a sample at every instruction of calls that are counted.

   SPDX-License-Identifier: GPL-3.0-or-later

   With GMON_OPTIONS=library-calls=GLOB,clock=itimer the calls of stepped () go
   through libgmon's stubs.  The CPU's trap flag raises SIGTRAP after each of
   their instructions, and the handler calls libgmon's handler of SIGPROF as the
   kernel would at this instruction.  So the profile has each instruction with
   its call stack.  Out: the number of instructions, and status 3.  x86-64 only.
   See process-record.exp.  */

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "step.h"

/* The kernel's struct sigaction.  */
struct kernel_action
{
  void (*handler) (int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer) (void);
  unsigned long mask;
};

static struct kernel_action profiler;
static const char *volatile text = "some text";
static volatile int sink;

static NOT_COUNTED void
on_step (int number, siginfo_t *info, void *context)
{
  siginfo_t kernels = { .si_signo = SIGPROF, .si_code = SI_KERNEL };

  (void) number;
  (void) info;
  if (step_inside)
    {
      profiler.handler (SIGPROF, &kernels, context);
      step_count++;
    }
  step_again ();
}

static NOINLINE int
compare (const void *one, const void *two)
{
  return *(const char *) one - *(const char *) two;
}

/* The first call through each stub takes the slow way of the hook.  */
NOINLINE void
stepped (void)
{
  char copy[16];

  memcpy (copy, text, sizeof "some text");
  for (int i = 0; i < 3; i++)
    sink += (int) strlen (text);
  qsort (copy, 4, 1, compare);
  sink += dlsym (RTLD_DEFAULT, "strlen") != NULL;
}

int
main (void)
{
  syscall (SYS_rt_sigaction, SIGPROF, NULL, &profiler, sizeof profiler.mask);
  step_handler (on_step);
  step_begin ();
  stepped ();
  step_end ();
  printf ("%ld\n", step_count);
  return 3;
}
