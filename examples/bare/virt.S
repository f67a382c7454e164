/* virt.S -- where QEMU's RISC-V machine virt starts.

   SPDX-License-Identifier: 0BSD  */

        .section .start, "ax"
        .globl  reset
reset:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        la      sp, board_stack
        tail    board_start
