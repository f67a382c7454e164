/* arch/x86_code.h -- what compiled code looks like on i386 and x86-64 alike.

   SPDX-License-Identifier: 0BSD

   Included by code.h of both machines.  Contracts are in
   arch/compiled_code.h.  */

#ifndef GMON_X86_CODE_H
#define GMON_X86_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MACHINE_HAS_FENTRY

/* Returns the call of the hook that returns to SELF: e8 rel32, 67 e8 rel32 or
   ff 15 rel32.  Returns NULL if the call is none of these.  */
static inline const unsigned char *
x86_hook_call (const unsigned char *self)
{
  if (self[-5] == 0xe8)
    return self[-6] == 0x67 ? self - 6 : self - 5;
  return self[-6] == 0xff && self[-5] == 0x15 ? self - 6 : NULL;
}

/* e8 is call rel32.  ff 15 is call *address, or call *rel32(%rip), and ff 9x
   is call *disp32(%register).  ff dx is call *%register; if HAS_REX, a prefix
   41 means the upper registers.  */
static inline const unsigned char *
x86_call_before (const unsigned char *pc, bool has_rex)
{
  if (pc[-5] == 0xe8)
    return pc - 5;
  if (pc[-6] == 0xff && (pc[-5] == 0x15 || (pc[-5] & 0xf8) == 0x90))
    return pc - 6;
  if (pc[-2] == 0xff && (pc[-1] & 0xf8) == 0xd0)
    return has_rex && pc[-3] == 0x41 ? pc - 3 : pc - 2;
  return pc - 1;
}

#define MACHINE_HAS_NEXT_RETURN

/* Knows some of the calls that x86_call_before knows, and 67 e8, into which
   the linker turns ff 15.  */
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

#endif /* GMON_X86_CODE_H */
