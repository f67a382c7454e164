/* arch/x86_64/mcount.S -- the call hooks of x86-64: mcount and __fentry__.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: one added
   to the count of the pair (return address in the caller, address in the
   callee).  The hook itself adds it if the thread's table has the pair; else
   __mcount_internal (mcount.c) does.  The table's layout is in arcs_layout.h.

   The compilers emit (gcc 12 and clang 14, seen with objdump)

     gcc -pg                                 gcc -pg -mfentry
       push %rbp                               call *__fentry__@GOTPCREL(%rip)
       mov  %rsp,%rbp                          push %rbp
       ...  prologue, push %r10 if live        ...
       call *mcount@GOTPCREL(%rip)
     with -fno-pie: call mcount; clang: call mcount@PLT, call __fentry__.
     with -mcmodel=large: the address is in %r10 (clang %rax), which is then
     dead.

   so at the first instruction of the hook there are

     mcount                                  __fentry__
       8(%rbp)  from: where the function       8(%rsp)  from
                returns to                     0(%rsp)  self
       0(%rbp)  the caller's %rbp              no frame yet; %rsp is a
       0(%rsp)  self: where the hook           multiple of 16
                returns to

   In a nested function with a static chain gcc pushes %r10 before it calls
   __fentry__.  Then 8(%rsp) is the static chain, and fentry_internal finds
   `from'.

   Functions that were compiled with -fpatchable-function-entry call the third
   hook (entry_sites.h), at the same place as __fentry__ but before any push.
   gcc's -fipa-ra may know which registers such a function destroys, if only an
   attribute asks for the entry.  Then the caller may keep a value in %r11, so
   this hook keeps that, too.  It need not keep the flags: gcc takes registers
   that are not allocated, like these, for destroyed by all functions.

   The calls are raw text in the middle of a function whose arguments are live:
   all registers but %r11 and the flags must survive.  That is %rax (number of
   vector arguments), %rcx, %rdx, %rsi, %rdi, %r8, %r9, %r10 (static chain),
   and the vector and mask registers.  Nothing here touches vector and mask
   registers: the C part is compiled with -mgeneral-regs-only and calls no
   libc.

   The path for a known pair is shown below as assembled in the archive.  It
   has 22 instructions, and 8 or 11 per further probe.  The shared library
   needs one more instruction, for the offset in thread-local storage.  The
   state is tested first: a program that is not profiled, and an IFUNC resolver
   that runs before thread-local storage exists, must not touch %fs.  One
   register is saved in the 128 bytes below the stack pointer, which signal
   handlers leave alone.

     endbr64
     cmpl   $1,state(%rip)         on?
     ja     ...                    jumps if on, so that off is fastest
     mov    %rax,-8(%rsp)
     mov    %fs:arc_current,%r11   the table, loaded once
     test   %r11,%r11
     je     ...                    first call of this thread
     imul   $A,8(%rbp),%rax        from
     add    (%rsp),%rax            self
     imul   $B,%rax,%rax
     shr    $27,%rax
     and    (%r11),%rax            the mask of this very table
     add    %rax,%r11
     mov    8(%rbp),%rax
     cmp    %rax,64(%r11)
     jne    ...
     mov    (%rsp),%rax
     cmp    %rax,72(%r11)
     jne    ...
     incq   80(%r11)               one instruction: a handler cannot split it
     mov    -8(%rsp),%rax
     ret

   The next slot is always the one above.  A table does not wrap but has a
   tail, whose last slot is never used.

   A handler may grow the table between the load of the table and the
   increment.  This does no harm, because the old table is still summed at the
   write.  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

#define NEAR_PAGE_BITS 12
#define NEAR_PAGE 4096          /* NEAR_PAGE_SIZE */

/* clang-format off */

#define SLOT(field) (ARC_TABLE_SLOTS + (field)) (%r11)

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

/* Loads the calling thread's table into %r11.  The archive is part of the
   executable, so there the place of its thread-local storage is known at link
   time.  */
        .macro  TABLE
#ifdef PIC
        movq    arc_current@gottpoff(%rip), %r11
        movq    %fs:(%r11), %r11
#else
        movq    %fs:arc_current@tpoff, %r11
#endif
        .endm

/* Adds one to the count of a pair in the table at %r11, and returns; jumps to
   UNKNOWN if the table does not have it.  %rax, and if KEPT is not 0 %r11, were
   saved.  */
        .macro  COUNT from, kept, unknown
        imulq   $ARC_HASH_A, \from, %rax
        addq    (%rsp), %rax
        imulq   $ARC_HASH_B, %rax, %rax
        shrq    $ARC_HASH_SHIFT, %rax
        andq    ARC_TABLE_MASK(%r11), %rax
        addq    %rax, %r11
.Lprobe\@:
        movq    \from, %rax
        cmpq    %rax, SLOT (ARC_SLOT_FROM)
        jne     .Lother\@
        movq    (%rsp), %rax
        cmpq    %rax, SLOT (ARC_SLOT_SELF)
        jne     .Lother\@               /* a free slot has from 0, self 0 */
        incq    SLOT (ARC_SLOT_COUNT)
        .if     \kept
        movq    -16(%rsp), %r11
        .endif
        movq    -8(%rsp), %rax
        ret

.Lother\@:
        cmpq    $0, SLOT (ARC_SLOT_FROM)        /* a free slot ends the */
        je      \unknown                        /* probing; one exists */
        addq    $ARC_SLOT_SIZE, %r11
        jmp     .Lprobe\@
        .endm

/* The code of one hook.  FROM is the operand of `from'.  LATER is the operand
   of `from' after KEPT bytes and eight registers were pushed.  SLOW is the C
   function to call with (from, self, address of self on the stack).  KEPT is 8
   if %r11 is kept, else 0.  */
        .macro  HOOK from, later, slow, kept
        .cfi_startproc
        endbr64
        cmpl    $GMON_STATE_NOT_STARTED, gmon(%rip)    /* off < this < on */
        ja      .Lon\@
        je      .Lcall\@
        ret

        .p2align 5
.Lon\@:
        movq    %rax, -8(%rsp)
        .if     \kept
        movq    %r11, -16(%rsp)
        .endif
        TABLE
        testq   %r11, %r11
        je      .Lslow\@

        COUNT   "\from", \kept, .Lslow\@

.Lslow\@:
        .if     \kept
        movq    -16(%rsp), %r11
        .endif
        movq    -8(%rsp), %rax
.Lcall\@:
        .if     \kept
        PUSH    %r11
        .endif
        PUSH    %rax
        PUSH    %rcx
        PUSH    %rdx
        PUSH    %rsi
        PUSH    %rdi
        PUSH    %r8
        PUSH    %r9
        PUSH    %r10
        movq    \later, %rdi
        leaq    64+\kept(%rsp), %rdx
        movq    (%rdx), %rsi
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
        .if     \kept
        POP     %r11
        .endif
        ret
        .cfi_endproc
        .endm

        .text
FUNCTION (_mcount)
        HOOK    "8(%rbp)", "8(%rbp)", __mcount_internal, 0
END (_mcount)
WEAK_ALIAS (mcount, _mcount)
HIDDEN_ALIAS (own_mcount, _mcount)

FUNCTION (__fentry__)
        HOOK    "8(%rsp)", "72(%rsp)", fentry_internal, 0
END (__fentry__)
HIDDEN_ALIAS (own_fentry, __fentry__)

        .hidden own_entry_hook
FUNCTION (own_entry_hook)
        HOOK    "8(%rsp)", "80(%rsp)", __mcount_internal, 8
END (own_entry_hook)

#ifdef PIC

/* Counts a call as own_entry_hook does, if the pair is known.  It fills a page,
   which can be mapped near the functions that call it (near_code.h).  The words
   that it needs are in the page behind that one: the address of the state, the
   place of arc_current in thread-local storage, and the address of
   own_entry_hook, to which it jumps for all else.  The stack pointer does not
   change, so stacks are unwound as at an entry.  */
#define NEAR_WORD(number) (near_entry_hook + NEAR_PAGE + 8 * (number)) (%rip)

        .section .text.near, "ax", %progbits
        .p2align NEAR_PAGE_BITS
        .globl  near_entry_hook
        .hidden near_entry_hook
        .type   near_entry_hook, %function
near_entry_hook:
        .cfi_startproc
        movq    %rax, -8(%rsp)
        movq    NEAR_WORD (0), %rax
        cmpl    $GMON_STATE_NOT_STARTED, (%rax)
        jbe     .Lnot_on
        movq    %r11, -16(%rsp)
        movq    NEAR_WORD (1), %r11
        movq    %fs:(%r11), %r11
        testq   %r11, %r11
        je      .Lfar
        COUNT   "8(%rsp)", 8, .Lfar

.Lfar:
        movq    -16(%rsp), %r11
.Lnot_on:
        movq    -8(%rsp), %rax
        jmp     *NEAR_WORD (2)
        .cfi_endproc
END (near_entry_hook)
        .p2align NEAR_PAGE_BITS

#endif

X86_CET_NOTE
MODULE_NOTES
