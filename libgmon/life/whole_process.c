/* whole_process.c -- records the whole process, unless stacks=off.

   SPDX-License-Identifier: 0BSD

   Contracts are in whole_process.h.  */

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>

#include "life/whole_process.h"
#include "life/hook_cost.h"
#include "life/library_calls.h"
#include "life/state.h"
#include "life/wraps.h"
#include "record/thread_waits.h"
#include "record/whole.h"
#include "sys/message.h"
#include "sys/signal_guard.h"
#include "sys/timer.h"
#include "waits/waits.h"
#include "machine.h"

#define MIX 0xff51afd7ed558ccd

/* Notes the time of the start, and makes an id that no other run has: 16
   random bytes from the kernel are the program's, which fork copies.  */
static void
begin_run (struct whole *whole)
{
  const unsigned char *random = (const void *) getauxval (AT_RANDOM);
  uint64_t mixed;

  thread_waits_start (whole, &gmon.descriptors);
  whole->start = timers_now (CLOCK_MONOTONIC);
  whole->start_date = timers_now (CLOCK_REALTIME);
  mixed = whole->start_date * MIX ^ (uint64_t) machine_process_id () << 32;
  for (size_t i = 0; i < GMON_RUN_ID_SIZE; i++)
    {
      mixed = (mixed ^ mixed >> 29) * MIX;
      whole->run_id[i] = (unsigned char) (mixed >> 56);
      if (random != NULL)
        whole->run_id[i] ^= random[i];
    }
}

/* Stores the command line, or only its first argument.  */
static void
read_command (struct whole *whole, bool full)
{
  long size = 0;
  long fd;

  descriptors_begin (&gmon.descriptors);
  fd = machine_syscall (SYS_openat, AT_FDCWD, (long) "/proc/self/cmdline",
                        O_RDONLY | O_CLOEXEC, 0, 0, 0);
  fd = descriptors_move_up (fd);
  descriptors_end (&gmon.descriptors);
  if (fd < 0)
    return;
  size = machine_syscall (SYS_read, fd, (long) whole->command,
                          sizeof whole->command - 1, 0, 0, 0);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  if (size > 0)
    whole->command_size = full ? (size_t) size : strlen (whole->command) + 1;
}

/* Prints PIECE and WHY if the user has asked for stacks.  */
static void
tell_if_asked (const char *piece, const char *why)
{
  if (gmon.dump.options.stacks == OPTIONS_STACKS_ON)
    gmon_message (piece, why);
}

/* Tells the recording of stacks of all functions that libgmon.so defines before
   the C library.  A program with libgmon.a may run beside a libgmon.so that was
   preloaded, as by gprof --run, and does no more than pass calls on.  */
static void
find_wrapped (struct whole *whole)
{
#ifndef __PIE__
  for (const struct wrapper *const *it = __start_gmon_wrappers;
       it != __stop_gmon_wrappers; it++)
    {
      uintptr_t next;

      libc_next (&next, (*it)->name);
      if (next != 0)
        callers_add_wrapped (&whole->callers, (uintptr_t) (*it)->own, next);
    }
#else
  callers_ignore (&whole->callers, OUR_NAME);
#endif
}

void
whole_start (void)
{
  const char *why_not;
  struct whole *whole;

  if (gmon.dump.options.stacks == OPTIONS_STACKS_OFF)
    return;
  whole = machine_map (sizeof *whole);
  if (whole == NULL)
    {
      tell_if_asked ("only the program itself is profiled: ",
                     "out of memory");
      return;
    }
  whole->host = gmon.dump.options.host;
  whole->is_unsampled = gmon.dump.options.clock == OPTIONS_CLOCK_NONE;
  whole->stacks_size = gmon.dump.options.stacks_memory;
  whole->functions = counted_functions ();
  read_command (whole, gmon.dump.options.command_full);
  begin_run (whole);
  gmon.whole = whole;
  whole_look ();
  why_not = callers_init (&whole->callers, &whole->objects);
  if (why_not != NULL)
    tell_if_asked ("stacks: samples have no callers: ", why_not);
  else
    find_wrapped (whole);
  whole->callers.near = counted_near_code ();
  atomic_store (&whole->recording, recording_new (whole));
  whole->library_calls = library_calls_start (gmon.dump.options.library_calls);
}

void
whole_expect_filter (void)
{
  if (gmon.whole != NULL)
    callers_expect_filter (&gmon.whole->callers);
}

bool
whole_has_stacks (void)
{
  return gmon.whole != NULL && gmon.whole->callers.buffers != NULL;
}

void
whole_calibrate (void)
{
  struct whole *whole = gmon.whole;
  struct guard guard;

  if (whole == NULL || counted_is_nothing ())
    return;
  guard_enter (&guard);
  objects_lock (&whole->objects);
  whole->hook_ps = hook_cost (&gmon.arcs, whole->notes);
  objects_unlock (&whole->objects);
  guard_leave (&guard, 0);
}

/* The memory stays: another thread, in a child one of the parent's, may have
   been about to change it.  */
void
whole_restart (void)
{
  struct whole *whole = gmon.whole;

  if (whole == NULL)
    return;
  bounded_lock_reset (&whole->objects.lock);
  objects_restart (&whole->objects);
  whole->spare = NULL;
  atomic_store (&whole->recording, recording_new (whole));
  whole->calls = (struct call_tree) { .nodes = NULL };
  whole->places = (struct call_tree) { .nodes = NULL };
  whole->sets = (struct call_tree) { .nodes = NULL };
  wide_store (&whole->lost, 0);
  thread_names_forget (&whole->threads);
  whole->retired_arcs = (struct tallies) { 0 };
  whole->retired_samples = (struct tallies) { 0 };
  atomic_store (&whole->unloading, 0);
  if (whole->waits != NULL)
    waits_restart (whole->waits);
  wide_store (&whole->handler_ns, 0);
  begin_run (whole);
}

static void
recording_free (struct recording *recording)
{
  if (recording == NULL)
    return;
  samples_free (&recording->samples);
  call_stacks_free (&recording->stacks);
  machine_unmap (recording, sizeof *recording);
}

/* No handler runs, so the largest memory can be freed.  */
void
whole_reset_in_child (void)
{
  struct whole *whole = gmon.whole;

  if (whole == NULL)
    return;
  memset (whole->notes, 0, sizeof whole->notes);
  callers_reset_in_child (&whole->callers);
  library_calls_reset_in_child (whole->library_calls);
  atomic_store (&whole->own_thread, 0);
  if (whole->waits != NULL)
    waits_reset_in_child (whole->waits);
  recording_free (atomic_exchange (&whole->recording, NULL));
  whole_restart ();
}

void
whole_tick (const struct sampler_tick *tick)
{
  struct whole *whole = gmon.whole;
  struct recording *recording;
  struct sample_kind kind = { .type = GMON_VALUE_CPU };
  const struct sample_value value = { 1, tick->ticks,
                                      (uint64_t) tick->ticks * tick->ticks };
  uintptr_t pc = tick->pc;
  uint64_t begin, end;

  if (whole == NULL || pc == 0)
    return;
  if (sampler_excludes_thread (&gmon.sampler))
    {
      wide_add (&whole->lost, 1);
      return;
    }
  begin = timers_now (CLOCK_THREAD_CPUTIME_ID);
  kind.thread = (uint16_t) thread_names_count (&whole->threads, tick->ticks,
                                               begin);
  recording = recording_enter (whole);
  if (recording != NULL)
    pc = callers_record (&whole->callers, &recording->stacks, tick->context,
                         pc, &kind);
  if (recording == NULL
      || !samples_add (&recording->samples, pc, &kind, &value))
    wide_add (&whole->lost, 1);
  if (recording != NULL)
    recording_leave (recording);
  end = timers_now (CLOCK_THREAD_CPUTIME_ID);
  if (end > begin)
    wide_add (&whole->handler_ns, end - begin);
}

void
whole_thread_ends (void)
{
  if (gmon.whole != NULL && atomic_load (&gmon.state) == GMON_STATE_ON
      && !sampler_excludes_thread (&gmon.sampler))
    thread_names_end (&gmon.whole->threads,
                      timers_now (CLOCK_THREAD_CPUTIME_ID));
}

/* -- Unloaded objects ----------------------------------------------------- */

struct unloading
{
  struct whole *whole;
  const struct gmon_objects *old;       /* the table before */
  const struct gmon_objects *new;       /* the table after */
  struct recording *former;     /* the recording before */
  struct arcs_note *note;       /* to be made afterwards, or NULL */
};

/* Returns the object at ADDRESS if it has been unloaded, else NULL.  */
static const struct gmon_object *
gone_object (const struct unloading *unloading, uintptr_t address)
{
  const struct gmon_object *object = gmon_objects_find (unloading->old,
                                                        address);
  const struct gmon_object *now;

  if (object == NULL)
    return NULL;
  now = gmon_objects_find (unloading->new, object->start);
  return now != NULL && now->identity == object->identity
         && now->base == object->base ? NULL : object;
}

/* Returns ARC_TAKE_NOTED if another object may have been at ADDRESS since.  */
static enum arc_choice
choose_address (const struct unloading *unloading, uintptr_t address)
{
  if (gone_object (unloading, address) == NULL)
    return ARC_KEEP;
  return gmon_objects_find (unloading->new, address) != NULL
         ? ARC_TAKE_NOTED : ARC_TAKE;
}

/* Blocks are no calls.  The classic profile of a library, whose range the
   program has given to monstartup, has its calls by address.  */
static bool
arc_stays (uintptr_t self)
{
  return self == ARC_SELF_BLOCK || self == ARC_SELF_GUARD
         || (text_contains (&gmon.text, self)
             && !text_contains (&gmon.program, self));
}

static enum arc_choice
choose_arc (uintptr_t from, uintptr_t self, void *data)
{
  enum arc_choice caller, callee;

  if (arc_stays (self))
    return ARC_KEEP;
  caller = choose_address (data, from - 1);
  callee = choose_address (data, self);

  return caller > callee ? caller : callee;
}

static void
retire_arc (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  const struct unloading *unloading = data;
  struct tally entry = { .sum = { count } };

  if (gmon.arcs.drops != NULL && gmon.arcs.drops (self))
    return;
  if (whole_arc (unloading->whole, unloading->old, &entry, from, self)
      && !tally_add (&unloading->whole->retired_arcs, &entry))
    wide_add (&gmon.arcs.lost, count);
}

static void
retire_sample (uintptr_t pc, const struct sample_kind *kind,
               const struct sample_value *value, void *data)
{
  const struct unloading *unloading = data;
  struct whole *whole = unloading->whole;
  struct tally entry;

  if ((!whole_sample (whole, unloading->old, &entry, unloading->former, pc,
                      kind, value)
       || !tally_add (&whole->retired_samples, &entry))
      && kind->type == GMON_VALUE_CPU)
    wide_add (&whole->lost, value->observations);
}

/* Returns true if a thread is in dlclose.  */
static bool
is_unloading (const struct whole *whole)
{
  for (int i = 0; i < ARC_NOTES; i++)
    if (whole->notes[i].thread != 0)
      return true;
  return false;
}

/* Looks which objects are loaded, and retires the counts of those that are
   gone.  dl_iterate_phdr calls this while no thread can add an object to the
   loader's list, which a thread does before it runs the object's code.  So an
   object that is not in the list has no counts.  Ends dl_iterate_phdr.  */
static int
whole_compare (struct dl_phdr_info *info, size_t size, void *data)
{
  struct unloading *unloading = data;
  struct whole *whole = unloading->whole;
  struct objects *objects = &whole->objects;
  unsigned generation = objects->generation, unseen = objects->unseen;

  (void) info;
  (void) size;
  unloading->old = atomic_load (&objects->table);
  objects_refresh (objects);
  unloading->new = atomic_load (&objects->table);
  if (is_unloading (whole))
    objects->unseen = unseen;
  if (objects->generation != generation)
    {
      arcs_take (&gmon.arcs, whole->notes, choose_arc, retire_arc, unloading);
      callers_forget_code (&whole->callers);
      recording_replace (whole, &unloading->former, retire_sample, unloading);
    }
  if (unloading->note != NULL)
    arcs_note (unloading->note, &gmon.arcs, ++whole->note_number);
  return 1;
}

/* Returns the first of the ARC_NOTES notes of THREAD; with 0 the first one that
   is not in use.  Returns NULL if there is none.  */
static struct arcs_note *
find_note (struct whole *whole, uint32_t thread)
{
  for (int i = 0; i < ARC_NOTES; i++)
    if (whole->notes[i].thread == thread)
      return &whole->notes[i];
  return NULL;
}

/* A look at the objects comes before dlclose, after it, or at another time.  */
enum whole_moment { BEFORE, AFTER, AT_ANY_TIME };

static void
whole_look_at (enum whole_moment moment)
{
  struct whole *whole = gmon.whole;
  struct unloading unloading = { .whole = whole };
  struct arcs_note *note = NULL;
  int saved = errno;
  struct guard guard;

  counted_scan_objects (false);
  if (whole == NULL)
    return;
  guard_enter (&guard);
  objects_lock (&whole->objects);
  if (moment == BEFORE)
    {
      unloading.note = find_note (whole, 0);
      atomic_fetch_add (&whole->unloading, 1);
    }
  dl_iterate_phdr (whole_compare, &unloading);
  if (moment == AFTER)
    note = find_note (whole, machine_thread_id ());
  if (note != NULL)
    arcs_note_free (note);
  if (moment == AFTER && atomic_load (&whole->unloading) > 0)
    atomic_fetch_sub (&whole->unloading, 1);
  objects_unlock (&whole->objects);
  guard_leave (&guard, 0);
  errno = saved;
}

void
whole_look (void)
{
  whole_look_at (AT_ANY_TIME);
}

void
whole_before_unload (void)
{
  whole_look_at (BEFORE);
}

void
whole_unloaded (void)
{
  whole_look_at (AFTER);
}
