/* arch/bare/hook.h -- the function of libgmon-bare that the hooks call.

   SPDX-License-Identifier: 0BSD  */

#ifndef ARCH_BARE_HOOK_H
#define ARCH_BARE_HOOK_H

#include <stdint.h>

/* Functions of the library are not hooked, even if it is compiled with -pg.  */
#define BARE_PLAIN __attribute__ ((no_instrument_function))
#define BARE_INTERNAL BARE_PLAIN __attribute__ ((visibility ("hidden")))

/* Counts one call from FROM, a return address or 0, to SELF, an address in the
   callee.  Safe in interrupts, uses only general registers.  */
BARE_INTERNAL void bare_call (uintptr_t from, uintptr_t self);

#endif /* ARCH_BARE_HOOK_H */
