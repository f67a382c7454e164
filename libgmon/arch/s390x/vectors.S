/* arch/s390x/vectors.S -- calls a C function with vector registers kept.

   SPDX-License-Identifier: 0BSD

   In: void keep_vectors (void (*function) (void)), see arch/x86_64/vectors.S.
   Out: the registers of arguments as they were before: the floating-point
   registers %f0, %f2, %f4, %f6 (and the other four of %f0 to %f7, which are
   caller-saved, too), and %v24 to %v31 if this CPU has them.  */

#include "arch/asm.h"
#include "arch/namespace.h"

/* clang-format off */

#define CALL_FRAME 160
#define FRAME (CALL_FRAME + 8 * 8 + 8 * 16)
#define FLOATS (CALL_FRAME)
#define VECTORS (CALL_FRAME + 8 * 8)

/* The facility bit that stfle stores for vector registers.  It is in the third
   of 3 doublewords.  */
#define FACILITY_VECTOR 129
#define FACILITIES 3
#define VECTOR_BYTE (FACILITY_VECTOR / 8)
#define VECTOR_MASK (0x80 >> (FACILITY_VECTOR % 8))

        .hidden keep_vectors
        .machine "z13"
        .text
FUNCTION (keep_vectors)
        .cfi_startproc
        stmg    %r12, %r15, 96(%r15)
        .cfi_offset %r12, -64
        .cfi_offset %r13, -56
        .cfi_offset %r14, -48
        .cfi_offset %r15, -40
        lgr     %r13, %r15
        aghi    %r15, -FRAME
        .cfi_adjust_cfa_offset FRAME
        stg     %r13, 0(%r15)
        lghi    %r0, FACILITIES - 1
        stfle   FLOATS(%r15)
        llgc    %r12, FLOATS + VECTOR_BYTE(%r15)
        nill    %r12, VECTOR_MASK
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        std     %f\n, FLOATS + 8 * \n(%r15)
        .endr
        ltr     %r12, %r12
        je      1f
        vstm    %v24, %v31, VECTORS(%r15)
1:      basr    %r14, %r2
        ltr     %r12, %r12
        je      2f
        vlm     %v24, %v31, VECTORS(%r15)
2:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        ld      %f\n, FLOATS + 8 * \n(%r15)
        .endr
        lmg     %r12, %r15, FRAME + 96(%r15)
        .cfi_restore %r12
        .cfi_restore %r13
        .cfi_restore %r14
        .cfi_restore %r15
        .cfi_adjust_cfa_offset -FRAME
        br      %r14
        .cfi_endproc
END (keep_vectors)

MODULE_NOTES
