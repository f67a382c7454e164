/* held.c -- a function whose return address is in a register while it runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   As in vfork, which keeps it there during the system call.  x86-64 only.  */

#include "cpu_work.h"

/* Counts COUNT down.  */
void hold (unsigned long count);

__asm__ (".text\n"
         ".globl hold\n"
         ".type hold, @function\n"
         "hold:\n"
         ".cfi_startproc\n"
         "mov %rdi, %rcx\n"
         "pop %rdi\n"
         ".cfi_adjust_cfa_offset -8\n"
         ".cfi_register %rip, %rdi\n"
         "1: dec %rcx\n"
         "jnz 1b\n"
         "push %rdi\n"
         ".cfi_adjust_cfa_offset 8\n"
         "ret\n"
         ".cfi_endproc\n"
         ".size hold, .-hold\n");

static __attribute__ ((noinline)) void
caller (void)
{
  while (now (CLOCK_PROCESS_CPUTIME_ID) < 400)
    {
      hold (2000000);
      sum++;
    }
}

int
main (void)
{
  caller ();
  return 3;
}
