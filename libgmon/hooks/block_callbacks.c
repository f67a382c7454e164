/* block_callbacks.c -- callbacks that compilers insert in each basic block.

   SPDX-License-Identifier: 0BSD

   gcc's and clang's -fsanitize-coverage=trace-pc, and clang's trace-pc-guard,
   insert the calls.  Contracts and the design are in blocks.h.

   The callbacks are ordinary functions for their callers, but they may
   interrupt any code, and may run before thread-local storage exists (in the
   resolver of an IFUNC in a static program).  Therefore they make no libc
   call, and first test the state, or a guard, which is 0 until a constructor
   gives it a number.  */

#include "arch/arcs_layout.h"
#include "arch/atomic64.h"
#include "arch/hook.h"
#include "life/state.h"
#include "life/wraps.h"
#include "record/blocks.h"
#include "sys/thread_pool.h"
#include "machine.h"

#define NOINLINE __attribute__ ((noinline))
#define UNLIKELY(condition) __builtin_expect (!!(condition), 0)
/* On SPARC the compiler's return address is the address of the call, and
   extracting it adds the size of the call.  */
#define RETURN_ADDRESS                                                        \
  ((uintptr_t) __builtin_extract_return_addr (__builtin_return_address (0)))

EXPORTED void __sanitizer_cov_trace_pc (void);
EXPORTED void __sanitizer_cov_trace_pc_guard (uint32_t *guard);
EXPORTED void __sanitizer_cov_trace_pc_guard_init (uint32_t *start,
                                                   uint32_t *stop);
EXPORTED void __sanitizer_cov_pcs_init (const uintptr_t *start,
                                        const uintptr_t *stop);

const char block_callbacks_member;

static bool
is_on (void)
{
  return atomic_load_explicit (&gmon.state, memory_order_relaxed)
         == GMON_STATE_ON;
}

/* -- Without guards ------------------------------------------------------- */

/* Returns the index of PC in a thread's cache: the upper bits of a
   product.  */
static uint32_t
cache_index (uintptr_t pc)
{
  uint32_t product = (uint32_t) pc * UINT32_C (0x9e3779b1);

  return product / (UINT32_MAX / ARC_CACHE_LEN + 1);
}

/* Counts the block at PC, which the callback did not find in the thread's
   cache.  A block that is in the thread's table is put into the cache; any
   other block goes to block_internal, which counts it if the state allows
   that.  A signal handler may write to the cache meanwhile.  That does no
   harm: each entry is one word, and the callback compares the slot's own
   address with PC before it counts.  */
static NOINLINE void
block_slow (uintptr_t pc)
{
  struct arc_table *table = is_on () ? atomic_load (&arc_current) : NULL;
  struct arc_slot *slot = NULL;

  if (table != NULL)
    {
      slot = arc_find (table, pc, ARC_SELF_BLOCK);
      atomic_store (&block_cache, arc_thread_cache (table->thread));
    }
  if (slot == NULL)
    block_internal (pc, ARC_SELF_BLOCK);
  else
    {
      atomic_store_explicit (&block_cache[cache_index (pc)], slot,
                             memory_order_release);
      wide_add_own (&slot->count);
    }
}

void
__sanitizer_cov_trace_pc (void)
{
  uintptr_t pc = RETURN_ADDRESS;
  struct arc_slot *_Atomic *cache;
  struct arc_slot *slot;

  if (UNLIKELY (!is_on ()))
    goto slow;
  cache = atomic_load_explicit (&block_cache, memory_order_relaxed);
  if (UNLIKELY (cache == NULL))
    goto slow;
  slot = atomic_load_explicit (&cache[cache_index (pc)], memory_order_relaxed);
  if (UNLIKELY (slot == NULL))
    goto slow;
  if (UNLIKELY (atomic_load_explicit (&slot->from, memory_order_relaxed) != pc))
    goto slow;
  wide_add_own (&slot->count);
  return;

slow:
  block_slow (pc);
}

/* -- Arrays --------------------------------------------------------------- */

/* Returns a new array for the thread ME of PROCESS, added to the list in
   BLOCKS; NULL without memory.  */
static struct block_thread *
block_array_new (struct blocks *blocks, uint32_t process, uint32_t me)
{
  struct block_thread *thread;
  uint32_t len = blocks->guards_len + 1;

  if (atomic_load (&blocks->no_memory))
    return NULL;
  thread = machine_map (sizeof *thread + len * sizeof thread->entries[0]);
  if (thread == NULL)
    {
      atomic_store (&blocks->no_memory, true);
      return NULL;
    }
  thread->len = len;
  thread->next = atomic_load (&blocks->threads);
  while (!atomic_compare_exchange_weak (&blocks->threads, &thread->next,
                                        thread))
    continue;
  owner_ring_add (&blocks->ring, &thread->owned, process, me);
  return thread;
}

/* Gives the calling thread an array: that of a thread that has ended, or a new
   one.  Returns its entries, or NULL without memory.  If a signal handler has
   given the thread an array meanwhile, returns the entries of that array.  */
static struct block_entry *
array_first (struct blocks *blocks)
{
  uint32_t process = machine_process_id ();
  uint32_t me = machine_thread_id ();
  struct owned *dead = owner_ring_take (&blocks->ring, process, me);
  struct block_thread *thread = dead != NULL ? (struct block_thread *) dead
                                : block_array_new (blocks, process, me);
  struct block_entry *current = NULL;

  if (thread == NULL)
    return NULL;
  if (atomic_compare_exchange_strong (&block_current, &current,
                                      thread->entries))
    return thread->entries;
  return current;
}

/* -- Guards --------------------------------------------------------------- */

/* Returns the field `left' of the entry for the guard NUMBER; the field is the
   start of the entry.  */
static wide_counter *
left_at (struct block_entry *entries, uint32_t number)
{
  return (wide_counter *) (void *) entries + number;
}

/* Stores PC as the address of the block with the guard NUMBER.  To be called
   after the calling thread counted that block for the first time.  */
static NOINLINE void
guard_first (uint32_t number, uintptr_t pc)
{
  struct block_entry *entries = atomic_load (&block_current);

  atomic_store_explicit (&entries[number / BLOCK_SCALE].pc, pc,
                         memory_order_relaxed);
  atomic_store_explicit (&gmon.blocks.any, true, memory_order_relaxed);
}

/* Counts the block at PC, with the guard NUMBER, which is the first block of
   the calling thread.  A thread without an arc table gets one from
   block_internal, which also makes the thread known to the clock.  */
static NOINLINE void
thread_first (uint32_t number, uintptr_t pc)
{
  struct block_entry *entries = NULL;

  if (is_on () && atomic_load (&arc_current) != NULL)
    entries = array_first (&gmon.blocks);
  if (entries == NULL)
    block_internal (pc, ARC_SELF_GUARD);
  else if (wide_subtract_own (left_at (entries, number)))
    guard_first (number, pc);
}

void
__sanitizer_cov_trace_pc_guard (uint32_t *guard)
{
  uint32_t number = *(volatile uint32_t *) guard;
  struct block_entry *entries;

  if (UNLIKELY (number == 0))
    return;
  entries = atomic_load_explicit (&block_current, memory_order_relaxed);
  if (UNLIKELY (entries == NULL))
    thread_first (number, RETURN_ADDRESS);
  else if (UNLIKELY (wide_subtract_own (left_at (entries, number))))
    guard_first (number, RETURN_ADDRESS);
}

/* Numbers the guards [START, STOP).  Constructors call this function, once or
   several times for each module.  Guards of shared libraries stay 0, as their
   blocks do not belong to the program.  All guards of the executable are in
   one range, so no thread has an array yet when the range arrives.  */
void
__sanitizer_cov_trace_pc_guard_init (uint32_t *start, uint32_t *stop)
{
  struct blocks *blocks = &gmon.blocks;

  if (start == stop || blocks->guards != NULL
      || !is_in_executable ((uintptr_t) start)
      || (size_t) (stop - start) >= UINT32_MAX / BLOCK_SCALE)
    return;
  blocks->guards_len = (uint32_t) (stop - start);
  blocks->guards = start;
  if (atomic_load (&gmon.state) != GMON_STATE_OFF)
    blocks_switch (blocks, true);
}

/* Does nothing: clang's table of block addresses is not needed
   (block_place.c).  */
void
__sanitizer_cov_pcs_init (const uintptr_t *start, const uintptr_t *stop)
{
  (void) start;
  (void) stop;
}
