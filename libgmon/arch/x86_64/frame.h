/* arch/x86_64/frame.h -- call frames: x86-64 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/call_frame.h.  */

#ifndef GMON_FRAME_H
#define GMON_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

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

/* -- Code, for blocked threads (unwind/blocked.c) -------------------------- */

#define FRAME_HAS_CODE

static inline int32_t
frame_signed (const unsigned char *bytes)
{
  return (int32_t) ((uint32_t) bytes[0] | (uint32_t) bytes[1] << 8
                    | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24);
}

/* Returns the size of the instruction at CODE, which has 8 bytes, if it is one
   that compilers put among the pushes of a prologue: a move or an exclusive or
   of two registers.  Else returns 0.  */
static inline size_t
frame_move_size (const unsigned char *code)
{
  size_t prefix = (code[0] & 0xf0) == 0x40;
  unsigned op = code[prefix];

  return (op == 0x89 || op == 0x8b || op == 0x31 || op == 0x33)
         && code[prefix + 1] >= 0xc0 ? prefix + 2 : 0;
}

/* f3 0f 1e fa is endbr64, 55 push %rbp, 48 89 e5 mov %rsp,%rbp, 5x and 41 5x
   push, 48 83 ec imm8 and 48 81 ec imm32 sub from %rsp.  */
static inline intptr_t
frame_below_pointer (const unsigned char *code, size_t size)
{
  static const unsigned char begin[] = { 0x55, 0x48, 0x89, 0xe5 };
  const unsigned char *end = code + size;
  intptr_t below = 0;
  size_t move;

  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e)
    code += 4;
  for (size_t i = 0; i < sizeof begin; i++)
    if (*code++ != begin[i])
      return -1;
  while (end - code >= 8)
    if ((code[0] & 0xf8) == 0x50)
      code++, below += 8;
    else if (code[0] == 0x41 && (code[1] & 0xf8) == 0x50)
      code += 2, below += 8;
    else if (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xec)
      return below + code[3];
    else if (code[0] == 0x48 && code[1] == 0x81 && code[2] == 0xec)
      return below + frame_signed (code + 3);
    else if ((move = frame_move_size (code)) != 0)
      code += move;
    else
      break;
  return below;
}

/* e8 is call rel32; ff 15 is call *rel32(%rip).  */
static inline uintptr_t
frame_call_target (const unsigned char code[8], uintptr_t pc, bool *is_slot)
{
  *is_slot = code[2] == 0xff && code[3] == 0x15;
  return code[3] == 0xe8 || *is_slot
         ? pc + (uintptr_t) (intptr_t) frame_signed (code + 4) : 0;
}

/* ff 25 is jmp *rel32(%rip), after endbr64 or without it, and f2 a prefix.  */
static inline uintptr_t
frame_jump_slot (const unsigned char code[16], uintptr_t pc)
{
  size_t at = code[0] == 0xf3 && code[1] == 0x0f ? 4 : 0;

  at += code[at] == 0xf2;
  return code[at] == 0xff && code[at + 1] == 0x25
         ? pc + at + 6 + (uintptr_t) (intptr_t) frame_signed (code + at + 2)
         : 0;
}

static inline uintptr_t
frame_strip (uintptr_t pc)
{
  return pc;
}

#endif /* GMON_FRAME_H */
