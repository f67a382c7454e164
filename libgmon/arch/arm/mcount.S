/* arch/arm/mcount.S -- the call hooks of 32-bit ARM, EABI.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg, in ARM or Thumb
   code.  Out: a call of __mcount_internal with (return address in the caller,
   address in the callee), both without the bit that marks Thumb code.

   The compilers emit (by -S)

     gcc 12 -pg                              clang 14 -pg
       push {r4, lr}                           push {r4, r10, r11, lr}
       vpush.64 {d8}                           add  r11, sp, #8
       push {lr}                               mov  r4, r0
       bl   __gnu_mcount_nc                    bl   mcount
                                               (Thumb: r7 for r11)

   so at the first instruction of the hook there are

     __gnu_mcount_nc                         mcount
       [sp]  from, pushed for the hook,        [r11, #4] or [r7, #4]  from
             which takes it off the stack      lr  self; bit 0: Thumb
             and leaves it in lr
       lr    self

   The call of __gnu_mcount_nc is raw text in the middle of a function whose
   arguments are live: r0 to r3, ip (static chain) and the VFP registers must
   survive.  Nothing here touches the VFP registers, since the C part uses
   general registers only.  The stack pointer may be a multiple of 4 only.  The
   call of mcount is an ordinary one.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden gmon
        .hidden __mcount_internal

        .cfi_sections .debug_frame      /* .eh_frame is not used here */
        .syntax unified
        .arm
        .text

/* Loads the state into REGISTER.  Changes no other register.  */
        .macro  STATE register
        ldr     \register, .Lgmon\@
.Lpc\@:
        ldr     \register, [pc, \register]
        b       .Lgot\@
.Lgmon\@:
        .word   gmon - (.Lpc\@ + 8)
.Lgot\@:
        .endm

FUNCTION (__gnu_mcount_nc)
        .cfi_startproc
        .cfi_def_cfa_offset 4
        push    {r0, r1, r2, r3, r4, ip, lr}
        .cfi_adjust_cfa_offset 28
        .cfi_rel_offset r4, 16
        .cfi_rel_offset lr, 24
        STATE   r0
        cmp     r0, #GMON_STATE_OFF
        beq     .Lback
        ldr     r0, [sp, #28]
        bic     r0, r0, #1
        bic     r1, lr, #1
        mov     r4, sp
        .cfi_def_cfa_register r4
        bic     sp, sp, #7
        bl      __mcount_internal
        mov     sp, r4
        .cfi_def_cfa_register sp
.Lback:
        pop     {r0, r1, r2, r3, r4, ip}
        .cfi_adjust_cfa_offset -24
        .cfi_restore r4
        ldr     lr, [sp, #4]
        ldr     pc, [sp], #8
        .cfi_endproc
END (__gnu_mcount_nc)

/* If the frame pointer is odd, or points below the stack pointer or more than
   64 MiB above it, it is not a frame pointer.  Then the caller is not known,
   and `from' is 0.  */
FUNCTION (_mcount)
        .cfi_startproc
        STATE   r0
        cmp     r0, #GMON_STATE_OFF
        bxeq    lr
        tst     lr, #1
        moveq   r2, r11
        movne   r2, r7
        mov     r0, #0
        bic     r1, lr, #1
        sub     r3, r2, sp
        tst     r2, #3
        cmpeq   r0, r3, lsr #26
        ldreq   r0, [r2, #4]
        bic     r0, r0, #1
        b       __mcount_internal
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

MODULE_NOTES
