/* blocks.h -- how often basic blocks ran, by callbacks that compilers insert.

   SPDX-License-Identifier: 0BSD

   There are two kinds of callbacks.  The callback of
   -fsanitize-coverage=trace-pc has no argument.  It looks up its return
   address in the thread's arc table, by way of a small cache; there a block is
   the pair of this address and ARC_SELF_BLOCK.

   The callback of trace-pc-guard has a guard as its argument: a word of the
   program, in which we have stored a number.  The number selects an entry of
   the thread's array.  While nothing is to be counted, all guards are 0, so
   the callback need not test anything else.  A thread's first block of this
   kind goes into the arc table, with ARC_SELF_GUARD.

   A block of either kind is recorded by its callback's return address, and its
   count is as exact as that of a call (arcs.h).  Only guards of the executable
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
  wide_counter left;            /* minus the number of times that the block
                                   ran */
  _Atomic uintptr_t pc;         /* return address of the callback, set when the
                                   block first runs */
  uintptr_t spare[sizeof (uintptr_t) == 8 ? 0 : 1];
};

_Static_assert (sizeof (struct block_entry) == 16, "BLOCK_SCALE");

/* The number in a guard is the index of an entry times BLOCK_SCALE, so that
   many machines find the entry by one instruction.  */
#define BLOCK_SCALE 2

/* A thread's array.  Never freed; the array of a dead thread serves the next
   new thread.  */
struct block_thread
{
  struct owned owned;
  struct block_thread *next;    /* next array of all threads; constant */
  uint32_t len;
  struct block_entry entries[]; /* entry 0 belongs to no guard */
};

/* The blocks of the process.  An object of zeros is valid and empty.  */
struct blocks
{
  _Atomic bool any;             /* a block has run, so the file needs a record
                                   of blocks */
  _Atomic bool no_memory;       /* the kernel refused memory for an array: do
                                   not retry */
  uint32_t *guards;             /* the guards of the executable */
  uint32_t guards_len;          /* their number; indices are 1 to guards_len */
  _Atomic (struct block_thread *) threads;
  struct owner_ring ring;
};

#if defined __PIC__ && !defined __PIE__
# define BLOCK_TLS INITIAL_EXEC
#else
/* The archive is part of the executable.  */
# define BLOCK_TLS __attribute__ ((tls_model ("local-exec")))
#endif

/* The entries of the calling thread, NULL until it meets its first guard.  */
extern __thread _Atomic (struct block_entry *) block_current HIDDEN BLOCK_TLS;

/* The calling thread's cache of slots, NULL until a block runs a second
   time.  */
extern __thread _Atomic (struct arc_slot *_Atomic *) block_cache
  HIDDEN BLOCK_TLS;

/* The functions below do for the arrays what the functions of arcs.h with
   similar names do for the arc tables.  Blocks in the arc tables are reset,
   forgotten and summed by the functions of arcs.h.  */
const struct block_thread *blocks_newest (const struct blocks *blocks);
void blocks_each (const struct block_thread *newest, arc_visit *visit,
                  void *data);
size_t blocks_bound (const struct block_thread *newest);
uint64_t blocks_sum (const struct blocks *blocks);
void blocks_reset (struct blocks *blocks);
void blocks_reset_in_child (struct blocks *blocks);

/* Sets the guards: with ON their callbacks count, without it they do not.  */
void blocks_switch (struct blocks *blocks, bool on);

/* The next two functions are in block_place.c.  They read the code around PC,
   the return address of a callback, in the program's text, which begins at
   LOW.

   block_start returns the address of the first instruction that the compiler
   inserted for the callback: the call, or, for the callback of a GUARD, the
   first instruction that makes its argument.  If the code is not understood,
   returns an address within the call.  */
uintptr_t block_start (uintptr_t pc, bool guard, uintptr_t low);

/* Returns the return address of the call at PC, 0 if the instruction at PC is
   no call.  */
uintptr_t block_next_return (uintptr_t pc);

#endif /* GMON_BLOCKS_H */
