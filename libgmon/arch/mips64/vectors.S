/* arch/mips64/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), see arch/x86_64/vectors.S.
   Out: the floating-point registers of arguments, $f12 to $f19, as they were
   before.  The ABI passes no arguments as MSA vectors in these registers.  */

#include "arch/asm.h"
#include "arch/namespace.h"

/* clang-format off */

#define FRAME 80

        .hidden keep_vectors
        .set    nomips16
        .set    noreorder
        .text
FUNCTION (keep_vectors)
        .cfi_startproc
        daddiu  $sp, $sp, -FRAME
        .cfi_adjust_cfa_offset FRAME
        sd      $31, 72($sp)
        .cfi_rel_offset $31, 72
#ifdef __mips_hard_float
        .irp    n, 12, 13, 14, 15, 16, 17, 18, 19
        sdc1    $f\n, 8 * (\n - 12)($sp)
        .endr
#endif
        move    $25, $4
        jalr    $25
        nop
#ifdef __mips_hard_float
        .irp    n, 12, 13, 14, 15, 16, 17, 18, 19
        ldc1    $f\n, 8 * (\n - 12)($sp)
        .endr
#endif
        ld      $31, 72($sp)
        .cfi_restore $31
        daddiu  $sp, $sp, FRAME
        .cfi_adjust_cfa_offset -FRAME
        jr      $31
        nop
        .cfi_endproc
END (keep_vectors)

MODULE_NOTES
