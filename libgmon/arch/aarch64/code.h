/* arch/aarch64/code.h -- what compiled code looks like: 64-bit ARM.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdint.h>
#include <string.h>

#define MACHINE_FRAME_HEADER "arch/aarch64/frame.h"

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.pc)

#define MACHINE_HAS_NEXT_RETURN

/* Returns the 4 bytes of code at CODE, which need not be aligned.  */
static inline uint32_t
word_at (const unsigned char *code)
{
  uint32_t word;

  memcpy (&word, code, sizeof word);
  return word;
}

/* Every call has 4 bytes.  The instruction before the call would be no better:
   at -O0 it belongs to no source line.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - 4;
}

/* Expects bl, or mov x0,x30 and bl.  */
static inline uintptr_t
machine_next_return (uintptr_t pc)
{
  const unsigned char *code = (const unsigned char *) pc;

  if (word_at (code) == 0xaa1e03e0)
    code += 4;
  return (word_at (code) & 0xfc000000) == 0x94000000 ? (uintptr_t) code + 4
                                                     : 0;
}

#endif /* GMON_CODE_H */
