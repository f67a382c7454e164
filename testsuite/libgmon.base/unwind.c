/* unwind.c -- can a backtrace be taken at every instruction of a call?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a handler that runs between the instructions of some profiled calls
   (step.h): new pairs, known ones, and some while profiling is off.  Out:
   "steps N bad N", and for the first bad ones the address less that of the
   hook.  See hooks.exp, lib/machines.exp.  */

#include <stdint.h>
#include <stdio.h>
#include <unwind.h>

#include "arch/generic/machine.h"
#include "gmon.h"
#include "step.h"
#include "test.h"

#ifdef __arm__
# define HOOK __gnu_mcount_nc
#else
# define HOOK _mcount
#endif
extern void HOOK (void);

static volatile int sink;
static long bad;
static uintptr_t bad_at[8];

/* Instructions that the compiler does not describe right: where the hook is
   called before there is a frame, after it.  */
extern const char __start_program_code[], __stop_program_code[];
#define PROGRAM_CODE __attribute__ ((section ("program_code")))

PROGRAM_CODE NOINLINE void
leaf (void)
{
  sink++;
}

/* Calls leaf with a stack that is not a multiple of 16, as it is in a hook by
   a leaf function: one of two calls makes the hook align it.  */
void odd (void);
#if defined __x86_64__ || defined __i386__
__asm__ (".section program_code,\"ax\",@progbits\n"
         "odd: .cfi_startproc\n call leaf\n ret\n .cfi_endproc\n .text\n");
#else
PROGRAM_CODE NOINLINE void
odd (void)
{
  leaf ();
  sink++;
}
#endif

/* A section of its own, whose ends ld knows.  */
extern const char __start_step_through_code[], __stop_step_through_code[];

__attribute__ ((section ("step_through_code"))) NOINLINE void
step_through (void)
{
  step_begin ();
  leaf ();
  odd ();
  step_end ();
}

struct search
{
  int found;
  int frames;
};

/* On mips64 a leaf function between the call of the hook and its delay slot
   has no end.  */
static NOT_COUNTED _Unwind_Reason_Code
look_for_step_through (struct _Unwind_Context *context, void *data)
{
  struct search *search = data;
  uintptr_t at = (uintptr_t) _Unwind_GetIP (context) - 1;

  if (at - (uintptr_t) __start_step_through_code
      >= (uintptr_t) (__stop_step_through_code - __start_step_through_code))
    return ++search->frames < 100 ? _URC_NO_REASON : _URC_END_OF_STACK;
  search->found = 1;
  return _URC_END_OF_STACK;
}

/* Returns true if PC is in the function by which SPARC code gets its own
   address.  ld keeps one copy of that function: that of gcrt1.o, which has no
   unwind tables.  */
static NOT_COUNTED int
is_in_pc_thunk (uintptr_t pc)
{
#ifdef __sparc__
  extern const char thunk[] __asm__ ("__sparc_get_pc_thunk.l7")
    __attribute__ ((visibility ("hidden")));

  return pc - (uintptr_t) thunk < 2 * sizeof (uint32_t);
#else
  (void) pc;
  return 0;
#endif
}

static NOT_COUNTED int
is_in_program (uintptr_t pc)
{
  return pc - (uintptr_t) __start_program_code
           < (uintptr_t) (__stop_program_code - __start_program_code)
         || is_in_pc_thunk (pc);
}

static NOT_COUNTED void
on_step (int signal, siginfo_t *info, void *context)
{
  struct search search = { 0, 0 };

  (void) signal;
  (void) info;
  if (step_inside)
    {
      step_count++;
      _Unwind_Backtrace (look_for_step_through, &search);
      if (!search.found && !is_in_program (machine_context_pc (context))
          && bad++ < 8)
        bad_at[bad - 1] = machine_context_pc (context);
    }
  step_again ();
}

NOT_COUNTED int
main (void)
{
  step_handler (on_step);
  while (step_more (STEP_LEAST))
    step_through ();
  moncontrol (0);
  step_rounds = 0;
  while (step_more (STEP_LEAST * 5 / 4))
    step_through ();
  printf ("steps %ld bad %ld\n", (long) step_count, bad);
  for (long i = 0; i < bad && i < 8; i++)
    printf ("hook%+ld\n", (long) (bad_at[i] - (uintptr_t) HOOK));
  /* Only libgmon has this: the program must not link without it.  */
  return gmon_write_now () == -1 ? 0 : 1;
}
