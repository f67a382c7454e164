/* wait_list.c -- the threads that are polled.

   SPDX-License-Identifier: 0BSD

   Contracts are in wait_list.h.  */

#include <limits.h>
#include <string.h>

#include "waits/wait_list.h"
#include "waits/wait_times.h"
#include "sys/directory.h"
#include "sys/task_list.h"
#include "machine.h"

#define SECOND 1000000000u
#define FIRST_ROOM 64
#define MOST_THREADS 65536

/* Returns the place of thread ID in the hash table, or the free one where it
   would be.  */
static uint32_t *
state_place (struct waits *waits, uint32_t id)
{
  size_t mask = 2 * waits->room - 1;
  size_t at = ((size_t) id * 0x9e3779b1u) & mask;

  while (waits->places[at] != 0
         && waits->states[waits->places[at] - 1].id != id)
    at = (at + 1) & mask;
  return &waits->places[at];
}

static void
number_states (struct waits *waits)
{
  memset (waits->places, 0, 2 * waits->room * sizeof *waits->places);
  for (size_t i = 0; i < waits->count; i++)
    *state_place (waits, waits->states[i].id) = (uint32_t) i + 1;
}

/* Makes room for one more thread.  Returns false without memory.  */
static bool
make_state_room (struct waits *waits)
{
  size_t room = waits->room == 0 ? FIRST_ROOM : 2 * waits->room;
  struct wait_state *states;
  uint32_t *places;

  if (waits->count < waits->room)
    return true;
  if (room > MOST_THREADS)
    return false;
  states = machine_map (room * sizeof *states);
  places = machine_map (2 * room * sizeof *places);
  if (states == NULL || places == NULL)
    {
      if (states != NULL)
        machine_unmap (states, room * sizeof *states);
      if (places != NULL)
        machine_unmap (places, 2 * room * sizeof *places);
      return false;
    }
  if (waits->room != 0)
    {
      memcpy (states, waits->states, waits->count * sizeof *states);
      machine_unmap (waits->states, waits->room * sizeof *states);
      machine_unmap (waits->places, 2 * waits->room * sizeof *places);
    }
  waits->states = states;
  waits->places = places;
  waits->room = room;
  number_states (waits);
  return true;
}

/* Adds the thread ID, unless it is there.  It has begun between the last scan
   and this one, on the average in the middle.  */
static void
find_state (struct waits *waits, uint32_t id, uint64_t now)
{
  uint32_t *place;

  if (!make_state_room (waits))
    return;
  place = state_place (waits, id);
  if (*place == 0)
    {
      *place = (uint32_t) ++waits->count;
      waits->states[*place - 1]
        = (struct wait_state) { .id = id, .files = { -1, -1 },
                                .last = waits->scanned != 0
                                        ? now - (now - waits->scanned) / 2
                                        : 0 };
    }
  waits->states[*place - 1].scan = waits->scan;
}

unsigned
wait_open_files (const struct wait_state *state)
{
  return (unsigned) (state->files.call >= 0)
         + (unsigned) (state->files.times >= 0);
}

/* Removes the threads that the last scan has not found.  */
static void
drop_gone (struct waits *waits, uint64_t now)
{
  size_t kept = 0;

  for (size_t i = 0; i < waits->count; i++)
    if (waits->states[i].scan == waits->scan)
      waits->states[kept++] = waits->states[i];
    else
      {
        waits->open -= wait_open_files (&waits->states[i]);
        proc_close (&waits->states[i].files);
        wait_gone (waits, &waits->states[i], now);
      }
  if (kept == waits->count)
    return;
  waits->count = kept;
  number_states (waits);
}

/* Reads the kernel's list of threads.  */
static void
scan_list (struct waits *waits, uint64_t now)
{
  unsigned char buffer[4096];
  struct directory list = { waits->tasks, UINT_MAX, buffer, sizeof buffer, 0,
                            0 };
  uint32_t own = atomic_load (&waits->thread.id);
  const char *name;

  machine_syscall (SYS_lseek, waits->tasks, 0, 0, 0, 0, 0);
  waits->scan++;
  while ((name = directory_next (&list)) != NULL)
    {
      uint32_t id = task_list_id (name);

      if (id != 0 && id != own)
        find_state (waits, id, now);
    }
  drop_gone (waits, now);
  waits->scanned = now;
  waits->scan_due = now + SECOND;
  if (!waits->host->found ())
    atomic_store (&waits->trouble, WAITS_PROCESS_CLOCK);
}

void
wait_list_poll (struct waits *waits, uint64_t now)
{
  uint32_t links = task_list_links (waits->links);

  if (links == waits->links && now < waits->scan_due)
    return;
  scan_list (waits, now);
  waits->links = links;
}

void
wait_list_forget (struct waits *waits)
{
  waits->count = waits->next = 0;
  waits->open = 0;
  waits->links = waits->scan = waits->tick = 0;
  waits->scanned = 0;
  if (waits->room != 0)
    number_states (waits);
}
