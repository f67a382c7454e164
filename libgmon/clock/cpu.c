/* cpu.c -- the clocks that are a timer on each thread's CPU time.

   SPDX-License-Identifier: 0BSD

   SIGPROF goes to the thread that used the CPU time.  Contracts are in clock.h.

   The kernel checks these timers in its own tick, every 1 to 10 ms, in the
   thread that runs at that moment.  A thread of 2 ms mostly meets no kernel
   tick, and a thread of 20 ms loses the time after its last one.  If only the
   time up to each kernel tick counted, short threads would count too little.
   So the first kernel tick in a thread counts as a whole kernel tick, whenever
   it comes.  It comes with a probability of the thread's time divided by the
   length of the kernel tick.  In longer threads this adds on average as much
   as is lost at the end.

   That is right for threads that run without a pause.  Where many threads take
   turns, each runs for less than a kernel tick at a time, and more is lost at
   the ends of threads than their first ticks add.  So at the end of each thread
   the time that was not counted, or was counted too much, is noted, and the
   first ticks of other threads make up for it.  */

#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "clock/sampler_state.h"
#include "clock/thread_timer.h"
#include "sys/timer.h"
#include "machine.h"

static int
clock_cpu_open_timer (struct sampler *sampler, uint32_t id)
{
  (void) sampler;
  return timers_create (timers_cpu_clock (id), SIGPROF, id);
}

/* Sets the timer so that it expires in the kernel's next tick.  A thread with
   kind CLOCK_THREAD_FOUND was not observed from its start, so its first kernel
   tick has no special rule.  */
static void
clock_cpu_arm (struct sampler *sampler, struct clock_thread *thread, int handle,
               enum clock_thread_kind kind)
{
  thread->due = clock_timer_phase (sampler);
  thread->first = kind != CLOCK_THREAD_FOUND;
  thread->uncounted = 0;
  thread->seen = 0;
  if (kind == CLOCK_THREAD_OLD)
    thread->seen = timers_now (timers_cpu_clock (owner_id (&thread->owned)));
  timers_set (handle, 1);
}

/* Returns NS, but at least -LIMIT and at most LIMIT.  */
static int64_t
within (int64_t ns, int64_t limit)
{
  return ns > limit ? limit : ns < -limit ? -limit : ns;
}

/* Returns what the first tick of a thread counts, in ns: a kernel tick, and up
   to as much for the threads that have ended.  */
static uint64_t
first_time (struct sampler *sampler)
{
  int64_t owed = within ((int64_t) wide_load (&sampler->owed),
                         sampler->kernel_tick);

  wide_add (&sampler->owed, (uint64_t) -owed);
  return sampler->kernel_tick + (uint64_t) owed;
}

void
clock_cpu_thread_ends (struct sampler *sampler,
                       const struct clock_thread *thread, uint64_t now)
{
  if (now > thread->seen)
    wide_add (&sampler->owed,
              now - thread->seen + (uint64_t) thread->uncounted);
}

static unsigned
clock_cpu_ticks (struct sampler *sampler, struct clock_thread *thread,
                 const siginfo_t *info)
{
  uint64_t now;
  unsigned count;

  if (!clock_timer_is_own (thread, info))
    return 0;
  now = timers_now (CLOCK_THREAD_CPUTIME_ID);
  if (thread->first)
    {
      uint64_t time = first_time (sampler);

      count = clock_timer_count (sampler, thread, time);
      thread->due += now - time;
      thread->uncounted = (int64_t) (now - thread->seen - time);
      thread->first = false;
    }
  else
    count = clock_timer_count (sampler, thread, now);
  thread->seen = now;
  thread->expired = true;
  return count;
}

#define CPU_TIMERS                            \
  .dimension = "seconds",                     \
  .abbreviation = 's',                        \
  .limit = clock_timer_limit,                 \
  .open = clock_cpu_open_timer,               \
  .close = clock_timer_close,                 \
  .ticks = clock_cpu_ticks,                   \
  .rearm = clock_timer_rearm

const struct clock clock_cpu = {
  .name = "cpu",
  .fallback = &clock_itimer,
  .arm = clock_cpu_arm,
  CPU_TIMERS
};

static int
clock_kernel_start (struct sampler *sampler)
{
  (void) sampler;
#ifdef MACHINE_CONTEXT_IN_SYSTEM_CALL
  return 0;
#else
  return ENOSYS;
#endif
}

/* Returns the CPU time that the kernel has used for the calling thread, in
   ns.  The kernel's struct rusage is 18 words: user time in s and us, system
   time in s and us, and others.  */
static uint64_t
time_in_kernel (void)
{
  unsigned long usage[18];

  usage[2] = usage[3] = 0;      /* an initializer would call memset */
  machine_syscall (SYS_getrusage, RUSAGE_THREAD, (long) usage, 0, 0, 0, 0);
  return (uint64_t) usage[2] * 1000000000 + (uint64_t) usage[3] * 1000;
}

/* The thread is in a system call, or most of NS was used by the kernel: the
   kernel's tick credits the whole time since the last one to where it hits, so
   this also tells page faults and interrupts.  */
static bool
clock_kernel_counts (struct clock_thread *thread, uint64_t ns,
                     const void *context)
{
  const uint64_t used = time_in_kernel ();
  const uint64_t before = thread != NULL ? thread->in_kernel : 0;

  if (thread != NULL)
    thread->in_kernel = used;
  return machine_is_in_system_call (context)
         || (before != 0 && 2 * (used - before) >= ns);
}

static void
clock_kernel_arm (struct sampler *sampler, struct clock_thread *thread,
                  int handle, enum clock_thread_kind kind)
{
  thread->in_kernel = 0;
  clock_cpu_arm (sampler, thread, handle, kind);
}

/* gprof has the samples of all other CPU time if it records the program from
   outside, by events without the kernel's part.  There is no fallback: no other
   clock would leave that part to gprof.  */
const struct clock clock_kernel = {
  .name = "kernel",
  .start = clock_kernel_start,
  .arm = clock_kernel_arm,
  .counts = clock_kernel_counts,
  CPU_TIMERS
};
