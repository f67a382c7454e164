/* block_place.c -- where a block begins, by the code around its callback.

   SPDX-License-Identifier: 0BSD

   In: return addresses in code that compilers made.  Out: addresses that have
   the line of the block.  The call alone would have it, too; but a reader that
   takes an address for the beginning of a block may give what comes before, in
   the same line, to the block before.  clang's pc-table would say the same of
   guards, but only where the user asked for it.  Contracts are in blocks.h;
   called by blocks_merge.c.  */

#include <string.h>

#include "internal.h"

/* The longest code that is looked at before a call.  */
#define LOOK_BACK 24

#if defined __x86_64__ || defined __i386__

/* e8 is call rel32; ff 15 and ff 9x are call *rel32(%rip) and
   *disp32(%register); ff dx is call *%register, behind 41 for upper ones.  */
static const unsigned char *
call_before (const unsigned char *pc)
{
  if (pc[-5] == 0xe8)
    return pc - 5;
  if (pc[-6] == 0xff && (pc[-5] == 0x15 || (pc[-5] & 0xf8) == 0x90))
    return pc - 6;
  if (pc[-2] == 0xff && (pc[-1] & 0xf8) == 0xd0)
    return pc[-3] == 0x41 ? pc - 3 : pc - 2;
  return pc - 1;
}

# ifdef __x86_64__

/* clang puts the guard's address into %rdi by one of

     48 8d 3d rel32     lea guards(%rip),%rdi
     48 bf imm64        movabs $guards,%rdi
     48 c7 c7 imm32     mov $guards,%rdi
     48 89 rr           mov %register,%rdi
     48 8d rr disp8     lea disp(%register),%rdi, or with disp32

   and at -O0 by one of these and add $offset,%rdi (48 83 c7 imm8 or 48 81 c7
   imm32).  With -fno-pie it also uses mov $guards,%edi, which at -O0 belongs to
   no line; the call has one.  */
static const unsigned char *
argument_before (const unsigned char *call)
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

# endif

/* As call_before; 67 e8 is what the linker makes of ff 15.  */
uintptr_t
block_next_return (uintptr_t pc)
{
  const unsigned char *code = (const unsigned char *) pc;

  if (code[0] == 0xe8)
    return pc + 5;
  if ((code[0] == 0xff && code[1] == 0x15)
      || (code[0] == 0x67 && code[1] == 0xe8))
    return pc + 6;
  return 0;
}

#elif defined __aarch64__ || defined __riscv

/* Words of code, which may be at multiples of 2.  */
static uint32_t
word_at (const unsigned char *code)
{
  uint32_t word;

  memcpy (&word, code, sizeof word);
  return word;
}

#endif

#if defined __aarch64__

/* What comes before belongs to no line at -O0.  */
static const unsigned char *
call_before (const unsigned char *pc)
{
  return pc - 4;
}

/* bl, behind mov x0,x30 or not.  */
uintptr_t
block_next_return (uintptr_t pc)
{
  const unsigned char *code = (const unsigned char *) pc;

  if (word_at (code) == 0xaa1e03e0)
    code += 4;
  return (word_at (code) & 0xfc000000) == 0x94000000 ? (uintptr_t) code + 4
                                                     : 0;
}

#elif defined __riscv

/* auipc ra and jalr ra, or jal ra, or c.jalr.  */
static const unsigned char *
call_before (const unsigned char *pc)
{
  if ((word_at (pc - 4) & 0xfffff) == 0x080e7
      && (word_at (pc - 8) & 0xfff) == 0x097)
    return pc - 8;
  return (word_at (pc - 4) & 0xfff) == 0x0ef ? pc - 4 : pc - 2;
}

uintptr_t
block_next_return (uintptr_t pc)
{
  uint32_t word = word_at ((const unsigned char *) pc);

  if ((word & 0xfff) == 0x097)
    return pc + 8;
  return (word & 0xfff) == 0x0ef ? pc + 4 : 0;
}

#elif !defined __x86_64__ && !defined __i386__

/* A call, with its delay slot on some, has 4 or 8 bytes, or 2.  */
static const unsigned char *
call_before (const unsigned char *pc)
{
# if defined __arm__
  return pc - (((uintptr_t) pc & 1) != 0 ? 3 : 4);
# elif defined __mips__ || defined __sparc__
  return pc - 8;
# elif defined __s390x__
  return pc[-6] == 0xc0 ? pc - 6 : pc - 2;
# elif defined __powerpc__
  return pc - 4;
# else
  return pc - 1;
# endif
}

uintptr_t
block_next_return (uintptr_t pc)
{
  (void) pc;
  return 0;
}

#endif

uintptr_t
block_start (uintptr_t pc, bool guard, uintptr_t low)
{
  const unsigned char *start;

  if (pc - low < LOOK_BACK)
    return pc - 1;
  start = call_before ((const unsigned char *) pc);
#ifdef __x86_64__
  if (guard)
    start = argument_before (start);
#else
  (void) guard;
#endif
  return (uintptr_t) start;
}
