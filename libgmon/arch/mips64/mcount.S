/* arch/mips64/mcount.S -- the call hook of 64-bit MIPS, n64: _mcount.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (by -S)

     gcc 12 -pg                              clang 14 -pg
       daddiu $sp,$sp,-16                      daddiu $sp, $sp, -32
       sd     $28,8($sp)                       sd     $ra, 24($sp)
       lui, daddu, daddiu: $28                 ...
       move   $1,$31    from                   ld  $25, %call16(_mcount)($gp)
       jal    _mcount                          move   $1, $ra
       ld     $28,8($sp)                       jalr   $25

   A leaf function of gcc keeps its return address only in $1, so at the first
   instruction of the hook there are

     $1   from, which the hook leaves in $31
     $31  self

   The call is raw text in the middle of a function whose arguments are live:
   $4 to $11, $2 (gcc keeps the static chain there, and in $15 after the hook),
   $28 and the floating-point registers must survive.  Nothing here touches the
   floating-point registers, since the C part uses general registers only.  $25
   need not be the address of the hook, so the global pointer is computed from
   the address of an instruction here.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

#define FRAME 128
#define SAVED_SELF 112
#define SAVED_FROM 104
#define SAVED_GP 96

        .hidden gmon
        .hidden __mcount_internal

        .set    nomips16
        .set    noat
        .set    noreorder
        .text

/* A leaf function that calls this hook has its own return address in $31 again
   when the hook returns, and its unwind information expects it there.  So here
   unwinding takes $31 from $1, and the address to continue at from $25.  */
FUNCTION (_mcount)
        .cfi_startproc
        .cfi_return_column $25
        .cfi_register $25, $31
        .cfi_register $31, $1
        daddiu  $sp, $sp, -FRAME
        .cfi_adjust_cfa_offset FRAME
        .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        sd      $\n, 8 * (\n - 2)($sp)
        .endr
        sd      $15, 80($sp)
        sd      $28, SAVED_GP($sp)
        sd      $1, SAVED_FROM($sp)
        sd      $31, SAVED_SELF($sp)
        .cfi_rel_offset $25, SAVED_SELF
        .cfi_rel_offset $31, SAVED_FROM
        move    $4, $1
        move    $5, $31
        bal     1f
        nop
1:      .cpsetup $31, $2, 1b
        ld      $2, %got_disp(gmon)($28)
        lw      $2, 0($2)
        beqz    $2, 2f                  /* GMON_STATE_OFF */
        ld      $25, %got_disp(__mcount_internal)($28)
        jalr    $25
        nop
2:      .irp    n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        ld      $\n, 8 * (\n - 2)($sp)
        .endr
        ld      $15, 80($sp)
        ld      $28, SAVED_GP($sp)
        ld      $25, SAVED_SELF($sp)
        .cfi_restore $25
        ld      $31, SAVED_FROM($sp)
        .cfi_restore $31
        daddiu  $sp, $sp, FRAME
        .cfi_adjust_cfa_offset -FRAME
        jr      $25
        nop
        .cfi_endproc
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

MODULE_NOTES
