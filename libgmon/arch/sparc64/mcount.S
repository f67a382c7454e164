/* arch/sparc64/mcount.S -- the call hook of 64-bit SPARC: _mcount.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (by -S)

     gcc 12 -pg                            clang 14 -pg
       save  %sp, -176, %sp                  save %sp, -192, %sp
       call  _mcount, 0                      call mcount
        mov  %g5, %i5                         nop

   where the delay slot of gcc's call holds any instruction of the function.
   The call is an ordinary one, in a register window of the function's own: the
   arguments are in %i0 to %i5, and the function has saved the static chain and
   the floating-point registers that it needs.  At the first instruction of the
   hook there are

     %i7      address of the call in the caller: from is 8 more
     %o7      address of the call in the callee: self is 8 more

   The hook leaves the test of the state to __mcount_internal, since the
   address of the state takes more instructions here than the call.  The jump
   is a call with the old %o7 put back in its delay slot, so the C part returns
   to the callee.  A branch would not reach everywhere.  */

#include "arch/asm.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden __mcount_internal

        .text
FUNCTION (_mcount)
        .cfi_startproc
        add     %i7, 8, %o0
        add     %o7, 8, %o1
        mov     %o7, %g1
        .cfi_register %o7, %g1
        call    __mcount_internal
         mov    %g1, %o7
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

MODULE_NOTES
