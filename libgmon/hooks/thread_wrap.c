/* thread_wrap.c -- pthread_create, so that new threads tick from their start.

   SPDX-License-Identifier: 0BSD

   libgmon.so defines pthread_create before libc does.

   A thread that calls no hook is found by a scan now and then
   (clock/thread_scan.c).  Most threads of a few milliseconds have ended by
   then, so none of their CPU time would be in the profile.  Therefore a new
   thread runs first_function, which starts its timer and then jumps to the
   start routine: it leaves no frame in the stacks of the program.  The scan
   stays for threads that begin in another way: by clone, by thrd_create, or by
   a libc that calls its own pthread_create.

   The routine and its argument are kept in a slot until the thread has read
   them.  The slots are an array, since libgmon allocates nothing here.  If all
   slots are in use, the thread runs the start routine directly and is found by
   the scan.  The child of a fork has no threads that would empty the slots of
   its parent; it may use them again, as the process id in them shows.

   The definition is weak, so that a program may have its own.  Only libgmon.so
   has it: in a static program a pthread_create of ours would keep the C
   library's from being linked.  */

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/compiler.h"
#include "clock/unticked.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "life/wraps.h"
#include "sys/libc_next.h"
#include "machine.h"

#ifndef __PIE__

#define SLOTS 1024              /* threads that were created and have not begun
                                   to run */
#define TRIES 32                /* slots that one call looks at */

typedef void *routine_function (void *);

struct slot
{
  _Atomic uint32_t process;     /* id of the process that uses it; 0: free */
  routine_function *routine;
  void *argument;
};

/* Before glibc 2.34 a program without libpthread does not have these.  */
#pragma weak pthread_key_create
#pragma weak pthread_setspecific

enum key_state
{
  KEY_NONE,
  KEY_BEING_MADE,
  KEY_MADE
};

/* A key whose destructor runs when a thread ends, in whichever way.  */
static pthread_key_t end_key;
static _Atomic int end_key_state;

static struct slot slots[SLOTS];
static _Atomic unsigned next_slot;
static int (*next_create) (pthread_t *thread, const pthread_attr_t *attributes,
                           routine_function *routine, void *argument);

EXPORTED int pthread_create (pthread_t *thread,
                             const pthread_attr_t *attributes,
                             routine_function *routine, void *argument)
  __attribute__ ((weak));

/* Returns a slot with ROUTINE and ARGUMENT, or NULL if none was found.  The
   caller empties it if no thread begins with it.  */
PART_OF_WRAPPER struct slot *
take_slot (routine_function *routine, void *argument)
{
  uint32_t process = machine_process_id ();

  for (int i = 0; i < TRIES; i++)
    {
      struct slot *slot = &slots[atomic_fetch_add (&next_slot, 1) % SLOTS];
      uint32_t owner = atomic_load (&slot->process);

      if (owner != process
          && atomic_compare_exchange_strong (&slot->process, &owner, process))
        {
          slot->routine = routine;
          slot->argument = argument;
          return slot;
        }
    }
  return NULL;
}

static void
thread_ends (void *data)
{
  (void) data;
  if (!process_is_ours ())
    return;
  unticked_thread_ends (&gmon.sampler);
  whole_thread_ends ();
}

PART_OF_WRAPPER void
make_end_key (void)
{
  int none = KEY_NONE;

  if (pthread_key_create != NULL && pthread_setspecific != NULL
      && atomic_compare_exchange_strong (&end_key_state, &none, KEY_BEING_MADE)
      && pthread_key_create (&end_key, thread_ends) == 0)
    atomic_store (&end_key_state, KEY_MADE);
}

/* The start routine that libc calls in a new thread.  DATA is the slot of the
   thread.  The last call is compiled to a jump (Makefile.am).  */
static void *
first_function (void *data)
{
  struct slot *slot = data;
  routine_function *routine = slot->routine;
  void *argument = slot->argument;

  atomic_store (&slot->process, 0);
  if (atomic_load (&gmon.state) == GMON_STATE_ON
      && atomic_load (&clock_current) == NULL
      && sampler_wants_threads (&gmon.sampler))
    sampler_new_thread (&gmon.sampler);
  if (atomic_load (&end_key_state) == KEY_MADE)
    pthread_setspecific (end_key, &end_key);
  return routine (argument);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                routine_function *routine, void *argument)
{
  struct slot *slot = NULL;
  int error;

  if (next_create == NULL)
    libc_next (&next_create, "pthread_create");
  if (next_create == NULL)
    return EAGAIN;
  if (sampler_wants_threads (&gmon.sampler) && process_is_ours ())
    {
      make_end_key ();
      slot = take_slot (routine, argument);
    }
  if (slot == NULL)
    return next_create (thread, attributes, routine, argument);
  error = next_create (thread, attributes, first_function, slot);
  if (error != 0)
    atomic_store (&slot->process, 0);
  return error;
}

WRAPPER_AS (pthread_create, "pthread_create", &next_create);

#endif
