/* registers.c -- do the hooks keep the registers of a function's arguments?

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: registers
   In: %rax (variable arguments), %rcx, %rdx, %rsi, %rdi, %r8, %r9, %r10
   (static chain), and the widest vector registers this CPU has with their
   masks, all filled with patterns; a hook is called.  Out: one line per
   register that changed, "WHEN WHICH", and "done" with the vector width.
   x86-64 only.  See registers.exp.  */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gmon.h"
#include "test.h"

#define GENERAL 8
#define VECTORS 16
#define MASKS 7

struct registers
{
  uint64_t general[GENERAL];    /* rax rcx rdx rsi rdi r8 r9 r10 */
  uint64_t vector[VECTORS][8];
  uint64_t mask[MASKS];         /* k1 to k7, 16 bits each */
};

extern void mcount (void);
extern void __fentry__ (void);

void fill_sse (void (*hook) (void), const struct registers *in,
               struct registers *out);
void fill_avx (void (*hook) (void), const struct registers *in,
               struct registers *out);
void fill_avx512 (void (*hook) (void), const struct registers *in,
                  struct registers *out);

/* Load everything, call the hook as a function with a frame would, store
   everything.  64 bytes of general registers, 16 * 64 of vectors, masks.  */
__asm__ (
  ".macro EACH_VECTOR op, reg, from\n"
  " .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
  "  .if \\from\n"
  "   \\op 64 + 64 * \\n(%r13), %\\reg\\n\n"
  "  .else\n"
  "   \\op %\\reg\\n, 64 + 64 * \\n(%r14)\n"
  "  .endif\n"
  " .endr\n"
  ".endm\n"
  ".macro EACH_MASK from\n"
  " .irp n, 1, 2, 3, 4, 5, 6, 7\n"
  "  .if \\from\n"
  "   kmovw 1080 + 8 * \\n(%r13), %k\\n\n"
  "  .else\n"
  "   kmovw %k\\n, 1080 + 8 * \\n(%r14)\n"
  "  .endif\n"
  " .endr\n"
  ".endm\n"
  ".macro FILL name, op, reg, masks\n"
  "\\name:\n"
  " push %rbp; mov %rsp, %rbp; push %rbx\n"
  " push %r12; push %r13; push %r14; push %r15\n"
  " push 8(%rbp)\n"
  " mov %rdi, %r12; mov %rsi, %r13; mov %rdx, %r14\n"
  " EACH_VECTOR \\op, \\reg, 1\n"
  " .if \\masks\n EACH_MASK 1\n .endif\n"
  " mov 0(%r13), %rax; mov 8(%r13), %rcx; mov 16(%r13), %rdx\n"
  " mov 24(%r13), %rsi; mov 32(%r13), %rdi; mov 40(%r13), %r8\n"
  " mov 48(%r13), %r9; mov 56(%r13), %r10\n"
  " call *%r12\n"
  " mov %rax, 0(%r14); mov %rcx, 8(%r14); mov %rdx, 16(%r14)\n"
  " mov %rsi, 24(%r14); mov %rdi, 32(%r14); mov %r8, 40(%r14)\n"
  " mov %r9, 48(%r14); mov %r10, 56(%r14)\n"
  " EACH_VECTOR \\op, \\reg, 0\n"
  " .if \\masks\n EACH_MASK 0\n .endif\n"
  " pop %r15; pop %r15; pop %r14; pop %r13; pop %r12\n"
  " pop %rbx; pop %rbp\n"
  " ret\n"
  ".endm\n"
  ".text\n"
  "FILL fill_sse, movups, xmm, 0\n"
  "FILL fill_avx, vmovups, ymm, 0\n"
  "FILL fill_avx512, vmovups, zmm, 1\n");

static void (*fill) (void (*) (void), const struct registers *,
                     struct registers *) = fill_sse;
static unsigned width = 16;     /* bytes of a vector register in use */

static void
choose (void)
{
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f"))
    {
      fill = fill_avx512;
      width = 64;
    }
  else if (__builtin_cpu_supports ("avx"))
    {
      fill = fill_avx;
      width = 32;
    }
}

static void
call_hook (const char *when, void (*hook) (void))
{
  static struct registers in, out;
  unsigned char *bytes = (unsigned char *) &in;

  for (size_t i = 0; i < sizeof in; i++)
    bytes[i] = (unsigned char) (i * 7 + i / 256 + 1);
  for (int i = 0; i < MASKS; i++)
    in.mask[i] = 0x1234u + (unsigned) i;
  memset (&out, 0, sizeof out);
  fill (hook, &in, &out);
  for (int i = 0; i < GENERAL; i++)
    if (in.general[i] != out.general[i])
      printf ("%s general %d\n", when, i);
  for (int i = 0; i < VECTORS; i++)
    if (memcmp (in.vector[i], out.vector[i], width) != 0)
      printf ("%s vector %d\n", when, i);
  if (width == 64 && memcmp (in.mask, out.mask, sizeof in.mask) != 0)
    printf ("%s masks\n", when);
}

int
main (void)
{
  choose ();
  call_hook ("first", mcount);
  call_hook ("known", mcount);
  call_hook ("fentry", __fentry__);
  call_hook ("fentry-known", __fentry__);
  moncontrol (0);
  call_hook ("off", mcount);
  call_hook ("fentry-off", __fentry__);
  printf ("done %u\n", width);
  /* Only libgmon has this: the program must not link without it.  */
  return gmon_write_now () == -1 ? 0 : 1;
}
