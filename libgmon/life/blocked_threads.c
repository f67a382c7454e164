/* blocked_threads.c -- polls blocked threads, if GMON_OPTIONS says wait=on.

   SPDX-License-Identifier: 0BSD

   Contracts are in whole_process.h.  */

#include "clock/thread_scan.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "record/whole.h"
#include "sys/message.h"
#include "waits/waits.h"
#include "machine.h"

#define OPTION "wait=on: "
#define PATIENCE 5000           /* ms */

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

/* A clock of the process counts the time of the sampling thread, too, and sends
   its signals to sleeping threads then.  */
static bool
arm_new_threads (void)
{
  return clock_watch_other (&gmon.sampler);
}

static void
spare_thread (uint32_t id)
{
  atomic_store (&gmon.whole->own_thread, id);
  clock_watch_spare (&gmon.sampler, id);
}

static const struct waits_host waits_host = { spare_thread, arm_new_threads };

/* Begins to poll, unless it is done already, or a call goes on.  The caller has
   WAITS->lock.  */
static void
start_looking (struct waits *waits)
{
  const char *why_not;

  if (waits->calls != 0 || atomic_load (&waits->thread.id) != 0)
    return;
  descriptors_begin (&gmon.descriptors);
  why_not = waits_start (waits, gmon.whole, &waits_host);
  descriptors_end (&gmon.descriptors);
  if (why_not == NULL)
    return;
  gmon.dump.options.wait = false;
  gmon_message (OPTION, "only the totals of blocked threads are known: ",
                why_not);
}

void
blocked_start (void)
{
  struct waits *waits = make_waits ();

  if (waits == NULL)
    return;
  bounded_lock_take (&waits->lock, PATIENCE);
  start_looking (waits);
  bounded_lock_release (&waits->lock);
}

/* Returns what polls the threads of this process, or NULL.  */
static struct waits *
our_waits (void)
{
  return gmon.whole != NULL && process_is_ours () ? gmon.whole->waits : NULL;
}

bool
blocked_stop (void)
{
  struct waits *waits = our_waits ();
  bool looked;

  if (waits == NULL)
    return false;
  bounded_lock_take (&waits->lock, PATIENCE);
  looked = waits->goes_on || atomic_load (&waits->thread.id) != 0;
  waits->goes_on = false;
  waits_stop (waits);
  bounded_lock_release (&waits->lock);
  return looked;
}

bool
blocked_suspend (void)
{
  struct waits *waits = our_waits ();

  if (waits == NULL)
    return false;
  bounded_lock_take (&waits->lock, PATIENCE);
  waits->calls++;
  waits->goes_on |= atomic_load (&waits->thread.id) != 0;
  waits_stop (waits);
  bounded_lock_release (&waits->lock);
  return true;
}

void
blocked_resume (void)
{
  struct waits *waits = our_waits ();

  if (waits == NULL)
    return;
  bounded_lock_take (&waits->lock, PATIENCE);
  if (waits->calls > 0)
    waits->calls--;
  if (waits->calls == 0 && waits->goes_on)
    {
      waits->goes_on = false;
      start_looking (waits);
    }
  bounded_lock_release (&waits->lock);
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
