/* arch/riscv64/code.h -- what compiled code looks like: 64-bit RISC-V.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.__gregs[REG_PC])

#define MACHINE_ENVIRON_COMES_LATE

#define MACHINE_HAS_NEXT_RETURN

/* Returns the 4 bytes of code at CODE, which may be aligned to 2 only.  */
static inline uint32_t
word_at (const unsigned char *code)
{
  uint32_t word;

  memcpy (&word, code, sizeof word);
  return word;
}

/* Expects auipc ra and jalr ra, or jal ra, or c.jalr.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  if ((word_at (pc - 4) & 0xfffff) == 0x080e7
      && (word_at (pc - 8) & 0xfff) == 0x097)
    return pc - 8;
  return (word_at (pc - 4) & 0xfff) == 0x0ef ? pc - 4 : pc - 2;
}

static inline uintptr_t
machine_next_return (uintptr_t pc)
{
  uint32_t word = word_at ((const unsigned char *) pc);

  if ((word & 0xfff) == 0x097)
    return pc + 8;
  return (word & 0xfff) == 0x0ef ? pc + 4 : 0;
}

#define MACHINE_HAS_HOOK_ARGUMENT

#define MACHINE_LARGEST_LOOK_BACK 96    /* bytes */

/* Returns true if the code before SELF, where the hook returns to, makes the
   hook's argument from the return address: "mv a0,ra" is 8506 or 00008513.
   MACHINE_LARGEST_LOOK_BACK bytes before SELF are readable.  */
static inline bool
machine_passes_caller (uintptr_t self)
{
  const uint16_t *code = (const uint16_t *) self;

  for (int i = 1; i < (int) (MACHINE_LARGEST_LOOK_BACK / sizeof *code); i++)
    if (code[-i] == 0x8506 || (code[-i] == 0 && code[-i - 1] == 0x8513))
      return true;
  return false;
}

#endif /* GMON_CODE_H */
