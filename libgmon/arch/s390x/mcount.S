/* arch/s390x/mcount.S -- the call hooks of 64-bit s390.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (by -S)

     gcc 12 -pg                  gcc 12 -pg -mfentry       clang 14 -pg
       stg   %r14,8(%r15)          brasl 0,__fentry__@PLT    stmg %r11,...
       brasl %r14,_mcount@PLT      stmg  %r11,...            aghi %r15,-160
       lg    %r14,8(%r15)                                    brasl %r14,
       stmg  %r11,...                                          mcount@PLT

   so at the first instruction of the hook there are

     _mcount                     __fentry__                mcount
       8(%r15)  from               %r14  from                %r14  self
       %r14     self               %r0   self                from: unknown

   The calls of _mcount and __fentry__ are raw text before a function has a
   frame: %r0 (static chain) to %r5, %r14, and the floating-point and vector
   registers must survive.  Nothing here touches the floating-point and vector
   registers, since the C part uses general registers only.  Only %r1 is free.
   __fentry__ returns by %r1, because the return address is in %r0, which
   cannot be a base register.

   clang's mcount is an ordinary call somewhere in a frame of unknown size
   without a back chain.  So its calls count as calls from outside.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

#define CALL_FRAME 160                  /* of every callee */
#define FRAME (CALL_FRAME + 8 * 8)      /* with %r0, %r2 to %r5, %r14 */

        .hidden gmon
        .hidden __mcount_internal

        .text

/* Sets the condition code to "zero" if the state is GMON_STATE_OFF.  Changes
   %r1.  */
        .macro  TEST_STATE
        larl    %r1, gmon
        lt      %r1, 0(%r1)
        .endm

/* Calls __mcount_internal (FROM, SELF) and keeps all registers that must
   survive.  At the entry of the hook the CFA is 160 above %r15; the unwind
   information describes how to get back there.  %r0 is its column for the
   address to continue at.  */
        .macro  INTERNAL from, self
        lgr     %r1, %r15
        aghi    %r15, -FRAME
        .cfi_adjust_cfa_offset FRAME
        stg     %r1, 0(%r15)
        stg     %r0, CALL_FRAME(%r15)
        stmg    %r2, %r5, CALL_FRAME + 8(%r15)
        stg     %r14, CALL_FRAME + 40(%r15)
        .ifc \self, %r14
        .cfi_rel_offset %r0, CALL_FRAME + 40
        .else
        .cfi_rel_offset %r0, CALL_FRAME
        .cfi_rel_offset %r14, CALL_FRAME + 40
        .endif
        lgr     %r3, \self
        \from
        brasl   %r14, __mcount_internal
        lg      %r0, CALL_FRAME(%r15)
        lmg     %r2, %r5, CALL_FRAME + 8(%r15)
        lg      %r14, CALL_FRAME + 40(%r15)
        .ifc \self, %r14
        .cfi_register %r0, %r14
        .else
        .cfi_restore %r0
        .cfi_restore %r14
        .endif
        aghi    %r15, FRAME
        .cfi_adjust_cfa_offset -FRAME
        .endm

/* The caller of this hook has its own return address in %r14 again when the
   hook has returned, and its unwind information expects it there.  So here
   unwinding takes %r14 from 8(%r15), and the address to continue at from %r0,
   as in __fentry__.  */
FUNCTION (_mcount)
        .cfi_startproc
        .cfi_val_offset %r15, -CALL_FRAME
        .cfi_return_column %r0
        .cfi_register %r0, %r14
        .cfi_offset %r14, 8 - CALL_FRAME
        TEST_STATE
        ber     %r14
        INTERNAL "lg %r2, 8(%r1)", %r14
        br      %r14
        .cfi_endproc
END (_mcount)

FUNCTION (__fentry__)
        .cfi_startproc
        .cfi_val_offset %r15, -CALL_FRAME
        .cfi_return_column %r0
        TEST_STATE
        je      .Lback
        INTERNAL "lgr %r2, %r14", %r0
.Lback:
        lgr     %r1, %r0
        br      %r1
        .cfi_endproc
END (__fentry__)

FUNCTION (mcount)
        .cfi_startproc
        .cfi_val_offset %r15, -CALL_FRAME
        TEST_STATE
        ber     %r14
        lghi    %r2, 0
        lgr     %r3, %r14
        jg      __mcount_internal
        .cfi_endproc
END (mcount)

MODULE_NOTES
