/* arch/hook_call.h -- the calls of hooks in compiled code, and their removal.

   SPDX-License-Identifier: 0BSD

   If the code.h of a machine defines MACHINE_HOOK_CALL_HEADER, the name of a
   header of its own, calls of hooks can be made instructions that do nothing.
   That header defines

     MACHINE_CALL_BY_WORD       bytes of a call of an address in a word
     MACHINE_CALL_DIRECT        bytes of a call of an address, not more
     machine_next_by_word (AT, END, IS_JUMP, CALL)      finds in the code from
                                AT to END the next call, or jump, to an address
                                in a word.  Fills CALL and returns true, or
                                returns false
     machine_next_direct (AT, END, CALL)        likewise, with the next call of
                                an address
     machine_has_frame (CODE, CALL)     returns true if the code from CODE to
                                CALL makes a frame just before CALL, which
                                mcount needs
     machine_plt_start (CODE, JUMP, I)  returns where the entry of a PLT whose
                                jump is JUMP may begin, for I from 0; NULL if
                                there are no more places.  CODE is the start of
                                the code
     machine_remove_call (END, BY_WORD) changes the call that ends at END into
                                instructions that do nothing.  END is in a copy
                                of the code
     MACHINE_ENTRY_SIZE         bytes at the start of a function, compiled with
                                -fpatchable-function-entry, that may become a
                                call
     machine_entry (AT)         returns where these bytes are if the compiler's
                                list says AT; NULL if they are not what
                                compilers make
     MACHINE_CALL_REACH         how far, at most, a call there may go
     machine_write_call (END, FROM, TARGET)     makes the bytes before END, of a
                                copy of code that ends at FROM, a call of TARGET
     MACHINE_JUMP_SIZE          bytes of a jump to any address
     machine_write_jump (AT, TARGET)    writes one at AT.  It changes no
                                register.

   If it defines MACHINE_NEAR_HOOK, which libgmon.so alone needs, it defines

     near_entry_hook            4,096 bytes of code that do what own_entry_hook
                                does, wherever they are mapped
     MACHINE_NEAR_WORDS         words that must then be behind them
     machine_near_words (WORDS, STATE, TABLE, HOOK)     fills them in; STATE and
                                TABLE are the addresses of hook_state and of
                                arc_current in this thread, HOOK is that of
                                own_entry_hook.  They hold in all threads  */

#ifndef GMON_HOOK_CALL_H
#define GMON_HOOK_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/compiled_code.h"
#include "arch/compiler.h"
#include "arch/namespace.h"

/* An instruction in code that is in memory where it runs.  */
struct hook_call
{
  const unsigned char *start;
  const unsigned char *end;     /* what the hook sees as the callee */
  uintptr_t target;             /* the address, or that of the word */
};

#ifdef MACHINE_HOOK_CALL_HEADER
# include MACHINE_HOOK_CALL_HEADER
# define HAVE_HOOK_CALLS

/* The code of libgmon's own hooks, which no other definition replaces.  Other
   registers are live than in calls of C functions.  */
HIDDEN void own_mcount (void);
HIDDEN void own_fentry (void);

/* The hook of functions that were compiled with -fpatchable-function-entry.  It
   is called as own_fentry and keeps all registers but the flags.  */
HIDDEN void own_entry_hook (void);

#endif

#endif /* GMON_HOOK_CALL_H */
