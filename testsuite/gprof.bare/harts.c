/* harts.c -- a program whose cores have a buffer each.

   SPDX-License-Identifier: GPL-3.0-or-later

   Runs on QEMU's RISC-V machine virt.  Core 0 calls `work' ROUNDS times and
   core 1 twice as often, at the same time.  Then core 1 writes core1.out, and
   core 0 writes core0.out.  The library is compiled with GMON_BARE_CORES=2.  */

#include <string.h>

#include "board.h"
#include "gmon_bare.h"

#define PLAIN __attribute__ ((no_instrument_function))

static uint64_t memory[GMON_BARE_CORES][GMON_BARE_DEFAULT_SIZE / 8];
static int is_started, is_written;
static volatile unsigned sum[GMON_BARE_CORES];
extern char board_data_end[], board_bss_end[];
void board_start (void);

PLAIN unsigned
gmon_bare_core (void)
{
  uintptr_t core;

  __asm__ volatile ("csrr %0, mhartid" : "=r" (core));
  return (unsigned) core;
}

__attribute__ ((noinline)) void
work (unsigned core)
{
  sum[core]++;
  gmon_bare_tick ((uintptr_t) work);
}

static int
put (const void *bytes, size_t size, void *file)
{
  return board_write (*(int *) file, bytes, size);
}

static void
write_profile (const char *name)
{
  int file = board_open (name);

  if (file < 0 || gmon_bare_write (put, &file) != GMON_BARE_OK)
    board_exit (2);
  board_close (file);
}

static void
run (unsigned core)
{
  if (gmon_bare_start (memory[core], sizeof memory[core], board_code,
                       board_code_end) != GMON_BARE_OK)
    board_exit (1);
  for (unsigned i = 0; i < ROUNDS * (core + 1); i++)
    work (core);
}

/* Core 0 clears the memory, and the other one waits for that.  */
PLAIN void
board_start (void)
{
  if (gmon_bare_core () == 0)
    {
      memset (board_data_end, 0, (size_t) (board_bss_end - board_data_end));
      __atomic_store_n (&is_started, 0x5ca1ab1e, __ATOMIC_RELEASE);
      run (0);
      while (!__atomic_load_n (&is_written, __ATOMIC_ACQUIRE))
        continue;
      write_profile ("core0.out");
      board_exit (0);
    }
  while (__atomic_load_n (&is_started, __ATOMIC_ACQUIRE) != 0x5ca1ab1e)
    continue;
  run (1);
  write_profile ("core1.out");
  __atomic_store_n (&is_written, 1, __ATOMIC_RELEASE);
  while (1)
    continue;
}
