/* arch/arm/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), see arch/x86_64/vectors.S.
   Out: the VFP registers of arguments, d0 to d7, as they were before.  If the
   ABI passes no arguments in VFP registers, there is nothing to keep.  */

#include "arch/asm.h"
#include "arch/namespace.h"

/* clang-format off */

        .cfi_sections .debug_frame
        .syntax unified
        .arm
        .hidden keep_vectors
        .text
FUNCTION (keep_vectors)
        .cfi_startproc
        push    {r4, lr}
        .cfi_def_cfa_offset 8
        .cfi_offset r4, -8
        .cfi_offset lr, -4
#ifdef __ARM_PCS_VFP
        vpush   {d0-d7}
        .cfi_adjust_cfa_offset 64
#endif
        blx     r0
#ifdef __ARM_PCS_VFP
        vpop    {d0-d7}
        .cfi_adjust_cfa_offset -64
#endif
        pop     {r4, pc}
        .cfi_endproc
END (keep_vectors)

MODULE_NOTES
