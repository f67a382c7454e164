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

/* Value of gmon_state.calls_written as long as mcleanup has not written a
   file.  */
#define GMON_NOT_WRITTEN UINT64_MAX

/* The life of a profile; gmon.phase is one of these.

     NEW --> STARTING --> ON <--> OFF
                 ^         |       |
                 |         v       v
               ENDED <--- ENDING <-+

   monstartup or the first hook leads to ON, moncontrol from ON to OFF and
   back, the end of the program or mcleanup to ENDING, and the last file to
   ENDED.  A second monstartup starts again from zero.  A child of fork is
   ENDED if its parent was ENDING, or if children may not write files.  */
enum gmon_phase
{
  GMON_PHASE_NEW,               /* hooks log calls in a small early table */
  GMON_PHASE_STARTING,          /* one thread prepares the profile */
  GMON_PHASE_ON,
  GMON_PHASE_OFF,               /* nothing is counted */
  GMON_PHASE_ENDING,            /* off; the last file is being written */
  GMON_PHASE_ENDED
};

/* The signals that libgmon catches, with the actions that the program believes
   to be installed (signal_disposition.c).  */
struct actions
{
  /* The handler that libgmon puts in place of the program's action; NULL if
     libgmon does not catch the signal.  */
  void (*_Atomic taken[_NSIG]) (int signal, siginfo_t *info, void *context);
  /* The program's own action while libgmon's handler is installed, as the
     kernel would return it, with flags and mask.  */
  struct sigaction seen[_NSIG];
  /* True if the signal was ignored when libgmon installed its handler.  */
  bool ignored[_NSIG];
};

/* When the next checkpoint is due (fatal_signals.c).  */
struct signals
{
  uint32_t period;              /* seconds between checkpoints, 0: none */
  _Atomic uint32_t due;         /* when the next checkpoint is due, in seconds
                                   of CLOCK_MONOTONIC */
};

struct profil_buffer
{
  unsigned short *bins;
  size_t len;
  size_t offset;
  unsigned scale;
};

struct counted;
struct near_code;
struct prof_regions;
struct whole;

struct gmon_state
{
  _Atomic int state;            /* GMON_STATE_*; the only field that hooks
                                   test, and the first one, as the assembly
                                   reads it */
  _Atomic int phase;            /* enum gmon_phase */
  _Atomic bool ready;           /* libc can be called: constructors run
                                   (autostart.c) */
  bool autostarted;             /* the first hook started it, not gcrt1.o */
  bool exiting;                 /* exit is running the functions registered
                                   with it */
  uint64_t calls_written;       /* calls in the file that mcleanup wrote during
                                   exit, or GMON_NOT_WRITTEN */
  uint64_t ticks_written;       /* clock ticks at the time of that file */
  struct libc_exits libc_exits;
  struct actions actions;
  struct signals signals;
  struct altstacks altstacks;
  struct text program;          /* range of the executable (autostart.c) */
  struct text text;             /* range that is profiled */
  struct arcs arcs;
  struct blocks blocks;
  struct pchist hist;
  struct sampler sampler;
  struct whole *whole;          /* NULL with stacks=off */
  struct libc_signals libc_signals;
  /* True if siginterrupt was called with a nonzero flag: the handler that
     signal () sets for this signal interrupts system calls instead of
     restarting them.  */
  _Atomic bool interrupts[_NSIG];
  struct dump dump;
  struct descriptors descriptors;
  struct counted *counted;      /* NULL: all functions are counted */
  struct profil_buffer profil;
  struct prof_regions *_Atomic sprofil;
};

_Static_assert (offsetof (struct gmon_state, state) == 0, "assembly");
_Static_assert (sizeof (_Atomic int) == 4, "assembly");

extern struct gmon_state gmon HIDDEN;

/* autostart.c: returns true if the first hook call may start profiling: libc
   can be called, and SELF, the address of the function with the hook, is in
   the executable.  */
bool gmon_may_start (uintptr_t self);

/* profile.c: starts profiling of the whole executable, unless it is started
   already.  */
void gmon_autostart (void);

/* profile.c: reads GMON_OPTIONS, unless that was done before.  Prints messages.
   Not async-signal-safe.  */
void gmon_read_options (void);

/* profile.c: ends the profile after all destructors, as mcleanup does.  If
   mcleanup wrote the file during exit, writes it again only if calls or
   samples came since.  Does nothing unless the first hook started the profile
   or gmon.exiting is set.  */
void gmon_end (void);

/* profile.c: changes the phase from FROM to TO, and adapts what hooks and the
   guards of blocks see.  Returns false and does nothing if the phase is not
   FROM.  Async-signal-safe.  */
bool gmon_change_phase (enum gmon_phase from, enum gmon_phase to);

/* Returns true if PHASE is one in which a profile exists: counting, or
   switched off by moncontrol.  */
static inline bool
phase_is_running (int phase)
{
  return phase == GMON_PHASE_ON || phase == GMON_PHASE_OFF;
}

/* profile.c: gives gmon.hist new, empty memory for the range [LOW, HIGH).  The
   old memory stays mapped, as a handler in another thread may be using it.
   Without memory nothing is sampled, and a message on stderr says so.  */
void gmon_new_histogram (uintptr_t low, uintptr_t high);

/* counted.c: the first time, does what functions= in GMON_OPTIONS asks for: in
   all objects that are loaded, the calls of hooks by functions that are not
   wanted become instructions that do nothing.  Reads GMON_OPTIONS then, if it
   has the key.  Where that is not possible, a message says why.  Returns true
   if the program has calls of our hooks, and functions= is given.  Not
   async-signal-safe.  */
bool counted_start (void);

/* counted.c: finds the functions of objects that were loaded since the last
   time.  Their calls of hooks stay, but are dropped when they are read.  If
   IS_BEFORE_USE, the program does not know these objects yet; then wanted
   functions without calls of hooks get them, if there is one thread.  Keeps
   errno.  Not async-signal-safe.  */
void counted_scan_objects (bool is_before_use);

/* counted.c: for the child after fork.  */
void counted_reset_in_child (void);

/* counted.c: returns which functions are counted, a list of patterns or "none".
   Returns NULL if all are.  The text stays.  */
const char *counted_functions (void);

/* counted.c: returns true if no function is counted.  */
bool counted_is_nothing (void);

/* counted.c: returns true if functions of objects that are loaded later may be
   wanted.  */
bool counted_may_grow (void);

/* counted.c: returns the code that libgmon has put between functions and the
   hook, or NULL.  */
const struct near_code *counted_near_code (void);

/* fork.c: makes the calling process the profiled one, and registers handlers
   for fork and quick_exit.  To be called once in a process; not
   async-signal-safe.  */
void fork_start (void);

/* fork.c: returns true if libgmon.so was preloaded into a program with another
   C library than the one it was built for.  */
bool libc_is_other (void);

/* Returns true in the process that is profiled.  */
static inline bool
process_is_ours (void)
{
  return process_is_current (&gmon.dump.process);
}

/* profile.c: writes the profile to its file and goes on counting.  HOW is the
   occasion: the process ends without mcleanup, becomes another program, or
   wants a file while it runs.  Nothing is written if the calling process is
   not the profiled one, if no profile exists, or in a child of fork that has
   recorded nothing.  After DUMP_EXIT and DUMP_EXEC no other thread may write a
   file, since the end of the process would cut that file off;
   gmon_dump_release lifts this.  Async-signal-safe, keeps errno.  */
enum gmon_dump
{
  DUMP_EXIT,
  DUMP_CONTINUE,                /* the process goes on */
  DUMP_EXEC                     /* the process calls exec; a child of fork
                                   writes only if it has samples */
};
void gmon_dump (enum gmon_dump how);

/* profile.c: lets other threads write again after gmon_dump, if the process
   did not end or exec failed.  Async-signal-safe.  */
void gmon_dump_release (void);


#endif /* GMON_STATE_H */
