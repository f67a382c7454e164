/* arch/generic/mcount.c -- the call hook in C, for machines without assembly.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with the two addresses.

   This is enough where the compiler calls the hook like an ordinary function
   and so saves the live registers (aarch64, riscv, loongarch, ...).  Return
   address 0 lies in the function that called the hook.  The return address of
   that function is the hook's argument on those machines.  On other machines
   it is return address 1; for that both functions need frame records, hence
   -fno-omit-frame-pointer in Makefile.am.  x86-64 has its own assembly; there
   this file is only for the tests, and the attributes keep every register, as
   the assembly does.  */

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
# define FROM RETURN_ADDRESS (1)
#endif

/* On SPARC the compiler's return address is the address of the call, and
   extracting it adds the size of the call.  */
#define RETURN_ADDRESS(level) \
  ((uintptr_t) __builtin_extract_return_addr (__builtin_return_address (level)))

/* The compiler warns that this is unsafe, since the caller may have no frame
   record.  With -pg the caller has one.  */
#pragma GCC diagnostic ignored "-Wframe-address"

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
