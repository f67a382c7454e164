/* monitor.c -- the life of a profile: new, running (on or off), ended.

   SPDX-License-Identifier: 0BSD

   In: calls by gcrt1.o, by the program (gmon.h), or by the first hook.  Out:
   the state that everything else works on, and at the end the file.  */

#include <errno.h>

#include "gmon.h"
#include "internal.h"
#include "machine.h"

/* NOT_STARTED, not OFF: calls that come before the start are counted too.  */
struct gmon_state gmon = { .state = GMON_STATE_NOT_STARTED };

EXPORTED void __monstartup (unsigned long lowpc, unsigned long highpc);
EXPORTED void monstartup (unsigned long lowpc, unsigned long highpc)
  WEAK_ALIAS_OF ("__monstartup");
EXPORTED void __moncontrol (int mode);
EXPORTED void moncontrol (int mode) WEAK_ALIAS_OF ("__moncontrol");
EXPORTED void _mcleanup (void);
EXPORTED void mcleanup (void) WEAK_ALIAS_OF ("_mcleanup");
EXPORTED int gmon_write_now (void);
EXPORTED void __write_profiling (void);
EXPORTED void write_profiling (void) WEAK_ALIAS_OF ("__write_profiling");

#ifndef PIC
/* In the archive, whoever takes the start takes the call hook with it.  Under
   -flto the linker sees the calls of mcount only after it has searched the
   archives, and would then be content with libc's, which counts nothing.  */
extern const char hook[] __asm__ ("_mcount");
static const char *const hook_taken __attribute__ ((used)) = hook;
#endif

/* The end of a range is rounded up to a bin.  */
#define HIGHEST_END (UINTPTR_MAX & ~(uintptr_t) (GMON_GRID_BIN - 1))

static void
tick (uintptr_t pc, unsigned ticks)
{
  pchist_tick (&gmon.hist, pc, ticks);
}

static void
switch_on (void)
{
  if (gmon.hist.bins != NULL)
    {
      int error = sampler_start (&gmon.sampler, SAMPLER_GMON, tick);

      if (error != 0)
        gmon_message ("monstartup", "no samples", gmon_error_text (error));
    }
  atomic_store (&gmon.state, GMON_STATE_ON);
}

static void
switch_off (void)
{
  atomic_store (&gmon.state, GMON_STATE_OFF);
  sampler_stop (&gmon.sampler, SAMPLER_GMON);
}

/* A histogram is never unmapped: a handler of another thread may be in it.  */
static void
prepare_histogram (uintptr_t low, uintptr_t high)
{
  void *memory = machine_map (pchist_size (low, high));

  if (memory == NULL)
    gmon_message ("monstartup", "no samples", "out of memory");
  pchist_init (&gmon.hist, low, high, memory);
}

/* Start again after an end: from zero.  */
static void
prepare_again (uintptr_t low, uintptr_t high)
{
  arcs_reset (&gmon.arcs);
  if (low == gmon.text.low && high == gmon.text.high
      && gmon.hist.bins != NULL)
    pchist_reset (&gmon.hist);
  else
    prepare_histogram (low, high);
}

/* True for the one caller that may start, from PHASE.  */
static bool
begin_from (int phase)
{
  return atomic_compare_exchange_strong (&gmon.phase, &phase,
                                         GMON_PHASE_STARTING);
}

static void
start (uintptr_t low, uintptr_t high)
{
  int saved = errno;

  if (high > HIGHEST_END)
    high = HIGHEST_END;
  if (low >= high)
    gmon_message ("monstartup", NULL, "the address range is empty");
  else if (begin_from (GMON_PHASE_NEW) || begin_from (GMON_PHASE_ENDED))
    {
      if (gmon.text.high == 0)
        prepare_histogram (low, high);
      else
        prepare_again (low, high);
      gmon.text = text_range ();
      gmon.text.low = low;
      gmon.text.high = high;
      atomic_store (&gmon.phase, GMON_PHASE_RUNNING);
      switch_on ();
    }
  errno = saved;
}

void
gmon_autostart (void)
{
  gmon.autostarted = true;
  start (gmon.program.low, gmon.program.high);
}

void
__monstartup (unsigned long lowpc, unsigned long highpc)
{
  start (lowpc, highpc);
}

void
__moncontrol (int mode)
{
  if (atomic_load (&gmon.phase) != GMON_PHASE_RUNNING)
    return;
  if (mode == 0)
    switch_off ();
  else
    switch_on ();               /* also if on: a forked child has no clock */
}

void
_mcleanup (void)
{
  int phase = GMON_PHASE_RUNNING;

  if (!atomic_compare_exchange_strong (&gmon.phase, &phase, GMON_PHASE_ENDED))
    return;
  switch_off ();
  gmon_write_file (&gmon, true);
}

int
gmon_write_now (void)
{
  if (atomic_load (&gmon.state) != GMON_STATE_ON)
    return -1;
  return gmon_write_file (&gmon, false) ? 0 : -1;
}

void
__write_profiling (void)
{
  gmon_write_now ();
}
