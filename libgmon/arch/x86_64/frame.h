/* arch/x86_64/frame.h -- call frames: x86-64 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/call_frame.h.  */

#ifndef GMON_FRAME_H
#define GMON_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "arch/x86_64/prologue.h"

#define FRAME_RETURN 16
#define FRAME_SP 7
#define FRAME_FP 6
#define FRAME_SAVED 3           /* rbx, the CFA's base in ld.so's resolver */
#define FRAME_RECORD_ENDS_FRAME

#define FRAME_GREG(name) \
  ((int) offsetof (ucontext_t, uc_mcontext.gregs) + REG_##name * 8)
#define FRAME_PC_PLACE FRAME_GREG (RIP)

static inline int
frame_register_place (unsigned number)
{
  static const unsigned char places[] =
    {
      REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
      REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15
    };

  if (number >= sizeof places)
    return -1;
  return (int) offsetof (ucontext_t, uc_mcontext.gregs) + places[number] * 8;
}

#define FRAME_TELLS_END

/* In the kernel's struct rt_sigframe the context is followed by a siginfo_t.
   Behind it, at a multiple of 64, is what xsave writes, and at last a word that
   says that it is whole.  The kernel says where in the context, and how long in
   bytes that xsave leaves alone.  */
static inline uintptr_t
frame_signal_end (const ucontext_t *context)
{
  enum { HAS_STATE = 1, STATE = 448, SIZES = 464, MAGIC = 0x46505853 };
  const unsigned char *state = (const unsigned char *) context + STATE;
  uint32_t sizes[2];

  if ((context->uc_flags & HAS_STATE) == 0
      || (uintptr_t) context->uc_mcontext.fpregs != (uintptr_t) state)
    return 0;
  memcpy (sizes, state + SIZES, sizeof sizes);
  return sizes[0] == MAGIC ? (uintptr_t) state + sizes[1] : 0;
}

/* The handler's return has taken the first word of the kernel's struct
   rt_sigframe, the rest of which begins with the context.  */
static inline uintptr_t
frame_signal_context (uintptr_t sp)
{
  return sp;
}

/* mov $15,%rax; syscall */
#define FRAME_TRAMPOLINE "\x48\xc7\xc0\x0f\0\0\0\x0f\x05"
#define FRAME_TRAMPOLINE_SECOND 7

/* Returns the number of bytes of the instruction ff /2, call *operand, whose
   second and third byte are MODRM and SIB, without a prefix.  Returns 0 if the
   instruction is another one.  */
static inline int
frame_indirect_call_size (unsigned modrm, unsigned sib)
{
  unsigned mode = modrm >> 6, operand = modrm & 7;
  int size = 2 + (mode != 3 && operand == 4);

  if ((modrm & 0x38) != 0x10)
    return 0;
  if (mode == 1)
    size += 1;
  else if (mode == 2 || (mode == 0 && operand == 5)
           || (mode == 0 && operand == 4 && (sib & 7) == 5))
    size += 4;
  return size;
}

static inline bool
frame_follows_call (const unsigned char code[8])
{
  if (code[3] == 0xe8)
    return true;
  for (int size = 2; size <= 7; size++)
    if (code[8 - size] == 0xff
        && frame_indirect_call_size (code[9 - size],
                                     size > 2 ? code[10 - size] : 0) == size)
      return true;
  return false;
}

static inline uintptr_t
frame_strip (uintptr_t pc)
{
  return pc;
}

#endif /* GMON_FRAME_H */
