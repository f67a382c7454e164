/* arch/call_frame.h -- what the unwinder knows about a machine's call frames.

   SPDX-License-Identifier: 0BSD

   If the code.h of a machine defines MACHINE_FRAME_HEADER, the name of a header
   in quotes, then stacks can be unwound on that machine.  That header defines

     FRAME_RETURN        DWARF number of the return address column
     FRAME_SP, FRAME_FP  DWARF numbers of the stack and the frame pointer
     FRAME_SAVED         DWARF number of a third register whose saved values the
                         unwinder follows from frame to frame
     FRAME_RETURN_IN_REGISTER   if a call leaves the return address in a
                         register.  Then FRAME_SAVED is that register.  If it
                         is not defined, the return address is the word below
                         the CFA
     FRAME_RECORD_ENDS_FRAME    if the CFA is the end of the two words at which
                         the frame pointer points, in functions that have a
                         frame pointer
     FRAME_POINTER_IS_KEPT      if compiled code without unwind tables either
                         sets the frame pointer up or leaves it alone.  If this
                         is not defined, it may hold data
     frame_register_place (NUMBER)      the offset in a ucontext_t of the
                         register with the DWARF number NUMBER, or -1
     FRAME_PC_PLACE      the offset in a ucontext_t of the program counter
     frame_signal_context (SP)  the address of the ucontext_t of a signal, if
                         SP is the stack pointer in the code that ends the
                         signal's handler
     FRAME_TRAMPOLINE    the bytes of that code, which consists of two
                         instructions, as a string
     FRAME_TRAMPOLINE_SECOND    the offset of its second instruction
     frame_follows_call (CODE)  true if CODE[8] is the first byte behind a call
                         instruction.  CODE has 8 bytes
     frame_strip (PC)    the code address in a return address, which on some
                         machines is signed

   Optional are FRAME_TELLS_END and

     frame_signal_end (CONTEXT) the end of the bytes that the kernel wrote on
                         the stack when it delivered the signal with CONTEXT, a
                         handler's third argument; 0 if CONTEXT may be another
                         one than the kernel's, or if that is not known

   and this header then defines MACHINE_HAS_FRAMES.  Machines on which stacks of
   other, blocked threads can be unwound also define FRAME_HAS_CODE and

     FRAME_CODE_MORE     how many bytes behind the CODE of the next two
                         functions can be read, whatever they are
     frame_may_move_stack (CODE, SIZE)  false if the SIZE bytes at CODE, of a
                         function, leave the stack pointer where the prologue
                         has put it, but for arguments of calls
     frame_below_pointer (CODE, SIZE)   CODE is the first SIZE bytes, at least
                         40, of a function.  Returns how many bytes its prologue
                         puts below the saved frame pointer, as far as it is
                         understood; -1 if it sets no frame pointer up
     frame_pushed (CODE, SIZE, FP_BELOW)        how many bytes the first SIZE
                         bytes at CODE, of a function, put on the stack, as far
                         as they are understood.  *FP_BELOW is how far below the
                         return address they save the frame pointer, 0 if they
                         do not
     frame_popped (CODE, SIZE, POPPED, FP_ABOVE)        true if the SIZE bytes
                         at CODE take *POPPED bytes off the stack and return.
                         *FP_ABOVE is how far above the stack pointer they
                         restore the frame pointer from, SIZE_MAX if they do not
     frame_call_target (CODE, PC, IS_SLOT)      the target of the direct call
                         that ends at PC, 0 if none is understood.  If it sets
                         *IS_SLOT, the word at this address is the target.
                         CODE is the 8 bytes before PC
     frame_jump_slot (CODE, PC)         the address of the word to whose value
                         the code at PC, a PLT's entry, jumps; 0 if it does not.
                         CODE is 16 bytes from PC  */

#ifndef GMON_CALL_FRAME_H
#define GMON_CALL_FRAME_H

#include "code.h"

#ifdef MACHINE_FRAME_HEADER
# include MACHINE_FRAME_HEADER
# define MACHINE_HAS_FRAMES
#endif

#endif /* GMON_CALL_FRAME_H */
