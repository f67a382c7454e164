/* process_stream.c -- the extension of the file for the whole process.

   SPDX-License-Identifier: 0BSD

   In: struct whole and the arcs.  Out: the bytes that gmon_process.h
   describes.  Contracts are in process_stream.h.  */

#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "output/process_stream.h"
#include "clock/sampler.h"
#include "output/profile_parts.h"
#include "record/arcs.h"
#include "record/whole.h"
#include "sys/timer.h"
#include "machine.h"

#define FIRST_ROOM 65536
#define MILLION 1000000

/* -- Bytes ---------------------------------------------------------------- */

void
process_stream_free (struct byte_stream *stream)
{
  if (stream->bytes != NULL)
    machine_unmap (stream->bytes, stream->room);
  *stream = (struct byte_stream) { 0 };
}

/* Makes room for LEN more bytes.  */
static bool
stream_make_room (struct byte_stream *stream, size_t len)
{
  struct byte_stream bigger = *stream;

  if (stream->failed || len <= stream->room - stream->used)
    return !stream->failed;
  bigger.room = stream->room != 0 ? stream->room : FIRST_ROOM;
  while (bigger.room - stream->used < len && bigger.room <= SIZE_MAX / 4)
    bigger.room *= 2;
  bigger.bytes = bigger.room - stream->used < len
                 ? NULL : machine_map (bigger.room);
  if (bigger.bytes == NULL)
    {
      stream->failed = true;
      return false;
    }
  if (stream->used != 0)
    memcpy (bigger.bytes, stream->bytes, stream->used);
  process_stream_free (stream);
  *stream = bigger;
  return true;
}

static void
put (struct byte_stream *stream, const void *bytes, size_t len)
{
  if (len == 0 || !stream_make_room (stream, len))
    return;
  memcpy (stream->bytes + stream->used, bytes, len);
  stream->used += len;
}

static void
stream_put_byte (struct byte_stream *stream, unsigned byte)
{
  unsigned char one = (unsigned char) byte;

  put (stream, &one, 1);
}

/* Writes VALUE as U of gmon_process.h.  */
static void
put_u (struct byte_stream *stream, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    stream_put_byte (stream, (unsigned) (value & 0x7f) | 0x80);
  stream_put_byte (stream, (unsigned) value);
}

/* Writes the difference of VALUE from *LAST as S, and sets *LAST to VALUE.  */
static void
put_difference (struct byte_stream *stream, uint64_t value, uint64_t *last)
{
  uint64_t rest = value - *last;
  uint64_t sign = (rest >> 63) != 0 ? UINT64_MAX : 0;

  *last = value;
  while ((rest ^ sign) >= 0x40)
    {
      stream_put_byte (stream, (unsigned) (rest & 0x7f) | 0x80);
      rest = rest >> 7 | (sign << 57);
    }
  stream_put_byte (stream, (unsigned) (rest & 0x7f));
}

static void
put_text (struct byte_stream *stream, const void *text, size_t len)
{
  put_u (stream, len);
  put (stream, text, len);
}

static void
put_string (struct byte_stream *stream, const char *text)
{
  put_text (stream, text, strlen (text));
}

/* Writes the text in a field of SIZE bytes, which ends with a zero unless it
   fills the field.  */
static void
put_field (struct byte_stream *stream, const char *text, size_t size)
{
  const char *end = memchr (text, '\0', size);

  put_text (stream, text, end != NULL ? (size_t) (end - text) : size);
}

/* Begins a record.  Returns its place, for end_record.  */
static size_t
begin_record (struct byte_stream *stream, unsigned tag)
{
  size_t start = stream->used;
  uint32_t length = 0;

  stream_put_byte (stream, tag);
  put (stream, &length, sizeof length);
  return start;
}

static void
end_record (struct byte_stream *stream, size_t start)
{
  uint32_t length = (uint32_t) (stream->used - start
                                - GMON_RECORD_HEADER_SIZE);

  if (!stream->failed)
    memcpy (stream->bytes + start + 1, &length, sizeof length);
}

/* -- What is written ------------------------------------------------------ */

struct collection
{
  struct whole *whole;
  const struct gmon_profile *profile;
  struct tallies arcs;
  struct tallies samples;
  unsigned thread_index[THREAD_NAMES_MAX + 1];  /* in the file */
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
                const struct sample_counts *counts, void *data)
{
  struct collection *all = data;
  struct tally entry;

  if (!whole_sample (all->whole, NULL, &entry, pc, kind, counts)
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

  for (unsigned i = 0; i <= THREAD_NAMES_MAX; i++)
    if (atomic_load (&names[i].state) == 2)
      {
        unsigned first = 0;

        while (strncmp (names[first].name, names[i].name, THREAD_NAME_SIZE)
               != 0)
          first++;
        all->thread_index[i] = first < i ? all->thread_index[first] : count++;
      }
}

static bool
collect (struct collection *all)
{
  struct whole *whole = all->whole;

  number_threads (all);
  arcs_each (all->profile->arcs, arcs_newest (all->profile->arcs), collect_arc,
             all);
  samples_each (&whole->samples, NULL, collect_sample, all);
  if (!tally_append_all (&all->arcs, &whole->retired_arcs)
      || !tally_append_all (&all->samples, &whole->retired_samples))
    all->failed = true;
  for (size_t i = 0; i < all->samples.len; i++)
    {
      uint64_t *key = &all->samples.entries[i].key[3];

      *key = (uint64_t) all->thread_index[*key >> 16] << 16 | (*key & 0xffff);
    }
  tally_sort (&all->arcs);
  tally_sort (&all->samples);
  return !all->failed;
}

/* -- Records -------------------------------------------------------------- */

static void
stream_put_header (struct byte_stream *stream)
{
  const uint16_t one = 1;
  const unsigned char little = *(const unsigned char *) &one;
  const uint64_t length = 0;
  const uint32_t flags = 0;

  put (stream, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  put (stream, &length, sizeof length);
  stream_put_byte (stream, GMON_PROCESS_VERSION);
  stream_put_byte (stream,
                   little != 0 ? GMON_PROCESS_LITTLE : GMON_PROCESS_BIG);
  stream_put_byte (stream, sizeof (uintptr_t));
  stream_put_byte (stream, 0);
  put (stream, &flags, sizeof flags);
}

static void
put_run (struct byte_stream *stream, const struct whole *whole)
{
  size_t record = begin_record (stream, GMON_TAG_RUN);

  put_u (stream, 1);
  put_u (stream, 1);
  put (stream, whole->run_id, sizeof whole->run_id);
  end_record (stream, record);
}

static void
put_pair (struct byte_stream *stream, const char *key, const char *value)
{
  put_string (stream, key);
  put_string (stream, value);
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
  put_string (stream, GMON_META_COMMAND);
  put_u (stream, len);
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
  size_t record = begin_record (stream, GMON_TAG_META);
  long usage[18] = { 0 };

  machine_syscall (SYS_getrusage, RUSAGE_SELF, (long) usage, 0, 0, 0, 0);
  put_u (stream, 12);
  put_pair (stream, GMON_META_CLOCK, clock->name);
  put_command (stream, whole);
  put_number_pair (stream, GMON_META_END,
                   timers_now (CLOCK_REALTIME) / 1000 / MILLION);
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
  put_string (stream, GMON_META_UNIT);
  put_field (stream, clock->dimension, sizeof clock->dimension);
  put_number_pair (stream, GMON_META_USER,
                   ((uint64_t) usage[0] * MILLION + (uint64_t) usage[1])
                   * 1000);
  end_record (stream, record);
}

static void
put_counts (struct byte_stream *stream, const struct collection *all)
{
  const struct whole *whole = all->whole;
  uint64_t counts[GMON_COUNTS] = { 0 };
  size_t record = begin_record (stream, GMON_TAG_COUNTS);

  for (size_t i = 0; i < all->samples.len; i++)
    {
      counts[GMON_COUNT_DELIVERIES] += all->samples.entries[i].sum[0];
      counts[GMON_COUNT_PERIODS] += all->samples.entries[i].sum[1];
      counts[GMON_COUNT_SQUARES] += all->samples.entries[i].sum[2];
    }
  for (size_t i = 0; i < all->arcs.len; i++)
    counts[GMON_COUNT_CALLS] += all->arcs.entries[i].sum[0];
  counts[GMON_COUNT_LOST] = wide_load (&whole->samples.lost);
  counts[GMON_COUNT_CALLS_LOST] = arcs_lost (all->profile->arcs);
  counts[GMON_COUNT_HANDLER_NS] = wide_load (&whole->handler_ns);
  counts[GMON_COUNT_UNLOADS] = whole->objects.generation;
  counts[GMON_COUNT_UNSEEN] = whole->objects.unseen;
  put_u (stream, GMON_COUNTS);
  for (size_t i = 0; i < GMON_COUNTS; i++)
    put_u (stream, counts[i]);
  end_record (stream, record);
}

static void
put_object (struct byte_stream *stream, const struct object_identity *identity)
{
  size_t record = begin_record (stream, GMON_TAG_OBJECT);

  put_u (stream, identity->index);
  put_u (stream, identity->flags);
  put_text (stream, identity->build_id, identity->build_id_size);
  put_string (stream, identity->path);
  put_u (stream, identity->size);
  put_u (stream, identity->time);
  put_u (stream, identity->n_segments);
  for (size_t i = 0; i < identity->n_segments; i++)
    {
      put_u (stream, identity->segments[i].start);
      put_u (stream, identity->segments[i].size);
    }
  end_record (stream, record);
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
      size_t record = begin_record (stream, GMON_TAG_LOAD);
      uint64_t from = since_start (whole, load->from);
      uint64_t to = since_start (whole, load->to);

      put_u (stream, load->identity->index);
      put_u (stream, load->generation);
      put_u (stream, load->base);
      put_u (stream, from);
      put_u (stream, load->to != 0 && to == 0 ? 1 : to);
      end_record (stream, record);
    }
}

/* Adds up the entries that have number INDEX in the file, the first of which is
   FIRST.  */
static void
put_thread (struct byte_stream *stream, const struct collection *all,
            unsigned first)
{
  const struct thread_name *names = all->whole->threads.names;
  size_t record = begin_record (stream, GMON_TAG_THREAD);
  uint64_t sums[4] = { 0 };

  for (unsigned i = first; i <= THREAD_NAMES_MAX; i++)
    if (atomic_load (&names[i].state) == 2
        && all->thread_index[i] == all->thread_index[first])
      {
        sums[0] += wide_load (&names[i].threads);
        sums[1] += wide_load (&names[i].cpu);
        sums[2] += wide_load (&names[i].deliveries);
        sums[3] += wide_load (&names[i].periods);
      }
  put_u (stream, all->thread_index[first]);
  put_field (stream, names[first].name, THREAD_NAME_SIZE);
  for (size_t i = 0; i < 4; i++)
    put_u (stream, sums[i]);
  end_record (stream, record);
}

static void
put_threads (struct byte_stream *stream, const struct collection *all)
{
  unsigned next = 0;

  for (unsigned i = 0; i <= THREAD_NAMES_MAX; i++)
    if (atomic_load (&all->whole->threads.names[i].state) == 2
        && all->thread_index[i] == next)
      {
        put_thread (stream, all, i);
        next++;
      }
}

static void
stream_put_arcs (struct byte_stream *stream, const struct tallies *arcs)
{
  size_t record = begin_record (stream, GMON_TAG_ARCS);
  uint64_t last[TALLY_KEYS] = { 0 };

  put_u (stream, arcs->len);
  for (size_t i = 0; i < arcs->len; i++)
    {
      for (size_t key = 0; key < TALLY_KEYS; key++)
        put_difference (stream, arcs->entries[i].key[key], &last[key]);
      put_u (stream, arcs->entries[i].sum[0]);
    }
  end_record (stream, record);
}

static void
put_samples (struct byte_stream *stream, const struct tallies *samples)
{
  size_t record = begin_record (stream, GMON_TAG_SAMPLES);
  uint64_t last[3] = { 0 };

  put_u (stream, samples->len);
  for (size_t i = 0; i < samples->len; i++)
    {
      const struct tally *entry = &samples->entries[i];

      for (size_t key = 0; key < 3; key++)
        put_difference (stream, entry->key[key], &last[key]);
      put_u (stream, entry->key[3] >> 16);
      put_u (stream, entry->key[3] & 0xffff);
      for (size_t sum = 0; sum < TALLY_SUMS; sum++)
        put_u (stream, entry->sum[sum]);
    }
  end_record (stream, record);
}

/* Ends the stream: its length is known now, and its digest.  */
static void
put_end (struct byte_stream *stream)
{
  size_t record = begin_record (stream, GMON_TAG_END);
  uint64_t length = stream->used + GMON_DIGEST_SIZE;
  uint64_t digest = 0;

  put (stream, &digest, sizeof digest);
  end_record (stream, record);
  if (stream->failed)
    return;
  memcpy (stream->bytes + GMON_PROCESS_LENGTH_OFFSET, &length, sizeof length);
  digest = gmon_process_digest (stream->bytes, length - GMON_DIGEST_SIZE);
  memcpy (stream->bytes + length - GMON_DIGEST_SIZE, &digest, sizeof digest);
}

bool
process_stream_make (struct byte_stream *stream,
                     const struct gmon_profile *profile)
{
  struct whole *whole = *profile->whole;
  struct collection all = { .whole = whole, .profile = profile };

  *stream = (struct byte_stream) { 0 };
  objects_lock (&whole->objects);
  stream->failed = !collect (&all);
  stream_put_header (stream);
  put_run (stream, whole);
  put_meta (stream, profile, whole);
  put_counts (stream, &all);
  put_objects (stream, &whole->objects);
  put_loads (stream, whole);
  put_threads (stream, &all);
  stream_put_arcs (stream, &all.arcs);
  put_samples (stream, &all.samples);
  put_end (stream);
  objects_unlock (&whole->objects);
  tally_free (&all.arcs);
  tally_free (&all.samples);
  return !stream->failed;
}
