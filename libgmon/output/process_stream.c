/* process_stream.c -- the extension of the file for the whole process.

   SPDX-License-Identifier: 0BSD

   Contracts are in process_stream.h.  */

#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "output/process_stream.h"
#include "clock/sampler.h"
#include "gmon_digest.h"
#include "output/jit_names.h"
#include "output/profile_parts.h"
#include "output/wait_scale.h"
#include "record/arcs.h"
#include "record/thread_waits.h"
#include "record/whole.h"
#include "sys/timer.h"
#include "waits/waits.h"
#include "machine.h"

#define MILLION 1000000
#define TEXT_OF(macro) TEXT_OF_VALUE (macro)
#define TEXT_OF_VALUE(value) #value

/* -- What is written ------------------------------------------------------ */

struct collection
{
  struct whole *whole;
  const struct gmon_profile *profile;
  struct tallies arcs;
  struct tallies samples;
  unsigned thread_index[THREAD_NAMES_MAX + 1];  /* in the file */
  struct recording *recording;  /* NULL: there is none */
  uint32_t *set_number;         /* of each node of whole->sets that is a folded
                                   stack, from 1 on; 0: it is only a part of
                                   one */
  size_t set_room;              /* elements of that */
  uint32_t sets;                /* folded stacks */
  bool failed;
};

static void
collect_arc (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct collection *all = data;
  struct tally entry = { .sum = { count } };

  if (whole_arc (all->whole, NULL, &entry, from, self)
      && !tally_append (&all->arcs, &entry))
    all->failed = true;
}

static void
collect_sample (uintptr_t pc, const struct sample_kind *kind,
                const struct sample_value *value, void *data)
{
  struct collection *all = data;
  struct tally entry;

  if (!whole_sample (all->whole, NULL, &entry, all->recording, pc, kind,
                     value)
      || !tally_append (&all->samples, &entry))
    all->failed = true;
}

/* Numbers the names of threads in the file.  Two entries may have one name, of
   which the first one stands for both.  */
static void
number_threads (struct collection *all)
{
  const struct thread_name *names = all->whole->threads.names;
  unsigned count = 0;

  for (unsigned i = 0; thread_names_has (&all->whole->threads, i); i++)
    if (atomic_load (&names[i].state) == 2)
      {
        unsigned first = 0;

        while (strncmp (names[first].name, names[i].name, THREAD_NAME_SIZE)
               != 0)
          first++;
        all->thread_index[i] = first < i ? all->thread_index[first] : count++;
      }
}

/* Numbers the folded stacks of the samples, in the order of their nodes.  */
static bool
number_sets (struct collection *all)
{
  if (all->whole->sets.len == 0)
    return true;
  all->set_room = all->whole->sets.len + 1;
  all->set_number = machine_map (all->set_room * sizeof *all->set_number);
  if (all->set_number == NULL)
    return false;
  for (size_t i = 0; i < all->samples.len; i++)
    {
      uint64_t stack = all->samples.entries[i].key[2];

      if ((stack & WHOLE_SET) != 0)
        all->set_number[stack & ~WHOLE_SET] = 1;
    }
  for (size_t node = 1; node < all->set_room; node++)
    if (all->set_number[node] != 0)
      all->set_number[node] = ++all->sets;
  return true;
}

/* Replaces the stack and the name of the thread in KEY, the key of a sample, by
   their numbers in the file.  */
static void
number_key (const struct collection *all, uint64_t *key)
{
  if ((key[2] & WHOLE_SET) != 0)
    key[2] = all->whole->calls.len + all->set_number[key[2] & ~WHOLE_SET];
  key[3] = whole_key (all->thread_index[whole_key_thread (key[3])],
                      whole_key_flags (key[3]), whole_key_type (key[3]));
}

static bool
collect (struct collection *all)
{
  struct whole *whole = all->whole;

  if (!whole->is_unsampled)
    thread_waits_collect (whole, all->profile->sampler->host->descriptors);
  if (whole->waits != NULL)
    waits_charge (whole->waits);
  number_threads (all);
  arcs_each (all->profile->arcs, arcs_newest (all->profile->arcs), collect_arc,
             all);
  all->recording = atomic_load (&whole->recording);
  if (all->recording != NULL)
    samples_each (&all->recording->samples, collect_sample, all);
  if (!tally_append_all (&all->arcs, &whole->retired_arcs)
      || !tally_append_all (&all->samples, &whole->retired_samples))
    all->failed = true;
  if (!number_sets (all))
    return false;
  wait_scale (&all->samples, whole->threads.names,
              whole->waits == NULL || whole->waits->has_gaps);
  for (size_t i = 0; i < all->samples.len; i++)
    number_key (all, all->samples.entries[i].key);
  tally_sort (&all->arcs);
  tally_sort (&all->samples);
  return !all->failed;
}

/* -- Records -------------------------------------------------------------- */

static bool
has_waits (const struct whole *whole)
{
  return whole->waits != NULL && whole->waits->is_recorded;
}

static void
put_stream_header (struct byte_stream *stream, const struct whole *whole)
{
  const uint16_t one = 1;
  const unsigned char little = *(const unsigned char *) &one;
  const uint64_t length = 0;
  const uint32_t flags = whole->callers.buffers != NULL
                         ? GMON_PROCESS_STACKS : 0;

  stream_put (stream, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  stream_put (stream, &length, sizeof length);
  stream_put_byte (stream, GMON_PROCESS_VERSION);
  stream_put_byte (stream,
                   little != 0 ? GMON_PROCESS_LITTLE : GMON_PROCESS_BIG);
  stream_put_byte (stream, sizeof (uintptr_t));
  stream_put_byte (stream, 0);
  stream_put (stream, &flags, sizeof flags);
}

static void
put_run (struct byte_stream *stream, const struct whole *whole)
{
  size_t record = stream_begin (stream, GMON_TAG_RUN);

  stream_put_u (stream, 1);
  stream_put_u (stream, 1);
  stream_put (stream, whole->run_id, sizeof whole->run_id);
  stream_end (stream, record);
}

static void
put_pair (struct byte_stream *stream, const char *key, const char *value)
{
  stream_put_string (stream, key);
  stream_put_string (stream, value);
}

static void
put_number_pair (struct byte_stream *stream, const char *key, uint64_t value)
{
  char text[21];
  size_t at = sizeof text;

  text[--at] = '\0';
  do
    {
      text[--at] = (char) ('0' + value % 10);
      value /= 10;
    }
  while (value != 0);
  put_pair (stream, key, text + at);
}

/* The arguments of the command, separated by spaces.  */
static void
put_command (struct byte_stream *stream, const struct whole *whole)
{
  size_t len = whole->command_size;

  while (len > 0 && whole->command[len - 1] == '\0')
    len--;
  stream_put_string (stream, GMON_META_COMMAND);
  stream_put_u (stream, len);
  for (size_t i = 0; i < len; i++)
    stream_put_byte (stream, whole->command[i] == '\0'
                             ? ' ' : (unsigned char) whole->command[i]);
}

static const char *
program_path (const struct whole *whole)
{
  const struct object_identity *identity = whole->objects.identities;

  while (identity != NULL && identity->index != 0)
    identity = identity->next;
  return identity != NULL ? identity->path : "";
}

/* The kernel's struct rusage is 18 words: user time in s and us, system time
   in s and us, KiB of memory, and more.  */
static void
put_meta (struct byte_stream *stream, const struct gmon_profile *profile,
          const struct whole *whole)
{
  const struct clock *clock = profile->sampler->clock;
  size_t record = stream_begin (stream, GMON_TAG_META);
  long usage[18] = { 0 };

  machine_syscall (SYS_getrusage, RUSAGE_SELF, (long) usage, 0, 0, 0, 0);
  stream_put_u (stream, 14u + has_waits (whole) + (whole->functions != NULL));
  put_pair (stream, GMON_META_CLOCK,
            whole->is_unsampled ? "none" : clock->name);
  put_command (stream, whole);
  put_number_pair (stream, GMON_META_END,
                   timers_now (CLOCK_REALTIME) / 1000 / MILLION);
  if (whole->functions != NULL)
    put_pair (stream, GMON_META_FUNCTIONS, whole->functions);
  put_number_pair (stream, GMON_META_HOOK, whole->hook_ps);
  put_pair (stream, GMON_META_HOST, whole->host);
  put_number_pair (stream, GMON_META_KERNEL_TICK,
                   profile->sampler->kernel_tick);
  put_number_pair (stream, GMON_META_MAX_RSS, (uint64_t) usage[4]);
  put_pair (stream, GMON_META_PROGRAM, program_path (whole));
  put_number_pair (stream, GMON_META_RATE,
                   clock->file_rate != NULL
                   ? clock->file_rate (profile->sampler)
                   : sampler_rate (profile->sampler));
  put_number_pair (stream, GMON_META_START,
                   whole->start_date / 1000 / MILLION);
  put_number_pair (stream, GMON_META_SYSTEM,
                   ((uint64_t) usage[2] * MILLION + (uint64_t) usage[3])
                   * 1000);
  stream_put_string (stream, GMON_META_UNIT);
  stream_put_field (stream, clock->dimension, sizeof clock->dimension);
  put_number_pair (stream, GMON_META_USER,
                   ((uint64_t) usage[0] * MILLION + (uint64_t) usage[1])
                   * 1000);
  put_pair (stream, GMON_META_VERSION, TEXT_OF (LIBGMON_VERSION));
  if (has_waits (whole))
    put_number_pair (stream, GMON_META_WAIT_RATE, WAITS_RATE);
  stream_end (stream, record);
}

/* Adds SAMPLE to COUNTS, if it is of CPU time.  Stacks above NODES are
   folded.  */
static void
count_sample (uint64_t *counts, const struct tally *sample, size_t nodes)
{
  static const struct
  {
    unsigned flag;
    enum gmon_count count;
  } cuts[] = { { GMON_SAMPLE_CUT, GMON_COUNT_NO_CFI },
               { GMON_SAMPLE_UNREADABLE, GMON_COUNT_UNREADABLE },
               { GMON_SAMPLE_DEEP, GMON_COUNT_DEEP },
               { GMON_SAMPLE_NO_MEMORY, GMON_COUNT_NO_MEMORY } };

  if (whole_key_type (sample->key[3]) != GMON_VALUE_CPU)
    return;
  counts[GMON_COUNT_OBSERVATIONS] += sample->sum[0];
  counts[GMON_COUNT_TICKS] += sample->sum[1];
  counts[GMON_COUNT_SQUARES] += sample->sum[2];
  for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++)
    if ((whole_key_flags (sample->key[3]) & cuts[i].flag) != 0)
      counts[cuts[i].count] += sample->sum[0];
  if (sample->key[2] > nodes
      && (whole_key_flags (sample->key[3]) & GMON_SAMPLE_DEEP) == 0)
    counts[GMON_COUNT_FOLDED] += sample->sum[0];
}

static void
put_counts (struct byte_stream *stream, const struct collection *all)
{
  const struct whole *whole = all->whole;
  const size_t n = has_waits (whole) ? GMON_COUNTS : GMON_COUNT_WAIT_TICKS;
  uint64_t counts[GMON_COUNTS] = { 0 };
  size_t record = stream_begin (stream, GMON_TAG_COUNTS);

  for (size_t i = 0; i < all->samples.len; i++)
    count_sample (counts, &all->samples.entries[i], whole->calls.len);
  for (size_t i = 0; i < all->arcs.len; i++)
    counts[GMON_COUNT_CALLS] += all->arcs.entries[i].sum[0];
  counts[GMON_COUNT_LOST] = wide_load (&whole->lost);
  counts[GMON_COUNT_CALLS_LOST] = arcs_lost (all->profile->arcs);
  counts[GMON_COUNT_HOOK_NS]
    = timers_divide (counts[GMON_COUNT_CALLS] * whole->hook_ps, 1000);
  counts[GMON_COUNT_HANDLER_NS] = wide_load (&whole->handler_ns);
  counts[GMON_COUNT_UNLOADS] = whole->objects.generation;
  counts[GMON_COUNT_UNSEEN] = whole->objects.unseen;
  if (has_waits (whole))
    {
      counts[GMON_COUNT_WAIT_TICKS] = whole->waits->counts.ticks;
      counts[GMON_COUNT_WAIT_LOOKS] = whole->waits->counts.looks;
      counts[GMON_COUNT_WAIT_DISCARDED] = whole->waits->counts.discarded;
      counts[GMON_COUNT_WAIT_SEEN_NS] = whole->waits->counts.seen;
      counts[GMON_COUNT_WAIT_CUT] = whole->waits->counts.cut;
    }
  stream_put_u (stream, n);
  for (size_t i = 0; i < n; i++)
    stream_put_u (stream, counts[i]);
  stream_end (stream, record);
}

static void
put_object (struct byte_stream *stream, const struct object_identity *identity)
{
  size_t record = stream_begin (stream, GMON_TAG_OBJECT);

  stream_put_u (stream, identity->index);
  stream_put_u (stream, identity->flags);
  stream_put_text (stream, identity->build_id, identity->build_id_size);
  stream_put_string (stream, identity->path);
  stream_put_u (stream, identity->size);
  stream_put_u (stream, identity->time);
  stream_put_u (stream, identity->n_segments);
  for (size_t i = 0; i < identity->n_segments; i++)
    {
      stream_put_u (stream, identity->segments[i].start);
      stream_put_u (stream, identity->segments[i].size);
    }
  stream_end (stream, record);
}

/* The newest identity is the first one of the list.  */
static void
put_objects (struct byte_stream *stream, const struct objects *objects)
{
  for (unsigned index = 0; index < objects->n_identities; index++)
    {
      const struct object_identity *identity = objects->identities;

      while (identity->index != index)
        identity = identity->next;
      put_object (stream, identity);
    }
}

static uint64_t
since_start (const struct whole *whole, uint64_t time)
{
  return time > whole->start ? (time - whole->start) / MILLION : 0;
}

static void
put_loads (struct byte_stream *stream, const struct whole *whole)
{
  for (size_t i = 0; i < whole->objects.n_loads; i++)
    {
      const struct object_load *load = &whole->objects.loads[i];
      size_t record = stream_begin (stream, GMON_TAG_LOAD);
      uint64_t from = since_start (whole, load->from);
      uint64_t to = since_start (whole, load->to);

      stream_put_u (stream, load->identity->index);
      stream_put_u (stream, load->generation);
      stream_put_u (stream, load->base);
      stream_put_u (stream, from);
      stream_put_u (stream, load->to != 0 && to == 0 ? 1 : to);
      stream_end (stream, record);
    }
}

/* Adds up the entries that have number INDEX in the file, the first of which is
   FIRST.  */
static void
put_thread (struct byte_stream *stream, const struct collection *all,
            unsigned first)
{
  const struct thread_name *names = all->whole->threads.names;
  size_t record = stream_begin (stream, GMON_TAG_THREAD);
  uint64_t sums[8] = { 0 };

  for (unsigned i = first; thread_names_has (&all->whole->threads, i); i++)
    if (atomic_load (&names[i].state) == 2
        && all->thread_index[i] == all->thread_index[first])
      {
        sums[0] += wide_load (&names[i].threads);
        sums[1] += wide_load (&names[i].cpu);
        sums[2] += wide_load (&names[i].observations);
        sums[3] += wide_load (&names[i].ticks);
        sums[4] += names[i].measured + names[i].gone;
        sums[5] += names[i].blocked + names[i].gone_blocked;
        sums[6] += names[i].queued + names[i].gone_queued;
        sums[7] += names[i].looks;
      }
  stream_put_u (stream, all->thread_index[first]);
  stream_put_field (stream, names[first].name, THREAD_NAME_SIZE);
  for (size_t i = 0; i < ((sums[4] | sums[7]) != 0 ? 8 : 4); i++)
    stream_put_u (stream, sums[i]);
  stream_end (stream, record);
}

static void
put_threads (struct byte_stream *stream, const struct collection *all)
{
  unsigned next = 0;

  for (unsigned i = 0; thread_names_has (&all->whole->threads, i); i++)
    if (atomic_load (&all->whole->threads.names[i].state) == 2
        && all->thread_index[i] == next)
      {
        put_thread (stream, all, i);
        next++;
      }
}

static void
put_stream_arcs (struct byte_stream *stream, const struct tallies *arcs)
{
  size_t record = stream_begin (stream, GMON_TAG_ARCS);
  uint64_t last[TALLY_KEYS] = { 0 };

  stream_put_u (stream, arcs->len);
  for (size_t i = 0; i < arcs->len; i++)
    {
      for (size_t key = 0; key < TALLY_KEYS; key++)
        stream_put_difference (stream, arcs->entries[i].key[key], &last[key]);
      stream_put_u (stream, arcs->entries[i].sum[0]);
    }
  stream_end (stream, record);
}

static void
put_nodes (struct byte_stream *stream, const struct call_tree *calls)
{
  size_t record = stream_begin (stream, GMON_TAG_NODES);
  uint64_t object = 0, offset = 0;

  stream_put_u (stream, calls->len);
  for (size_t i = 0; i < calls->len; i++)
    {
      const struct call_node *node = &calls->nodes[i];

      stream_put_u (stream, (uint64_t) (i + 1 - node->parent) * 2);
      stream_put_difference (stream, node->a, &object);
      stream_put_difference (stream, node->b, &offset);
    }
  stream_end (stream, record);
}

/* Writes the calls of the folded stack NODE.  */
static void
put_set (struct byte_stream *stream, const struct call_tree *sets, size_t node)
{
  uint32_t path[CALL_STACK_MAX];
  size_t depth = 0;

  for (; node != 0 && depth < CALL_STACK_MAX;
       node = sets->nodes[node - 1].parent)
    path[depth++] = (uint32_t) node;
  stream_put_u (stream, depth);
  while (depth-- > 0)
    {
      const struct call_node *call = &sets->nodes[path[depth] - 1];

      stream_put_u (stream, call->a - 1);
      stream_put_u (stream, call->b - 1);
    }
}

static void
put_pairs (struct byte_stream *stream, const struct collection *all)
{
  const struct call_tree *places = &all->whole->places;
  size_t record = stream_begin (stream, GMON_TAG_PAIRS);
  uint64_t object = 0, offset = 0;

  stream_put_u (stream, places->len);
  for (size_t i = 0; i < places->len; i++)
    {
      stream_put_u (stream, 0);
      stream_put_difference (stream, places->nodes[i].a, &object);
      stream_put_difference (stream, places->nodes[i].b, &offset);
    }
  stream_put_u (stream, all->sets);
  for (size_t node = 1; node < all->set_room; node++)
    if (all->set_number[node] != 0)
      put_set (stream, &all->whole->sets, node);
  stream_end (stream, record);
}

/* Declares the types in the order of enum gmon_value, so that the number of a
   type in the file is the same.  */
static void
put_values (struct byte_stream *stream, const struct whole *whole)
{
  static const char *const types[GMON_VALUES][2]
    = {
#define VALUE(symbol, name, unit) { name, unit },
        GMON_VALUE_LIST (VALUE)
#undef VALUE
      };
  const size_t n = has_waits (whole) ? GMON_VALUES : GMON_VALUE_CPU + 1;
  size_t record = stream_begin (stream, GMON_TAG_VALUES);

  stream_put_u (stream, n);
  for (size_t i = 0; i < n; i++)
    put_pair (stream, types[i][0], types[i][1]);
  stream_end (stream, record);
}

/* Returns the number of those of SAMPLES, from FIRST on, that differ in the
   type of their value only.  *TYPES becomes their types.  */
static size_t
sample_values (const struct tallies *samples, size_t first, uint32_t *types)
{
  const struct tally *entry = &samples->entries[first];
  size_t n = 0;

  *types = 0;
  while (first + n < samples->len
         && memcmp (entry->key, entry[n].key, 3 * sizeof *entry->key) == 0
         && entry->key[3] >> 16 == entry[n].key[3] >> 16)
    *types |= 1u << whole_key_type (entry[n++].key[3]);
  return n;
}

static void
put_samples (struct byte_stream *stream, const struct tallies *samples)
{
  size_t record = stream_begin (stream, GMON_TAG_SAMPLES), entries = 0;
  uint64_t last[3] = { 0 };
  uint32_t types;

  for (size_t i = 0; i < samples->len;
       i += sample_values (samples, i, &types))
    entries++;
  stream_put_u (stream, entries);
  for (size_t i = 0, end; i < samples->len; i = end)
    {
      const struct tally *entry = &samples->entries[i];

      end = i + sample_values (samples, i, &types);
      for (size_t key = 0; key < 3; key++)
        stream_put_difference (stream, entry->key[key], &last[key]);
      stream_put_u (stream, whole_key_thread (entry->key[3]));
      stream_put_u (stream, whole_key_flags (entry->key[3]));
      stream_put_u (stream, types);
      for (size_t value = i; value < end; value++)
        for (size_t sum = 0; sum < TALLY_SUMS; sum++)
          stream_put_u (stream, samples->entries[value].sum[sum]);
    }
  stream_end (stream, record);
}

/* Appends the addresses of the nodes of TREE that are in object INDEX to USED;
   they are return addresses.  Without memory some are left out.  */
static void
use_nodes (struct tallies *used, const struct call_tree *tree, uint64_t index)
{
  for (size_t i = 0; i < tree->len; i++)
    if (tree->nodes[i].a == index)
      tally_append (used, &(struct tally) { .key = { tree->nodes[i].b - 1 },
                                            .sum = { 1 } });
}

/* Names code that is in no object.  */
static void
put_jit_names (struct byte_stream *stream, const struct collection *all)
{
  const struct whole *whole = all->whole;
  struct tallies used = { 0 };
  uint64_t index;

  if (whole->objects.absolute == NULL)
    return;
  index = whole->objects.absolute->index;
  for (size_t i = 0; i < all->samples.len; i++)
    if (all->samples.entries[i].key[0] == index)
      tally_append (&used,
                    &(struct tally) { .key = { all->samples.entries[i].key[1] },
                                      .sum = { 1 } });
  use_nodes (&used, &whole->calls, index);
  use_nodes (&used, &whole->places, index);
  jit_names_put (stream, index, &used, all->profile->descriptors);
  tally_free (&used);
}

/* Ends the stream: its length is known now, and its digest.  */
static void
put_end (struct byte_stream *stream)
{
  size_t record = stream_begin (stream, GMON_TAG_END);
  uint64_t length = stream->used + GMON_DIGEST_SIZE;
  uint64_t digest = 0;

  stream_put (stream, &digest, sizeof digest);
  stream_end (stream, record);
  if (stream->failed)
    return;
  memcpy (stream->bytes + GMON_PROCESS_LENGTH_OFFSET, &length, sizeof length);
  digest = gmon_process_digest (stream->bytes, length - GMON_DIGEST_SIZE);
  memcpy (stream->bytes + length - GMON_DIGEST_SIZE, &digest, sizeof digest);
}

static void
put_stream (struct byte_stream *stream, const struct collection *all)
{
  const struct whole *whole = all->whole;

  put_stream_header (stream, whole);
  put_run (stream, whole);
  put_meta (stream, all->profile, whole);
  put_counts (stream, all);
  put_objects (stream, &whole->objects);
  put_loads (stream, whole);
  put_threads (stream, all);
  put_stream_arcs (stream, &all->arcs);
  if (whole->calls.len != 0)
    put_nodes (stream, &whole->calls);
  if (all->sets != 0)
    put_pairs (stream, all);
  put_values (stream, whole);
  put_samples (stream, &all->samples);
  put_jit_names (stream, all);
  put_end (stream);
}

bool
process_stream_make (struct byte_stream *stream,
                     const struct gmon_profile *profile)
{
  struct whole *whole = *profile->whole;
  struct collection all = { .whole = whole, .profile = profile };

  *stream = (struct byte_stream) { 0 };
  objects_lock (&whole->objects);
  if (collect (&all))
    put_stream (stream, &all);
  else
    stream->failed = true;
  objects_unlock (&whole->objects);
  if (all.set_number != NULL)
    machine_unmap (all.set_number, all.set_room * sizeof *all.set_number);
  tally_free (&all.arcs);
  tally_free (&all.samples);
  return !stream->failed;
}
