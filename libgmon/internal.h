/* internal.h -- the state of the runtime, and what its files share.

   SPDX-License-Identifier: 0BSD

   Everything that is written to after the start lives in one struct
   gmon_state, defined in monitor.c, plus what is a thread's own (arcs.c,
   process.c); arc tables, histogram, merge and writer work on what they are
   given.  */

#ifndef GMON_INTERNAL_H
#define GMON_INTERNAL_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "namespace.h"
#include "arcs.h"
#include "blocks.h"
#include "descriptors.h"
#include "ends.h"
#include "gmon_file.h"
#include "gmon_out.h"
#include "job.h"
#include "message.h"
#include "options.h"
#include "pchist.h"
#include "process.h"
#include "sampler.h"
#include "sigprof.h"
#include "signals.h"
#include "stacks.h"

#define EXPORTED __attribute__ ((visibility ("default")))
#define HIDDEN __attribute__ ((visibility ("hidden")))
#define INITIAL_EXEC __attribute__ ((tls_model ("initial-exec")))
#define WEAK_ALIAS_OF(name) __attribute__ ((weak, alias (name)))

/* The part of the address space that is profiled.  */
struct text
{
  uintptr_t base;               /* load address: file address = run - base */
  uintptr_t low;
  uintptr_t high;               /* exclusive */
  unsigned char build_id[GMON_BUILD_ID_SIZE];   /* as in the file */
};

/* How far the process has come; hooks look at `state' alone.  */
enum gmon_phase
{
  GMON_PHASE_NEW,               /* nothing has started us */
  GMON_PHASE_STARTING,
  GMON_PHASE_RUNNING,           /* on, or switched off by moncontrol */
  GMON_PHASE_ENDING,            /* off; the file is about to be written */
  GMON_PHASE_ENDED              /* written by mcleanup; may start again */
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
  _Atomic int state;            /* GMON_STATE_*; first, for the assembly */
  _Atomic int phase;            /* enum gmon_phase */
  _Atomic bool ready;           /* libc can be called (crt.c) */
  bool autostarted;             /* by the first hook, not by gcrt1.o */
  bool exiting;                 /* what exit calls is being called */
  uint64_t calls_written;       /* then, by mcleanup, if at all, */
  uint64_t ticks_written;       /* and how many had come */
  bool mute;                    /* there was no stderr at the start */
  struct ends ends;
  struct actions actions;
  struct process process;
  struct options options;       /* read at the first start */
  struct signals signals;
  struct stacks stacks;
  struct text program;          /* the executable's (crt.c) */
  struct text text;             /* what is being profiled */
  struct arcs arcs;
  struct blocks blocks;
  struct pchist hist;
  struct sampler sampler;
  struct sigprof sigprof;
  struct gmon_writer writer;
  struct job job;
  struct descriptors descriptors;
  struct profil_buffer profil;
  struct prof_regions *_Atomic sprofil;
};

_Static_assert (offsetof (struct gmon_state, state) == 0, "assembly");
_Static_assert (sizeof (_Atomic int) == 4, "assembly");

extern struct gmon_state gmon HIDDEN;

static inline bool
text_contains (const struct text *text, uintptr_t address)
{
  return address - text->low < text->high - text->low;
}

/* A return address may be one past the text, after a call that ends it.  */
static inline bool
text_contains_return (const struct text *text, uintptr_t address)
{
  return text_contains (text, address - 1);
}

/* mcount.c: one call, from the hook.  For the first call of a pair in a
   thread, or before the start.  Keeps errno, touches only general registers.
   ENTRY, for -mfentry, points to the stack when the hook was entered.  */
HIDDEN void __mcount_internal (uintptr_t from, uintptr_t self);
HIDDEN void fentry_internal (uintptr_t from, uintptr_t self,
                             const uintptr_t *entry);

/* The same for a block, whose callback returns to PC; KIND is ARC_SELF_BLOCK or
   ARC_SELF_GUARD.  */
HIDDEN void block_internal (uintptr_t pc, uintptr_t kind);

/* As __mcount_internal on RISC-V, where ARGUMENT may be the return address or
   not; FRAME and STACK are the frame pointer, if it is one, and the stack
   pointer.  */
HIDDEN void argument_internal (uintptr_t argument, uintptr_t self,
                               uintptr_t frame, uintptr_t stack);

/* range.c: the load address of the executable, its text range and the head of
   its build id, by its program headers and notes.  Not async-signal-safe.  */
struct text text_range (void);

/* range.c: is ADDRESS in the executable, code or data?  Not
   async-signal-safe.  */
bool is_in_executable (uintptr_t address);

/* range.c: is the executable linked with us, not only run with LD_PRELOAD?  */
bool executable_needs_us (void);

/* range.c: is ADDRESS in the object that has exit?  Not async-signal-safe.  */
bool is_beside_exit (uintptr_t address);

/* crt.c: may the first hook call, from a function at SELF, start us?  */
bool gmon_may_start (uintptr_t self);

/* monitor.c: start for the whole executable, unless started.  */
void gmon_autostart (void);

/* monitor.c: after all destructors: as mcleanup, but if that was called by exit
   and has written the file, only if there were calls or samples since.  */
void gmon_end (void);

/* monitor.c: after fork, in the child: an empty profile, and the clock.  */
void gmon_forget (void);

/* monitor.c: the process is about to end without mcleanup, or to become another
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

/* monitor.c: the end or the other program did not come: others may write
   again.  Async-signal-safe.  */
void gmon_stay (void);

/* gmon_write.c: the profile in STATE, in the format of gmon_out.h, to FD, by
   way of WRITER, which the caller owns meanwhile.  The clock of STATE is chosen
   (sampler_choose).  Uses write, and mmap for
   the merge of the arcs (without memory they are written as they come); may
   run while everybody goes on counting.  0 or an errno value.  */
int gmon_write (struct gmon_writer *writer, const struct gmon_state *state,
                int fd);

#endif /* GMON_INTERNAL_H */
