/* mkhostile.c -- makes profiles whose extension wants much memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkhostile KIND SIZE >gmon.out

   Writes a gmon.out (little-endian, 8-byte addresses) of about SIZE bytes.
   Its extension (libgmon/gmon_process.h) is well-formed, and full of the
   shortest entries of KIND that a reader can not make one:

     arcs bush callers chain links loads meta names nodes objects pairs rss
     samples segments sets stacks text threads waits

   "honest" has the entries, of the usual sizes, that libgmon writes.  */

#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../libgmon/gmon_digest.h"
#include "../../libgmon/gmon_out.h"
#include "../../libgmon/gmon_process.h"

#define ADDRESS 8
#define MIB 1048576
#define TEXT 0x401000           /* the offset of the first place */

static unsigned char *stream;
static size_t size, room;
static size_t goal;             /* bytes of the stream */
static size_t body;             /* offset of the last record's body */

static void
put_byte (unsigned byte)
{
  if (size == room)
    {
      fputs ("mkhostile: SIZE is too small\n", stderr);
      exit (EXIT_FAILURE);
    }
  stream[size++] = (unsigned char) byte;
}

static void
put_bytes (const void *bytes, size_t len)
{
  for (size_t i = 0; i < len; i++)
    put_byte (((const unsigned char *) bytes)[i]);
}

/* Stores VALUE in BYTES bytes at offset AT.  */
static void
store (size_t at, uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    stream[at + i] = (unsigned char) (value >> (8 * i));
}

static void
put (uint64_t value)
{
  for (; value > 0x7f; value >>= 7)
    put_byte ((unsigned) (value & 0x7f) | 0x80);
  put_byte ((unsigned) value);
}

/* Puts VALUE as a signed number.  */
static void
put_signed (int64_t value)
{
  for (; value < -64 || value > 63; value >>= 7)
    put_byte ((unsigned) (value & 0x7f) | 0x80);
  put_byte ((unsigned) value & 0x7f);
}

static void
put_text (const char *text)
{
  put (strlen (text));
  put_bytes (text, strlen (text));
}

static void
open_record (unsigned tag)
{
  put_byte (tag);
  put_bytes ("\0\0\0", 4);
  body = size;
}

static void
close_record (void)
{
  store (body - 4, size - body, 4);
}

/* Returns how many entries of BYTES bytes there is room for.  Leaves some
   bytes free for the records behind.  */
static uint64_t
entries (unsigned bytes)
{
  return size + 256 < goal ? (goal - size - 256) / bytes : 0;
}

/* -- Records --------------------------------------------------------------- */

static void
put_object (uint64_t index, const char *path, size_t n_segments)
{
  open_record (GMON_TAG_OBJECT);
  put (index);
  put (index ? 0 : GMON_OBJECT_EXECUTABLE);
  put (0);
  put_text (path);
  put (0);
  put (0);
  put (n_segments);
  for (size_t i = 0; i < n_segments; i++)
    put_bytes ("\1\1", 2);
  close_record ();
}

static void
put_thread (uint64_t index, const char *name)
{
  open_record (GMON_TAG_THREAD);
  put (index);
  put_text (name);
  put_bytes ("\1\1\1\1", 4);
  close_record ();
}

static void
put_meta_none (void)
{
  open_record (GMON_TAG_META);
  put (0);
  close_record ();
}

static void
put_meta_text (void)
{
  const uint64_t len = entries (1);

  open_record (GMON_TAG_META);
  put (1);
  put_text ("command");
  put (len);
  for (uint64_t i = 0; i < len; i++)
    put_byte ('x');
  close_record ();
}

/* A high number of 1 MiB, then many that are lower.  */
static void
put_meta_rss (void)
{
  const uint64_t n = entries (1) > MIB ? (entries (1) - MIB) / 13 : 0;

  open_record (GMON_TAG_META);
  put (n + 1);
  put_text (GMON_META_MAX_RSS);
  put (MIB);
  for (int i = 0; i < MIB; i++)
    put_byte (i < MIB - 1 ? '0' : '7');
  for (uint64_t i = 0; i < n; i++)
    {
      put_text (GMON_META_MAX_RSS);
      put_text ("1");
    }
  close_record ();
}

static void
put_meta_keys (void)
{
  const uint64_t n = entries (6);

  open_record (GMON_TAG_META);
  put (n);
  for (uint64_t i = 0; i < n; i++)
    {
      put (4);
      for (int shift = 0; shift < 28; shift += 7)
        put_byte (0x80 | (unsigned) (i >> shift & 0x7f));
      put (0);
    }
  close_record ();
}

/* Puts what each stream begins with.  META puts its record.  */
static void
put_head (void (*meta) (void))
{
  put_bytes (GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  put_bytes ("\0\0\0\0\0\0\0\0", 8);
  put_byte (GMON_PROCESS_VERSION);
  put_byte (GMON_PROCESS_LITTLE);
  put_byte (ADDRESS);
  put_byte (0);
  put_byte (GMON_PROCESS_STACKS);
  put_bytes ("\0\0\0", 3);
  open_record (GMON_TAG_RUN);
  put (1);
  put (1);
  put_bytes ("0123456789abcdef", GMON_RUN_ID_SIZE);
  close_record ();
  meta ();
  open_record (GMON_TAG_COUNTS);
  put (0);
  close_record ();
}

/* N nodes: each has the place STEP behind that of the node before, which is
   its parent, or the root is if BUSH.  */
static void
put_nodes (uint64_t n, int64_t step, bool bush)
{
  open_record (GMON_TAG_NODES);
  put (n);
  for (uint64_t i = 1; i <= n; i++)
    {
      put (bush ? 2 * i : 2);
      put_signed (0);
      put_signed (i == 1 ? TEXT : step);
    }
  close_record ();
}

/* Declares one value type of a sample.  */
static void
put_type (const char *name, const char *unit)
{
  open_record (GMON_TAG_VALUES);
  put (1);
  put (strlen (name));
  put_bytes (name, strlen (name));
  put (strlen (unit));
  put_bytes (unit, strlen (unit));
  close_record ();
}

/* N samples of the declared type at different places.  The first chain is
   CHAIN, each further one STEP behind it.  */
static void
put_values (uint64_t n, int64_t chain, int64_t step)
{
  open_record (GMON_TAG_SAMPLES);
  put (n);
  for (uint64_t i = 0; i < n; i++)
    {
      put_signed (0);
      put_signed (i == 0 ? TEXT : 1);
      put_signed (i == 0 ? chain : step);
      put (0);
      put (0);
      put_bytes ("\1\1\1\1", 4);
    }
  close_record ();
}

static void
put_stacks (uint64_t n, int64_t chain, int64_t step)
{
  put_type ("cpu", "ticks");
  put_values (n, chain, step);
}

static void
put_arcs (uint64_t n, int64_t step)
{
  open_record (GMON_TAG_ARCS);
  put (n);
  for (uint64_t i = 0; i < n; i++)
    {
      put_signed (0);
      put_signed (i == 0 ? TEXT : step);
      put_signed (i == 0);
      put_signed (i == 0 ? TEXT : 1);
      put (1);
    }
  close_record ();
}

static void
put_pair_places (uint64_t n)
{
  open_record (GMON_TAG_PAIRS);
  put (n);
  for (uint64_t i = 0; i < n; i++)
    {
      put (0);
      put_signed (0);
      put_signed (i == 0 ? TEXT : 1);
    }
}

/* N sets of LEN links.  */
static void
put_sets (uint64_t n, uint64_t len, uint64_t n_places)
{
  put (n);
  for (uint64_t i = 0, link = 0; i < n; i++)
    {
      put (len);
      for (uint64_t j = 0; j < len; j++, link++)
        {
          put (link % n_places);
          put (link / n_places % n_places);
        }
    }
  close_record ();
}

static void
put_segments (void)
{
  put_object (1, "/lib/s.so", entries (2));
}

static void
put_loads (void)
{
  for (uint64_t n = entries (10); n; n--)
    {
      open_record (GMON_TAG_LOAD);
      put_bytes ("\0\0\1\0\0", 5);
      close_record ();
    }
}

static void
put_threads (void)
{
  for (uint64_t i = 1; entries (20); i++)
    {
      char name[32];

      snprintf (name, sizeof name, "%jx", (uintmax_t) i);
      put_thread (i, name);
    }
}

static void
put_names (void)
{
  const uint64_t n = entries (3);

  open_record (GMON_TAG_JIT_NAMES);
  put (0);
  put (n);
  for (uint64_t i = 0; i < n; i++)
    put_bytes ("\1\0\0", 3);
  close_record ();
}

/* As many objects as a reader accepts, with paths that fill the file.  */
static void
put_objects (void)
{
  enum { OBJECTS = 30000 };
  const size_t len = goal / OBJECTS > 40 ? goal / OBJECTS - 40 : 1;
  char *path = malloc (len + 32);

  if (!path)
    exit (EXIT_FAILURE);
  memset (path, 'o', len);
  for (uint64_t i = 1; i < OBJECTS && entries (1) > len + 64; i++)
    {
      snprintf (path + len, 32, "%ju", (uintmax_t) i);
      put_object (i, path, 0);
    }
  free (path);
}

/* -- Streams --------------------------------------------------------------- */

static uint64_t seed = 1;

/* Returns a random number below LIMIT.  */
static uint64_t
below (uint64_t limit)
{
  seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (seed >> 33) % limit;
}

/* Puts the difference between *AT and a random place, at AT.  */
static void
put_jump (uint64_t *at, uint64_t range)
{
  uint64_t to = TEXT + 4 * below (range);

  put_signed ((int64_t) (to - *at));
  *at = to;
}

/* A tree of chains, with a sample for each second node.  */
static void
put_honest (void)
{
  const uint64_t n = entries (15), n_places = 50000 + n / 8;
  uint64_t at = 0;
  int64_t last = 0;

  open_record (GMON_TAG_NODES);
  put (n);
  for (uint64_t i = 1; i <= n; i++)
    {
      put (i > 200 && below (3) == 0 ? 2 * (1 + below (200)) : 2);
      put_signed (0);
      put_jump (&at, n_places);
    }
  close_record ();
  put_type ("cpu", "ticks");
  open_record (GMON_TAG_SAMPLES);
  put (n / 2);
  at = 0;
  for (uint64_t i = 0; i < n / 2; i++)
    {
      int64_t chain = 1 + (int64_t) below (n);

      put_signed (0);
      put_signed (i ? 4 * (i % 8 == 0) : TEXT);
      put_signed (chain - last);
      put_bytes ("\0\0\1\1\1\1", 6);
      last = chain;
    }
  close_record ();
}

/* -- Kinds ----------------------------------------------------------------- */

/* Puts nodes of BYTES bytes each, and a sample of the last one.  */
static void
put_tree (unsigned bytes, int64_t step, bool bush)
{
  const uint64_t n = entries (bytes) - 10;

  put_nodes (n, step, bush);
  put_stacks (1, (int64_t) n, 0);
}

static void
put_new_nodes (void)
{
  put_tree (3, 1, false);
}

static void
put_chain (void)
{
  put_tree (3, 0, false);
}

static void
put_bush (void)
{
  put_tree (6, 1, true);
}

static void
put_full_nodes (void)
{
  const uint64_t n = entries (12) - 10;

  put_nodes (n, 1, false);
  put_stacks (n, 1, 1);
}

static void
put_new_arcs (void)
{
  put_arcs (entries (5), 1);
}

static void
put_callers (void)
{
  put_arcs (entries (5), 0);
}

static void
put_samples (void)
{
  put_stacks (entries (9), 0, 0);
}

static void
put_waits (void)
{
  put_type ("off-cpu:io", "ns");
  put_values (entries (9), 0, 0);
}

static void
put_pairs (void)
{
  const uint64_t n = entries (13);

  put_pair_places (100);
  put_sets (n, 1, 100);
  put_stacks (n, 1, 1);
}

static void
put_links (void)
{
  put_pair_places (100);
  put_sets (1, entries (2), 100);
  put_stacks (1, 1, 0);
}

static void
put_unused_sets (void)
{
  put_pair_places (10000);
  put_sets (entries (5), 1, 10000);
}

enum place
{
  IN_META,                      /* in place of META */
  IN_OBJECTS,                   /* behind object 0 */
  IN_THREADS,                   /* behind thread 0 */
  BEHIND
};

static const struct kind
{
  const char *name;
  enum place place;
  void (*put) (void);
} kinds[] = {
  { "arcs", BEHIND, put_new_arcs }, { "bush", BEHIND, put_bush },
  { "callers", BEHIND, put_callers }, { "chain", BEHIND, put_chain },
  { "honest", BEHIND, put_honest }, { "links", BEHIND, put_links },
  { "loads", IN_OBJECTS, put_loads }, { "meta", IN_META, put_meta_keys },
  { "names", BEHIND, put_names }, { "nodes", BEHIND, put_new_nodes },
  { "objects", IN_OBJECTS, put_objects }, { "pairs", BEHIND, put_pairs },
  { "rss", IN_META, put_meta_rss }, { "samples", BEHIND, put_samples },
  { "segments", IN_OBJECTS, put_segments },
  { "sets", BEHIND, put_unused_sets }, { "stacks", BEHIND, put_full_nodes },
  { "text", IN_META, put_meta_text }, { "threads", IN_THREADS, put_threads },
  { "waits", BEHIND, put_waits },
};

static void
put_stream (const struct kind *kind)
{
  put_head (kind->place == IN_META ? kind->put : put_meta_none);
  put_object (0, "/bin/prog", 1);
  if (kind->place == IN_OBJECTS)
    kind->put ();
  put_thread (0, "main");
  if (kind->place == IN_THREADS || kind->place == BEHIND)
    kind->put ();
  open_record (GMON_TAG_END);
  store (GMON_PROCESS_LENGTH_OFFSET, size + GMON_DIGEST_SIZE, 8);
  store (body - 4, GMON_DIGEST_SIZE, 4);
  const uint64_t digest = gmon_process_digest (stream, size);
  put_bytes ("\0\0\0\0\0\0\0\0", GMON_DIGEST_SIZE);
  store (size - GMON_DIGEST_SIZE, digest, GMON_DIGEST_SIZE);
}

/* Writes the file: a header, and arcs that carry the stream.  */
static void
write_out (void)
{
  static const unsigned char spare[GMON_SPARE_SIZE];
  static const unsigned char version[4] = { GMON_VERSION };
  static const unsigned char self[ADDRESS] = { GMON_CONTAINER_SELF };

  fwrite (GMON_MAGIC, 1, GMON_MAGIC_SIZE, stdout);
  fwrite (version, 1, sizeof version, stdout);
  fwrite (spare, 1, sizeof spare, stdout);
  for (size_t at = 0; at < size; at += GMON_CONTAINER_BYTES (ADDRESS))
    {
      putchar (GMON_TAG_CG_ARC);
      fwrite (stream + at, 1, ADDRESS, stdout);
      fwrite (self, 1, ADDRESS, stdout);
      fwrite (stream + at + ADDRESS, 1, 4, stdout);
    }
}

int
main (int argc, char **argv)
{
  const struct kind *kind = NULL;

  for (size_t i = 0; argc == 3 && i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp (kinds[i].name, argv[1]) == 0)
      kind = &kinds[i];
  if (!kind)
    {
      fputs ("Usage: mkhostile KIND SIZE >gmon.out\n", stderr);
      return EXIT_FAILURE;
    }
  goal = strtoull (argv[2], NULL, 10) / (1 + GMON_ARC_SIZE (ADDRESS))
         * GMON_CONTAINER_BYTES (ADDRESS);
  room = goal + 4096;
  stream = calloc (room + GMON_CONTAINER_BYTES (ADDRESS), 1);
  if (!stream)
    return EXIT_FAILURE;
  put_stream (kind);
  write_out ();
  free (stream);
  return (fflush (stdout) == 0 && !ferror (stdout) ? EXIT_SUCCESS
          : EXIT_FAILURE);
}
