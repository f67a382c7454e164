/* arch/library_stub.h -- the stubs that count calls of libraries.

   SPDX-License-Identifier: 0BSD

   If the code.h of a machine defines MACHINE_STUB_HEADER, the name of a header
   of its own, calls of libraries can be counted in libgmon.so.  That header
   defines

     MACHINE_JUMP_SLOT          the type of the relocation of a PLT's slot
     MACHINE_GLOB_DAT           that of a word with the address of a function
     MACHINE_STUB_SIZE          bytes from one stub to the next
     machine_write_stub (CODE, TARGET, HOOK)    writes a stub at CODE, which
                                passes the word at TARGET to the hook whose
                                address is at HOOK.  Both are near CODE
     MACHINE_RESOLVER_SIZE      bytes that machine_find_binder looks at
     machine_find_binder (RESOLVER)     returns the function of the dynamic
                                linker that RESOLVER, to which PLTs jump, calls
                                for the target; 0 if the code is not
                                understood.

   The archive has no stubs: it calls libraries by the program's PLT itself.  */

#ifndef GMON_LIBRARY_STUB_H
#define GMON_LIBRARY_STUB_H

#include <stdint.h>

#include "arch/compiled_code.h"
#include "arch/compiler.h"
#include "arch/namespace.h"

#ifdef MACHINE_STUB_HEADER
# include MACHINE_STUB_HEADER
#endif

#if defined MACHINE_STUB_HEADER && !defined __PIE__ && defined __GLIBC__

# define HAVE_LIBRARY_STUBS

/* Code to which stubs jump.  The first one counts a call, the second one calls
   library_look; then both jump to the stub's target.  */
HIDDEN void library_call_hook (void);
HIDDEN void library_look_hook (void);

#endif

#endif /* GMON_LIBRARY_STUB_H */
