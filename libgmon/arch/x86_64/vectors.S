/* arch/x86_64/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), from the hook's C part
   (mcount.c) when it must call libc: to start profiling in a program that
   nothing else starts, or to make a new thread known to the clock.  A libc
   function may use vector and mask registers, in which the function that
   called the hook has its arguments.  Out: these registers as they were
   before; the integer registers as the ABI allows.  This runs once in a
   thread, so the code is plain rather than fast.  */

#include "arch/asm.h"
#include "arch/x86_xsave.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden keep_vectors
        .text
FUNCTION (keep_vectors)
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rbx
        .cfi_offset %rbx, -24
        pushq   %r12
        .cfi_offset %r12, -32
        movq    %rdi, %r12

        XSAVE_SIZE .Lno_xsave
        subq    %rbx, %rsp
        andq    $-64, %rsp
        xorl    %eax, %eax              /* xsave needs a header of zeros */
        movl    $(XSAVE_HEADER / 8), %ecx
        leaq    FXSAVE_SIZE(%rsp), %rdi
        rep stosq
        movl    $COMPONENTS, %eax
        xorl    %edx, %edx
        xsave64 (%rsp)
        call    *%r12
        movl    $COMPONENTS, %eax
        xorl    %edx, %edx
        xrstor64 (%rsp)
        jmp     .Ldone

.Lno_xsave:
        subq    $FXSAVE_SIZE, %rsp
        andq    $-64, %rsp
        fxsave64 (%rsp)
        call    *%r12
        fxrstor64 (%rsp)
.Ldone:
        leaq    -16(%rbp), %rsp
        popq    %r12
        popq    %rbx
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
END (keep_vectors)

X86_CET_NOTE
MODULE_NOTES
