/* arch/x86_64/code.h -- what compiled code looks like: x86-64.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include "arch/x86_code.h"

#define MACHINE_FRAME_HEADER "arch/x86_64/frame.h"
#define MACHINE_STUB_HEADER "arch/x86_64/stub.h"
#define MACHINE_HOOK_CALL_HEADER "arch/x86_64/hook_call.h"

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.gregs[REG_RIP])

/* The instruction syscall stores in %rcx where it returns to.  If the kernel
   begins the call again after the signal, the context is at the instruction
   itself, two bytes before.  */
#define MACHINE_CONTEXT_IN_SYSTEM_CALL(context)                      \
  ((uint64_t) (context)->uc_mcontext.gregs[REG_RCX]                  \
     - (uint64_t) (context)->uc_mcontext.gregs[REG_RIP] <= 2)

/* Returns true if the function whose hook returns to SELF begins with
   "push %r10".  */
static inline bool
machine_pushes_static_chain (const unsigned char *self)
{
  const unsigned char *call = x86_hook_call (self);

  return call != NULL && call[-2] == 0x41 && call[-1] == 0x52;
}

static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return x86_call_before (pc, true);
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

#endif /* GMON_CODE_H */
