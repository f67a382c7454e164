/* arch/bare/hook.c -- the call hook in C, without an operating system.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   bare_call with the two addresses.  32-bit ARM and RISC-V have theirs in
   mcount.S.  */

#include <stdint.h>

#if !defined __arm__ && !defined __riscv
# include "arch/generic/c_hook.h"
# include "arch/bare/hook.h"

BARE_PLAIN KEEPS_REGISTERS void _mcount (HOOK_ARGUMENT);
BARE_PLAIN KEEPS_REGISTERS void mcount (HOOK_ARGUMENT)
  __attribute__ ((weak, alias ("_mcount")));

KEEPS_REGISTERS void
_mcount (HOOK_ARGUMENT)
{
  bare_call (FROM, RETURN_ADDRESS (0));
  /* Prevents a tail call, as in arch/generic/mcount.c.  */
  __asm__ volatile ("");
}
#endif
