/* unit/t_lg_whole.c -- tests of libgmon's records of the whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of record/tally.c, record/samples.c, sys/objects.c and the digest of
   gmon_process.h.  Run by gprof.unit.  */

#include <config.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "gmon_digest.h"
#include "gmon_process.h"
#include "record/samples.h"
#include "record/tally.h"
#include "sys/objects.h"

#define KEYS 1000
#define ROUNDS 7

/* -- Tallies -------------------------------------------------------------- */

/* The entry NUMBER, a key that comes in no order.  */
static struct tally
entry_of (uint64_t number)
{
  uint64_t mixed = number * 0x9e3779b97f4a7c15;

  return (struct tally) { .key = { mixed % 3, mixed >> 60, 5, number },
                          .sum = { number + 1, 0, 2 } };
}

static bool
ascends (const struct tally *one, const struct tally *two)
{
  for (size_t i = 0; i < TALLY_KEYS; i++)
    if (one->key[i] != two->key[i])
      return one->key[i] < two->key[i];
  return false;
}

static void
check_sorted (const struct tallies *list, uint64_t times, const char *name)
{
  bool sorted = list->len == KEYS;
  bool right = true;

  for (size_t i = 0; i < list->len; i++)
    {
      const struct tally *it = &list->entries[i];

      sorted = sorted && (i == 0 || ascends (it - 1, it));
      right = right && it->sum[0] == (it->key[3] + 1) * times
              && it->sum[1] == 0 && it->sum[2] == 2 * times;
    }
  CHECK (sorted, "%s: each key once, ascending", name);
  CHECK (right, "%s: the sums", name);
}

static void
test_tallies (void)
{
  struct tallies table = { 0 };
  struct tallies list = { 0 };
  bool done = true;

  for (int round = 0; round < ROUNDS; round++)
    for (uint64_t i = 0; i < KEYS; i++)
      {
        struct tally entry = entry_of (i);

        done = tally_add (&table, &entry) && tally_append (&list, &entry)
               && done;
      }
  CHECK (done, "tally: there is memory");
  tally_sort (&list);
  check_sorted (&list, ROUNDS, "list");
  CHECK_U64 (table.len, KEYS, "table: each key once");
  CHECK (tally_append_all (&list, &table), "tally: there is more memory");
  tally_sort (&list);
  check_sorted (&list, 2 * ROUNDS, "list and table");
  tally_free (&table);
  tally_free (&list);
  CHECK (list.len == 0 && list.entries == NULL, "tally: freed");
  tally_sort (&list);
  CHECK_U64 (list.len, 0, "an empty list");
}

/* -- Samples -------------------------------------------------------------- */

#define THREADS 4
#define PCS 3000                /* more than the first tables hold */

static struct samples samples;

static void *
add_samples (void *data)
{
  uint16_t thread = (uint16_t) (uintptr_t) data;

  for (int round = 0; round < ROUNDS; round++)
    for (uintptr_t i = 0; i < PCS; i++)
      samples_add (&samples, 0x1000 + i,
                   &(struct sample_kind) { .stack = i % 2, .thread = thread,
                                           .flags = 16,
                                           .type = GMON_VALUE_OTHER },
                   &(struct sample_value) { 1, 3, 9 });
  return NULL;
}

struct seen
{
  uint64_t observations[PCS];
  uint64_t ticks;
  uint64_t squares;
  bool good;
};

static void
see (uintptr_t pc, const struct sample_kind *kind,
     const struct sample_value *value, void *data)
{
  struct seen *seen = data;

  seen->good = seen->good && pc - 0x1000 < PCS && kind->flags == 16
               && kind->type == GMON_VALUE_OTHER
               && kind->thread < THREADS && kind->stack == (pc - 0x1000) % 2;
  if (pc - 0x1000 < PCS)
    seen->observations[pc - 0x1000] += value->observations;
  seen->ticks += value->sum;
  seen->squares += value->squares;
}

static void
test_samples (void)
{
  pthread_t threads[THREADS];
  static struct seen all, none;
  bool exact = true;

  CHECK (samples_are_empty (&samples), "no samples");
  all.good = none.good = true;
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, add_samples, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  samples_each (&samples, see, &all);
  for (int i = 0; i < PCS; i++)
    exact = exact && all.observations[i] == THREADS * ROUNDS;
  CHECK (all.good && exact, "samples of several threads: exact");
  CHECK_U64 (all.ticks, (uint64_t) 3 * PCS * THREADS * ROUNDS, "ticks");
  CHECK_U64 (all.squares, (uint64_t) 9 * PCS * THREADS * ROUNDS, "squares");
  CHECK (!samples_are_empty (&samples), "there are samples");
  samples_free (&samples);
  samples_each (&samples, see, &none);
  CHECK (samples_are_empty (&samples) && none.ticks == 0, "freed");
}

/* -- Objects -------------------------------------------------------------- */

static void
test_objects (void)
{
  static struct objects objects;
  const struct gmon_objects *table;
  const struct gmon_object *own;
  uint64_t index, offset;

  CHECK (gmon_objects_find (NULL, 1) == NULL, "no table");
  objects_refresh (&objects);
  table = atomic_load (&objects.table);
  own = gmon_objects_find (table, (uintptr_t) test_objects);
  CHECK (own != NULL && own->identity->index == 0
           && own->identity->flags == GMON_OBJECT_EXECUTABLE,
         "the executable");
  for (size_t i = 0; i < table->len; i++)
    {
      const struct gmon_object *it = &table->object[i];
      uintptr_t header = (uintptr_t) it->eh_frame_hdr;

      CHECK (header == 0 || (it->start <= it->readable_start
                             && header >= it->readable_start
                             && header < it->readable_end
                             && it->readable_end <= it->end),
             "unwind tables are in their object");
    }
  CHECK (own != NULL && gmon_objects_find (table, own->start) == own
           && gmon_objects_find (table, own->end - 1) == own
           && gmon_objects_find (table, own->start - 1) != own
           && gmon_objects_find (table, own->end) != own,
         "its ends");
  objects_refresh (&objects);
  CHECK (atomic_load (&objects.table) == table, "nothing was loaded");
  CHECK (objects_resolve (&objects, NULL, 8, &index, &offset) != NULL
           && offset == 8
           && objects.identities->flags == GMON_OBJECT_ABSOLUTE,
         "an address in no object");
}

/* -- Objects without a build id ------------------------------------------- */

#define FILE_ONE "./t_lg_whole.one"
#define FILE_TWO "./t_lg_whole.two"

/* The loader's list while it is not NULL.  */
static struct dl_phdr_info *made_up;
static size_t n_made_up;

/* Stands for the C library's function in this program.  */
int
dl_iterate_phdr (int (*each) (struct dl_phdr_info *, size_t, void *),
                 void *data)
{
  int result = 0;

  if (made_up == NULL)
    {
      int (*next) (int (*) (struct dl_phdr_info *, size_t, void *), void *);
      void *symbol = dlsym (RTLD_NEXT, "dl_iterate_phdr");

      memcpy (&next, &symbol, sizeof next);
      return next (each, data);
    }
  for (size_t i = 0; i < n_made_up && result == 0; i++)
    result = each (&made_up[i], sizeof made_up[i], data);
  return result;
}

/* Code in five segments, of which four are kept; the stack is executable, but
   no segment of the file, and data is no code.  */
static const ElfW (Phdr) segments[] = {
  { .p_type = PT_LOAD, .p_flags = PF_R, .p_memsz = 0x1000 },
  { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = 0x1000,
    .p_memsz = 0x100 },
  { .p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W | PF_X },
  { .p_type = PT_LOAD, .p_flags = PF_X, .p_vaddr = 0x2000, .p_memsz = 0x200 },
  { .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_vaddr = 0x3000,
    .p_memsz = 0x300 },
  { .p_type = PT_LOAD, .p_flags = PF_X, .p_vaddr = 0x4000, .p_memsz = 0x400 },
  { .p_type = PT_LOAD, .p_flags = PF_X, .p_vaddr = 0x5000, .p_memsz = 0x500 },
  { .p_type = PT_LOAD, .p_flags = PF_X, .p_vaddr = 0x6000, .p_memsz = 0x600 },
};

static void
check_segments (const struct object_identity *identity)
{
  static const uintptr_t starts[] = { 0x1000, 0x2000, 0x4000, 0x5000 };

  CHECK_U64 (identity->n_segments, 4, "segments of code");
  for (size_t i = 0; i < identity->n_segments; i++)
    CHECK (identity->segments[i].start == starts[i]
             && identity->segments[i].size == starts[i] >> 4,
           "segment %zu", i);
}

/* Makes NAME a file of SIZE bytes that was changed at TIME.  */
static void
make_file (const char *name, size_t size, time_t time)
{
  FILE *file = fopen (name, "w");
  const struct timespec times[2] = { { .tv_sec = time }, { .tv_sec = time } };

  CHECK (file != NULL && fprintf (file, "%*s", (int) size, "") == (int) size
           && fclose (file) == 0 && utimensat (AT_FDCWD, name, times, 0) == 0,
         "%s is written", name);
}

/* Returns the index of the identity of the object that is loaded at BASE.  */
static unsigned
index_at (const struct objects *objects, uintptr_t base)
{
  const struct gmon_object *object
    = gmon_objects_find (atomic_load (&objects->table), base);

  return object != NULL ? object->identity->index : UINT32_MAX;
}

/* Reads the list again, as after another object was loaded.  */
static void
load_again (struct objects *objects)
{
  for (size_t i = 0; i < n_made_up; i++)
    made_up[i].dlpi_adds++;
  objects_refresh (objects);
}

/* An object without a build id is known by its path, its size and the time of
   its last change.  */
static void
test_no_build_id (void)
{
  static struct objects objects;
  const char *const names[] = { "", FILE_ONE, FILE_ONE, FILE_TWO };
  struct dl_phdr_info list[4];
  unsigned index;

  make_file (FILE_ONE, 5, 1000);
  make_file (FILE_TWO, 5, 1000);
  for (size_t i = 0; i < 4; i++)
    list[i] = (struct dl_phdr_info) {
      .dlpi_addr = 0x10000 * (i + 1), .dlpi_name = names[i],
      .dlpi_phdr = segments, .dlpi_phnum = sizeof segments / sizeof *segments
    };
  made_up = list;
  n_made_up = 4;
  objects_refresh (&objects);
  for (unsigned i = 0; i < 4; i++)
    CHECK (index_at (&objects, 0x10000 * (i + 1)) == i - (i > 1),
           "the object %u", i);
  for (const struct object_identity *it = objects.identities; it != NULL;
       it = it->next)
    if (it->build_id_size == 0 && (it->flags & GMON_OBJECT_VDSO) == 0)
      check_segments (it);
  n_made_up = 1;
  load_again (&objects);
  n_made_up = 2;
  load_again (&objects);
  CHECK_U64 (index_at (&objects, 0x20000), 1, "the file is the former one");
  n_made_up = 1;
  load_again (&objects);
  make_file (FILE_ONE, 6, 1000);
  n_made_up = 2;
  load_again (&objects);
  index = index_at (&objects, 0x20000);
  CHECK (index != 1 && index != UINT32_MAX, "the file has another size");
  n_made_up = 1;
  load_again (&objects);
  make_file (FILE_ONE, 5, 1001);
  n_made_up = 2;
  load_again (&objects);
  CHECK (index_at (&objects, 0x20000) != 1
           && index_at (&objects, 0x20000) == objects.n_identities - 1
           && index_at (&objects, 0x20000) != index,
         "the file was changed");
  made_up = NULL;
  CHECK (remove (FILE_ONE) == 0 && remove (FILE_TWO) == 0, "files are removed");
}

/* -- The digest ----------------------------------------------------------- */

/* A flipped bit anywhere, and a cut at a place that is no zero, are seen.  */
static void
test_digest (void)
{
  unsigned char bytes[61];
  uint64_t digest;
  bool seen = true;

  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char) (i * 37 + 1);
  digest = gmon_process_digest (bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes * 8; i++)
    {
      bytes[i / 8] ^= (unsigned char) (1 << i % 8);
      seen = seen && gmon_process_digest (bytes, sizeof bytes) != digest;
      bytes[i / 8] ^= (unsigned char) (1 << i % 8);
    }
  CHECK (seen, "digest: each bit counts");
  CHECK (gmon_process_digest (bytes, sizeof bytes - 1) != digest,
         "digest: the length counts");
  CHECK_U64 (gmon_process_digest (NULL, 0), 0xefd01f60ba992926,
             "digest: of nothing");
}

int
main (void)
{
  test_tallies ();
  test_samples ();
  test_objects ();
  test_no_build_id ();
  test_digest ();
  return check_end ();
}
