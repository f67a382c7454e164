/* arch/x86_64/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), from the hook's C part
   (mcount.c) at the one moment when it must call libc: to start profiling
   in a program that nothing else starts.  A libc function may use vector and
   mask registers, in which the function that called the hook has its
   arguments.  Out: those registers as they were; the integer ones as by the
   ABI.  Runs once in a thread, so the code is plain rather than quick.  */

#include "arch/asm.h"
#include "namespace.h"

/* clang-format off */

/* State components (Intel SDM 1, chapter 13): x87, SSE, AVX, the three of
   AVX-512, and APX's r16-r31.  xsave leaves out what is not enabled.  */
#define COMPONENTS 0x800e7
#define CPUID_OSXSAVE 27        /* bit of %ecx, leaf 1 */
#define FXSAVE_SIZE 512
#define XSAVE_HEADER 64

/* Of these the last in memory is that of the upper 16 registers of AVX-512; the
   others end before this.  The size for all that is enabled would be four times
   as large with AMX, and take most of the smallest stack of a thread.  */
#define LAST_COMPONENT 7
#define LEAST_SIZE 1088

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

        movl    $1, %eax
        cpuid
        btl     $CPUID_OSXSAVE, %ecx
        jnc     .Lno_xsave
        movl    $0xd, %eax              /* size and offset, or zeros */
        movl    $LAST_COMPONENT, %ecx
        cpuid
        addl    %eax, %ebx
        movl    $LEAST_SIZE, %eax
        cmpl    %eax, %ebx
        cmovb   %eax, %ebx
        subq    %rbx, %rsp
        andq    $-64, %rsp
        xorl    %eax, %eax              /* xsave wants the header zeroed */
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
