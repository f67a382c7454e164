/* machine.c -- do the hooks of other machines keep the arguments?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the registers that the hook must keep on this machine, filled with
   patterns; a hook is called as gcc does.  Out: one line per word that
   changed, "WHEN HOOK WORD", and "done".  On machines where the hook is an
   ordinary call there is nothing to keep.  registers.c does the same for
   x86-64.  See machines.exp.  */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

typedef void hook_caller (const uintptr_t *in, uintptr_t *out);

#if defined __i386__

/* eax, ecx, edx, then xmm0 to xmm7.  */
# define WORDS (3 + 8 * 4)
__asm__ (
  ".macro CALLER name, hook\n"
  "\\name: push %ebp; mov %esp, %ebp; push %esi; push %edi\n"
  " mov 8(%ebp), %esi; mov 12(%ebp), %edi\n"
  " .irp n, 0,1,2,3,4,5,6,7\n movups 12+16*\\n(%esi), %xmm\\n\n .endr\n"
  " mov (%esi), %eax; mov 4(%esi), %ecx; mov 8(%esi), %edx\n"
  " .ifc \\hook, __fentry__\n push 4(%ebp)\n .endif\n"
  " call \\hook\n"
  " mov %eax, (%edi); mov %ecx, 4(%edi); mov %edx, 8(%edi)\n"
  " .irp n, 0,1,2,3,4,5,6,7\n movups %xmm\\n, 12+16*\\n(%edi)\n .endr\n"
  " lea -8(%ebp), %esp; pop %edi; pop %esi; pop %ebp; ret\n"
  ".endm\n"
  ".text\n"
  "CALLER call_first, mcount\nCALLER call_second, __fentry__\n");

#elif defined __arm__

/* r0 to r3, ip, d0 to d7, and what lr is not back to.  */
# define WORDS (5 + 8 * 2 + 1)
# define ZERO_WORD (WORDS - 1)
__asm__ (
  " .syntax unified\n .arm\n .text\n"
  ".macro CALLER name\n"
  " .type \\name, %function\n"
  "\\name: push {r4, r5, r6, lr}\n"
  " mov r4, r0; mov r5, r1; add r6, r4, #20; vldm r6, {d0-d7}\n"
  " ldr ip, [r4, #16]; ldm r4, {r0-r3}\n"
  " push {lr}\n bl __gnu_mcount_nc\n"
  " stm r5!, {r0-r3}; str ip, [r5], #4; vstm r5!, {d0-d7}\n"
  " ldr r6, [sp, #12]; sub lr, lr, r6; str lr, [r5]\n"
  " pop {r4, r5, r6, pc}\n"
  ".endm\n"
  "CALLER call_first\nCALLER call_second\n");

#elif defined __s390x__

/* r0, r2 to r5, f0 to f7, and what r14 is not back to.  __fentry__ cannot
   keep r0, by which it is called.  */
# define WORDS (5 + 8 + 1)
# define ZERO_WORD (WORDS - 1)
__asm__ (
  " .text\n"
  ".macro CALLER name, link, hook\n"
  "\\name: stmg %r6, %r15, 48(%r15)\n"
  " aghi %r15, -160\n"
  " lgr %r6, %r2\n lgr %r7, %r3\n lgr %r8, %r14\n"
  " .irp n, 0,1,2,3,4,5,6,7\n ld %f\\n, 40+8*\\n(%r6)\n .endr\n"
  " lg %r0, 0(%r6)\n lmg %r2, %r5, 8(%r6)\n stg %r14, 8(%r15)\n"
  " brasl %r\\link, \\hook\n"
  " .if \\link\n lg %r14, 8(%r15)\n .else\n lg %r0, 0(%r6)\n .endif\n"
  " stg %r0, 0(%r7)\n stmg %r2, %r5, 8(%r7)\n"
  " .irp n, 0,1,2,3,4,5,6,7\n std %f\\n, 40+8*\\n(%r7)\n .endr\n"
  " sgr %r14, %r8\n stg %r14, 104(%r7)\n"
  " lmg %r6, %r15, 208(%r15)\n br %r14\n"
  ".endm\n"
  "CALLER call_first, 14, _mcount\nCALLER call_second, 0, __fentry__\n");

#elif defined __mips64

/* $2, $4 to $11, $f12 to $f19, and what $31 is not back to.  */
# define WORDS (9 + 8 + 1)
# define ZERO_WORD (WORDS - 1)
__asm__ (
  " .text\n .set push\n .set noreorder\n .set noat\n"
  ".macro CALLER name\n"
  " .type \\name, @function\n .ent \\name\n"
  "\\name: daddiu $sp, $sp, -48\n"
  " sd $16, 0($sp)\n sd $17, 8($sp)\n sd $31, 24($sp)\n"
  " .cpsetup $25, 16, \\name\n"
  " move $16, $4\n move $17, $5\n"
  " .irp n, 12,13,14,15,16,17,18,19\n"
  " ldc1 $f\\n, 72+8*(\\n-12)($16)\n .endr\n"
  " ld $2, 0($16)\n"
  " .irp n, 4,5,6,7,8,9,10,11\n ld $\\n, 8+8*(\\n-4)($16)\n .endr\n"
  " ld $25, %call16(_mcount)($28)\n"
  " move $1, $31\n jalr $25\n nop\n"
  " sd $2, 0($17)\n"
  " .irp n, 4,5,6,7,8,9,10,11\n sd $\\n, 8+8*(\\n-4)($17)\n .endr\n"
  " .irp n, 12,13,14,15,16,17,18,19\n"
  " sdc1 $f\\n, 72+8*(\\n-12)($17)\n .endr\n"
  " ld $2, 24($sp)\n dsubu $2, $31, $2\n sd $2, 136($17)\n"
  " ld $31, 24($sp)\n .cpreturn\n"
  " ld $16, 0($sp)\n ld $17, 8($sp)\n"
  " jr $31\n daddiu $sp, $sp, 48\n .end \\name\n"
  ".endm\n"
  "CALLER call_first\nCALLER call_second\n .set pop\n");

#endif

hook_caller call_first, call_second;

/* In place of libc's, which the start of the profile calls, also where that is
   the first hook's: a function may use all floating-point registers.  */
int setitimer (int which, const void *timer, void *old);

NOT_COUNTED int
setitimer (int which, const void *timer, void *old)
{
#if defined __i386__
  __asm__ volatile (".irp n, 0,1,2,3,4,5,6,7\n xorps %xmm\\n, %xmm\\n\n .endr");
#elif defined __arm__
  __asm__ volatile (".irp n, 0,1,2,3,4,5,6,7\n vmov d\\n, r0, r0\n .endr");
#elif defined __s390x__
  __asm__ volatile (".irp n, 0,1,2,3,4,5,6,7\n lzdr %f\\n\n .endr");
#elif defined __mips64
  __asm__ volatile (".irp n, 12,13,14,15,16,17,18,19\n"
                    " dmtc1 $0, $f\\n\n .endr");
#endif
  return (int) syscall (SYS_setitimer, which, timer, old);
}

static void
check (const char *when, const char *hook, hook_caller *caller)
{
  static uintptr_t in[WORDS], out[WORDS];

  for (int i = 0; i < WORDS; i++)
    in[i] = (uintptr_t) UINT64_C (0x3ff123456789abcd) + (uintptr_t) i * 0x1111;
#ifdef ZERO_WORD
  in[ZERO_WORD] = 0;
#endif
  memset (out, 0xff, sizeof out);
  caller (in, out);
  for (int i = 0; i < WORDS; i++)
    if (in[i] != out[i])
      printf ("%s %s %d\n", when, hook, i);
}

int
main (void)
{
  check ("new", "first", call_first);
  check ("known", "first", call_first);
  check ("new", "second", call_second);
  check ("known", "second", call_second);
  moncontrol (0);
  check ("off", "first", call_first);
  check ("off", "second", call_second);
  puts ("done");
  /* Only libgmon has this: the program must not link without it.  */
  return gmon_write_now () == -1 ? 0 : 1;
}
