/* arch/x86_xsave.h -- code shared by the vectors.S of x86-64 and of i386.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_X86_XSAVE_H
#define GMON_X86_XSAVE_H

/* clang-format off */

/* The state components that are saved (Intel SDM 1, chapter 13): x87, SSE,
   AVX, the three of AVX-512, and, in 64-bit code, APX's r16-r31.  xsave leaves
   out components that are not enabled.  */
#ifdef __x86_64__
# define COMPONENTS 0x800e7
#else
# define COMPONENTS 0xe7
#endif

#define CPUID_OSXSAVE 27        /* bit of %ecx, leaf 1 */
#define CPUID_FXSR 24           /* bit of %edx, leaf 1 */
#define FXSAVE_SIZE 512
#define XSAVE_HEADER 64

/* The saved component with the highest address in the save area is number 7,
   the upper 16 registers of AVX-512; its end is the size that is needed.  If
   the CPU does not have it, all saved components end within LEAST_SIZE.  The
   size for all enabled components would be four times as large with AMX, and
   would take most of the smallest stack of a thread.  */
#define LAST_COMPONENT 7
#define LEAST_SIZE 1088

/* Sets %ebx to the size that xsave needs for COMPONENTS.  Jumps to NONE, with
   %edx of leaf 1, if there is no xsave.  Also changes %eax, %ecx, %edx.  */
        .macro  XSAVE_SIZE none
        movl    $1, %eax
        cpuid
        btl     $CPUID_OSXSAVE, %ecx
        jnc     \none
        movl    $0xd, %eax              /* size and offset, or zeros */
        movl    $LAST_COMPONENT, %ecx
        cpuid
        addl    %eax, %ebx
        movl    $LEAST_SIZE, %eax
        cmpl    %eax, %ebx
        cmovb   %eax, %ebx
        .endm

#endif /* GMON_X86_XSAVE_H */
