/* arch/asm.h -- macros for the assembly files.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ASM_H
#define GMON_ASM_H

/* clang-format off */

#define FUNCTION(name)                                                  \
        .globl  name;                                                   \
        .type   name, @function;                                        \
        .p2align 5;                                                     \
name:

#define END(name)                                                       \
        .size   name, . - name

#define WEAK_ALIAS(alias, name)                                         \
        .weak   alias;                                                  \
        .set    alias, name

/* No executable stack; and, for x86, fit for indirect branch tracking and
   shadow stacks (GNU property x86 feature 1: IBT 1, SHSTK 2), so that linking
   us into a program does not switch them off.  */
#define MODULE_NOTES                                                    \
        .section .note.GNU-stack, "", @progbits

#define X86_CET_NOTE                                                    \
        .section .note.gnu.property, "a", @note;                        \
        .p2align 3;                                                     \
        .long   4;                                                      \
        .long   16;                                                     \
        .long   5;                                                      \
        .asciz  "GNU";                                                  \
        .long   0xc0000002;                                             \
        .long   4;                                                      \
        .long   3;                                                      \
        .long   0

#endif /* GMON_ASM_H */
