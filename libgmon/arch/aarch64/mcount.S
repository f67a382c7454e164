/* arch/aarch64/mcount.S -- the call hook of AArch64: _mcount.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (by -S)

     gcc 12 -pg                              clang 14 -pg
       stp x29, x30, [sp, -48]!                stp x29, x30, [sp, #-32]!
       mov x29, sp                             str x19, [sp, #16]
       ...  arguments to x19 and up            mov x29, sp
       hint 7          xpaclri                 mov w19, w0
       mov x0, x30     from                    bl  _mcount
       bl  _mcount

   The call is an ordinary one: the function has saved its live registers, so
   only x29 and x30 matter here.  clang 14 passes no argument, but both
   compilers keep a frame record (gcc refuses -pg -fomit-frame-pointer).  So
   `from' is taken from the frame record, without the pointer authentication
   code that it may have:

     [x29, 8]  from, perhaps signed
     x30       self

   If the frame pointer points below the stack pointer or far above it, it is
   not a frame pointer, and `from' is the argument.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

#define BTI_C hint 34
#define XPACLRI hint 7                  /* removes the code from x30 */
#define LARGEST_FRAME_BITS 26

        .hidden gmon
        .hidden __mcount_internal

        .text
FUNCTION (_mcount)
        .cfi_startproc
        BTI_C
        adrp    x9, gmon
        ldr     w9, [x9, :lo12:gmon]
        cbz     w9, .Loff               /* GMON_STATE_OFF */
        mov     x1, x30
        mov     x9, sp
        sub     x9, x29, x9
        orr     x9, x9, x9, ror 3       /* a multiple of 8: no high bits */
        lsr     x9, x9, LARGEST_FRAME_BITS
        cbnz    x9, .Lgo
        .cfi_register x30, x1
        ldr     x30, [x29, 8]
        XPACLRI
        mov     x0, x30
        mov     x30, x1
        .cfi_restore x30
.Lgo:
        b       __mcount_internal
.Loff:
        ret
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

AARCH64_BTI_NOTE
MODULE_NOTES
