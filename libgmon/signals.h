/* signals.h -- signals that end the program, or ask for a file.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGNALS_H
#define GMON_SIGNALS_H

#include <stdatomic.h>
#include <stdint.h>

#include "actions.h"
#include "namespace.h"

struct options;

struct signals
{
  uint32_t period;              /* of checkpoints, in seconds; 0: none */
  _Atomic uint32_t due;         /* when the next one is, in seconds */
};

/* Catch what OPTIONS say, as far as the program has the default action.  Once
   in a process.  */
void signals_start (struct signals *signals, const struct options *options);

/* In the handler of the clock, all signals blocked: write the file if a
   checkpoint is due.  Async-signal-safe, keeps errno.  */
void signals_tick (struct signals *signals);

#endif /* GMON_SIGNALS_H */
