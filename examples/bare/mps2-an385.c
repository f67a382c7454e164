/* mps2-an385.c -- the start and the timer of a Cortex-M3, QEMU's mps2-an385.

   SPDX-License-Identifier: 0BSD

   This file must not be compiled with -pg: reset runs before the memory is
   ready.  */

#include <string.h>

#include "board.h"

#define SYSTICK ((volatile uint32_t *) 0xe000e010)

extern char board_stack[], board_data[], board_data_end[], board_bss_end[];
extern const char board_data_image[];
int main (void);
void reset (void);
void systick (void);
static void fault (void);

__attribute__ ((section (".vectors"), used))
static const void *const vectors[16] = {
  board_stack, reset, fault, fault, fault, fault, fault,
  [11] = fault, [14] = fault, [15] = systick
};

void
reset (void)
{
  memcpy (board_data, board_data_image, (size_t) (board_data_end - board_data));
  memset (board_data_end, 0, (size_t) (board_bss_end - board_data_end));
  board_exit (main ());
}

static void
fault (void)
{
  board_exit (3);
}

/* The processor has stored eight registers; the seventh is the pc.  */
__attribute__ ((naked)) void
systick (void)
{
  __asm__ ("ldr r0, [sp, #24]\n\tb board_interrupt");
}

void
board_timer_start (void)
{
  SYSTICK[1] = BOARD_TICK_CYCLES - 1;
  SYSTICK[2] = 0;
  SYSTICK[0] = 7;
}

void
board_timer_stop (void)
{
  SYSTICK[0] = 0;
}
