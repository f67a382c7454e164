/* state.h -- the state of the runtime.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_STATE_H
#define GMON_STATE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/compiler.h"
#include "clock/sampler.h"
#include "life/altstack.h"
#include "output/dump.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "record/pchist.h"
#include "sys/descriptors.h"
#include "sys/libc_next.h"
#include "sys/program_image.h"

/* In gmon_state.calls_written: mcleanup has not written a file.  */
#define GMON_NOT_WRITTEN UINT64_MAX

/* The life of a profile; gmon.phase is one of these.

     NEW --> STARTING --> ON <--> OFF
                 ^         |       |
                 |         v       v
               ENDED <--- ENDING <-+

   monstartup or the first hook leads to ON, moncontrol from ON to OFF and back,
   the end of the program or mcleanup to ENDING, and the last file to ENDED.  A
   second monstartup starts again from zero.  A child of fork whose parent was
   ENDING, or that may not write a file, is ENDED.  */
enum gmon_phase
{
  GMON_PHASE_NEW,               /* hooks log calls in a small early table */
  GMON_PHASE_STARTING,          /* one thread prepares the profile */
  GMON_PHASE_ON,
  GMON_PHASE_OFF,               /* nothing is counted */
  GMON_PHASE_ENDING,            /* off; the last file is being written */
  GMON_PHASE_ENDED
};

/* The signals that libgmon catches, as the program sees them
   (signal_disposition.c).  */
struct actions
{
  /* The handler that libgmon puts in place of the program's action; NULL if
     libgmon does not catch the signal.  */
  void (*_Atomic taken[_NSIG]) (int signal, siginfo_t *info, void *context);
  /* The program's own action, while that handler is installed: what the kernel
     would return for it, with its flags and its mask.  */
  struct sigaction seen[_NSIG];
  /* The signal was ignored when libgmon took it.  */
  bool ignored[_NSIG];
};

/* Checkpoints (fatal_signals.c).  */
struct signals
{
  uint32_t period;              /* of checkpoints, in seconds; 0: none */
  _Atomic uint32_t due;         /* when the next one is, in seconds */
};

struct profil_buffer
{
  unsigned short *bins;
  size_t len;
  size_t offset;
  unsigned scale;
};

struct prof_regions;

struct gmon_state
{
  _Atomic int state;            /* GMON_STATE_*, all that hooks look at; first,
                                   for the assembly */
  _Atomic int phase;            /* enum gmon_phase */
  _Atomic bool ready;           /* libc can be called (autostart.c) */
  bool autostarted;             /* by the first hook, not by gcrt1.o */
  bool exiting;                 /* what exit calls is being called */
  uint64_t calls_written;       /* then, by mcleanup, if at all, */
  uint64_t ticks_written;       /* and how many had come */
  struct libc_ends libc_ends;
  struct actions actions;
  struct signals signals;
  struct stacks stacks;
  struct text program;          /* the executable's (autostart.c) */
  struct text text;             /* what is being profiled */
  struct arcs arcs;
  struct blocks blocks;
  struct pchist hist;
  struct sampler sampler;
  struct libc_signals libc_signals;
  /* As siginterrupt has it: system calls are not restarted after the handler
     that signal sets for this signal.  */
  _Atomic bool interrupts[_NSIG];
  struct dump dump;
  struct descriptors descriptors;
  struct profil_buffer profil;
  struct prof_regions *_Atomic sprofil;
};

_Static_assert (offsetof (struct gmon_state, state) == 0, "assembly");
_Static_assert (sizeof (_Atomic int) == 4, "assembly");

extern struct gmon_state gmon HIDDEN;

/* autostart.c: may the first hook call, from a function at SELF, start us?  */
bool gmon_may_start (uintptr_t self);

/* profile.c: start for the whole executable, unless started.  */
void gmon_autostart (void);

/* profile.c: after all destructors: as mcleanup, but if that was called by exit
   and has written the file, only if there were calls or samples since.  */
void gmon_end (void);

/* profile.c: changes the phase from FROM to TO, and with it what hooks and
   guards of blocks see.  Returns false, and does nothing, if the phase is not
   FROM.  Async-signal-safe.  */
bool gmon_change_phase (enum gmon_phase from, enum gmon_phase to);

/* True while there is a profile: counted now or switched off by moncontrol.  */
static inline bool
phase_is_running (int phase)
{
  return phase == GMON_PHASE_ON || phase == GMON_PHASE_OFF;
}

/* profile.c: gives gmon.hist new, empty memory for the range [LOW, HIGH).  The
   old memory is not unmapped, as a handler of another thread may use it.
   Without memory nothing is sampled, and a message says so.  */
void gmon_new_histogram (uintptr_t low, uintptr_t high);

/* fork.c: makes this process the profiled one and follows fork and quick_exit.
   Once in a process; not async-signal-safe.  */
void fork_start (void);

/* True in the process that is profiled.  */
static inline bool
process_is_ours (void)
{
  return process_is_current (&gmon.dump.process);
}

/* profile.c: the process is about to end without mcleanup, or to become another
   program, or wants a file in between: it is written, unless this process is
   not ours, or a child that has nothing to say.  Counting goes on.  Unless a
   file is wanted meanwhile no other thread may write one from now on, as that
   would be cut off.  Async-signal-safe, keeps errno.  */
enum gmon_leave
{
  GMON_LEAVE_EXIT,
  GMON_LEAVE_NOT,               /* a file is wanted meanwhile */
  GMON_LEAVE_EXEC               /* may be the child of fork and exec */
};
void gmon_leave (enum gmon_leave how);

/* profile.c: the end or the other program did not come: others may write
   again.  Async-signal-safe.  */
void gmon_stay (void);


#endif /* GMON_STATE_H */
