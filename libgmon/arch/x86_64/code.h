/* arch/x86_64/code.h -- what compiled code looks like: x86-64.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdbool.h>
#include <stdint.h>

#define MACHINE_FRAME_HEADER "arch/x86_64/frame.h"

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.gregs[REG_RIP])

#define MACHINE_HAS_FENTRY

/* Returns true if the function whose hook returns to SELF begins with
   "push %r10".  The call of the hook is e8 rel32, 67 e8 rel32 or
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
  return call[-2] == 0x41 && call[-1] == 0x52;
}

/* e8 is call rel32.  ff 15 and ff 9x are call *rel32(%rip) and
   *disp32(%register).  ff dx is call *%register, with a prefix 41 for the
   upper registers.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  if (pc[-5] == 0xe8)
    return pc - 5;
  if (pc[-6] == 0xff && (pc[-5] == 0x15 || (pc[-5] & 0xf8) == 0x90))
    return pc - 6;
  if (pc[-2] == 0xff && (pc[-1] & 0xf8) == 0xd0)
    return pc[-3] == 0x41 ? pc - 3 : pc - 2;
  return pc - 1;
}

#define MACHINE_HAS_GUARD_ARGUMENT

/* clang puts the guard's address into %rdi by one of

     48 8d 3d rel32     lea guards(%rip),%rdi
     48 bf imm64        movabs $guards,%rdi
     48 c7 c7 imm32     mov $guards,%rdi
     48 89 rr           mov %register,%rdi
     48 8d rr disp8     lea disp(%register),%rdi, or with disp32

   At -O0 add $offset,%rdi may follow (48 83 c7 imm8 or 48 81 c7 imm32).  With
   -fno-pie clang also uses mov $guards,%edi.  That instruction is not looked
   for, because at -O0 it belongs to no source line; the call belongs to
   one.  */
static inline const unsigned char *
machine_guard_argument (const unsigned char *call)
{
  const unsigned char *p = call;

  if (p[-4] == 0x48 && p[-3] == 0x83 && p[-2] == 0xc7)
    p -= 4;
  else if (p[-7] == 0x48 && p[-6] == 0x81 && p[-5] == 0xc7)
    p -= 7;
  if (p[-7] == 0x48 && ((p[-6] == 0x8d && p[-5] == 0x3d)
                        || (p[-6] == 0xc7 && p[-5] == 0xc7)))
    return p - 7;
  if (p[-10] == 0x48 && p[-9] == 0xbf)
    return p - 10;
  if ((p[-7] & 0xfe) == 0x48 && p[-6] == 0x8d && (p[-5] & 0xf8) == 0xb8)
    return p - 7;
  if ((p[-4] & 0xfe) == 0x48 && p[-3] == 0x8d && (p[-2] & 0xf8) == 0x78)
    return p - 4;
  if ((p[-3] & 0xfb) == 0x48 && p[-2] == 0x89 && (p[-1] & 0xc7) == 0xc7)
    return p - 3;
  return p;
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
