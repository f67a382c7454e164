/* virt.c -- the start and the timer of RISC-V, QEMU's virt.

   SPDX-License-Identifier: 0BSD

   This file must not be compiled with -pg: board_start runs before the memory
   is ready.  */

#include <string.h>

#include "board.h"

#define MTIMECMP ((volatile uint32_t *) 0x02004000)
#define MTIME ((volatile uint32_t *) 0x0200bff8)
#define CLOCK_HZ 10000000

/* The bit of the timer in mcause and mie.  */
enum { TIMER = 7 };

extern char board_data_end[], board_bss_end[];
int main (void);
void board_start (void);

#define WRITE_CSR(name, value) \
  __asm__ volatile ("csrw " #name ", %0" :: "r" (value) : "memory")

/* The deadline of the next interrupt.  */
static uint32_t next;

static void
set_next (void)
{
  next += CLOCK_HZ / BOARD_HZ;
  MTIMECMP[0] = next;
}

__attribute__ ((interrupt, aligned (4))) static void
interrupt (void)
{
  uintptr_t cause, pc;

  __asm__ volatile ("csrr %0, mcause\n\tcsrr %1, mepc"
                    : "=&r" (cause), "=r" (pc));
  if ((intptr_t) cause >= 0 || (cause & 0xff) != TIMER)
    board_exit (3);
  set_next ();
  board_interrupt (pc);
}

void
board_start (void)
{
  memset (board_data_end, 0, (size_t) (board_bss_end - board_data_end));
  WRITE_CSR (mtvec, interrupt);
  board_exit (main ());
}

void
board_timer_start (void)
{
  next = MTIME[0];
  MTIMECMP[1] = 0;
  set_next ();
  WRITE_CSR (mie, 1 << TIMER);
  __asm__ volatile ("csrsi mstatus, 8");
}

void
board_timer_stop (void)
{
  WRITE_CSR (mie, 0);
}
