# unlisted_code.S -- functions without unwind tables; see unlisted.c.
# SPDX-License-Identifier: GPL-3.0-or-later

        .text
        .globl  asm_leaf, asm_pushes, asm_calls

# Nothing on the stack.
        .type   asm_leaf, @function
asm_leaf:
        mov     %rdi, %rax
1:      dec     %rax
        jnz     1b
        ret
        .size   asm_leaf, .-asm_leaf

# Registers and room on the stack, as in the multiplication of GMP; rbp has
# data.
        .type   asm_pushes, @function
asm_pushes:
        push    %rbx
        push    %rbp
        push    %r12
        push    %r13
        sub     $40, %rsp
        mov     %rdi, %rbp
1:      dec     %rbp
        jnz     1b
        mov     %rdi, %rax
        add     $40, %rsp
        pop     %r13
        pop     %r12
        pop     %rbp
        pop     %rbx
        ret
        .size   asm_pushes, .-asm_pushes

# Calls one that is not listed, either.
        .type   asm_calls, @function
asm_calls:
        push    %r12
        sub     $16, %rsp
        mov     %rdi, %r12
        call    asm_pushes
        mov     %r12, %rdi
        call    asm_leaf
        add     $16, %rsp
        pop     %r12
        ret
        .size   asm_calls, .-asm_calls

        .section .note.GNU-stack,"",@progbits
