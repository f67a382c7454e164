/* arch/x86_64/mcount.S -- the call hooks of x86-64: mcount and __fentry__.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: one
   added to the count of the pair (return address in the caller, address in
   the callee), here if the thread's table knows the pair, else by
   __mcount_internal (mcount.c).  The table's layout is in arcs_layout.h.

   What the compilers emit (gcc 12 and clang 14, seen with objdump):

     gcc -pg                                 gcc -pg -mfentry
       push %rbp                               call *__fentry__@GOTPCREL(%rip)
       mov  %rsp,%rbp                          push %rbp
       ...  prologue, push %r10 if live        ...
       call *mcount@GOTPCREL(%rip)
     with -fno-pie: call mcount; clang: call mcount@PLT, call __fentry__.
     -mcmodel=large: the address by %r10 (clang %rax), which are then dead.

   so that at the first instruction of the hook

     mcount                                  __fentry__
       8(%rbp)  from: where the function       8(%rsp)  from
                returns to                     0(%rsp)  self
       0(%rbp)  the caller's %rbp              no frame yet, %rsp is a
       0(%rsp)  self: where the hook           multiple of 16
                returns to                     (a nested function with a static
                                               chain: gcc has pushed %r10, and
                                               8(%rsp) is that: fentry_internal)

   Both are raw text in the middle of a function whose arguments are live: all
   registers but %r11 and the flags must survive.  That is %rax (number of
   vector arguments), %rcx, %rdx, %rsi, %rdi, %r8, %r9, %r10 (static chain),
   and the vector and mask registers, which nothing here touches: the C part is
   compiled with -mgeneral-regs-only and calls no libc.

   The path for a known pair, as assembled (27 instructions, and 7 per further
   probe; the state is tested first because a program that is not profiled, or
   an IFUNC resolver that runs before there is thread-local storage, must not
   touch %fs):

     endbr64
     mov    state(%rip),%r11d
     cmp    $2,%r11d               on?
     jne    ...
     push   %rax; push %rcx; push %rdx
     mov    8(%rbp),%rax           from
     mov    24(%rsp),%rcx          self
     mov    arc_current@gottpoff(%rip),%r11
     mov    %fs:(%r11),%r11        the table, loaded once
     test   %r11,%r11
     je     ...                    first call of this thread
     imul   $A,%rax,%rdx
     add    %rcx,%rdx
     imul   $B,%rdx,%rdx
     shr    $27,%rdx
     and    (%r11),%rdx            its mask, of this very table
     cmp    %rax,64(%r11,%rdx)
     jne    ...
     cmp    %rcx,72(%r11,%rdx)
     jne    ...
     incq   80(%r11,%rdx)          one instruction: a handler cannot split it
     pop    %rdx; pop %rcx; pop %rax
     ret

   A handler that grows the table between the load and the increment does no
   harm: the old table is still summed at the write.  */

#include "arch/asm.h"
#include "arcs_layout.h"
#include "namespace.h"

/* clang-format off */

#define SLOT(field) (ARC_TABLE_SLOTS + (field)) (%r11, %rdx)

        .hidden gmon
        .hidden arc_current
        .hidden __mcount_internal
        .hidden fentry_internal

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

/* Put %rax, %rcx, %rdx aside; %rax := from, %rcx := self.  FROM is the operand
   of the former as it reads after the three pushes.  */
        .macro  FETCH from
        PUSH    %rax
        PUSH    %rcx
        PUSH    %rdx
        movq    \from, %rax
        movq    24(%rsp), %rcx
        .endm

/* Back to the state remembered, where the frame ends OFFSET above %rsp: said
   again because clang's assembler goes on from the latest offset it saw.  */
        .macro  RESTORED offset
        .cfi_restore_state
        .cfi_def_cfa_offset \offset
        .endm

/* One hook.  SLOW gets (from, self, address of self on the stack).  */
        .macro  HOOK from, slow
        .cfi_startproc
        endbr64
        movl    gmon(%rip), %r11d
        cmpl    $GMON_STATE_ON, %r11d
        jne     .Lnot_on\@
        .cfi_remember_state
        FETCH   "\from"
        movq    arc_current@gottpoff(%rip), %r11
        movq    %fs:(%r11), %r11
        testq   %r11, %r11
        je      .Lslow\@

        imulq   $ARC_HASH_A, %rax, %rdx
        addq    %rcx, %rdx
        imulq   $ARC_HASH_B, %rdx, %rdx
        shrq    $ARC_HASH_SHIFT, %rdx
.Lprobe\@:
        andq    ARC_TABLE_MASK(%r11), %rdx
        cmpq    %rax, SLOT (ARC_SLOT_FROM)
        jne     .Lother\@
        cmpq    %rcx, SLOT (ARC_SLOT_SELF)
        jne     .Lother\@               /* from may be 0, as in a free slot */
        incq    SLOT (ARC_SLOT_COUNT)
        .cfi_remember_state
        POP     %rdx
        POP     %rcx
        POP     %rax
        ret

        RESTORED 32
.Lother\@:
        cmpq    $0, SLOT (ARC_SLOT_FROM)        /* ends the probing: never */
        je      .Lslow\@                        /* more than 7/8 are used  */
        addq    $ARC_SLOT_SIZE, %rdx
        jmp     .Lprobe\@

.Lslow\@:
        .cfi_remember_state
        PUSH    %rsi
        PUSH    %rdi
        PUSH    %r8
        PUSH    %r9
        PUSH    %r10
        movq    %rax, %rdi
        movq    %rcx, %rsi
        leaq    64(%rsp), %rdx
        PUSH    %rbp
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        call    \slow
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
        ret

        .cfi_restore_state
        RESTORED 8
.Lnot_on\@:
        testl   %r11d, %r11d            /* GMON_STATE_OFF */
        je      .Loff\@
        .cfi_remember_state
        FETCH   "\from"
        jmp     .Lslow\@
        RESTORED 8
.Loff\@:
        ret
        .cfi_endproc
        .endm

        .text
FUNCTION (_mcount)
        HOOK    "8(%rbp)", __mcount_internal
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

FUNCTION (__fentry__)
        HOOK    "32(%rsp)", fentry_internal
END (__fentry__)

X86_CET_NOTE
MODULE_NOTES
