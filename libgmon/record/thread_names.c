/* thread_names.c -- observations, ticks and CPU time by the names of threads.

   SPDX-License-Identifier: 0BSD

   The handlers of SIGPROF in the threads add to sums of each name.  Contracts
   are in thread_names.h.  */

#include <string.h>
#include <sys/prctl.h>

#include "record/thread_names.h"
#include "arch/compiler.h"
#include "machine.h"

#define SAMPLES_PER_NAME 16

/* The calling thread.  */
static __thread struct
{
  uint32_t observations;        /* 0: the thread is new */
  uint32_t name;                /* index */
  uint64_t cpu;                 /* its CPU time that was added, ns */
  bool is_counted;              /* as a thread of a name */
} self INITIAL_EXEC;

static bool
is_name (const char *one, const char *two)
{
  for (int i = 0; i < THREAD_NAME_SIZE; i++)
    if (one[i] != two[i])
      return false;
  return true;
}

unsigned
thread_names_find (struct thread_names *names, const char *name)
{
  for (unsigned i = 0; i < THREAD_NAMES_MAX; i++)
    {
      struct thread_name *it = &names->names[i];
      int state = atomic_load (&it->state);

      if (state == 0 && atomic_compare_exchange_strong (&it->state, &state, 1))
        {
          memcpy (it->name, name, THREAD_NAME_SIZE);
          atomic_store (&it->state, 2);
          return i;
        }
      if (state == 2 && is_name (it->name, name))
        return i;
    }
  memcpy (names->names[THREAD_NAMES_MAX].name, "(others)", 9);
  atomic_store (&names->names[THREAD_NAMES_MAX].state, 2);
  return THREAD_NAMES_MAX;
}

/* Asks the kernel for the name of the calling thread.  */
static void
look_up_name (struct thread_names *names)
{
  char name[THREAD_NAME_SIZE] = { 0 };

  machine_syscall (SYS_prctl, PR_GET_NAME, (long) name, 0, 0, 0, 0);
  self.name = thread_names_find (names, name);
}

/* Adds the calling thread, if it is new, and its CPU time to its name.  */
static struct thread_name *
add_thread (struct thread_names *names, uint64_t cpu)
{
  struct thread_name *it = &names->names[self.name];
  const uint64_t before = self.cpu;

  if (!self.is_counted)
    {
      self.is_counted = true;
      wide_add (&it->threads, 1);
    }
  if (cpu > before)
    {
      self.cpu = cpu;
      wide_add (&it->cpu, cpu - before);
    }
  return it;
}

unsigned
thread_names_count (struct thread_names *names, unsigned ticks, uint64_t cpu)
{
  struct thread_name *it;

  if (self.observations++ % SAMPLES_PER_NAME == 0)
    look_up_name (names);
  it = add_thread (names, cpu);
  wide_add (&it->observations, 1);
  wide_add (&it->ticks, ticks);
  return self.name;
}

void
thread_names_end (struct thread_names *names, uint64_t cpu)
{
  if (self.observations == 0)
    look_up_name (names);
  add_thread (names, cpu);
}

/* A child of fork starts with no CPU time.  */
void
thread_names_forget (struct thread_names *names)
{
  memset (names, 0, sizeof *names);
  memset (&self, 0, sizeof self);
}
