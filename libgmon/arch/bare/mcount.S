/* arch/bare/mcount.S -- the call hook of 32-bit ARM and of RISC-V, without an
   operating system.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   bare_call with (return address in the caller, address in the callee).  On
   other machines this file is empty; hook.c has their hook.

   For ARM, gcc 12 emits (by -S), in ARM and in Thumb code, before anything else

       push {lr}
       bl   __gnu_mcount_nc

   At the first instruction of the hook there are

     lr       self
     [sp]     from, which the hook moves to lr when it returns
     r0-r3    arguments of the function
     ip       perhaps the static chain of a nested function

   Without Thumb-2 the instructions are those that ARMv6-M has.  bare_call uses
   general registers only, so arguments in s0 to s15 are kept.

   For RISC-V it emits an ordinary call, so all live registers are saved; ra is
   self:

       mv   a0, ra      from
       call _mcount  */

/* clang-format off */

#if defined __arm__

        .syntax unified
        .text
        .balign 4
        .hidden bare_call
        .globl  __gnu_mcount_nc
        .type   __gnu_mcount_nc, %function
#if defined __thumb__
        .thumb_func
#else
        .arm
#endif
__gnu_mcount_nc:
        .cfi_startproc
        .cfi_adjust_cfa_offset 4
#if defined __thumb2__
        push    {r0-r4, ip, lr}         /* with `from', eight words: sp stays
                                           a multiple of 8 */
        .cfi_adjust_cfa_offset 28
        .cfi_rel_offset r4, 16
        .cfi_rel_offset lr, 28
        ldr     r0, [sp, #28]
        mov     r1, lr
        bl      bare_call
        ldrd    r0, r1, [sp, #24]
        strd    r1, r0, [sp, #24]       /* `from' to lr, self to pc */
        pop     {r0-r4, ip, lr}
        .cfi_adjust_cfa_offset -28
        .cfi_restore r4
        .cfi_restore lr
        pop     {pc}
#else
        push    {r0-r5, lr}             /* eight words, as above */
        .cfi_adjust_cfa_offset 28
        .cfi_rel_offset r4, 16
        .cfi_rel_offset lr, 28
        mov     r4, ip                  /* bare_call keeps r4 */
        ldr     r0, [sp, #28]
        mov     r1, lr
        bl      bare_call
        mov     ip, r4
        ldr     r0, [sp, #24]           /* return to self ... */
        ldr     r1, [sp, #28]           /* ... with `from' in lr */
        str     r0, [sp, #28]
        mov     lr, r1
        .cfi_restore lr
        pop     {r0-r5}
        .cfi_adjust_cfa_offset -24
        .cfi_restore r4
        add     sp, sp, #4
        .cfi_adjust_cfa_offset -4
        pop     {pc}
#endif
        .cfi_endproc
        .size   __gnu_mcount_nc, . - __gnu_mcount_nc

#elif defined __riscv

        .text
        .hidden bare_call
        .globl  _mcount
        .type   _mcount, %function
_mcount:
        .cfi_startproc
        mv      a1, ra
        tail    bare_call
        .cfi_endproc
        .size   _mcount, . - _mcount
        .weak   mcount
        .set    mcount, _mcount

#endif

#if defined __linux__ && defined __ELF__
        .section .note.GNU-stack, "", %progbits
#endif
