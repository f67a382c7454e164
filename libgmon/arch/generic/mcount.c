/* arch/generic/mcount.c -- the call hook in C, for machines without assembly.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with the two addresses.

   c_hook.h tells on which machines this is enough.  x86-64 has its own
   assembly; there this file is only for the tests.  */

#include "arch/arcs_layout.h"
#include "arch/generic/c_hook.h"
#include "arch/hook.h"

EXPORTED KEEPS_REGISTERS void _mcount (HOOK_ARGUMENT);
EXPORTED KEEPS_REGISTERS void mcount (HOOK_ARGUMENT)
  __attribute__ ((weak, alias ("_mcount")));

KEEPS_REGISTERS void
_mcount (HOOK_ARGUMENT)
{
  if (hook_state != GMON_STATE_OFF)
    __mcount_internal (FROM, RETURN_ADDRESS (0));
  /* Prevents a tail call: clang would restore the registers before the
     jump.  */
  __asm__ volatile ("");
}
