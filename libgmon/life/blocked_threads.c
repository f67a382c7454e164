/* blocked_threads.c -- looks at blocked threads, if GMON_OPTIONS says wait=on.

   SPDX-License-Identifier: 0BSD

   In: the option, and the life of the process.  Out: a thread that looks.
   Contracts are in whole_process.h.  */

#include <errno.h>

#include "clock/thread_scan.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "record/whole.h"
#include "sys/message.h"
#include "waits/waits.h"
#include "machine.h"

#define OPTION "wait=on: "

/* Returns what is to be started, NULL without the option or without memory.  */
static struct waits *
make_waits (void)
{
  struct whole *whole = gmon.whole;

  if (!gmon.dump.options.wait)
    return NULL;
  if (whole == NULL)
    {
      gmon.dump.options.wait = false;
      gmon_message (OPTION, "ignored with stacks=off");
      return NULL;
    }
  if (whole->waits == NULL)
    whole->waits = machine_map (sizeof *whole->waits);
  return whole->waits;
}

/* A clock of the process counts the time of the looking thread, too, and sends
   its signals to sleeping threads then.  */
static bool
arm_new_threads (void)
{
  return clock_watch_other (&gmon.sampler);
}

void
blocked_start (void)
{
  struct waits *waits = make_waits ();
  const char *why_not;
  uint32_t id;

  if (waits == NULL || atomic_load (&waits->thread.id) != 0)
    return;
  descriptors_begin (&gmon.descriptors);
  why_not = waits_start (waits, gmon.whole, arm_new_threads);
  descriptors_end (&gmon.descriptors);
  if (why_not != NULL)
    {
      gmon.dump.options.wait = false;
      gmon_message (OPTION, "only the totals of blocked threads are known: ",
                    why_not);
      return;
    }
  id = atomic_load (&waits->thread.id);
  atomic_store (&gmon.whole->own_thread, id);
  clock_watch_spare (&gmon.sampler, id);
}

void
blocked_stop (void)
{
  blocked_suspend ();
}

bool
blocked_suspend (void)
{
  struct whole *whole = gmon.whole;

  if (whole == NULL || whole->waits == NULL || !process_is_ours ()
      || atomic_load (&whole->waits->thread.id) == 0)
    return false;
  waits_stop (whole->waits);
  clock_watch_spare (&gmon.sampler, 0);
  return true;
}

void
blocked_pause (bool pause)
{
  if (gmon.whole != NULL && gmon.whole->waits != NULL)
    waits_pause (gmon.whole->waits, pause);
}

void
blocked_report (void)
{
  const char *text = NULL;

  if (gmon.whole != NULL && gmon.whole->waits != NULL)
    text = waits_trouble (gmon.whole->waits);
  if (text != NULL)
    gmon_message (OPTION, "not all waits are recorded: ", text);
}
