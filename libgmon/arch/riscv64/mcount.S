/* arch/riscv64/mcount.S -- the call hook of 64-bit RISC-V: _mcount.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   argument_internal, which calls __mcount_internal with (return address in the
   caller, address in the callee).

   The compilers emit (by -S)

     gcc 12 -pg                              clang 14 -pg
       addi sp, sp, -48                        addi sp, sp, -32
       sd   ra, 40(sp)                         sd   ra, 24(sp)
       sd   s0, 32(sp)                         sd   s0, 16(sp)
       ...  arguments to s0 and up             addi s0, sp, 32
       mv   a0, ra     from                    mv   s1, a0
       call _mcount@plt                        call _mcount@plt

   The call is an ordinary one: the function has saved its live registers.  At
   the first instruction of the hook there are

     a0  gcc: from; clang 14: anything
     ra  self
     s0  gcc -O: anything; gcc -O0 and clang: -8(s0) is from

   argument_internal (mcount.c) finds out whether `from' is in a0 or at
   -8(s0).  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden gmon
        .hidden argument_internal

        .text
FUNCTION (_mcount)
        .cfi_startproc
        lla     t0, gmon
        lw      t0, 0(t0)
        beqz    t0, .Loff               /* GMON_STATE_OFF */
        mv      a1, ra
        mv      a2, s0
        mv      a3, sp
        tail    argument_internal
.Loff:
        ret
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

MODULE_NOTES
