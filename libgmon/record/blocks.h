/* blocks.h -- how often basic blocks ran, from what compilers insert in each.

   SPDX-License-Identifier: 0BSD

   Two kinds of callbacks.  That of -fsanitize-coverage=trace-pc has no
   argument: the return address is looked up in the thread's arc table, where
   a block is a pair of it and ARC_SELF_BLOCK, by way of a small cache.  That of
   trace-pc-guard is given a guard, a word of the program's, in which we have
   put a number: that selects an entry of the thread's array.  While nothing is
   to be counted all guards are 0, so that the callback need not ask.  A
   thread's first block goes into the arc table, with ARC_SELF_GUARD.

   Either way a block is recorded by its callback's return address, and the
   counts are as exact as those of calls (arcs.h).  Only the executable's guards
   have numbers.  */

#ifndef GMON_BLOCKS_H
#define GMON_BLOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/compiler.h"
#include "arch/namespace.h"
#include "record/arcs.h"
#include "sys/thread_pool.h"

struct block_entry
{
  wide_counter left;            /* minus how often the block ran */
  _Atomic uintptr_t pc;         /* return address, from the first time on */
  uintptr_t spare[sizeof (uintptr_t) == 8 ? 0 : 1];
};

_Static_assert (sizeof (struct block_entry) == 16, "BLOCK_SCALE");

/* The number in a guard is an entry's times this, so that one instruction of
   many machines can find it.  */
#define BLOCK_SCALE 2

/* A thread's array.  Never freed; a dead thread's serves the next new one.  */
struct block_thread
{
  struct owned owned;
  struct block_thread *next;    /* of all; constant */
  uint32_t len;
  struct block_entry entries[]; /* the first is of no guard */
};

/* All zero is a valid, empty start.  */
struct blocks
{
  _Atomic bool any;             /* the file needs a record of blocks */
  _Atomic bool no_memory;       /* for an array: do not retry */
  uint32_t *guards;             /* the executable's */
  uint32_t guards_len;          /* numbers are 1 to this */
  _Atomic (struct block_thread *) threads;
  struct owner_ring ring;
};

#if defined __PIC__ && !defined __PIE__
# define BLOCK_TLS INITIAL_EXEC
#else
/* The archive is part of the executable.  */
# define BLOCK_TLS __attribute__ ((tls_model ("local-exec")))
#endif

/* The entries of the calling thread; NULL until its first guard.  */
extern __thread _Atomic (struct block_entry *) block_current HIDDEN BLOCK_TLS;

/* The calling thread's cache of slots; NULL until a block comes again.  */
extern __thread _Atomic (struct arc_slot *_Atomic *) block_cache
  HIDDEN BLOCK_TLS;

/* The functions below are as those of arcs.h for the arrays alone; what is in
   the arc tables is reset, forgotten and summed there.  */
const struct block_thread *blocks_newest (const struct blocks *blocks);
void blocks_each (const struct block_thread *newest, arc_visit *visit,
                  void *data);
size_t blocks_bound (const struct block_thread *newest);
uint64_t blocks_sum (const struct blocks *blocks);
void blocks_reset (struct blocks *blocks);
void blocks_forget (struct blocks *blocks);

/* Let the guards' callbacks count, or not.  */
void blocks_switch (struct blocks *blocks, bool on);

/* block_place.c: what the code tells around PC, a callback's return address,
   in the program's text that begins at LOW.

   The first instruction that was inserted for the block: that of the call, or,
   for the callback of a GUARD, what puts its argument together.  If
   the code is not understood, an address within the call.  */
uintptr_t block_start (uintptr_t pc, bool guard, uintptr_t low);

/* If the next instruction is a call, where that returns to, else 0.  */
uintptr_t block_next_return (uintptr_t pc);

#endif /* GMON_BLOCKS_H */
