/* fatal_signals.h -- signals that end the program, or ask for a file.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGNALS_H
#define GMON_SIGNALS_H

#include "arch/namespace.h"

struct options;
struct signals;

/* Catch what OPTIONS say, as far as the program has the default action.  Once
   in a process.  */
void signals_start (struct signals *signals, const struct options *options);

/* In the handler of the clock, all signals blocked: write the file if a
   checkpoint is due.  Async-signal-safe, keeps errno.  */
void signals_tick (struct signals *signals);

#endif /* GMON_SIGNALS_H */
