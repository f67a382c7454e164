/* arch/generic/mcount.c -- the call hook in C, for machines without assembly.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call
   of __mcount_internal with the two addresses.

   Enough where the compiler emits the hook as an ordinary call and so saves
   what is live (aarch64, riscv, loongarch, ...).  Return address 0 lies in
   the function that called the hook; where that one came from is the hook's
   argument on those machines, and elsewhere return address 1, which needs
   both to have frame records, hence -fno-omit-frame-pointer in Makefile.am.
   x86-64 has its assembly; there this file serves the tests, and the
   attributes do what the assembly does: keep every register.  */

#include "arch/arcs_layout.h"
#include "arch/hook.h"

#if !defined __x86_64__ && !defined __i386__
# define KEEPS_REGISTERS
#elif defined __clang__
# define KEEPS_REGISTERS __attribute__ ((no_caller_saved_registers))
#else
# define KEEPS_REGISTERS                                                \
  __attribute__ ((no_caller_saved_registers, target ("general-regs-only")))
#endif

#if defined __aarch64__ || defined __riscv || defined __loongarch__
# define HOOK_ARGUMENT uintptr_t from
# define FROM from
#else
# define HOOK_ARGUMENT void
# define FROM ((uintptr_t) __builtin_return_address (1))
#endif

/* "Unsafe": where the caller has no frame record, but with -pg it has one.  */
#pragma GCC diagnostic ignored "-Wframe-address"

EXPORTED KEEPS_REGISTERS void _mcount (HOOK_ARGUMENT);
EXPORTED KEEPS_REGISTERS void mcount (HOOK_ARGUMENT)
  __attribute__ ((weak, alias ("_mcount")));

KEEPS_REGISTERS void
_mcount (HOOK_ARGUMENT)
{
  if (hook_state != GMON_STATE_OFF)
    __mcount_internal (FROM, (uintptr_t) __builtin_return_address (0));
  /* No tail call: clang restores the registers before the jump.  */
  __asm__ volatile ("");
}
