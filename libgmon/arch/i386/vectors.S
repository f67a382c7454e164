/* arch/i386/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), see arch/x86_64/vectors.S.
   Out: the registers as they were before.  Vector arguments are in %xmm0 to
   %xmm2 or wider registers, and in the x87 registers (MMX).  A CPU without
   fxsave, older than the Pentium II, has no %xmm registers.  */

#include "arch/asm.h"
#include "arch/x86_xsave.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden keep_vectors
        .text
FUNCTION (keep_vectors)
        .cfi_startproc
        endbr32
        pushl   %ebp
        .cfi_def_cfa_offset 8
        .cfi_offset %ebp, -8
        movl    %esp, %ebp
        .cfi_def_cfa_register %ebp
        pushl   %ebx
        .cfi_offset %ebx, -12
        pushl   %edi
        .cfi_offset %edi, -16

        XSAVE_SIZE .Lno_xsave
        subl    %ebx, %esp
        andl    $-64, %esp
        xorl    %eax, %eax              /* xsave needs a header of zeros */
        movl    $(XSAVE_HEADER / 4), %ecx
        leal    FXSAVE_SIZE(%esp), %edi
        rep stosl
        movl    $COMPONENTS, %eax
        xorl    %edx, %edx
        xsave   (%esp)
        call    *8(%ebp)
        movl    $COMPONENTS, %eax
        xorl    %edx, %edx
        xrstor  (%esp)
        jmp     .Ldone

.Lno_xsave:
        btl     $CPUID_FXSR, %edx
        jnc     .Lno_fxsave
        subl    $FXSAVE_SIZE, %esp
        andl    $-64, %esp
        fxsave  (%esp)
        call    *8(%ebp)
        fxrstor (%esp)
        jmp     .Ldone

.Lno_fxsave:
        andl    $-16, %esp
        call    *8(%ebp)
.Ldone:
        leal    -8(%ebp), %esp
        popl    %edi
        .cfi_restore %edi
        popl    %ebx
        .cfi_restore %ebx
        popl    %ebp
        .cfi_restore %ebp
        .cfi_def_cfa %esp, 4
        ret
        .cfi_endproc
END (keep_vectors)

X86_CET_NOTE
MODULE_NOTES
