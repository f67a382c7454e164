/* arch/i386/code.h -- what compiled code looks like: 32-bit x86.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdbool.h>
#include <stdint.h>

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.gregs[REG_EIP])

#define MACHINE_HAS_FENTRY

/* Returns true if the function whose hook returns to SELF begins with
   "push %ecx".  The call of the hook is e8 rel32, 67 e8 rel32 or
   ff 15 rel32.  */
static inline bool
machine_pushes_static_chain (const unsigned char *self)
{
  const unsigned char *call;

  if (self[-5] == 0xe8)
    call = self[-6] == 0x67 ? self - 6 : self - 5;
  else if (self[-6] == 0xff && self[-5] == 0x15)
    call = self - 6;
  else
    return false;
  return call[-1] == 0x51;
}

/* e8 is call rel32.  ff 15 is call *address, and ff 9x is call
   *disp32(%register).  ff dx is call *%register.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  if (pc[-5] == 0xe8)
    return pc - 5;
  if (pc[-6] == 0xff && (pc[-5] == 0x15 || (pc[-5] & 0xf8) == 0x90))
    return pc - 6;
  if (pc[-2] == 0xff && (pc[-1] & 0xf8) == 0xd0)
    return pc - 2;
  return pc - 1;
}

#define MACHINE_HAS_NEXT_RETURN

/* Knows some of the calls that machine_call_before knows, and 67 e8, into
   which the linker turns ff 15.  */
static inline uintptr_t
machine_next_return (uintptr_t pc)
{
  const unsigned char *code = (const unsigned char *) pc;

  if (code[0] == 0xe8)
    return pc + 5;
  if ((code[0] == 0xff && code[1] == 0x15)
      || (code[0] == 0x67 && code[1] == 0xe8))
    return pc + 6;
  return 0;
}

#endif /* GMON_CODE_H */
