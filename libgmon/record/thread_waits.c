/* thread_waits.c -- how long the threads were blocked.

   SPDX-License-Identifier: 0BSD

   Contracts are in thread_waits.h.  */

#include <limits.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <time.h>

#include "record/thread_waits.h"
#include "sys/directory.h"
#include "sys/message.h"
#include "sys/task_list.h"
#include "sys/thread_times.h"
#include "sys/timer.h"
#include "machine.h"

void
thread_waits_start (struct whole *whole, struct descriptors *descriptors)
{
  char text[GMON_NUMBER_SIZE];
  const char *main_id = gmon_number_text (text, machine_process_id ());
  struct thread_times times = { .ran = 0 };

  whole->ran_before = whole->queued_before = 0;
  if (thread_times_read_short (descriptors, main_id, &times))
    {
      whole->ran_before = times.ran;
      whole->queued_before = times.queued;
    }
}

static uint64_t
difference_or_zero (uint64_t from, uint64_t to)
{
  return to > from ? to - from : 0;
}

/* Adds the thread with TIMES to the sums of its name.  IS_MAIN: it is the main
   thread, of whose times a part lies before the start.  */
static void
add_waits (struct whole *whole, const struct thread_times *times, bool is_main)
{
  unsigned index = thread_names_find (&whole->threads, times->name);
  struct thread_name *name = &whole->threads.names[index];
  uint64_t wall = difference_or_zero (whole->start,
                                      timers_now (CLOCK_MONOTONIC));
  uint64_t age = difference_or_zero (times->start,
                                     timers_now (CLOCK_BOOTTIME));
  uint64_t ran = times->ran, queued = times->queued;

  if (is_main)
    {
      ran = difference_or_zero (whole->ran_before, ran);
      queued = difference_or_zero (whole->queued_before, queued);
    }
  if (age < wall)
    wall = age;
  name->measured++;
  name->blocked += difference_or_zero (ran + queued, wall);
  name->queued += queued;
}

/* Reads the *TIMES of the thread ID, TEXT in /proc.  Of the main thread, which
   usually ends the program, it takes one file less: that thread is older than
   the profile, and if it is the calling one, it knows its name.  */
static bool
read_times (struct descriptors *descriptors, uint32_t id, const char *text,
            struct thread_times *times)
{
  if (id != machine_process_id () || id != machine_thread_id ())
    return thread_times_read (descriptors, text, times);
  *times = (struct thread_times) { .start = 0 };
  return thread_times_read_short (descriptors, text, times)
         && machine_syscall (SYS_prctl, PR_GET_NAME, (long) times->name, 0, 0,
                             0, 0) == 0;
}

void
thread_waits_collect (struct whole *whole, struct descriptors *descriptors)
{
  unsigned char buffer[512];    /* small: a coroutine may have 8 KiB */
  struct directory tasks = { -1, UINT_MAX, buffer, sizeof buffer, 0, 0 };
  const char *entry;

  for (unsigned i = 0; thread_names_has (&whole->threads, i); i++)
    {
      struct thread_name *name = &whole->threads.names[i];

      name->measured = name->blocked = name->queued = 0;
    }
  tasks.fd = (int) task_list_open (descriptors);
  if (tasks.fd < 0)
    return;
  while ((entry = directory_next (&tasks)) != NULL)
    {
      uint32_t id = task_list_id (entry);
      struct thread_times times;

      if (id != 0 && id != atomic_load (&whole->own_thread)
          && read_times (descriptors, id, entry, &times))
        add_waits (whole, &times, id == machine_process_id ());
    }
  machine_syscall (SYS_close, tasks.fd, 0, 0, 0, 0, 0);
}
