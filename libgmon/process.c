/* process.c -- whose profile this is, and which file a process may write.

   SPDX-License-Identifier: 0BSD

   In: the start, fork.  Out: a child with an empty profile and a clock of its
   own; answers for whatever is about to write.  Contracts are in process.h.

   fork is followed by pthread_atfork, so that what libc forks itself (daemon,
   forkpty) is followed too.  A child of vfork, posix_spawn, clone or _Fork is
   known by its process id: nothing is done there, as its memory may be its
   parent's.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"
#include "machine.h"

/* Several threads may be in fork at once.  */
static __thread sigset_t mask_before_fork INITIAL_EXEC;

/* A signal may come to the child before it has forgotten its parent's profile;
   what its handler counts would be forgotten too.  Our handlers are the first
   that were registered, as a rule, and so the innermost.  */
static void
before_fork (void)
{
  sigset_t all;

  gmon.process.forked = true;
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &mask_before_fork);
  sampler_take_turn (&gmon.sampler);
}

static void
after_fork (void)
{
  sampler_leave_turn (&gmon.sampler);
  sigprocmask (SIG_SETMASK, &mask_before_fork, NULL);
}

/* NULL without memory.  */
static struct process_family *
make_family (uint32_t head)
{
  struct process_family *family
    = mmap (NULL, sizeof *family, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  if (family == MAP_FAILED)
    return NULL;
  family->head = head;
  return family;
}

/* The whole of a child's inheritance is forgotten: tables and bins are
   replaced, not cleared, which would copy their pages.  The first process of a
   name space of its own cannot ask for its parent, whose number is nobody's
   there, or somebody else's: it has a family without a head.  */
static void
after_fork_in_child (void)
{
  struct process *process = &gmon.process;
  int saved = errno;

  process->id = machine_process_id ();
  process->child = true;
  process->has_file = false;
  if (getppid () == 0)
    process->family = make_family (0);
  gmon_forget ();
  after_fork ();
  errno = saved;
}

static void
on_quick_exit (void)
{
  gmon_leave (GMON_LEAVE_EXIT);
}

void
process_start (void)
{
  struct process *process = &gmon.process;
  int error;

  process->id = machine_process_id ();
  process->family = make_family (process->id);
  if (getcwd (process->directory, sizeof process->directory) == NULL)
    process->directory[0] = '\0';
  at_quick_exit (on_quick_exit);
  error = pthread_atfork (before_fork, after_fork, after_fork_in_child);
  if (error != 0)
    gmon_message ("children that fork makes are not profiled: ",
                  gmon_error_text (error));
}

bool
process_is_ours (void)
{
  return atomic_load (&gmon.process.id) == machine_process_id ();
}

/* A child whose family's head is gone and wrote nothing, as with daemon(3),
   takes its place.  */
static bool
is_head (const struct process *process)
{
  struct process_family *family = process->family;
  uint32_t head = atomic_load (&family->head);

  if (head == process->id)
    return true;
  return !atomic_load (&family->head_wrote)
         && machine_thread_is_gone (head, head)
         && atomic_compare_exchange_strong (&family->head, &head, process->id);
}

static bool
is_one_too_many (struct process *process, unsigned limit)
{
  struct process_family *family = process->family;
  char text[GMON_NUMBER_SIZE];

  if (family == NULL || process->has_file)
    return false;
  if (atomic_fetch_add (&family->files, 1) >= limit)
    {
      atomic_fetch_sub (&family->files, 1);
      if (limit != 0 && !atomic_exchange (&family->told, 1))
        gmon_message ("children: ", gmon_number_text (text, limit),
                      " have written a profile, and no more will;"
                      " GMON_OPTIONS=children=yes lifts the limit");
      return true;
    }
  process->has_file = true;
  return false;
}

enum process_file
process_file (struct process *process, unsigned limit)
{
  if (process->family != NULL && is_head (process))
    {
      atomic_store (&process->family->head_wrote, true);
      return PROCESS_FILE;
    }
  if (!process->child)
    return PROCESS_FILE;
  return limit == 0 || is_one_too_many (process, limit) ? PROCESS_NO_FILE
                                                        : PROCESS_FILE_WITH_ID;
}
