/* hook_cost.c -- how many instructions a call of the hook takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   The timer of the machine counts as many instructions as QEMU's -icount lets
   pass between two of its ticks.  The function of the innermost loop is
   compiled twice, with and without the hook, and called CALLS times each, so
   the difference of the times is the hook's.  Prints it in thousandths of an
   instruction, without the CALL_INSTRUCTIONS of the function that are there for
   the hook.  TICK_INSTRUCTIONS is the length of a tick.  */

#include "board.h"
#include "gmon_bare.h"

enum { CALLS = 100000 };

#define PLAIN __attribute__ ((no_instrument_function))

static uint64_t memory[GMON_BARE_DEFAULT_SIZE / 8];

__attribute__ ((noinline, noclone)) void
hooked (void)
{
  __asm__ volatile ("");
}

PLAIN __attribute__ ((noinline, noclone)) void
plain (void)
{
  __asm__ volatile ("");
}

/* Returns the present time in ticks.  */
PLAIN static uint32_t
now (void)
{
#ifdef __arm__
  /* SysTick counts down, at most 2^24.  */
  return 0xffffff - ((volatile uint32_t *) 0xe000e010)[2];
#else
  uint32_t count;

  __asm__ volatile ("csrr %0, minstret" : "=r" (count));
  return count;
#endif
}

PLAIN static uint32_t
time_of (void (*function) (void))
{
  uint32_t start;

#ifdef __arm__
  ((volatile uint32_t *) 0xe000e010)[1] = 0xffffff;
  ((volatile uint32_t *) 0xe000e010)[2] = 0;
  ((volatile uint32_t *) 0xe000e010)[0] = 5;
#endif
  start = now ();
  for (unsigned i = 0; i < CALLS; i++)
    function ();
  return now () - start;
}

PLAIN void
board_interrupt (uintptr_t pc)
{
  gmon_bare_tick (pc);
}

PLAIN int
main (void)
{
  if (gmon_bare_start (memory, sizeof memory, board_code, board_code_end)
      != GMON_BARE_OK)
    return 1;
  hooked ();
  board_print_number ("thousandths ",
                      (time_of (hooked) - time_of (plain)) * TICK_INSTRUCTIONS
                      / (CALLS / 1000) - 1000 * CALL_INSTRUCTIONS);
  return 0;
}
