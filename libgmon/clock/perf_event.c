/* perf_event.c -- performance events of threads, without descriptors.

   SPDX-License-Identifier: 0BSD

   Contracts and the idea are in perf_event.h.

   The lock of a counter is only tried and never waited for, because its holder
   may be the function that this signal handler interrupted.  If the lock is
   taken, a function that wants to read records returns, and a function that
   closes the counter leaves the mapping of the records to the holder.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>

#include "clock/perf_event.h"
#include "arch/atomic64.h"
#include "clock/perf_abi.h"
#include "sys/descriptors.h"
#include "machine.h"

#define ENABLE _IO ('$', 0)

/* -- Counters ------------------------------------------------------------- */

#define PAGE_COUNTERS (PERF_POOL_PAGE / sizeof (struct perf_counter))

static struct perf_counter *
counter_of (struct perf *perf, int number)
{
  struct perf_counter *page
    = atomic_load (&perf->pages[(unsigned) number / PAGE_COUNTERS]);

  return &page[(unsigned) number % PAGE_COUNTERS];
}

/* Returns page INDEX of the counters, NULL if there is no memory.  */
static struct perf_counter *
page_at (struct perf *perf, unsigned index)
{
  struct perf_counter *page = atomic_load (&perf->pages[index]);
  struct perf_counter *fresh;

  if (page != NULL)
    return page;
  fresh = machine_map (PERF_POOL_PAGE);
  if (fresh == NULL || atomic_compare_exchange_strong (&perf->pages[index],
                                                       &page, fresh))
    return fresh;
  machine_unmap (fresh, PERF_POOL_PAGE);
  return page;
}

static bool
take_counter (struct perf_counter *counter)
{
  uint32_t used = PERF_FREE;

  return atomic_load (&counter->used) == PERF_FREE
         && atomic_compare_exchange_strong (&counter->used, &used, PERF_USED);
}

/* Takes a free counter.  Returns its number, or -ENOMEM.  */
static int
perf_allocate (struct perf *perf)
{
  for (unsigned index = 0; index < PERF_POOL_PAGES; index++)
    {
      struct perf_counter *page = page_at (perf, index);

      if (page == NULL)
        break;
      for (unsigned i = 0; i < PAGE_COUNTERS; i++)
        if (take_counter (&page[i]))
          return (int) (index * PAGE_COUNTERS + i);
    }
  return -ENOMEM;
}

static void
close_descriptors (struct perf_counter *counter)
{
  for (int i = 0; i < 2; i++)
    if (counter->fds[i] >= 0)
      {
        machine_syscall (SYS_close, counter->fds[i], 0, 0, 0, 0, 0);
        counter->fds[i] = -1;
      }
}

static void
unmap (struct perf_counter *counter, int index)
{
  void *map = atomic_exchange (&counter->maps[index], NULL);

  if (map != NULL)
    machine_unmap (map, counter->sizes[index]);
}

/* -- Locks ---------------------------------------------------------------- */

/* Ends COUNTER if it is marked as closed.  If another function has it locked,
   that function ends it on unlocking.  The counter stays locked until it is
   used again.  */
static void
end_closed (struct perf_counter *counter)
{
  if (!bounded_lock_try (&counter->lock))
    return;
  if (atomic_load (&counter->used) != PERF_CLOSED)
    {
      bounded_lock_release (&counter->lock);
      return;
    }
  unmap (counter, 0);
  unmap (counter, 1);
  close_descriptors (counter);
  atomic_store (&counter->used, PERF_FREE);
}

/* ME is the id of the calling thread.  */
static void
unlock (struct perf_counter *counter, uint32_t me)
{
  bounded_lock_release_as (&counter->lock, me);
  if (atomic_load (&counter->used) == PERF_CLOSED)
    end_closed (counter);
}

/* -- Opening -------------------------------------------------------------- */

/* Opens event INDEX of PLAN for thread ID and maps it, so that the mapping
   keeps it alive.  Returns 0 or minus an errno value.  */
static int
open_one (struct perf_counter *counter, const struct perf_plan *plan,
          int index, uint32_t id)
{
  size_t size
    = (index == 0 ? plan->record_pages + 1 : 1) * plan->page_size;
  void *map;
  long fd;
  int error;

  descriptors_begin (plan->descriptors);
  fd = machine_syscall (SYS_perf_event_open, (long) &plan->attr[index],
                        (long) id, -1, -1, PERF_FLAG_CLOEXEC, 0);
  fd = descriptors_move_up (fd);
  descriptors_end (plan->descriptors);
  if (fd < 0)
    return (int) fd;
  counter->fds[index] = (int) fd;
  counter->sizes[index] = size;
  error = machine_map_shared (size, (int) fd, &map);
  if (error == 0)
    atomic_store (&counter->maps[index], map);
  return error;
}

/* Directs SIGPROF of FD to thread ID; it comes once O_ASYNC is set.  Returns 0
   or minus an errno value.  */
static int
direct_signal (int fd, uint32_t id)
{
  const int owner[2] = { F_OWNER_TID, (int) id };
  long error = machine_syscall (SYS_fcntl, fd, F_SETSIG, SIGPROF, 0, 0, 0);

  if (error == 0)
    error = machine_syscall (SYS_fcntl, fd, F_SETOWN_EX, (long) owner, 0, 0,
                             0);
  return (int) error;
}

void
perf_describe_pace (struct perf_attr *attr, uint64_t period)
{
  attr->type = PERF_TYPE_SOFTWARE;
  attr->size = sizeof *attr;
  attr->config = PERF_SOFTWARE_TASK_CLOCK;
  attr->sample_period = period;
  attr->disabled = 1;
  attr->exclude_kernel = 1;
}

int
perf_open (struct perf *perf, uint32_t id)
{
  const struct perf_plan *plan = &perf->plan;
  int number = perf_allocate (perf);
  struct perf_counter *counter;
  int error;

  if (number < 0)
    return number;
  counter = counter_of (perf, number);
  counter->process = machine_process_id ();
  counter->fds[0] = counter->fds[1] = -1;
  counter->thread = id;
  counter->given = 0;
  counter->due = 0;
  bounded_lock_reset (&counter->lock);
  error = open_one (counter, plan, 0, id);
  if (error == 0)
    error = open_one (counter, plan, 1, id);
  if (error == 0)
    error = direct_signal (counter->fds[1], id);
  if (error == 0)
    return number;
  perf_close (perf, number);
  return error;
}

static bool
is_denied (int error)
{
  return error == -EACCES || error == -EPERM;
}

int
perf_start (struct perf *perf, bool may_leave)
{
  uint32_t id = machine_thread_id ();
  int number = -EACCES;

  if (!may_leave || !atomic_load (&perf->user_only))
    number = perf_open (perf, id);
  if (is_denied (number) && may_leave)
    {
      perf->plan.attr[0].exclude_kernel = 1;
      number = perf_open (perf, id);
      if (number >= 0)
        atomic_store (&perf->user_only, true);
    }
  if (number < 0)
    return -number;
  perf_close (perf, number);
  return 0;
}

void
perf_arm (struct perf *perf, int number, uint64_t due)
{
  struct perf_counter *counter = counter_of (perf, number);
  const uint32_t me = machine_thread_id ();

  if (!bounded_lock_try_as (&counter->lock, me))
    return;
  counter->due = due;
  if (counter->fds[1] >= 0)
    machine_syscall (SYS_fcntl, counter->fds[1], F_SETFL, O_ASYNC, 0, 0, 0);
  for (int i = 0; i < 2; i++)
    if (counter->fds[i] >= 0)
      machine_syscall (SYS_ioctl, counter->fds[i], ENABLE, 0, 0, 0, 0);
  close_descriptors (counter);
  unlock (counter, me);
}

/* -- Closing -------------------------------------------------------------- */

/* Frees COUNTER in a forked child.  The child may have inherited descriptors,
   if it was forked before perf_arm, but no mappings; other memory may be at
   their addresses.  */
static void
perf_counter_reset_in_child (struct perf_counter *counter)
{
  close_descriptors (counter);
  atomic_store (&counter->maps[0], NULL);
  atomic_store (&counter->maps[1], NULL);
  atomic_store (&counter->used, PERF_FREE);
}

/* Unmapping the second event ends the signals at once.  */
void
perf_close (struct perf *perf, int number)
{
  struct perf_counter *counter = counter_of (perf, number);

  if (counter->process != machine_process_id ())
    {
      perf_counter_reset_in_child (counter);
      return;
    }
  unmap (counter, 1);
  atomic_store (&counter->used, PERF_CLOSED);
  end_closed (counter);
}

/* -- Records -------------------------------------------------------------- */

/* The words that are read of a record: head, address, value, length of the
   chain, and the two addresses of the chain that we asked for, a mark and an
   address.  */
#define RECORD_WORDS 6

/* Returns the place of the program: the first address of the chain that is no
   mark, or the record's own address if there is no chain.  */
static uintptr_t
record_pc (const uint64_t *words, size_t len)
{
  for (size_t i = 4; i < len && i < 4 + words[3]; i++)
    if (words[i] < PERF_CHAIN_MARKS)
      return (uintptr_t) words[i];
  return (uintptr_t) words[1];
}

/* Returns the record at offset AT of RECORDS, a ring of SIZE bytes.  */
static const struct perf_record *
record_at (const unsigned char *records, size_t size, uint64_t at)
{
  return (const struct perf_record *) (records + (at & (size - 1)));
}

static uint64_t
count_samples (const unsigned char *records, size_t size, uint64_t tail,
               uint64_t head)
{
  uint64_t count = 0;

  for (; tail < head; tail += record_at (records, size, tail)->size)
    count += record_at (records, size, tail)->type == PERF_RECORD_SAMPLE;
  return count;
}

static void
read_records (struct perf *perf, struct perf_counter *counter,
              struct sampler *sampler, bool at_signal)
{
  size_t size = counter->sizes[0] - perf->plan.page_size;
  unsigned char *page = atomic_load (&counter->maps[0]);
  const unsigned char *records = page + perf->plan.page_size;
  wide_counter *tail_word = (wide_counter *) (page + PERF_PAGE_TAIL);
  uint64_t head = wide_load ((wide_counter *) (page + PERF_PAGE_HEAD));
  uint64_t tail = wide_load (tail_word);

  atomic_thread_fence (memory_order_acquire);
  counter->left = count_samples (records, size, tail, head);
  counter->started = false;
  while (tail < head)
    {
      uint64_t words[RECORD_WORDS];
      const struct perf_record *start = record_at (records, size, tail);
      size_t len = start->size / sizeof words[0];

      for (size_t i = 0; i < RECORD_WORDS; i++)
        words[i] = i < len
                   ? *(const uint64_t *) (records + ((tail + 8 * i)
                                                     & (size - 1)))
                   : 0;
      if (start->type == PERF_RECORD_SAMPLE)
        {
          perf->plan.take (sampler, counter,
                           &(struct perf_place) {
                             .pc = record_pc (words, len),
                             .value = words[2],
                             .in_user = (start->misc & PERF_RECORD_MODE)
                                        == PERF_RECORD_USER,
                             .at_signal = at_signal });
          counter->started = true;
          counter->left--;
        }
      tail += start->size;
    }
  atomic_thread_fence (memory_order_release);
  wide_store (tail_word, tail);
}

/* The second event raises its signal in the thread whose events are counted: so
   its handler need not ask the kernel for the thread's id, twice for each
   sample.  It asks for the process, as a child that was forked behind libgmon's
   back has no mappings.  */
uint64_t
perf_read (struct perf *perf, int number, struct sampler *sampler,
           bool at_signal)
{
  struct perf_counter *counter = counter_of (perf, number);
  const uint32_t me = at_signal ? counter->thread : machine_thread_id ();
  uint64_t here;

  if (!bounded_lock_try_as (&counter->lock, me))
    return 0;
  counter->here = 0;
  if (atomic_load (&counter->maps[0]) != NULL
      && counter->process == machine_process_id ())
    read_records (perf, counter, sampler, at_signal);
  here = counter->here;
  unlock (counter, me);
  return here;
}
