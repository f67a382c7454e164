/* program.c -- the example of libgmon-bare: a program with known calls.

   SPDX-License-Identifier: 0BSD

   half runs twice as long as third; both are called ROUNDS times.  The timer's
   interrupt calls a hooked function, beat.  With BEAT_BOTH it calls both, too, so
   the interrupt and the program count calls of the same pairs.  At its end the program writes
   gmon.out by semihosting.  board.h has what depends on the machine.  */

#include "board.h"
#include "gmon_bare.h"

#ifndef ROUNDS
# define ROUNDS 1000
#endif
#ifndef WORK
# define WORK 200
#endif
#ifndef BUFFER_SIZE
# define BUFFER_SIZE GMON_BARE_DEFAULT_SIZE
#endif

/* The unit of the profile, and how many ticks it has: cycles of the processor
   if CYCLES is defined, else seconds.  */
#ifdef CYCLES
# define UNIT "Mcycles"
# define TICKS (1000000 / BOARD_TICK_CYCLES)
#else
# define UNIT "seconds"
# define TICKS BOARD_HZ
#endif

static uint64_t memory[BUFFER_SIZE / sizeof (uint64_t)];
volatile unsigned beats, sum;

__attribute__ ((noinline)) void
beat (void)
{
  beats++;
}

__attribute__ ((noinline)) void
half (void)
{
  for (unsigned i = 0; i < 2 * WORK; i++)
    sum += i;
}

__attribute__ ((noinline)) void
third (void)
{
  for (unsigned i = 0; i < WORK; i++)
    sum += i;
}

__attribute__ ((noinline)) void
both (void)
{
  half ();
  third ();
}

/* The interrupt of the timer: PC is the interrupted instruction.  */
void
board_interrupt (uintptr_t pc)
{
  gmon_bare_tick (pc);
  beat ();
#ifdef BEAT_BOTH
  both ();
#endif
}

static int
put (const void *bytes, size_t size, void *file)
{
  return board_write (*(int *) file, bytes, size);
}

int
main (void)
{
  int file;

  if (gmon_bare_start (memory, sizeof memory, board_code, board_code_end)
      != GMON_BARE_OK)
    return 1;
  gmon_bare_unit (TICKS, UNIT);
  board_timer_start ();
  for (unsigned i = 0; i < ROUNDS; i++)
    both ();
  board_timer_stop ();
  file = board_open ("gmon.out");
  if (file < 0 || gmon_bare_write (put, &file) != GMON_BARE_OK)
    return 2;
  board_close (file);
  board_print_number ("beats ", beats);
  return 0;
}
