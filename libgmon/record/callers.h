/* callers.h -- the callers of a sample.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_CALLERS_H
#define GMON_CALLERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/call_stacks.h"
#include "record/samples.h"
#include "record/stubs.h"
#include "record/wrapped.h"
#include "sys/objects.h"
#include "unwind/blocked.h"
#include "unwind/unwind.h"

/* How many handlers may be unwinding at once.  */
#define STACK_BUFFERS 32

/* For one handler: stacks of coroutines are too small for this.  */
struct stack_buffer
{
  _Atomic int is_used;
  uintptr_t pcs[UNWIND_SIZE];
  uintptr_t scratch[2 * CALL_STACK_MAX];
};

#define CALLERS_STUBS 2

/* An object of zeros is valid, and finds no callers.  */
struct callers
{
  struct stack_buffer *buffers; /* NULL: no stack is unwound */
  struct row_cache rows;
  struct unwinder unwinder;
  struct unwinder of_others;    /* for blocked threads */
  const struct objects *objects;
  struct unwind_tables program; /* of an executable without an index of its
                                   own; all zeros: not needed */
  const struct stubs *stubs[CALLERS_STUBS];     /* code that libgmon has made;
                                                   NULL: none */
  const struct near_code *near; /* the hook of entries, NULL: none */
  struct wrapped_list wrapped;  /* the addresses that callers_add_wrapped got,
                                   as ranges of one byte; empty with the
                                   archive */
  struct wrapped_list *_Atomic ranges;  /* of those functions; NULL: not
                                           needed yet */
};

/* Prepares CALLERS.  OBJECTS has a table, and is used later.  Returns NULL, or
   why stacks cannot be unwound, for a message.  Not async-signal-safe.  */
const char *callers_init (struct callers *callers,
                          const struct objects *objects);

/* Says that system calls may be filtered from now on: none is made that the
   program may not have thought of.  Async-signal-safe; any thread may call
   it.  */
void callers_expect_filter (struct callers *callers);

/* Says that the function of libgmon.so at OWN stands before the function at
   NEXT: in the stacks that are recorded from now on, NEXT takes the place of
   OWN.  To be called after callers_init, before the first sample.  */
void callers_add_wrapped (struct callers *callers, uintptr_t own,
                          uintptr_t next);

/* Says that libraries whose file name begins with NAME are no callers: they do
   nothing but pass calls on.  At most one of them is looked for.  To be called
   after callers_init, before the first sample.  */
void callers_ignore (struct callers *callers, const char *name);

/* Returns the address of the function that the code at ADDRESS in libgmon.so
   stands before (callers_add_wrapped), or ADDRESS.  Async-signal-safe; any
   number of threads may run it at once.  */
uintptr_t callers_wrapped_function (struct callers *callers,
                                    uintptr_t address);

/* Unwinds what the signal with CONTEXT interrupted, adds its callers to STACKS,
   and fills in the stack and the flags of KIND.  CONTEXT may be NULL: the
   sample has no callers then.  PC is the program counter.  Returns the address
   under which the sample is counted.  That is PC, unless PC is in code of
   libgmon that stands for other code: in a stub, for a hook, or in a function
   that callers_add_wrapped has named.  Async-signal-safe; any number of threads
   may run it at once.  */
uintptr_t callers_record (struct callers *callers, struct call_stacks *stacks,
                          const void *context, uintptr_t pc,
                          struct sample_kind *kind);

/* Likewise for another thread, which is blocked with the program counter PC and
   the stack pointer SP.  STACK, PC, IS_EXACT and SP are those of
   unwind_blocked.  PCS has BLOCKED_PCS elements.  The caller sees to it that no
   object is unloaded meanwhile.  Async-signal-safe; uses no thread-local
   memory.  */
#define BLOCKED_PCS (UNWIND_SIZE + 2 * CALL_STACK_MAX)
uintptr_t callers_record_blocked (struct callers *callers,
                                  struct call_stacks *stacks,
                                  struct blocked_stack *stack, uintptr_t *pcs,
                                  uintptr_t pc, bool is_exact, uintptr_t sp,
                                  struct sample_kind *kind);

/* Forgets what is known of code, since code was unloaded.
   Async-signal-safe.  */
void callers_forget_code (struct callers *callers);

/* For the child after fork, in which no other handler runs.  */
void callers_reset_in_child (struct callers *callers);

#endif /* GMON_CALLERS_H */
