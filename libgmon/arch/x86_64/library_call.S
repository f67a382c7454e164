/* arch/x86_64/library_call.S -- counts calls of libraries that have no hooks.

   SPDX-License-Identifier: 0BSD

   In: a jump by a stub (stub.h), which stands in a slot of a PLT, with the
   target of the call in %r11.  At the first instruction

     0(%rsp)  from: where the target returns to
     %r11     self: the target

   Out: one added to the count of the pair (from, self), as mcount.S does, and
   a jump to the target, which finds all registers but %r11 and the flags as
   the caller has left them, and its caller's stack.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

#define SLOT(field) (ARC_TABLE_SLOTS + (field)) (%r11)

        .hidden gmon
        .hidden arc_current
        .hidden __mcount_internal
        .hidden keep_vectors
        .hidden library_look

        .macro  PUSH register
        pushq   \register
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \register, 0
        .endm

        .macro  POP register
        popq    \register
        .cfi_adjust_cfa_offset -8
        .cfi_restore \register
        .endm

/* Saves all registers that a call may change but vector registers, and aligns
   the stack.  %r11 is then at 72(%rbp), the return address above it.  */
        .macro  SAVE
        pushq   %r11
        .cfi_adjust_cfa_offset 8
        PUSH    %rax
        PUSH    %rcx
        PUSH    %rdx
        PUSH    %rsi
        PUSH    %rdi
        PUSH    %r8
        PUSH    %r9
        PUSH    %r10
        PUSH    %rbp
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        .endm

        .macro  RESTORE
        movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        POP     %rbp
        POP     %r10
        POP     %r9
        POP     %r8
        POP     %rdi
        POP     %rsi
        POP     %rdx
        POP     %rcx
        POP     %rax
        popq    %r11
        .cfi_adjust_cfa_offset -8
        .endm

        .hidden library_call_hook
        .hidden library_look_hook
        .text
FUNCTION (library_call_hook)
        .cfi_startproc
        endbr64
        cmpl    $GMON_STATE_NOT_STARTED, gmon(%rip)    /* off < this < on */
        ja      .Lon
        jmp     *%r11

        .p2align 5
.Lon:
        movq    %rax, -8(%rsp)
        movq    %r11, -16(%rsp)
#ifdef PIC
        movq    arc_current@gottpoff(%rip), %r11
        movq    %fs:(%r11), %r11
#else
        movq    %fs:arc_current@tpoff, %r11
#endif
        testq   %r11, %r11
        je      .Lslow

        imulq   $ARC_HASH_A, (%rsp), %rax
        addq    -16(%rsp), %rax
        imulq   $ARC_HASH_B, %rax, %rax
        shrq    $ARC_HASH_SHIFT, %rax
        andq    ARC_TABLE_MASK(%r11), %rax
        addq    %rax, %r11
.Lprobe:
        movq    (%rsp), %rax
        cmpq    %rax, SLOT (ARC_SLOT_FROM)
        jne     .Lother
        movq    -16(%rsp), %rax
        cmpq    %rax, SLOT (ARC_SLOT_SELF)
        jne     .Lother
        incq    SLOT (ARC_SLOT_COUNT)
        movq    -8(%rsp), %rax
        jmp     *-16(%rsp)

.Lother:
        cmpq    $0, SLOT (ARC_SLOT_FROM)
        je      .Lslow
        addq    $ARC_SLOT_SIZE, %r11
        jmp     .Lprobe

.Lslow:
        movq    -8(%rsp), %rax
        movq    -16(%rsp), %r11
        SAVE
        movq    80(%rbp), %rdi
        movq    72(%rbp), %rsi
        call    __mcount_internal
        RESTORE
        jmp     *%r11
        .cfi_endproc
END (library_call_hook)

/* For the functions that make libraries known to the program: library_look runs
   first.  */
FUNCTION (library_look_hook)
        .cfi_startproc
        endbr64
        SAVE
        leaq    library_look(%rip), %rdi
        call    keep_vectors
        RESTORE
        jmp     *%r11
        .cfi_endproc
END (library_look_hook)

X86_CET_NOTE
MODULE_NOTES
