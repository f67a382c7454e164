/* arch/ppc64le/mcount.S -- the call hook of 64-bit PowerPC, ELFv2: _mcount.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (gcc 12 and clang 14, by -S)

       mflr 0
       std  31,-16(1)                    ...  arguments to r31 and down
       std  0,16(1)
       stdu 1,-64(1)
       bl   _mcount
       nop                               the linker writes ld 2,24(1) here

   The call is an ordinary one: the function has saved its live registers.  At
   the first instruction of the hook there are

     0(1)      back chain: r1 of the caller
     16(back chain)  from
     LR        self
     r12       address of the hook, if the call came from another module  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden gmon
        .hidden __mcount_internal

        .abiversion 2
        .text
FUNCTION (_mcount)
        .cfi_startproc
0:      addis   2, 12, .TOC. - 0b@ha
        addi    2, 2, .TOC. - 0b@l
        .localentry _mcount, . - _mcount
        addis   5, 2, gmon@toc@ha
        lwz     5, gmon@toc@l(5)
        cmpwi   5, GMON_STATE_OFF
        beqlr
        ld      5, 0(1)
        ld      3, 16(5)
        mflr    4
        b       __mcount_internal
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

MODULE_NOTES
