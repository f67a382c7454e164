/* arch/x86_64/system_call.S -- the function syscall: x86-64.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/raw_thread.h.

   A seventh argument, the sixth of the system call, is above the return
   address.  If the caller has passed fewer, a variable of the caller is there,
   which another thread may be changing.  So nothing is written to that word,
   which no compiler promises for a function in C that passes it on.

   A call that leaves by the jump has no frame here.  The other two have one
   that can be unwound at each instruction.  */

#include <sys/syscall.h>

#include "arch/asm.h"
#include "arch/namespace.h"

/* clang-format off */

/* The archive has no list of wrappers, and a program should show one name.  */
#ifdef __PIE__
# undef leave_by_syscall
# define leave_by_syscall syscall
#else
        .hidden leave_by_syscall
#endif
        .hidden syscall_next
        .hidden system_call_special
        .hidden system_call_failed

        .text
FUNCTION (leave_by_syscall)
        .cfi_startproc
        endbr64
        cmpq    $__NR_prctl, %rdi
        je      .Lspecial
        cmpq    $__NR_unshare, %rdi
        je      .Lspecial
        cmpq    $__NR_setns, %rdi
        je      .Lspecial
        cmpq    $__NR_seccomp, %rdi
        je      .Lspecial
        movq    syscall_next(%rip), %rax
        testq   %rax, %rax
        je      .Lhere
        jmp     *%rax

/* A static program, or a constructor before ours.  */
.Lhere:
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %r10
        movq    %r9, %r8
        movq    8(%rsp), %r9
        syscall
        cmpq    $-4095, %rax
        jae     .Lfailed
        ret
.Lfailed:
        movq    %rax, %rdi
        jmp     system_call_failed

.Lspecial:
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    system_call_special
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
END (leave_by_syscall)

#ifdef __PIE__
        .weak   syscall
#else
WEAK_ALIAS (syscall, leave_by_syscall)
#endif

MODULE_NOTES
X86_CET_NOTE
