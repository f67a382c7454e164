/* event.c -- the clock that counts events instead of time.

   SPDX-License-Identifier: 0BSD

   The kernel writes a record for every so many page faults, context switches or
   cycles of a thread.  Contracts are in clock.h.

   The counted events themselves raise no signal.  A signal for each context
   switch would wake the thread that just went to sleep, and would interrupt
   every system call that waits.  The records stay in memory until they are
   read: at the end of the profile, or when a second event, which counts the
   thread's CPU time outside the kernel, raises SIGPROF.

   Except for context switches, only events outside the kernel count.  There
   the place of the program is exact, and every user may see it.  */

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/auxv.h>

#include "clock/perf_abi.h"
#include "clock/sampler.h"
#include "gmon_out.h"
#include "sys/timer.h"

#define RECORD_PAGES 16         /* 2,700 records without a call chain */
#define CHAIN_PAGES 32          /* 3,200 records with a call chain */

struct perf_kind
{
  char option[17];
  char dimension[GMON_DIMEN_SIZE - 1];  /* leaves room for k, M or G */
  char abbreviation;
  bool in_kernel;               /* the event happens only in the kernel */
  uint32_t type;
  uint32_t config;
  unsigned period;              /* events per sample if the user gives no
                                   number */
};

static const struct perf_kind kinds[] = {
  { "page-faults", "page-faults", 'f', false, PERF_TYPE_SOFTWARE,
    PERF_SOFTWARE_PAGE_FAULTS, 1 },
  { "minor-faults", "minor-faults", 'f', false, PERF_TYPE_SOFTWARE,
    PERF_SOFTWARE_MINOR_FAULTS, 1 },
  { "major-faults", "major-faults", 'f', false, PERF_TYPE_SOFTWARE,
    PERF_SOFTWARE_MAJOR_FAULTS, 1 },
  { "context-switches", "switches", 'w', true, PERF_TYPE_SOFTWARE,
    PERF_SOFTWARE_SWITCHES, 1 },
  { "cycles", "cycles", 'c', false, PERF_TYPE_HARDWARE,
    PERF_HARDWARE_CYCLES, 10000000 },
  { "instructions", "instructions", 'i', false, PERF_TYPE_HARDWARE,
    PERF_HARDWARE_INSTRUCTIONS, 10000000 },
  { "cache-misses", "cache-misses", 'm', false, PERF_TYPE_HARDWARE,
    PERF_HARDWARE_CACHE_MISSES, 100000 },
  { "branch-misses", "branch-misses", 'm', false, PERF_TYPE_HARDWARE,
    PERF_HARDWARE_BRANCH_MISSES, 100000 },
};

const struct perf_kind *
event_find (const char *option)
{
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (option, kinds[i].option) == 0)
      return &kinds[i];
  return NULL;
}

/* -- Units ---------------------------------------------------------------- */

static const char prefixes[] = { '\0', 'k', 'M', 'G' };

/* Returns the first of 1, 1,000, ... that is a multiple of PERIOD, and stores
   the index of its prefix in *INDEX.  Returns 0 if there is none.  */
static unsigned
unit_of (unsigned period, unsigned *index)
{
  unsigned unit = 1;

  for (*index = 0; *index < sizeof prefixes; ++*index, unit *= 1000)
    if (unit % period == 0)
      return unit;
  return 0;
}

bool
event_period_is_good (unsigned period)
{
  unsigned index;

  return unit_of (period, &index) != 0;
}

/* Returns how many samples make one unit of the dimension: 100 if a sample is
   0.01 Gcycles.  */
static unsigned
file_rate (const struct sampler *sampler)
{
  unsigned index;

  return unit_of (sampler->perf.period, &index) / sampler->perf.period;
}

static void
name_unit (struct clock *clock, const struct perf_kind *kind, unsigned period)
{
  unsigned index;
  char *at = clock->dimension;

  unit_of (period, &index);
  clock->abbreviation = kind->abbreviation;
  if (prefixes[index] != '\0')
    clock->abbreviation = *at++ = prefixes[index];
  memcpy (at, kind->dimension, strlen (kind->dimension));
  memcpy (clock->name, kind->option, sizeof kind->option);
}

/* -- The clock ------------------------------------------------------------ */

static unsigned
clock_event_limit (void)
{
  return UINT_MAX;
}

static void
describe_event (struct perf_attr *attr, const struct perf_kind *kind,
                unsigned period)
{
  attr->type = kind->type;
  attr->size = sizeof *attr;
  attr->config = kind->config;
  attr->sample_period = period;
  attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ;
  attr->disabled = 1;
  attr->exclude_kernel = !kind->in_kernel;
  attr->exclude_hypervisor = !kind->in_kernel;
  if (kind->in_kernel)
    {
      attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
      attr->exclude_callchain_kernel = 1;
      attr->sample_max_stack = 1;
    }
}

static perf_take clock_event_take;

/* ENOENT and ENODEV from the kernel mean that this machine has no such
   event.  */
static int
clock_event_start (struct sampler *sampler)
{
  const struct perf_kind *kind = sampler->perf.kind;
  struct perf_plan plan = { .page_size = getauxval (AT_PAGESZ),
                            .descriptors = sampler->host->descriptors,
                            .record_pages = kind->in_kernel ? CHAIN_PAGES
                                                          : RECORD_PAGES,
                            .take = clock_event_take };
  int error;

  describe_event (&plan.attr[0], kind, sampler->perf.period);
  perf_describe_pace (&plan.attr[1], PERF_PACE);
  sampler->perf.plan = plan;
  error = perf_start (&sampler->perf, false);
  return error == ENOENT || error == ENODEV ? EOPNOTSUPP : error;
}

static void
clock_event_arm (struct sampler *sampler, struct clock_thread *thread,
                 int handle, enum clock_thread_kind kind)
{
  (void) thread;
  (void) kind;
  perf_arm (&sampler->perf, handle, 0);
}

/* Delivers the events that have happened by the time of the record and are not
   delivered yet, also those whose records found no room.  */
static void
clock_event_take (struct sampler *sampler, struct perf_counter *counter,
                  const struct perf_place *place)
{
  uint64_t samples = timers_divide (place->value, sampler->perf.period);

  if (samples > counter->given)
    {
      unsigned ticks = (unsigned) (samples - counter->given);

      sampler_deliver (sampler,
                       &(struct sampler_tick) { place->pc, ticks, NULL });
      counter->given = samples;
    }
}

const struct clock *
event_choose (struct sampler *sampler, const struct perf_kind *kind,
              unsigned period)
{
  static const struct clock any = {
    .limit = clock_event_limit,
    .is_not_cpu = true,
    .file_rate = file_rate,
    .start = clock_event_start,
    .open = clock_perf_open,
    .arm = clock_event_arm,
    .close = clock_perf_close,
    .ticks = clock_perf_ticks,
    .flush = clock_perf_flush,
  };

  sampler->event = any;
  sampler->perf.kind = kind;
  sampler->perf.period = period != 0 ? period : kind->period;
  name_unit (&sampler->event, kind, sampler->perf.period);
  return &sampler->event;
}
