/* arch/x86_64/prologue.h -- what the code of a function tells of its frame.

   SPDX-License-Identifier: 0BSD

   For stacks of blocked threads (unwind/blocked.c).  Contracts are in
   arch/call_frame.h.  */

#ifndef GMON_PROLOGUE_H
#define GMON_PROLOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_HAS_CODE
#define FRAME_CODE_MORE 16

static inline int32_t
frame_signed (const unsigned char *bytes)
{
  return (int32_t) ((uint32_t) bytes[0] | (uint32_t) bytes[1] << 8
                    | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24);
}

/* Returns the size of the instruction at CODE, which has 8 bytes, if it is one
   that compilers put among the pushes of a prologue: a move or an exclusive or
   of two registers, or the address of a variable (48 8d, disp8 or disp32 to
   %rbp).  Else returns 0.  */
static inline size_t
frame_move_size (const unsigned char *code)
{
  size_t prefix = (code[0] & 0xf0) == 0x40;
  unsigned op = code[prefix];

  if ((code[0] & 0xf9) == 0x48 && op == 0x8d)
    return (code[2] & 0xc7) == 0x45 ? 4 : (code[2] & 0xc7) == 0x85 ? 7 : 0;
  return (op == 0x89 || op == 0x8b || op == 0x31 || op == 0x33)
         && code[prefix + 1] >= 0xc0 ? prefix + 2 : 0;
}

/* Returns the size of the hook's call at CODE (-mfentry), or of the instruction
   that stands for it: ff 15 rel32, e8 rel32, 67 e8 rel32, 0f 1f 44 00 00.  */
static inline size_t
frame_hook_size (const unsigned char *code)
{
  if ((code[0] == 0xff && code[1] == 0x15)
      || (code[0] == 0x67 && code[1] == 0xe8))
    return 6;
  return code[0] == 0xe8 || (code[0] == 0x0f && code[1] == 0x1f) ? 5 : 0;
}

/* Returns the size of the instructions at CODE that align the stack pointer
   before a frame pointer is set up: lea 8(%rsp),%r10, then and imm8 or imm32,
   then push -8(%r10).  Returns 0 if there are none.  */
static inline size_t
frame_align_size (const unsigned char *code)
{
  static const unsigned char lea[] = { 0x4c, 0x8d, 0x54, 0x24, 0x08, 0x48 };
  static const unsigned char push[] = { 0x41, 0xff, 0x72, 0xf8 };
  size_t size = code[6] == 0x83 ? 9 : 12;

  for (size_t i = 0; i < sizeof lea; i++)
    if (code[i] != lea[i])
      return 0;
  for (size_t i = 0; i < sizeof push; i++)
    if (code[size + i] != push[i])
      return 0;
  return (code[6] == 0x83 || code[6] == 0x81) && code[7] == 0xe4
         ? size + sizeof push : 0;
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
  code += frame_hook_size (code);
  code += frame_align_size (code);
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

/* Returns the size of the push at CODE, 5x or 41 5x, or 0.  */
static inline size_t
frame_push_size (const unsigned char *code)
{
  size_t prefix = code[0] == 0x41;

  return (code[prefix] & 0xf8) == 0x50 ? prefix + 1 : 0;
}

/* f3 0f 1e fa is endbr64, 55 is push %rbp.  */
static inline size_t
frame_pushed (const unsigned char *code, size_t size, size_t *fp_below)
{
  size_t pushed = 0, at = 0, step;

  *fp_below = 0;
  while (at < size)
    {
      const unsigned char *next = code + at;

      if ((step = frame_push_size (next)) != 0)
        {
          pushed += 8;
          if (next[0] == 0x55)
            *fp_below = pushed;
        }
      else if (next[0] == 0x48 && next[1] == 0x83 && next[2] == 0xec)
        {
          step = 4;
          pushed += next[3];
        }
      else if (next[0] == 0x48 && next[1] == 0x81 && next[2] == 0xec)
        {
          step = 7;
          pushed += (size_t) (intptr_t) frame_signed (next + 3);
        }
      else if (next[0] == 0xf3 && next[1] == 0x0f && next[2] == 0x1e)
        step = 4;
      else
        step = frame_move_size (next);
      if (step == 0)
        break;
      at += step;
    }
  return pushed;
}

/* 48 83 c4 imm8 and 48 81 c4 imm32 add to %rsp, 5x and 41 5x are pop, c3 and f3
   c3 are ret.  5d is pop %rbp.  */
static inline bool
frame_popped (const unsigned char *code, size_t size, size_t *popped,
              size_t *fp_above)
{
  const unsigned char *end = code + size;

  *popped = 0;
  *fp_above = SIZE_MAX;
  while (end - code >= 8)
    if (code[0] == 0xc3 || (code[0] == 0xf3 && code[1] == 0xc3))
      return true;
    else if ((code[0] & 0xf8) == 0x58)
      {
        if (*code++ == 0x5d)
          *fp_above = *popped;
        *popped += 8;
      }
    else if (code[0] == 0x41 && (code[1] & 0xf8) == 0x58)
      code += 2, *popped += 8;
    else if (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xc4)
      *popped += code[3], code += 4;
    else if (code[0] == 0x48 && code[1] == 0x81 && code[2] == 0xc4)
      *popped += (size_t) (intptr_t) frame_signed (code + 3), code += 7;
    else
      return false;
  return false;
}

/* Returns true if the three bytes at CODE move the stack pointer.  48 29 and 4c
   29 subtract a register from another, 48 89 and 4c 89 copy it; c4 to fc are
   the bytes for %rsp as the other.  48 89 ec, from %rbp, is in the end of a
   function.  48 83 e4 and 48 81 e4 align %rsp.  */
static inline bool
frame_moves_stack (const unsigned char *code)
{
  if ((code[0] & 0xfb) == 0x48 && (code[1] == 0x29 || code[1] == 0x89))
    return (code[2] & 0xc7) == 0xc4 && (code[0] != 0x48 || code[2] != 0xec);
  return code[0] == 0x48 && (code[1] & 0xfd) == 0x81 && code[2] == 0xe4;
}

/* Bytes that are not instructions may look so.  What comes before the frame
   pointer is set up does not count.  */
static inline bool
frame_may_move_stack (const unsigned char *code, size_t size)
{
  for (size_t i = 0; i + 2 < size; i++)
    if (frame_moves_stack (code + i)
        && (i < 5 || frame_align_size (code + i - 5) == 0))
      return true;
  return false;
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

#endif /* GMON_PROLOGUE_H */
