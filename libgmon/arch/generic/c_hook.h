/* arch/generic/c_hook.h -- a call hook in C: its arguments and registers.

   SPDX-License-Identifier: 0BSD

   A hook in C is enough where the compiler calls the hook like an ordinary
   function and so saves the live registers (aarch64, riscv, loongarch, ...).
   Return address 0 lies in the function that called the hook.  The return
   address of that function is the hook's argument on those machines.  On other
   machines it is return address 1; for that both functions need frame records,
   hence -fno-omit-frame-pointer.  On x86 the attributes keep every register, as
   assembly does.  */

#ifndef ARCH_GENERIC_C_HOOK_H
#define ARCH_GENERIC_C_HOOK_H

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

#endif /* ARCH_GENERIC_C_HOOK_H */
