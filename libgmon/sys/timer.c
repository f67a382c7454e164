/* timer.c -- timers and clocks of the kernel, by system calls.

   SPDX-License-Identifier: 0BSD

   Contracts are in timer.h.

   On 32-bit machines these are the system calls with 32-bit seconds.  They are
   enough: the times to set are short, and CPU time and the time since the boot
   fit.  */

#include <time.h>

#include "sys/timer.h"
#include "machine.h"

#define SECOND 1000000000u

/* musl uses these names for the calls with 32-bit seconds where its time_t has
   64 bits.  */
#ifdef SYS_timer_settime32
# define TIMER_SETTIME SYS_timer_settime32
#else
# define TIMER_SETTIME SYS_timer_settime
#endif
#ifdef SYS_clock_gettime32
# define CLOCK_GETTIME SYS_clock_gettime32
#else
# define CLOCK_GETTIME SYS_clock_gettime
#endif

#define NOTIFY_SIGNAL 0
#define NOTIFY_THREAD 4

/* The kernel's struct sigevent, which is the same on all machines.  */
struct event
{
  void *value;
  int signal;
  int notify;
  int thread;
  int rest[64 / sizeof (int)];
};

const void *
timers_value (bool of_thread)
{
  static const char marks[2];

  return &marks[of_thread];
}

/* Timer numbers are small: none is larger than INT_MAX.  */
int
timers_create (int clock, int signal, uint32_t thread)
{
  struct event event;
  int timer = 0;
  long result;

  event.value = (void *) (uintptr_t) timers_value (thread != 0);
  event.signal = signal;
  event.notify = thread != 0 ? NOTIFY_THREAD : NOTIFY_SIGNAL;
  event.thread = (int) thread;
  result = machine_syscall (SYS_timer_create, clock, (long) &event,
                            (long) &timer, 0, 0, 0);
  return result < 0 ? (int) result : timer;
}

void
timers_set (int timer, uint64_t ns)
{
  uint64_t seconds = timers_divide (ns, SECOND);
  long words[4] = { 0, 0, (long) seconds, (long) (ns - seconds * SECOND) };

  machine_syscall (TIMER_SETTIME, timer, 0, (long) words, 0, 0, 0);
}

void
timers_delete (int timer)
{
  /* A filter of system calls may forbid the deletion, but SIGPROF must not
     come any more: so the timer is stopped.  */
  if (machine_syscall (SYS_timer_delete, timer, 0, 0, 0, 0, 0) != 0)
    timers_set (timer, 0);
}

uint64_t
timers_now (int clock)
{
  long words[2] = { 0, 0 };

  machine_syscall (CLOCK_GETTIME, clock, (long) words, 0, 0, 0, 0);
  return (uint64_t) (unsigned long) words[0] * SECOND
         + (unsigned long) words[1];
}

/* The kernel numbers these clocks by the inverted thread id and three
   bits.  */
int
timers_cpu_clock (uint32_t thread)
{
  return (int) (~thread << 3 | 6);
}

uint64_t
timers_divide (uint64_t number, uint64_t by)
{
  uint64_t result = 0;
  unsigned shift = 0;

  while (number >> shift >= by && (by << shift) >> shift == by)
    shift++;
  while (shift-- > 0)
    if (number >= by << shift)
      {
        number -= by << shift;
        result |= (uint64_t) 1 << shift;
      }
  return result;
}
