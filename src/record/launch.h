/* record/launch.h -- runs a program with libgmon in it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_LAUNCH_H
#define RECORD_LAUNCH_H

#include <signal.h>
#include <stdbool.h>

#include "base/diag.h"
#include "cli/options.h"
#include "record/descendants.h"
#include "record/job.h"
#include "record/outside.h"
#include "record/runnable.h"

/* A program to run, and how.  All strings are borrowed.  */
struct launch
{
  char *const *command;         /* name and arguments, ended by NULL */
  const struct runnable *program;       /* what its file is */
  const char *directory;        /* where the profiles go */
  const char *prefix;           /* the names of the runtime's files there begin
                                   so; '.' and the number of the process
                                   follow */
  const char *library;          /* libgmon.so; NULL: it is not loaded */
  unsigned long rate;           /* samples a second, or 0: libgmon's own */
  bool records_waits;           /* also where threads are blocked */
  const char *functions;        /* whose calls are counted, as in libgmon's
                                   functions=; NULL: all */
  const char *event;            /* what is counted, or NULL: time */
  struct outside *outside;      /* what records the program by the kernel's
                                   events, so that the runtime in it, if there
                                   is one, only counts calls; or NULL */
  bool samples_kernel;          /* this runtime also takes samples in the
                                   kernel, as the events do not show it */
};

/* How signals were handled before launch_hold.  */
struct launch_signals
{
  sigset_t mask;
  void (*child) (int);          /* the action of SIGCHLD */
};

/* Blocks the signals that would end gprof while a program of its own runs or a
   directory of its own exists: those of the terminal, SIGTERM, SIGHUP, SIGPIPE
   and SIGXFSZ; and SIGCHLD, whose action becomes the default one.  Stores in
   *OLD what launch_release sets again, but for SIGXFSZ, which stays blocked.  A
   signal that has come meanwhile then ends gprof.  */
void launch_hold (struct launch_signals *old);
void launch_release (const struct launch_signals *old);

/* Runs the program of LAUNCH with the signal mask OLD and waits for its end.
   Changes the environment of gprof as that of the program.  launch_hold must
   have been called.  Signals from the terminal reach the program by themselves;
   those that a process sends to gprof are passed on.  Stores the status that
   waitpid has returned in *STATUS if the program was run.  If it is recorded
   from outside, writes the profiles at the end, and sets *TOTALS; else stores
   in SEEN, which is all zeros, the processes that ran, which the caller frees.
   Notes if processes that the program has started still run.  Returns false
   after one diag_error if the program cannot be run, or its profiles cannot be
   written.  */
bool launch_run (const struct launch *launch, struct diag *diag,
                 const struct launch_signals *old, int *status,
                 struct descendants *seen, struct job_totals *totals);

/* Returns true if GMON_OPTIONS in the environment of gprof, whose keys the
   program gets as well, asks for the times in which threads are blocked.  */
bool launch_inherits_waits (void);

/* Returns the exit status of a shell command with the status STATUS of
   waitpid: 128 + N for signal N.  */
int launch_exit_status (int status);

#endif /* RECORD_LAUNCH_H */
