/* fork.c -- gives a child of fork an empty profile.

   SPDX-License-Identifier: 0BSD

   pthread_atfork also reports forks by libc itself (daemon, forkpty).  A child
   of vfork, posix_spawn, clone or _Fork is recognized by its process id.  In
   such a child nothing is done, as its memory may be its parent's.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "arch/compiler.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "sys/message.h"
#include "machine.h"

/* Per thread, as several threads may be in fork at once.  */
static __thread sigset_t mask_before_fork INITIAL_EXEC;

/* Takes the sampler's lock, and blocks all signals until the child has dropped
   its parent's profile, since the counts of a signal handler in the child
   would otherwise be dropped as well.  These fork handlers are usually the
   first that were registered, and so run closest to the fork.  */
static void
before_fork (void)
{
  sigset_t all;

  process_before_fork (&gmon.dump.process);
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &mask_before_fork);
  sampler_lock (&gmon.sampler);
}

static void
after_fork (void)
{
  sampler_unlock (&gmon.sampler);
  sigprocmask (SIG_SETMASK, &mask_before_fork, NULL);
}

/* -- In the child --------------------------------------------------------- */

/* Resets the child's copy of the parent's WRITER, which another thread of the
   parent may have been using.  Its descriptors are not closed: the kernel
   copies descriptors and memory one after the other, so by now a number may
   stand for another file.  The temporary file belongs to the parent and is not
   removed.  */
static void
writer_reset_in_child (struct gmon_writer *writer)
{
  writer->fd = -1;
  writer->dir = 0;
  writer->temporary[0] = '\0';
  writer->error = ECANCELED;
  writer->last_warning = NULL;
  writer->warned_arcs_lost = false;
  atomic_store (&writer->leaving, 0);
  bounded_lock_reset (&writer->lock);
}

/* Makes the profile of a new child empty.  Tables and bins are replaced, not
   cleared, since clearing would copy their pages.

   The child is not profiled if children may not write files, or if another
   thread of the parent was ending the profile.  */
static void
gmon_reset_in_child (void)
{
  struct pchist *hist = &gmon.hist;
  void *bins = hist->bins;
  int phase = atomic_load (&gmon.phase);

  writer_reset_in_child (&gmon.dump.writer);
  gmon.dump.job.diverted = false;
  bounded_lock_reset (&gmon.descriptors.lock);
  bounded_lock_reset (&gmon.sampler.lock);
  gmon.calls_written = GMON_NOT_WRITTEN;
  arcs_reset_in_child (&gmon.arcs);
  blocks_reset_in_child (&gmon.blocks);
  counted_reset_in_child ();
  whole_reset_in_child ();
  if (bins != NULL)
    {
      gmon_new_histogram (gmon.text.low, gmon.text.high);
      machine_unmap (bins, pchist_size (gmon.text.low, gmon.text.high));
    }
  if ((phase_is_running (phase) && gmon.dump.options.children == 0)
      || phase == GMON_PHASE_ENDING)
    {
      gmon_change_phase ((enum gmon_phase) phase, GMON_PHASE_ENDED);
      atomic_store (&gmon.dump.ended, true);
      sampler_stop (&gmon.sampler, SAMPLER_GMON);
    }
  sampler_after_fork (&gmon.sampler);
  if (phase_is_running (atomic_load (&gmon.phase)))
    blocked_start ();
}

static void
after_fork_in_child (void)
{
  int saved = errno;

  process_begin_child (&gmon.dump.process);
  gmon_reset_in_child ();
  after_fork ();
  errno = saved;
}

static void
on_quick_exit (void)
{
  gmon_dump (DUMP_EXIT);
}

#if defined __GLIBC__ && defined PIC

/* pthread_atfork and at_quick_exit of glibc call these two functions.  They
   are weak, since only glibc has them: a preload into a program with another C
   library would end that program.  */
extern void *__dso_handle __attribute__ ((visibility ("hidden")));
extern int __register_atfork (void (*) (void), void (*) (void),
                              void (*) (void), void *)
  __attribute__ ((weak));
extern int __cxa_at_quick_exit (void (*) (void *), void *)
  __attribute__ ((weak));

static void
on_quick_exit_of (void *unused)
{
  (void) unused;
  on_quick_exit ();
}

bool
libc_is_other (void)
{
  return &__register_atfork == NULL;
}

static int
register_all (void)
{
  __cxa_at_quick_exit (on_quick_exit_of, &__dso_handle);
  return __register_atfork (before_fork, after_fork, after_fork_in_child,
                            &__dso_handle);
}

#else

bool
libc_is_other (void)
{
  return false;
}

static int
register_all (void)
{
  at_quick_exit (on_quick_exit);
  return pthread_atfork (before_fork, after_fork, after_fork_in_child);
}

#endif

void
fork_start (void)
{
  int error;

  process_begin (&gmon.dump.process);
  error = register_all ();
  if (error != 0)
    gmon_message ("children that fork makes are not profiled: ",
                  gmon_error_text (error));
}
