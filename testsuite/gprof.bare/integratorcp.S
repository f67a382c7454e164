/* integratorcp.S -- where QEMU's ARM machine integratorcp starts.

   SPDX-License-Identifier: GPL-3.0-or-later

   The vectors are at address 0, which is RAM.  All of this is ARM code; the rest
   may be Thumb code.  */

        .syntax unified
        .arm
        .section .vectors, "ax"
        b       reset
        b       fault
        b       fault
        b       fault
        b       fault
        b       fault
        b       timer

        .text
        .globl  reset
        .type   reset, %function
reset:
        msr     cpsr_c, #0xd2           /* mode IRQ, both interrupts masked */
        ldr     sp, =board_stack - 0x10000
        msr     cpsr_c, #0x53           /* mode SVC, IRQ permitted */
        ldr     sp, =board_stack
        bl      board_start

        .type   fault, %function
fault:
        mov     r0, #3
        bl      board_exit

        .type   timer, %function
timer:
        sub     lr, lr, #4              /* the interrupted instruction */
        push    {r0-r3, ip, lr}
        mov     r0, lr
        bl      board_timer
        ldm     sp!, {r0-r3, ip, pc}^
