/* harts.S -- where the cores of QEMU's RISC-V machine virt start.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each core has a stack of 64 KiB.  */

        .section .start, "ax"
        .globl  reset
reset:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        la      sp, board_stack
        csrr    t0, mhartid
        slli    t0, t0, 16
        sub     sp, sp, t0
        tail    board_start
