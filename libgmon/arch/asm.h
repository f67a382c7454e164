/* arch/asm.h -- macros for the assembly files.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ASM_H
#define GMON_ASM_H

/* clang-format off */

#define FUNCTION(name)                                                  \
        .globl  name;                                                   \
        .type   name, %function;                                        \
        .p2align 5;                                                     \
name:

#define END(name)                                                       \
        .size   name, . - name

#define WEAK_ALIAS(alias, name)                                         \
        .weak   alias;                                                  \
        .set    alias, name

/* A name that no other definition can replace.  */
#define HIDDEN_ALIAS(alias, name)                                       \
        .globl  alias;                                                  \
        .hidden alias;                                                  \
        .set    alias, name

/* MODULE_NOTES: the stack is not executable.

   The property notes below keep protections that the linker would switch off
   for the whole program if one object lacked them: on x86, indirect branch
   tracking and shadow stacks (GNU property x86 feature 1: IBT 1, SHSTK 2); on
   AArch64, branch target identification and pointer authentication (AArch64
   feature 1: BTI 1, PAC 2).  */
#define MODULE_NOTES                                                    \
        .section .note.GNU-stack, "", %progbits

#ifdef __LP64__
# define NOTE_ALIGNED .p2align 3
# define NOTE_SIZE 16
# define NOTE_PADDING .long 0
#else
# define NOTE_ALIGNED .p2align 2
# define NOTE_SIZE 12
# define NOTE_PADDING
#endif

#define PROPERTY_NOTE(kind, bits)                                  \
        .section .note.gnu.property, "a", %note;                        \
        NOTE_ALIGNED;                                                   \
        .long   4;                                                      \
        .long   NOTE_SIZE;                                              \
        .long   5;                                                      \
        .asciz  "GNU";                                                  \
        .long   kind;                                                   \
        .long   4;                                                      \
        .long   bits;                                                   \
        NOTE_PADDING

#define X86_CET_NOTE PROPERTY_NOTE (0xc0000002, 3)
#define AARCH64_BTI_NOTE PROPERTY_NOTE (0xc0000000, 3)

#endif /* GMON_ASM_H */
