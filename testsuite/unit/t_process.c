/* unit/t_process.c -- tests of the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Streams are made from random records.  They are written, read again, added
   up in each order and grouping, and damaged.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "random.h"

#include <stdlib.h>

#include "base/leb128.h"
#include "base/name_table.h"
#include "base/pair_table.h"
#include "libgmon/gmon_digest.h"
#include "profile/container.h"
#include "profile/gmon_io.h"
#include "profile/process_read.h"
#include "profile/process_write.h"

static const struct wire le8 = { false, false, 8, 0 };

/* -- Numbers -------------------------------------------------------------- */

static void
test_leb128 (void)
{
  unsigned bad = 0;
  struct writer w;
  struct reader r;

  for (unsigned bit = 0; bit < 64; bit++)
    for (unsigned low = 0; low < 4; low++)
      {
        uint64_t value = ((uint64_t) 1 << bit) - 2 + low;

        writer_init (&w, le8);
        wr_uleb (&w, value);
        wr_sleb (&w, value);
        reader_init (&r, w.data, w.len, le8);
        EXPECT (&bad, rd_uleb (&r) == value, "unsigned, bit %u", bit);
        EXPECT (&bad, rd_sleb (&r) == value, "signed, bit %u", bit);
        EXPECT (&bad, !r.failed && rd_left (&r) == 0, "bit %u: all", bit);
        writer_free (&w);
      }
  CHECK (bad == 0, "leb128: numbers around each power of two");
}

/* Returns true if the LEN bytes at DATA are no number.  */
static bool
refused (const unsigned char *data, size_t len, bool is_signed)
{
  struct reader r;

  reader_init (&r, data, len, le8);
  if (is_signed)
    rd_sleb (&r);
  else
    rd_uleb (&r);
  return r.failed;
}

static void
test_leb128_refused (void)
{
  unsigned char data[12];

  memset (data, 0x80, sizeof data);
  CHECK (refused (data, 3, false), "leb128: cut off");
  data[9] = 1;
  CHECK (!refused (data, 10, false), "leb128: bit 63");
  data[9] = 2;
  CHECK (refused (data, 10, false), "leb128: bit 64");
  CHECK (refused (data, 10, true), "leb128: bit 64, signed");
  data[9] = 0x7f;
  CHECK (!refused (data, 10, true), "leb128: the lowest number");
  data[9] = 0x80;
  data[10] = 0;
  CHECK (refused (data, 11, false), "leb128: eleven bytes");
}

static void
test_tables (void)
{
  struct pair_table pairs = { .pairs = NULL };
  struct name_table names = { .entries = NULL };
  struct arena *arena = arena_new ();
  unsigned bad = 0;

  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < 50000; i++)
      {
        char name[32];

        snprintf (name, sizeof name, "name %u", (unsigned) i);
        EXPECT (&bad, pair_enter (&pairs, i % 7, i) == i, "pair %u", i);
        EXPECT (&bad, name_enter (&names, arena, name) == i, "%s", name);
        EXPECT (&bad, strcmp (name_text (&names, i), name) == 0, "%s", name);
      }
  CHECK (bad == 0, "tables: equal entries have one number");
  CHECK_U64 (pairs.len, 50000, "tables: pairs");
  CHECK_U64 (names.len, 50000, "tables: names");
  pair_table_free (&pairs);
  name_table_free (&names);
  arena_free (arena);
}

/* -- Random processes ----------------------------------------------------- */

enum { OBJECTS = 4, THREADS = 3 };

static void
enter_objects (struct process_sum *sum, uint32_t *objects)
{
  static const struct process_segment segments[] = { { 0x1000, 0x2000 } };
  static const char *const paths[OBJECTS]
    = { "/bin/prog", "/lib/a.so", "/lib/b.so", "[anon]" };
  uint32_t first = below (OBJECTS);

  for (uint32_t i = 0; i < OBJECTS; i++)
    {
      uint32_t n = (first + i) % OBJECTS;
      struct process_object object = { .path = paths[n] };

      object.flags = n == 0 ? GMON_OBJECT_EXECUTABLE : 0;
      object.flags |= n == 3 ? GMON_OBJECT_ABSOLUTE : 0;
      object.size = n == 2 ? 77 : 0;
      object.build_id_len = n == 1 ? 20 : 0;
      memset (object.build_id, (int) n, object.build_id_len);
      object.segments = segments;
      object.n_segments = n % 2;
      objects[n] = sum_object (sum, &object);
    }
}

static uint32_t
random_location (struct process_sum *sum, const uint32_t *objects, bool exact)
{
  return sum_location (sum, objects[below (OBJECTS)],
                       0x1000 + 16 * (uint64_t) below (9), exact);
}

static void
enter_samples (struct process_sum *sum, const uint32_t *objects,
               const uint32_t *threads, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      const bool is_set = below (4) == 0;
      uint32_t chain = is_set ? PROCESS_NONE : 0;
      struct process_sample sample
        = { .observations = 1, .sum = 1 + below (4),
            .thread = threads[below (THREADS)], .flags = below (8) & 7,
            .is_set = is_set };

      for (unsigned depth = 1 + below (6); depth; depth--)
        if (is_set)
          chain = sum_set (sum, chain, random_location (sum, objects, false),
                           random_location (sum, objects, below (5) == 0));
        else
          chain = sum_node (sum, chain,
                            random_location (sum, objects, below (5) == 0));
      sample.squares = sample.sum * sample.sum;
      sample.location = random_location (sum, objects, false);
      sample.stack = chain;
      sum_sample (sum, &sample);
      if (below (2))
        {
          sample.type = GMON_VALUE_OFF_CPU + (below (GMON_WAITS) & 3);
          sum_sample (sum, &sample);
        }
    }
}

/* Enters N waits, a part of which have the chains of no other sample.  */
static void
enter_waits (struct process_sum *sum, const uint32_t *objects,
             const uint32_t *threads, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      const bool is_set = below (4) == 0;
      uint32_t chain = is_set ? PROCESS_NONE : 0;
      struct process_sample wait
        = { .observations = below (9),
            .sum = (uint64_t) below (1 << 20) << 20, .squares = below (100),
            .location = random_location (sum, objects, false),
            .thread = threads[below (THREADS)], .flags = below (8) & 7,
            .is_set = is_set,
            .type = GMON_VALUE_OFF_CPU + (below (GMON_WAITS) & 3) };

      for (unsigned depth = 1 + below (3); depth; depth--)
        if (is_set)
          chain = sum_set (sum, chain, random_location (sum, objects, false),
                           random_location (sum, objects, false));
        else
          chain = sum_node (sum, chain, random_location (sum, objects, false));
      wait.stack = chain;
      sum_sample (sum, &wait);
    }
}

/* Returns a process with about N records of each kind.  */
static struct process_sum *
random_process (unsigned n)
{
  static const char *const names[THREADS] = { "main", "worker", "io" };
  struct process_sum *sum = process_sum_new (true);
  uint32_t objects[OBJECTS], threads[THREADS];
  unsigned char id[GMON_RUN_ID_SIZE];

  sum_file (sum, GMON_PROCESS_STACKS);
  sum_values (sum, n ? GMON_CPU_VALUES | GMON_OFF_CPU_VALUES
              : GMON_CPU_VALUES);
  for (size_t i = 0; i < sizeof id; i++)
    id[i] = (unsigned char) below (256);
  sum_runs (sum, 1, id, 1);
  sum_meta (sum, "clock", "cpu");
  sum_meta (sum, "host", below (2) ? "one" : "two");
  sum_meta (sum, GMON_META_WAIT_RATE, below (2) ? "100" : "10");
  sum_meta (sum, GMON_META_USER, below (2) ? "1000000007" : "3");
  sum_meta (sum, GMON_META_START, below (2) ? "1700000000" : "999999999");
  sum_meta (sum, GMON_META_END, below (2) ? "1700000000" : "999999999");
  for (int i = 0; i < GMON_COUNTS; i++)
    sum_count (sum, (enum gmon_count) i, below (1000));
  enter_objects (sum, objects);
  for (uint32_t i = 0; i < THREADS; i++)
    threads[i] = sum_thread (sum, &(struct process_thread)
                             { names[i], 1, below (1000000), 10, 40, i % 2 * 3,
                               i % 2 * below (1 << 20), i % 2 * below (99),
                               i % 2 * below (99) });
  sum_load (sum, &(struct process_load) { objects[1], 0, 0x7000, 0, 5 });
  for (unsigned i = 0; i < n; i++)
    {
      uint32_t self = random_location (sum, objects, false);
      uint32_t from = random_location (sum, objects, false);

      sum_arc (sum, self, below (3) ? from : PROCESS_NONE, below (100));
      sum_name (sum, &(struct process_name)
                { "jit", 16 * (uint64_t) below (9), 16, objects[3] });
    }
  enter_samples (sum, objects, threads, n);
  enter_waits (sum, objects, threads, n);
  return sum;
}

/* Appends the canonical stream of SUM to W.  */
static void
write_sum (struct process_sum *sum, struct writer *w)
{
  process_write (process_sum_finish (sum), w);
}

/* Adds the stream in W to SUM.  */
static bool
read_sum (struct process_sum *sum, const struct writer *w)
{
  size_t offset;

  return process_read (sum, w->data, w->len, w->wire, &offset)
         == PROCESS_GOOD;
}

static bool
is_equal (const struct writer *a, const struct writer *b)
{
  return a->len == b->len && memcmp (a->data, b->data, a->len) == 0;
}

static void
test_round_trip (void)
{
  unsigned bad = 0;

  for (unsigned i = 0; i < 200; i++)
    {
      struct wire wire = { i & 1, false, i & 2 ? 8 : 4, 0 };
      struct process_sum *sum = random_process (i % 40), *again;
      struct writer w, v;

      again = process_sum_new (true);
      writer_init (&w, wire);
      writer_init (&v, wire);
      write_sum (sum, &w);
      EXPECT (&bad, read_sum (again, &w), "process %u is read", i);
      write_sum (again, &v);
      EXPECT (&bad, is_equal (&w, &v), "process %u: same bytes", i);
      writer_free (&w);
      writer_free (&v);
      process_sum_free (sum);
      process_sum_free (again);
    }
  CHECK (bad == 0, "process: written, read and written again");
}

/* -- Sums ----------------------------------------------------------------- */

enum { PARTS = 4 };

/* Appends the sum of the N streams PARTS[ORDER[0]]... to W.  */
static void
add_up (struct writer *w, const struct writer *parts, const unsigned *order,
        unsigned n)
{
  struct process_sum *sum = process_sum_new (true);

  for (unsigned i = 0; i < n; i++)
    CHECK (read_sum (sum, &parts[order[i]]), "sum: part %u is read", i);
  write_sum (sum, w);
  process_sum_free (sum);
}

static void
test_orders (const struct writer *parts, const struct writer *want)
{
  unsigned bad = 0;

  for (unsigned code = 0; code < 256; code++)
    {
      const unsigned order[PARTS]
        = { code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 };
      struct process_sum *sum;
      struct writer w;

      if ((1u << order[0] | 1u << order[1] | 1u << order[2] | 1u << order[3])
          != 15)
        continue;
      sum = process_sum_new (true);
      writer_init (&w, le8);
      for (unsigned i = 0; i < PARTS; i++)
        EXPECT (&bad, read_sum (sum, &parts[order[i]]), "part %u", i);
      write_sum (sum, &w);
      EXPECT (&bad, is_equal (&w, want), "order %x", code);
      process_sum_free (sum);
      writer_free (&w);
    }
  CHECK (bad == 0, "sum: 24 orders give the same bytes");
}

static void
test_groupings (const struct writer *parts, const struct writer *want)
{
  static const unsigned pair[] = { 0, 1 };
  struct writer left[2], pairs[2], chain[2], result;

  for (unsigned i = 0; i < 2; i++)
    {
      writer_init (&pairs[i], le8);
      add_up (&pairs[i], parts + 2 * i, pair, 2);
    }
  writer_init (&result, le8);
  add_up (&result, pairs, pair, 2);
  CHECK (is_equal (&result, want), "sum: (a b) (c d)");
  writer_free (&result);
  left[0] = pairs[0];
  for (unsigned i = 2; i < PARTS; i++)
    {
      left[1] = parts[i];
      writer_init (&chain[i - 2], le8);
      add_up (&chain[i - 2], left, pair, 2);
      left[0] = chain[i - 2];
    }
  CHECK (is_equal (&chain[1], want), "sum: ((a b) c) d");
  for (unsigned i = 0; i < 2; i++)
    {
      writer_free (&pairs[i]);
      writer_free (&chain[i]);
    }
}

static void
test_sums (void)
{
  static const unsigned all[] = { 0, 1, 2, 3 };
  struct writer parts[PARTS], want;

  for (unsigned i = 0; i < PARTS; i++)
    {
      struct process_sum *sum = random_process (30);

      writer_init (&parts[i], le8);
      write_sum (sum, &parts[i]);
      process_sum_free (sum);
    }
  writer_init (&want, le8);
  add_up (&want, parts, all, PARTS);
  test_orders (parts, &want);
  test_groupings (parts, &want);
  writer_free (&want);
  for (unsigned i = 0; i < PARTS; i++)
    writer_free (&parts[i]);
}

static void
test_twice (void)
{
  struct process_sum *one = random_process (40), *sum = process_sum_new (true);
  const struct process *once = process_sum_finish (one), *twice;
  struct writer w;
  unsigned bad = 0;

  writer_init (&w, le8);
  write_sum (one, &w);
  CHECK (read_sum (sum, &w) && read_sum (sum, &w), "twice: read");
  once = process_sum_finish (one);
  twice = process_sum_finish (sum);
  CHECK_U64 (twice->n_nodes, once->n_nodes, "twice: nodes");
  CHECK_U64 (twice->n_samples, once->n_samples, "twice: samples");
  CHECK_U64 (twice->n_sets, once->n_sets, "twice: sets");
  CHECK_U64 (twice->n_arcs, once->n_arcs, "twice: arcs");
  CHECK_U64 (twice->n_loads, 0, "twice: no load addresses");
  CHECK (twice->has_repeated_run && !once->has_repeated_run,
         "twice: the run is noticed");
  for (size_t i = 0; i < once->n_samples; i++)
    EXPECT (&bad, (twice->samples[i].observations
                   == 2 * once->samples[i].observations
                   && twice->samples[i].sum == 2 * once->samples[i].sum
                   && twice->samples[i].squares == 2 * once->samples[i].squares
                   && twice->samples[i].type == once->samples[i].type
                   && twice->samples[i].flags == once->samples[i].flags),
            "sample %zu", i);
  for (size_t i = 0; i < once->n_arcs; i++)
    EXPECT (&bad, twice->arcs[i].count == 2 * once->arcs[i].count, "arc %zu",
            i);
  CHECK_U64 (twice->values, once->values, "twice: value types");
  CHECK (bad == 0, "twice: every count is doubled");
  writer_free (&w);
  process_sum_free (one);
  process_sum_free (sum);
}

/* -- Damage --------------------------------------------------------------- */

/* Stores the digest that fits the stream in W, whose length is kept.  */
static void
mend_digest (struct writer *w)
{
  uint64_t digest = gmon_process_digest (w->data, w->len - GMON_DIGEST_SIZE);

  for (size_t i = 0; i < GMON_DIGEST_SIZE; i++)
    w->data[w->len - GMON_DIGEST_SIZE + i] = (unsigned char) (digest >> 8 * i);
}

/* Reads the damaged stream W.  If it can be read, it must be possible to write
   and read it again.  */
static void
read_damaged (const struct writer *w, unsigned *bad, size_t at)
{
  struct process_sum *sum = process_sum_new (true);
  struct process_sum *again = process_sum_new (true);
  struct writer v;

  writer_init (&v, w->wire);
  if (read_sum (sum, w))
    {
      write_sum (sum, &v);
      EXPECT (bad, read_sum (again, &v), "byte %zu: read again", at);
    }
  writer_free (&v);
  process_sum_free (sum);
  process_sum_free (again);
}

static void
test_damage (void)
{
  struct process_sum *sum = random_process (12);
  struct process_sum *other = process_sum_new (true);
  unsigned bad = 0, hostile = 0;
  struct writer w;

  writer_init (&w, le8);
  write_sum (sum, &w);
  for (size_t len = 0; len < w.len; len++)
    {
      size_t offset;

      EXPECT (&bad, process_read (other, w.data, len, le8, &offset)
                   == PROCESS_CUT_OFF, "cut to %zu bytes", len);
      EXPECT (&bad, offset <= len, "offset of %zu bytes", len);
    }
  CHECK (bad == 0, "damage: cut at each byte");
  for (size_t at = 0; at < w.len; at++)
    for (unsigned bit = 0; bit < 8; bit++)
      {
        w.data[at] ^= (unsigned char) (1u << bit);
        EXPECT (&bad, !read_sum (other, &w), "bit %u of byte %zu", bit, at);
        mend_digest (&w);
        read_damaged (&w, &hostile, at);
        w.data[at] ^= (unsigned char) (1u << bit);
        mend_digest (&w);
      }
  CHECK (bad == 0, "damage: each bit changed");
  CHECK (hostile == 0, "damage: each bit changed, with a digest that fits");
  CHECK_U64 (process_sum_finish (other)->n_runs, 0,
             "damage: nothing was added");
  writer_free (&w);
  process_sum_free (sum);
  process_sum_free (other);
}

/* The fields of an entry of SAMPLES with an object, a node and a thread.  */
struct sample_entry
{
  uint64_t object, offset, chain, thread, flags, types, left_out;
};

/* Returns the number of samples of a stream whose record SAMPLES, N times, has
   the one entry ENTRY, or 0 if it cannot be read.  There are three value types,
   of which the second is unknown.  */
static size_t
reads_entry (const struct sample_entry *entry, unsigned n)
{
  struct process_sum *sum = process_sum_new (true);
  const unsigned char id[GMON_RUN_ID_SIZE] = { 0 };
  struct process_object object = { .path = "/bin/prog" };
  struct writer w;
  size_t read;

  sum_file (sum, 0);
  sum_runs (sum, 1, id, 1);
  sum_object (sum, &object);
  sum_thread (sum, &(struct process_thread) { .name = "main" });
  sum_node (sum, 0, sum_location (sum, 0, 0x1000, false));
  writer_init (&w, le8);
  write_sum (sum, &w);
  process_sum_free (sum);
  /* The record VALUES of the writer is empty.  */
  w.len -= GMON_RECORD_HEADER_SIZE + GMON_DIGEST_SIZE + 1;
  wr_uleb (&w, 3);
  wr_bytes (&w, "\3cpu\5ticks" "\6system\5ticks" "\12off-cpu:io\2ns", 37);
  w.data[w.len - 38 - 4] = 38;
  while (n--)
    {
      size_t body = w.len + GMON_RECORD_HEADER_SIZE;

      wr_u8 (&w, GMON_TAG_SAMPLES);
      wr_u32 (&w, 0);
      wr_uleb (&w, 1);
      wr_sleb (&w, entry->object);
      wr_sleb (&w, entry->offset);
      wr_sleb (&w, entry->chain);
      wr_uleb (&w, entry->thread);
      wr_uleb (&w, entry->flags);
      wr_uleb (&w, entry->types);
      for (uint64_t type = 1; type <= entry->types && type < 8; type <<= 1)
        for (uint64_t i = entry->left_out; entry->types & type && i < 3; i++)
          wr_uleb (&w, 1000);   /* more bytes than the least entry has */
      w.data[body - 4] = (unsigned char) (w.len - body);
    }
  wr_u8 (&w, GMON_TAG_END);
  wr_u32 (&w, GMON_DIGEST_SIZE);
  wr_u64 (&w, 0);
  w.data[GMON_PROCESS_LENGTH_OFFSET] = (unsigned char) w.len;
  w.data[GMON_PROCESS_LENGTH_OFFSET + 1] = (unsigned char) (w.len >> 8);
  mend_digest (&w);
  sum = process_sum_new (true);
  read = read_sum (sum, &w) ? process_sum_finish (sum)->n_samples : 0;
  process_sum_free (sum);
  writer_free (&w);
  return read;
}

static void
test_sample_fields (void)
{
  static const struct sample_entry good = { 0, 0x1000, 1, 0, 1, 4, 0 };
  static const struct { const char *what; struct sample_entry entry; } bad[] = {
    { "object", { 1, 0x1000, 1, 0, 1, 4, 0 } },
    { "chain", { 0, 0x1000, 2, 0, 1, 4, 0 } },
    { "chain below 0", { 0, 0x1000, UINT64_MAX, 0, 1, 4, 0 } },
    { "thread", { 0, 0x1000, 1, 1, 1, 4, 0 } },
    { "flags", { 0, 0x1000, 1, 0, PROCESS_FLAGS_END, 4, 0 } },
    { "types: not declared", { 0, 0x1000, 1, 0, 1, 8, 0 } },
    { "types: none", { 0, 0x1000, 1, 0, 1, 0, 0 } },
    { "number of squares", { 0, 0x1000, 1, 0, 1, 4, 1 } },
  };
  struct sample_entry types = good;

  CHECK_U64 (reads_entry (&good, 1), 1, "samples: a good entry");
  CHECK_U64 (reads_entry (&good, 2), 0, "samples: two records");
  types.types = 5;
  CHECK_U64 (reads_entry (&types, 1), 2, "samples: two values");
  types.types = 7;
  CHECK_U64 (reads_entry (&types, 1), 2, "samples: and an unknown one");
  types.types = 2;
  types.flags = PROCESS_FLAGS_END - 1;
  CHECK_U64 (reads_entry (&types, 1), 0, "samples: only an unknown one");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK (reads_entry (&bad[i].entry, 1) == 0, "samples: bad %s",
           bad[i].what);
}

/* The totals of the value types: CPU times are those of COUNTS.  */
static void
test_totals (void)
{
  struct process_sum *sum = process_sum_new (true);
  const struct process *process;
  struct process_totals totals;
  uint32_t location, thread;

  sum_file (sum, 0);
  sum_object (sum, &(struct process_object) { .path = "/bin/prog" });
  thread = sum_thread (sum, &(struct process_thread) { .name = "main" });
  location = sum_location (sum, 0, 0x1000, false);
  sum_count (sum, GMON_COUNT_OBSERVATIONS, 10);
  sum_count (sum, GMON_COUNT_TICKS, 30);
  sum_count (sum, GMON_COUNT_SQUARES, 100);
  for (unsigned type = 0; type < GMON_VALUES; type++)
    sum_sample (sum, &(struct process_sample)
                { 2, 3000, 7, location, 0, thread, 0, false,
                  (uint8_t) type & 7 });
  process = process_sum_finish (sum);
  totals = process_totals (process, GMON_CPU_VALUES);
  CHECK (totals.observations >= 10 && totals.observations <= 10
         && totals.sum >= 30 && totals.sum <= 30
         && totals.squares >= 100 && totals.squares <= 100, "totals: CPU");
  totals = process_totals (process, GMON_OFF_CPU_VALUES);
  CHECK (totals.observations >= 8 && totals.observations <= 8
         && totals.sum >= 12000 && totals.sum <= 12000
         && totals.squares >= 28e12 && totals.squares <= 28e12,
         "totals: off-CPU, in ns");
  process_sum_free (sum);
}

/* -- The container -------------------------------------------------------- */

/* Appends a profile with one arc, and then the process SUM, to W.  Returns the
   offset of the first record that carries it.  */
static size_t
write_file (struct writer *w, struct process_sum *sum)
{
  struct writer stream;
  size_t start;

  wr_bytes (w, GMON_MAGIC, GMON_MAGIC_SIZE);
  wr_u32 (w, GMON_VERSION);
  wr_zeros (w, GMON_SPARE_SIZE);
  wr_u8 (w, GMON_TAG_CG_ARC);
  wr_addr (w, 0x1234);
  wr_addr (w, 0x1200);
  wr_u32 (w, 77);
  start = w->len;
  writer_init (&stream, w->wire);
  write_sum (sum, &stream);
  container_write (w, stream.data, stream.len);
  writer_free (&stream);
  return start;
}

/* Returns true if LEN bytes of W give the arc of write_file alone, and either
   the process or one warning.  */
static bool
arc_is_kept (const struct writer *w, size_t len)
{
  struct diag *diag = diag_new ("t_process", NULL);
  struct profile profile;
  bool done;

  profile_init (&profile, quirks_none ());
  done = gmon_read_buffer (&profile, diag, "gmon.out", w->data, len,
                           GMON_FORMAT_AUTO, w->wire);
  profile_finish_process (&profile);
  done = (done && profile.n_arcs == 1 && profile.arcs[0].count == 77
          && diag_warnings (diag) == (profile.files[0].process_size == 0));
  profile_free (&profile);
  diag_free (diag);
  return done;
}

static void
test_container (struct wire wire)
{
  struct process_sum *sum = random_process (5);
  size_t record = 1 + GMON_ARC_SIZE ((size_t) wire.addr_size), start;
  unsigned bad = 0;
  struct writer w;

  writer_init (&w, wire);
  start = write_file (&w, sum);
  CHECK (arc_is_kept (&w, w.len), "container: whole");
  for (size_t len = start + record; len < w.len; len += record)
    EXPECT (&bad, arc_is_kept (&w, len), "cut to %zu bytes", len);
  CHECK (bad == 0, "container: cut at each record");
  for (size_t at = start + record; at < w.len; at++)
    {
      if ((at - start) % record == 0)
        continue;               /* the tag: an error, as in any file */
      w.data[at] ^= 0x11;
      EXPECT (&bad, arc_is_kept (&w, w.len), "byte %zu", at);
      w.data[at] ^= 0x11;
    }
  CHECK (bad == 0, "container: each byte changed");
  for (size_t at = start; at + 2 * record < w.len; at += record)
    {
      unsigned char saved[1 + GMON_ARC_SIZE (8)];

      memcpy (saved, w.data + at + record, record);
      memmove (w.data + at + record, w.data + at + 2 * record, record);
      memcpy (w.data + at + 2 * record, saved, record);
      EXPECT (&bad, arc_is_kept (&w, w.len), "swapped at %zu", at);
      memcpy (w.data + at + 2 * record, w.data + at + record, record);
      memcpy (w.data + at + record, saved, record);
    }
  CHECK (bad == 0, "container: records swapped");
  writer_free (&w);
  process_sum_free (sum);
}

static void
test_real_arcs (void)
{
  struct diag *diag = diag_new ("t_process", NULL);
  struct profile profile;
  struct writer w;

  writer_init (&w, le8);
  wr_bytes (&w, GMON_MAGIC, GMON_MAGIC_SIZE);
  wr_u32 (&w, GMON_VERSION);
  wr_zeros (&w, GMON_SPARE_SIZE);
  for (uint64_t from = 100; from < 103; from++)
    {
      wr_u8 (&w, GMON_TAG_CG_ARC);
      wr_addr (&w, from);
      wr_addr (&w, GMON_CONTAINER_SELF);
      wr_u32 (&w, 5);
    }
  profile_init (&profile, quirks_none ());
  CHECK (gmon_read_buffer (&profile, diag, "gmon.out", w.data, w.len,
                           GMON_FORMAT_AUTO, le8)
         && profile.n_arcs == 3 && diag_warnings (diag) == 0,
         "container: calls of a function at address 2 are calls");
  profile_free (&profile);
  diag_free (diag);
  writer_free (&w);
}

int
main (void)
{
  test_leb128 ();
  test_leb128_refused ();
  test_tables ();
  test_round_trip ();
  test_sums ();
  test_twice ();
  test_damage ();
  test_sample_fields ();
  test_totals ();
  test_container (le8);
  test_container ((struct wire) { true, false, 4, 0 });
  test_real_arcs ();
  return check_end ();
}
