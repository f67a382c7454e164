/* sampler.h -- the clock that asks where the program is.

   SPDX-License-Identifier: 0BSD

   One clock serves up to three users at once (the histogram of monstartup,
   profil, sprofil); it runs while any of them is started.  Implemented by
   one of sampler_*.c.  */

#ifndef GMON_SAMPLER_H
#define GMON_SAMPLER_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

#include "namespace.h"

/* Called in a signal handler, all signals blocked: TICKS periods of CPU time
   have passed, the program is at PC.  Must be async-signal-safe.  */
typedef void sampler_sink (uintptr_t pc, unsigned ticks);

enum sampler_user
{
  SAMPLER_GMON,
  SAMPLER_PROFIL,
  SAMPLER_SPROFIL,
  SAMPLER_USERS
};

struct sampler
{
  sampler_sink *_Atomic sinks[SAMPLER_USERS];
  _Atomic unsigned handlers;    /* calls of the signal handler under way */
  struct sigaction program;     /* what SIGPROF did before us, */
  struct itimerval program_timer;       /* and the timer that raises it */
};

/* From now on call SINK for USER, instead of any earlier sink of USER; takes
   SIGPROF and its timer, also if they were lost since (by fork, or to the
   program).  0, or an errno value with USER stopped.
   Start and stop are not for concurrent use by several threads.  */
int sampler_start (struct sampler *sampler, enum sampler_user user,
                   sampler_sink *sink);

/* No more calls for USER: waits for one that is under way in another thread,
   but at most 0.1 s, in case that thread was lost by fork or by a fault in its
   sink.  The last user gives SIGPROF and its timer back to the program, unless
   that has taken them itself.  A user not started: no effect.  errno is
   kept.  */
void sampler_stop (struct sampler *sampler, enum sampler_user user);

/* Ticks per second of CPU time.  */
unsigned sampler_rate (void);

#endif /* GMON_SAMPLER_H */
