/* stack_steps.h -- between stack_steps.c and stack_code.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LIBGMON_BASE_STACK_STEPS_H
#define LIBGMON_BASE_STACK_STEPS_H

/* The code to be stepped through, which loads LIBRARY if that is not NULL.  */
void stack_code (const char *library);

/* To be called first by a signal handler that got CONTEXT: steps go on.  */
void stack_in_handler (void *context) __attribute__ ((no_instrument_function));

/* To be called after a library was unloaded.  */
void stack_unloaded (void) __attribute__ ((no_instrument_function));

#endif /* LIBGMON_BASE_STACK_STEPS_H */
