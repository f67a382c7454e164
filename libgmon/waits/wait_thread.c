/* wait_thread.c -- the thread that polls blocked threads.

   SPDX-License-Identifier: 0BSD

   Contracts are in wait_thread.h.

   The thread is no copy of the program's view of files (CLONE_FS): then the
   program could not change that view by setns or unshare.  */

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "waits/wait_thread.h"
#include "arch/raw_thread.h"
#include "arch/valgrind.h"
#include "machine.h"

#define STACK_SIZE ((size_t) 64 << 10)
#define GUARD_SIZE ((size_t) 4096)
#define PATIENCE 20000          /* pauses until a thread must have ended */
#define PAUSE 100000            /* ns */
#define SECOND 1000000000u

/* Values of the kernel's headers, which musl's compiler wrapper does not
   find.  */
#define CLOSE_AND_UNSHARE 2     /* CLOSE_RANGE_UNSHARE */
#define WAIT_PRIVATE 128        /* FUTEX_WAIT_PRIVATE */
#define WAKE_PRIVATE 129        /* FUTEX_WAKE_PRIVATE */

#ifdef HAVE_RAW_THREADS

#define FLAGS (CLONE_VM | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD \
               | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

/* Below the stack is a page that cannot be used.  */
static void *
map_stack (void)
{
  unsigned char *stack = machine_map (GUARD_SIZE + STACK_SIZE);

  if (stack != NULL)
    machine_syscall (SYS_mprotect, (long) stack, GUARD_SIZE, 0, 0, 0, 0);
  return stack;
}

/* The thread inherits the signal mask: all signals are blocked, faults
   too, which would end the process anyway.  */
int
wait_thread_start (struct wait_thread *thread, void (*run) (void *data),
                   void *data)
{
  unsigned char all[KERNEL_SIGNALS / 8], before[KERNEL_SIGNALS / 8];
  long result;

  if (machine_is_valgrind ())
    return EOPNOTSUPP;          /* it ends a program with such a thread */
  if (thread->stack == NULL)
    thread->stack = map_stack ();
  if (thread->stack == NULL)
    return ENOMEM;
  memset (all, 0xff, sizeof all);
  atomic_store (&thread->ends, 0);
  machine_syscall (SYS_rt_sigprocmask, SIG_SETMASK, (long) all, (long) before,
                   sizeof all, 0, 0);
  result = machine_raw_thread (FLAGS,
                               (unsigned char *) thread->stack + GUARD_SIZE
                               + STACK_SIZE,
                               (uint32_t *) &thread->id, run, data);
  machine_syscall (SYS_rt_sigprocmask, SIG_SETMASK, (long) before, 0,
                   sizeof before, 0, 0);
  return result < 0 ? (int) -result : 0;
}

#else

int
wait_thread_start (struct wait_thread *thread, void (*run) (void *data),
                   void *data)
{
  (void) thread;
  (void) run;
  (void) data;
  return ENOSYS;
}

#endif

/* After the kernel has cleared the id, the thread is in the process for a
   moment, in which unshare fails.  */
void
wait_thread_stop (struct wait_thread *thread)
{
  uint32_t id = atomic_load (&thread->id);

  if (id == 0)
    return;
  atomic_store (&thread->ends, 1);
  machine_syscall (SYS_futex, (long) &thread->ends, WAKE_PRIVATE, 1, 0,
                   0, 0);
  for (int i = 0;
       i < PATIENCE && !machine_thread_is_gone (machine_process_id (), id); i++)
    machine_sleep (PAUSE);
}

int
wait_thread_settle (void)
{
#ifdef SYS_close_range
  const int normal = 0;         /* the priority of a usual thread */

  machine_syscall (SYS_prctl, PR_SET_NAME, (long) "gmon-waits", 0, 0, 0, 0);
  machine_syscall (SYS_sched_setscheduler, 0, SCHED_OTHER, (long) &normal, 0,
                   0, 0);
  return (int) -machine_syscall (SYS_close_range, 0, (long) UINT32_MAX,
                                 CLOSE_AND_UNSHARE, 0, 0, 0);
#else
  return ENOSYS;
#endif
}

bool
wait_thread_sleep (struct wait_thread *thread, uint64_t ns)
{
  const long time[2] = { (long) (ns / SECOND), (long) (ns % SECOND) };

  machine_syscall (SYS_futex, (long) &thread->ends, WAIT_PRIVATE, 0,
                   (long) time, 0, 0);
  return atomic_load (&thread->ends) == 0;
}
