/* bench_profile.c -- profiles of any size.

   SPDX-License-Identifier: GPL-3.0-or-later

   The head of bench_data.c describes the files.  */

#include <config.h>

#include "bench_data.h"
#include "gmon_out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS 8
#define CHUNK_BINS (GMON_CHUNK_BYTES / GMON_BIN_BYTES)
#define WIDTH 20000
#define MAX_TICKS 20
#define MAX_CALLS 1000

/* A profile that is being written.  The arcs of ranks come from one series of
   random numbers, what each rank has of them from its own.  */
struct profile
{
  const struct plan *plan;
  FILE *file;
  struct random pairs, own;
  uint32_t kept;                /* of 256 arcs */
  uint64_t functions;           /* those that can have samples and arcs */
  uint64_t step;                /* stride (functions) */
  uint64_t records, ticks, arcs, calls;
};

struct pair
{
  uint64_t from, to;            /* functions */
};

/* Both are bytes.  */
static void
put_range (struct profile *profile, uint64_t low, uint64_t high)
{
  static const char dimension[GMON_DIMEN_SIZE] = "seconds";

  put (profile->file, GMON_TAG_TIME_HIST, 1);
  put (profile->file, BASE + low, ADDRESS);
  put (profile->file, BASE + high, ADDRESS);
  put (profile->file, (high - low) / GMON_BIN_BYTES, 4);
  put (profile->file, 100, 4);
  fwrite (dimension, 1, sizeof dimension, profile->file);
  put (profile->file, 's', 1);
  profile->records++;
}

/* Writes the bins of the chunk at byte LOW, and clears them; with chunks only
   if one is not 0.  */
static void
put_chunk (struct profile *profile, uint64_t low, uint64_t end, uint8_t *bins)
{
  static const uint8_t none[CHUNK_BINS];
  uint64_t high = end - low < GMON_CHUNK_BYTES ? end : low + GMON_CHUNK_BYTES;
  size_t count = (high - low) / GMON_BIN_BYTES;

  if (profile->plan->chunks)
    {
      if (memcmp (bins, none, count) == 0)
        return;
      put_range (profile, low, high);
    }
  for (size_t i = 0; i < count; i++)
    put (profile->file, bins[i], GMON_BIN_SIZE);
  memset (bins, 0, count);
}

static void
put_histogram (struct profile *profile)
{
  static uint8_t bins[CHUNK_BINS];
  const struct plan *plan = profile->plan;
  uint64_t end = plan->symbols * plan->size, low = 0;

  if (!plan->chunks)
    put_range (profile, 0, end);
  for (uint64_t i = 0; i < profile->functions; i++)
    {
      uint64_t at;
      uint32_t ticks;

      if (draw (&profile->own, profile->functions) >= plan->sampled)
        continue;
      at = i * plan->size + draw (&profile->own, plan->size);
      for (; at - low >= GMON_CHUNK_BYTES; low += GMON_CHUNK_BYTES)
        put_chunk (profile, low, end, bins);
      ticks = 1 + draw (&profile->own, MAX_TICKS);
      bins[(at - low) / GMON_BIN_BYTES] = (uint8_t) ticks;
      profile->ticks += ticks;
    }
  for (; low < end; low += GMON_CHUNK_BYTES)
    put_chunk (profile, low, end, bins);
}

static struct pair
pair_random (struct profile *profile, uint64_t i)
{
  struct pair pair;

  (void) i;
  pair.from = draw (&profile->pairs, profile->functions);
  pair.to = draw (&profile->pairs, profile->functions);
  return pair;
}

static struct pair
pair_layers (struct profile *profile, uint64_t i)
{
  struct pair pair = pair_random (profile, i);

  if (pair.from == pair.to)
    pair = (struct pair) { pair.from > 0 ? pair.from - 1 : 0, pair.from };
  if (pair.from > pair.to)
    pair = (struct pair) { pair.to, pair.from };
  return pair;
}

static struct pair
pair_callees (struct profile *profile, uint64_t i)
{
  uint64_t n = profile->functions, width = n < WIDTH ? n : WIDTH;
  uint64_t wide = profile->plan->wide;

  if (i >= wide * width)
    return pair_random (profile, i);
  return (struct pair) { i / width * (n / wide) % n,
                         i % width * profile->step % n };
}

static struct pair
pair_callers (struct profile *profile, uint64_t i)
{
  struct pair pair = pair_callees (profile, i);

  return (struct pair) { pair.to, pair.from };
}

static struct pair
pair_chain (struct profile *profile, uint64_t i)
{
  uint64_t from = i % (profile->functions - 1);

  return (struct pair) { from, from + 1 };
}

static struct pair
pair_cycle (struct profile *profile, uint64_t i)
{
  if (i >= profile->functions)
    return pair_random (profile, i);
  return (struct pair) { i, (i + 1) % profile->functions };
}

typedef struct pair pair_function (struct profile *profile, uint64_t i);

static pair_function *
shape_named (const char *name)
{
  static const struct { const char *name; pair_function *pair; } shapes[] = {
    { "random", pair_random }, { "layers", pair_layers },
    { "callees", pair_callees }, { "callers", pair_callers },
    { "chain", pair_chain }, { "cycle", pair_cycle },
  };

  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (strcmp (shapes[i].name, name) == 0)
      return shapes[i].pair;
  fprintf (stderr, "bench_data: no shape %s\n", name);
  exit (2);
}

static void
put_arcs (struct profile *profile)
{
  const struct plan *plan = profile->plan;
  pair_function *next = shape_named (plan->shape);

  for (uint64_t i = 0; i < plan->arcs; i++)
    {
      struct pair pair = next (profile, i);
      uint64_t site = 1 + draw (&profile->pairs, plan->size - 1);
      uint32_t calls = 1 + draw (&profile->own, MAX_CALLS);

      if (draw (&profile->own, 256) >= profile->kept)
        continue;
      put (profile->file, GMON_TAG_CG_ARC, 1);
      put (profile->file, BASE + pair.from * plan->size + site, ADDRESS);
      put (profile->file, BASE + pair.to * plan->size, ADDRESS);
      put (profile->file, calls, 4);
      profile->arcs++;
      profile->calls += calls;
    }
}

static void
put_profile (struct profile *profile, const char *name)
{
  profile->file = create (name);
  fwrite (GMON_MAGIC, 1, GMON_MAGIC_SIZE, profile->file);
  put (profile->file, GMON_VERSION, 4);
  for (int i = 0; i < GMON_SPARE_SIZE; i++)
    put (profile->file, 0, 1);
  if (profile->plan->sampled > 0)
    put_histogram (profile);
  put_arcs (profile);
  finish (profile->file, name);
}

static struct profile
profile_start (const struct plan *plan)
{
  return (struct profile) {
    .plan = plan, .functions = plan->symbols - 1, .kept = 256,
    .step = stride (plan->symbols - 1), .pairs = { plan->seed },
    .own = { ~plan->seed }
  };
}

static void
print_counts (const struct profile *profile)
{
  printf ("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
          profile->records, profile->ticks, profile->arcs, profile->calls);
}

void
profile_write (const struct plan *plan, const char *name)
{
  struct profile profile = profile_start (plan);

  put_profile (&profile, name);
  print_counts (&profile);
}

/* Each has five to eight of eight arcs.  */
void
profiles_write (const struct plan *plan, const char *name)
{
  struct profile profile = profile_start (plan);
  size_t room = strlen (name) + 32;
  char *path = malloc (room);

  if (path == NULL)
    die (name);
  for (uint64_t i = 0; i < plan->files; i++)
    {
      profile.pairs.state = plan->seed;
      profile.kept = 160 + draw (&profile.own, 97);
      snprintf (path, room, "%s/gmon-%05" PRIu64, name, i);
      put_profile (&profile, path);
    }
  free (path);
  print_counts (&profile);
}
