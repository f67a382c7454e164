/* fatal_signals.h -- signals that end the program or request a file.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGNALS_H
#define GMON_SIGNALS_H

#include "arch/namespace.h"

struct options;
struct signals;

/* Installs handlers for the signals that OPTIONS choose: signals that end the
   program, and the signal that requests a file.  Starts checkpoints if OPTIONS
   ask for them.  A signal that the program handles itself is left alone.  An
   ignored signal is caught only if it is the one that requests a file.  A
   failure causes a message on stderr.  To be called once in a process.  */
void signals_start (struct signals *signals, const struct options *options);

/* Installs a handler for the signal with which OPTIONS request a file, in a
   program that is not profiled: the signal does not end the program, but prints
   why there is no file.  signals_start may follow.  */
void signals_start_idle (const struct options *options);

/* Writes the profile to its file if a checkpoint is due.  To be called in the
   clock's signal handler, with all signals blocked.  Async-signal-safe, keeps
   errno.  */
void signals_tick (struct signals *signals);

#endif /* GMON_SIGNALS_H */
