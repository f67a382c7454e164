/* arch/aarch64/frame.h -- call frames: AArch64 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/call_frame.h.  */

#ifndef GMON_FRAME_H
#define GMON_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <ucontext.h>

#include "arch/aarch64/code.h"

#define FRAME_RETURN 30
#define FRAME_SP 31
#define FRAME_FP 29
#define FRAME_SAVED 30
#define FRAME_RETURN_IN_REGISTER
#define FRAME_POINTER_IS_KEPT

#define FRAME_PC_PLACE ((int) offsetof (ucontext_t, uc_mcontext.pc))

static inline int
frame_register_place (unsigned number)
{
  if (number == FRAME_SP)
    return (int) offsetof (ucontext_t, uc_mcontext.sp);
  if (number > FRAME_SP)
    return -1;
  return (int) (offsetof (ucontext_t, uc_mcontext.regs) + number * 8);
}

/* The kernel's struct rt_sigframe: a siginfo_t, then the context.  */
static inline uintptr_t
frame_signal_context (uintptr_t sp)
{
  return sp + sizeof (siginfo_t);
}

/* mov x8,#139; svc #0 */
#define FRAME_TRAMPOLINE "\x68\x11\x80\xd2\x01\0\0\xd4"
#define FRAME_TRAMPOLINE_SECOND 4

/* bl, or blr and its forms that check a signed address.  */
static inline bool
frame_follows_call (const unsigned char code[8])
{
  uint32_t word = word_at (code + 4);

  return (word & 0xfc000000) == 0x94000000 || (word & 0xfefff000) == 0xd63f0000;
}

/* xpaclri, which older processors ignore.  */
static inline uintptr_t
frame_strip (uintptr_t pc)
{
  register uintptr_t x30 __asm__ ("x30") = pc;

  __asm__ ("hint #7" : "+r" (x30));
  return x30;
}

#endif /* GMON_FRAME_H */
