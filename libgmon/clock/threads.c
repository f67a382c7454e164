/* threads.c -- the threads in which a clock per thread ticks.

   SPDX-License-Identifier: 0BSD

   A thread gets its block in its first hook, or when the kernel's list of
   threads shows it: it may be older, or never call a hook.  Contracts and the
   protocol are in clock.h.

   Blocks are in lists by thread id.  A block is added to a list and never
   removed.  A list also has blocks of dead threads, whose handles stay open
   until another thread of that list takes the block over.  There are at most a
   third as many such blocks as threads that lived at once (thread_pool.h),
   plus CLOCK_BUCKETS.  */

#include <errno.h>
#include <limits.h>
#include <stddef.h>

#include "arch/compiler.h"
#include "clock/sampler_state.h"
#include "record/arcs.h"
#include "sys/directory.h"
#include "sys/task_list.h"
#include "sys/thread_pool.h"
#include "machine.h"

HIDDEN __thread struct clock_thread *_Atomic clock_current INITIAL_EXEC;

/* -- Blocks --------------------------------------------------------------- */

#define BLOCKS_SIZE 4096

struct clock_page
{
  _Atomic unsigned used;
  struct clock_thread blocks[];
};

#define PAGE_BLOCKS \
  ((BLOCKS_SIZE - offsetof (struct clock_page, blocks)) \
   / sizeof (struct clock_thread))

/* Returns a block of zeros, NULL if there is no memory.  */
static struct clock_thread *
threads_allocate (struct clock_threads *threads)
{
  for (;;)
    {
      struct clock_page *page = atomic_load (&threads->page);
      struct clock_page *next;

      if (page != NULL)
        {
          unsigned index = atomic_fetch_add (&page->used, 1);

          if (index < PAGE_BLOCKS)
            return &page->blocks[index];
        }
      next = machine_map (BLOCKS_SIZE);
      if (next == NULL)
        return NULL;
      if (!atomic_compare_exchange_strong (&threads->page, &page, next))
        machine_unmap (next, BLOCKS_SIZE);
    }
}

static struct owner_ring *
bucket_of (struct clock_threads *threads, uint32_t id)
{
  return &threads->buckets[id % CLOCK_BUCKETS];
}

static struct clock_thread *
first_of (const struct owner_ring *bucket)
{
  return (struct clock_thread *) atomic_load (&bucket->list);
}

static struct clock_thread *
after (const struct clock_thread *thread)
{
  return (struct clock_thread *) thread->owned.next;
}

/* Returns the first block of thread ID in the list that begins at THREAD, NULL
   if there is none.  */
static struct clock_thread *
next_of (struct clock_thread *thread, uint32_t id)
{
  while (thread != NULL && owner_id (&thread->owned) != id)
    thread = after (thread);
  return thread;
}

static struct clock_thread *
threads_find (struct clock_threads *threads, uint32_t id)
{
  return next_of (first_of (bucket_of (threads, id)), id);
}

/* Returns a block for thread ID: the thread's own block if it has one, else
   the block of a dead thread or a new block.  Returns NULL if there is no
   memory.  */
static struct clock_thread *
claim (struct clock_threads *threads, uint32_t process, uint32_t id)
{
  struct owner_ring *bucket = bucket_of (threads, id);
  struct clock_thread *thread = threads_find (threads, id);

  if (thread != NULL && owner_take (&thread->owned, process, id))
    return thread;
  thread = (struct clock_thread *) owner_ring_take (bucket, process, id);
  if (thread != NULL)
    return thread;
  thread = threads_allocate (threads);
  if (thread != NULL)
    owner_ring_add (bucket, &thread->owned, process, id);
  return thread;
}

/* -- Handles -------------------------------------------------------------- */

/* Flushes and closes the handle of THREAD.  To be done before another thread
   takes the block over or the block loses its owner.  */
static void
close_handle (struct sampler *sampler, struct clock_thread *thread)
{
  const struct clock *clock = sampler->clock;
  int handle = atomic_exchange (&thread->handle, 0);

  if (handle != 0 && clock->flush != NULL)
    clock->flush (sampler, handle - 1);
  if (handle != 0)
    clock->close (sampler, handle - 1);
}

/* Closes the handle of THREAD and removes its owner.  */
static void
discard (struct sampler *sampler, struct clock_thread *thread)
{
  close_handle (sampler, thread);
  owner_leave (&thread->owned);
}

/* Returns true if THREAD is the only block of thread ID, or becomes the only
   one.  A thread in its first hook, and another thread that found it in the
   kernel's list, may each make a block for it.  Then the block that the thread
   itself has made stays and the other one is discarded.  If two other threads
   have each made a block, both are given up, and a later search finds the
   thread again.  */
static bool
is_the_only_one (struct sampler *sampler, struct clock_thread *thread,
                 uint32_t id, enum clock_thread_kind kind)
{
  struct clock_thread *other = threads_find (&sampler->threads, id);

  for (; other != NULL; other = next_of (after (other), id))
    if (other != thread && kind == CLOCK_THREAD_SELF)
      discard (sampler, other);
    else if (other != thread)
      return false;
  return true;
}

/* Makes a handle for thread ID and arms it.  Handles are closed after
   `running' is set to false.  So either stopping the clock sees the new
   handle, or this function sees that `running' is false.  If thread ID has a
   block, it may be about to arm itself; then only the thread itself replaces
   the handle.  */
static int
start_thread (struct sampler *sampler, uint32_t process, uint32_t id,
              enum clock_thread_kind kind)
{
  const struct clock *clock = sampler->clock;
  bool is_known = threads_find (&sampler->threads, id) != NULL;
  struct clock_thread *thread = claim (&sampler->threads, process, id);
  int none = 0;
  int handle;

  if (thread == NULL)
    return ENOMEM;
  if (kind == CLOCK_THREAD_SELF || !is_known)
    close_handle (sampler, thread);
  handle = clock->open (sampler, id);
  if (handle < 0)
    {
      discard (sampler, thread);
      return -handle;
    }
  if (!atomic_compare_exchange_strong (&thread->handle, &none, handle + 1))
    clock->close (sampler, handle);
  else if (!is_the_only_one (sampler, thread, id, kind)
           || !atomic_load (&sampler->running))
    discard (sampler, thread);
  else
    {
      if (id == machine_thread_id ())
        atomic_store (&clock_current, thread);
      clock->arm (sampler, thread, handle, kind);
    }
  return 0;
}

int
clock_thread_start (struct sampler *sampler)
{
  return start_thread (sampler, machine_process_id (), machine_thread_id (),
                       CLOCK_THREAD_SELF);
}

void
clock_threads_flush (struct sampler *sampler)
{
  for (size_t i = 0; i < CLOCK_BUCKETS; i++)
    for (struct clock_thread *thread = first_of (&sampler->threads.buckets[i]);
         thread != NULL; thread = after (thread))
      {
        int handle = atomic_load (&thread->handle);

        if (handle != 0)
          sampler->clock->flush (sampler, handle - 1);
      }
}

void
clock_threads_each (struct sampler *sampler,
                    void (*function) (struct sampler *sampler,
                                      struct clock_thread *thread,
                                      void *data),
                    void *data)
{
  for (size_t i = 0; i < CLOCK_BUCKETS; i++)
    for (struct clock_thread *thread = first_of (&sampler->threads.buckets[i]);
         thread != NULL; thread = after (thread))
      if (atomic_load (&thread->handle) != 0)
        function (sampler, thread, data);
}

void
clock_threads_stop (struct sampler *sampler)
{
  for (size_t i = 0; i < CLOCK_BUCKETS; i++)
    for (struct clock_thread *thread = first_of (&sampler->threads.buckets[i]);
         thread != NULL; thread = after (thread))
      close_handle (sampler, thread);
}

void
clock_threads_reset_in_child (struct sampler *sampler)
{
  atomic_store (&clock_current, NULL);
  atomic_store (&sampler->spared, 0);
  for (size_t i = 0; i < CLOCK_BUCKETS; i++)
    for (struct clock_thread *thread = first_of (&sampler->threads.buckets[i]);
         thread != NULL; thread = after (thread))
      discard (sampler, thread);
}

struct clock_thread *
clock_thread_self (struct sampler *sampler)
{
  struct clock_thread *thread = atomic_load (&clock_current);

  if (thread == NULL)
    {
      thread = threads_find (&sampler->threads, machine_thread_id ());
      atomic_store (&clock_current, thread);
    }
  return thread;
}

/* -- The kernel's list ---------------------------------------------------- */

static bool
thread_is_gone (int error)
{
  return error == ESRCH || error == EINVAL;
}

/* Arms thread ID if it has no handle and is not libgmon's own.  Returns 0 or an
   errno value; 0 also if the thread has ended.  */
static int
start_if_needed (struct sampler *sampler, uint32_t process, uint32_t id,
                 enum clock_thread_kind kind)
{
  struct clock_thread *thread = threads_find (&sampler->threads, id);
  int error;

  if ((thread != NULL && atomic_load (&thread->handle) != 0)
      || id == atomic_load (&sampler->spared))
    return 0;
  error = start_thread (sampler, process, id, kind);
  return thread_is_gone (error) && machine_thread_is_gone (process, id)
           ? 0 : error;
}

int
clock_thread_found (struct sampler *sampler)
{
  return start_if_needed (sampler, machine_process_id (),
                          machine_thread_id (), CLOCK_THREAD_FOUND);
}

static int
start_entries (struct sampler *sampler, uint32_t process, int fd,
               enum clock_thread_kind kind)
{
  unsigned char buffer[512];    /* small: a coroutine may have 8 KiB */
  struct directory tasks = { fd, UINT_MAX, buffer, sizeof buffer, 0, 0 };
  const char *name;
  int error = 0;

  while (error == 0 && (name = directory_next (&tasks)) != NULL)
    {
      uint32_t id = task_list_id (name);

      if (id != 0)
        error = start_if_needed (sampler, process, id, kind);
    }
  return error;
}

/* Without /proc only the calling thread is known.  */
int
clock_threads_start (struct sampler *sampler, enum clock_thread_kind kind)
{
  uint32_t process = machine_process_id ();
  int error = start_if_needed (sampler, process, machine_thread_id (), kind);
  long directory;

  if (error != 0)
    return error;
  directory = task_list_open (sampler->host->descriptors);
  if (directory < 0)
    return 0;
  error = start_entries (sampler, process, (int) directory, kind);
  machine_syscall (SYS_close, directory, 0, 0, 0, 0, 0);
  return error;
}
