/* integratorcp.c -- the start and the timer of QEMU's ARM machine integratorcp.

   SPDX-License-Identifier: GPL-3.0-or-later

   This file must not be compiled with -pg: board_start runs before the memory
   is ready.  */

#include <string.h>

#include "board.h"

/* Timer 0 of the machine, and its interrupt controller.  */
#define TIMER ((volatile uint32_t *) 0x13000000)
#define ENABLE_SET ((volatile uint32_t *) 0x14000008)
#define TIMER_HZ 40000000

/* On; periodic; with interrupts; 32 bits.  */
enum { TIMER_CONTROL = 0xe2, TIMER_INTERRUPT = 1 << 5 };
enum { LOAD = 0, CONTROL = 2, CLEAR = 3 };

extern char board_data_end[], board_bss_end[];
int main (void);
void board_start (void);
void board_timer (uintptr_t pc);

void
board_start (void)
{
  memset (board_data_end, 0, (size_t) (board_bss_end - board_data_end));
  board_exit (main ());
}

/* The interrupt, which came at PC.  */
void
board_timer (uintptr_t pc)
{
  TIMER[CLEAR] = 0;
  board_interrupt (pc);
}

void
board_timer_start (void)
{
  TIMER[LOAD] = TIMER_HZ / BOARD_HZ;
  *ENABLE_SET = TIMER_INTERRUPT;
  TIMER[CONTROL] = TIMER_CONTROL;
}

void
board_timer_stop (void)
{
  TIMER[CONTROL] = 0;
}
