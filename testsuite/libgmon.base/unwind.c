/* unwind.c -- can a backtrace be taken at every instruction of a call?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the CPU's single-step trap, which runs a handler after every
   instruction of some profiled calls: new pairs, known ones, and some while
   profiling is off.  Out: "steps N bad N", and for the first bad ones the
   address less that of mcount.  x86-64 only.  See hooks.exp.  */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#include "gmon.h"
#include "test.h"

extern void mcount (void);

static volatile int sink;
static long steps, bad;
static uintptr_t bad_at[8];

NOINLINE void
leaf (void)
{
  sink++;
}

/* Calls leaf with a stack that is not a multiple of 16, as it is in a hook by
   a leaf function: one of two calls makes the hook align it.  */
void odd (void);
__asm__ (".text\nodd: .cfi_startproc\n call leaf\n ret\n .cfi_endproc\n");

NOINLINE void
step_through (void)
{
  __asm__ volatile ("pushfq; orq $0x100, (%%rsp); popfq" : : : "cc", "memory");
  leaf ();
  odd ();
  __asm__ volatile ("pushfq; andq $~0x100, (%%rsp); popfq"
                    : : : "cc", "memory");
}

static NOT_COUNTED _Unwind_Reason_Code
look_for_step_through (struct _Unwind_Context *context, void *found)
{
  void *start = _Unwind_FindEnclosingFunction (
    (void *) (_Unwind_GetIP (context) - 1));

  if (start != (void *) step_through)
    return _URC_NO_REASON;
  *(int *) found = 1;
  return _URC_END_OF_STACK;
}

static NOT_COUNTED void
on_trap (int signal, siginfo_t *info, void *context)
{
  const ucontext_t *uc = context;
  int found = 0;

  (void) signal;
  (void) info;
  steps++;
  _Unwind_Backtrace (look_for_step_through, &found);
  if (!found && bad++ < 8)
    bad_at[bad - 1] = (uintptr_t) uc->uc_mcontext.gregs[REG_RIP];
}

NOT_COUNTED int
main (void)
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = on_trap;
  sigaction (SIGTRAP, &action, NULL);
  step_through ();
  step_through ();
  moncontrol (0);
  step_through ();
  printf ("steps %ld bad %ld\n", steps, bad);
  for (long i = 0; i < bad && i < 8; i++)
    printf ("mcount%+ld\n", (long) (bad_at[i] - (uintptr_t) mcount));
  return 0;
}
