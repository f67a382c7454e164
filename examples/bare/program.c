/* program.c -- the example of libgmon-bare: a program with known calls.

   SPDX-License-Identifier: 0BSD

   half runs twice as long as third; both are called ROUNDS times.  The timer's
   interrupt calls a hooked function, beat.  At its end the program writes
   gmon.out by semihosting.  board.h has what depends on the machine.  */

#include "board.h"
#include "gmon_bare.h"

#ifndef ROUNDS
# define ROUNDS 1000
#endif
enum { WORK = 200 };

static uint64_t memory[GMON_BARE_DEFAULT_SIZE / sizeof (uint64_t)];
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
  gmon_bare_unit (BOARD_HZ, "seconds");
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
