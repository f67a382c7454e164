/* arch/i386/mcount.S -- the call hooks of i386: mcount and __fentry__.

   SPDX-License-Identifier: 0BSD

   In: a call at the start of every function compiled with -pg.  Out: a call of
   __mcount_internal with (return address in the caller, address in the
   callee).

   The compilers emit (gcc 12 and clang 14, by -S)

     gcc -pg                                 gcc -pg -mfentry
       pushl %ebp                              call __fentry__
       movl  %esp, %ebp                        pushl %ebp
       ...  prologue                           ...
       call *mcount@GOT(%ebx)                  (refused with -fpic and -fpie)
     with -fno-pie: call mcount; clang: calll mcount@PLT, calll __fentry__.

   so at the first instruction of the hook there are

     mcount                                  __fentry__
       4(%ebp)  from                           4(%esp)  from
       0(%esp)  self                           0(%esp)  self

   In a nested function gcc pushes %ecx, the static chain, before it calls
   __fentry__.  Then 4(%esp) is the static chain, and fentry_internal finds
   `from'.

   The calls are raw text in the middle of a function whose arguments are live:
   %eax, %ecx and %edx (regparm, static chain) and the vector registers must
   survive.  Nothing here touches the vector registers, since the C part uses
   general registers only.  The stack pointer may be a multiple of 4 only.

   mcount as assembled, without the alignment:

     endbr32
     push   %eax; push %ecx; push %edx
     call   1f
 1:  pop    %eax
     cmpl   $0,state-1b(%eax)      off?
     je     ...
     mov    4(%ebp),%eax           from
     lea    12(%esp),%edx          address of self
     push   %edx; push (%edx); push %eax
     call   __mcount_internal
     add    $12,%esp
     pop    %edx; pop %ecx; pop %eax
     ret  */

#include "arch/asm.h"
#include "arch/arcs_layout.h"
#include "arch/namespace.h"

/* clang-format off */

        .hidden gmon
        .hidden __mcount_internal
        .hidden fentry_internal

        .macro  PUSH register
        pushl   \register
        .cfi_adjust_cfa_offset 4
        .cfi_rel_offset \register, 0
        .endm

        .macro  POP register
        popl    \register
        .cfi_adjust_cfa_offset -4
        .cfi_restore \register
        .endm

/* The code of one hook.  FROM is the operand of `from' after the three pushes.
   INTERNAL is the C function to call with (from, self, address of self on the
   stack).  */
        .macro  HOOK from, internal
        .cfi_startproc
        endbr32
        PUSH    %eax
        PUSH    %ecx
        PUSH    %edx
        call    .Lhere\@
        .cfi_adjust_cfa_offset 4
.Lhere\@:
        popl    %eax
        .cfi_adjust_cfa_offset -4
        cmpl    $GMON_STATE_OFF, (gmon - .Lhere\@)(%eax)
        je      .Loff\@
        movl    \from, %eax
        leal    12(%esp), %edx
        PUSH    %ebp
        movl    %esp, %ebp
        .cfi_def_cfa_register %ebp
        subl    $12, %esp
        andl    $-16, %esp
        subl    $4, %esp
        pushl   %edx
        pushl   (%edx)
        pushl   %eax
        call    \internal
        movl    %ebp, %esp
        .cfi_def_cfa_register %esp
        POP     %ebp
.Loff\@:
        POP     %edx
        POP     %ecx
        POP     %eax
        ret
        .cfi_endproc
        .endm

        .text
FUNCTION (_mcount)
        HOOK    "4(%ebp)", __mcount_internal
END (_mcount)
WEAK_ALIAS (mcount, _mcount)

FUNCTION (__fentry__)
        HOOK    "16(%esp)", fentry_internal
END (__fentry__)

X86_CET_NOTE
MODULE_NOTES
