/* patchable-registers.c -- calls a function whose caller knows which registers
   it destroys, for patchable.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   To be compiled with -O2: leaf destroys no register at all, and only the
   attribute asks for its entry.  Exits with 3, or with 1 if a register is
   changed.  */

#include <stdint.h>
#include <string.h>

#define REGISTERS 9
#define VECTORS 16
#define ROUNDS 1000

struct registers
{
  uint64_t general[REGISTERS];
  uint64_t vectors[VECTORS][2];
};

__attribute__ ((noinline, noclone, used, patchable_function_entry (5))) void
leaf (void)
{
  __asm__ volatile ("");
}

/* gcc knows which registers leaf changes, and may keep these values in any
   other over the call.  */
__attribute__ ((noinline, noclone, patchable_function_entry (5))) int
add (volatile const int *in)
{
  int a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5];
  int g = in[6], h = in[7], i = in[8], j = in[9], k = in[10], l = in[11];

  leaf ();
  __asm__ volatile ("" : "+r" (a), "+r" (b), "+r" (c), "+r" (d), "+r" (e),
                    "+r" (f));
  __asm__ volatile ("" : "+r" (g), "+r" (h), "+r" (i), "+r" (j), "+r" (k),
                    "+r" (l));
  return a + b + c + d + e + f + g + h + i + j + k + l;
}

#define LOAD(i, name) "mov " #i "*8(%%rbx), %%" #name "\n\t"
#define STORE(i, name) "mov %%" #name ", " #i "*8(%%rbx)\n\t"
#define GENERAL(what)                                                     \
  what (0, rax) what (1, rcx) what (2, rdx) what (3, rsi) what (4, rdi)   \
  what (5, r8) what (6, r9) what (7, r10) what (8, r11)
#define LOAD_VECTOR(i) "movdqu 72+16*" #i "(%%rbx), %%xmm" #i "\n\t"
#define STORE_VECTOR(i) "movdqu %%xmm" #i ", 72+16*" #i "(%%rbx)\n\t"
#define EACH_VECTOR(what)                                                 \
  what (0) what (1) what (2) what (3) what (4) what (5) what (6) what (7) \
  what (8) what (9) what (10) what (11) what (12) what (13) what (14)     \
  what (15)

/* Calls leaf with these registers.  */
__attribute__ ((noinline, noclone)) static void
call (struct registers *all)
{
  __asm__ volatile ("mov %%rsp, %%r12\n\tsub $256, %%rsp\n\tand $-16, %%rsp\n\t"
                    EACH_VECTOR (LOAD_VECTOR) GENERAL (LOAD)
                    "call leaf\n\t"
                    GENERAL (STORE) EACH_VECTOR (STORE_VECTOR)
                    "mov %%r12, %%rsp"
                    :
                    : "b" (all)
                    : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
                      "r11", "r12", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                      "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                      "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

int
main (void)
{
  volatile int in[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
  struct registers before, after;

  memset (&before, 0x5a, sizeof before);
  for (int i = 0; i < ROUNDS; i++)
    {
      for (int j = 0; j < REGISTERS; j++)
        before.general[j] = (uint64_t) i * 0x123456789 + (uint64_t) j;
      after = before;
      call (&after);
      if (memcmp (&before, &after, sizeof before) != 0 || add (in) != 78)
        return 1;
    }
  return 3;
}
