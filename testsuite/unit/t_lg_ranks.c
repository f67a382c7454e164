/* unit/t_lg_ranks.c -- tests of libgmon_mpi's numbers by rank (rank_rows.c).

   SPDX-License-Identifier: GPL-3.0-or-later

   The rows of many ranks are joined in trees of random shape.  Their text must
   have what a plain loop over all ranks finds.  Run by gprof.unit.  */

#include <config.h>

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "gmon_digest.h"
#include "gmon_out.h"
#include "mpi/functions.h"
#include "mpi/rank_rows.h"
#include "output/writer.h"

#define RANKS 50
#define FUNCTIONS 3
#define ADDRESS 0x401000

static struct gmon_writer writer;
static uint64_t counts[RANKS][FUNCTIONS][2];
static unsigned random_state = 1;

static unsigned
next_random (unsigned end)
{
  random_state = random_state * 1103515245 + 12345;
  return random_state / 65536 % end;
}

/* Returns the number of one rank.  */
static struct rank_number
one_rank (uint64_t count, unsigned rank)
{
  struct rank_number number = { .gap = rank };
  const uint64_t high = count >> 32, low = count & UINT32_MAX;

  if (count == 0)
    return number;
  number = (struct rank_number) { 1, count, count, count, rank, rank, NO_GAP,
                                  { high * high, low * low } };
  /* 2 * HIGH * LOW * 2^32 */
  for (int i = 0; i < 2; i++)
    {
      const uint64_t more = high * low << 32;

      number.squares.low += more;
      number.squares.high += (high * low >> 32) + (number.squares.low < more);
    }
  return number;
}

/* Makes the rows of RANK: functions that have neither are left out.  */
static void
make_rows (struct rank_rows *rows, unsigned rank)
{
  if (!rank_rows_make (rows, FUNCTIONS))
    exit (2);
  rows->first = rank;
  for (unsigned f = 0; f < FUNCTIONS; f++)
    if (counts[rank][f][0] != 0 || counts[rank][f][1] != 0)
      rows->rows[rows->len++]
        = (struct rank_row) { ADDRESS + 16 * f,
                              one_rank (counts[rank][f][0], rank),
                              one_rank (counts[rank][f][1], rank) };
}

/* Joins neighbours in ROWS until one is left.  */
static void
join_all (struct rank_rows *rows, unsigned n)
{
  while (n > 1)
    {
      const unsigned at = next_random (n - 1);
      struct rank_rows both;

      if (!rank_rows_join (&both, &rows[at], &rows[at + 1]))
        exit (2);
      rank_rows_free (&rows[at]);
      rank_rows_free (&rows[at + 1]);
      rows[at] = both;
      memmove (&rows[at + 1], &rows[at + 2], (n - at - 2) * sizeof *rows);
      n--;
    }
}

/* Writes the words of numbers KIND of FUNCTION over all ranks to TEXT.  The
   squares fit into 64 bits by the choice of the numbers.  */
static void
expected_words (FILE *text, unsigned function, unsigned kind)
{
  uint64_t n = 0, sum = 0, min = UINT64_MAX, max = 0, squares = 0;
  unsigned min_rank = 0, max_rank = 0, gap = RANKS;

  for (unsigned rank = RANKS; rank-- > 0;)
    {
      const uint64_t count = counts[rank][function][kind];

      n += count != 0;
      sum += count;
      if (count == 0)
        gap = rank;
      if (count != 0 && count <= min)
        min = count, min_rank = rank;
      if (count != 0 && count >= max)
        max = count, max_rank = rank;
    }
  if (n == 0)
    min = 0;
  for (unsigned rank = 0; rank < RANKS; rank++)
    {
      const uint64_t count = counts[rank][function][kind];

      if (count != 0)
        squares += (count - min) * (count - min);
    }
  fprintf (text, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 " %u", n,
           sum, min, min_rank, max, max_rank);
  if (gap < RANKS)
    fprintf (text, " %u", gap);
  else
    fputs (" -", text);
  fprintf (text, " 0x%" PRIx64, squares);
}

static void
expected_text (FILE *text, const struct pool_bytes *profile)
{
  fprintf (text, "gmon-ranks 1\nprofile %zu 0x%" PRIx64 "\nranks %d\n",
           profile->size,
           gmon_process_digest (profile->start, profile->size), RANKS);
  for (unsigned f = 0; f < FUNCTIONS; f++)
    {
      fprintf (text, "0x%x samples", ADDRESS + 16 * f);
      expected_words (text, f, 0);
      fputs (" calls", text);
      expected_words (text, f, 1);
      fputc ('\n', text);
    }
  fputs ("end\n", text);
}

static void
test_trees (const char *name, int tree)
{
  static struct rank_rows rows[RANKS];
  static char want[4096], got[4096];
  FILE *text = fmemopen (want, sizeof want, "w");
  unsigned char bytes[8] = "profile";
  const struct pool_bytes profile = { bytes, sizeof bytes };
  const int fd = memfd_create ("ranks", 0);
  ssize_t len;

  for (unsigned rank = 0; rank < RANKS; rank++)
    make_rows (&rows[rank], rank);
  join_all (rows, RANKS);
  writer_begin (&writer, fd);
  rank_rows_put (&writer, &rows[0], RANKS, &profile);
  writer_flush (&writer);
  len = pread (fd, got, sizeof got - 1, 0);
  got[len > 0 ? len : 0] = '\0';
  expected_text (text, &profile);
  fclose (text);
  CHECK (strcmp (got, want) == 0, "ranks: %s, tree %d", name, tree);
  if (strcmp (got, want) != 0)
    printf ("got:\n%s\nwanted:\n%s\n", got, want);
  rank_rows_free (&rows[0]);
  close (fd);
}

/* Fills the numbers of all ranks: 0 in one of EMPTY, else LEAST to LEAST +
   WIDTH - 1.  */
static void
fill (uint64_t least, unsigned width, unsigned empty)
{
  for (unsigned rank = 0; rank < RANKS; rank++)
    for (unsigned f = 0; f < FUNCTIONS; f++)
      for (unsigned kind = 0; kind < 2; kind++)
        counts[rank][f][kind]
          = next_random (empty) == 0 && empty > 1 ? 0
            : least + next_random (width);
}

/* -- Bins of two functions ------------------------------------------------ */

/* A function that begins behind the first byte of a bin.  */
__asm__ (".pushsection .text\n"
         ".p2align 2\n"
         "before_odd:\n"
         ".byte 0\n"
         "odd:\n"
         ".byte 0, 0, 0\n"
         ".popsection\n");

static size_t
put (unsigned char *to, size_t at, uint64_t value, size_t size)
{
  memcpy (to + at, &value, size);
  return at + size;
}

/* Samples of a bin belong to the function that begins in the bin's first unit
   of 2 bytes, as gprof has it.  */
static void
test_odd_start (void)
{
  struct arc_list functions;
  struct rank_rows rows;
  size_t i = 0, at;
  unsigned char file[128] = GMON_MAGIC;

  functions_read (&functions);
  while (i < functions.len && functions.arcs[i].from % 4 != 1)
    i++;
  CHECK (i < functions.len, "odd start: the function");
  if (i == functions.len)
    return;
  const uintptr_t odd = functions.arcs[i].from;
  at = put (file, 4, 1, 4) + 12;
  file[at++] = GMON_TAG_TIME_HIST;
  at = put (file, at, odd - 1, sizeof odd);
  at = put (file, at, odd + 3, sizeof odd);
  at = put (file, at, 1, 4);
  at = put (file, at, 100, 4) + 16;
  at = put (file, at, 7, 2);
  CHECK (rank_rows_count (&rows, &(struct pool_bytes) { file, at }, 0),
         "odd start: counted");
  CHECK (rows.len == 1 && rows.rows[0].address == odd, "odd start: the row");
  rank_rows_free (&rows);
  arc_list_free (&functions);
}

int
main (void)
{
  test_odd_start ();
  for (int tree = 0; tree < 5; tree++)
    {
      fill (1, 1000, 3);
      test_trees ("small numbers", tree);
      fill ((uint64_t) 1 << 55, 5000, 1);
      test_trees ("large numbers that differ little", tree);
      fill (7, 3, 2);
      for (unsigned rank = 0; rank < RANKS; rank++)
        if (rank != 17)
          memset (counts[rank], 0, sizeof counts[rank]);
      counts[30][0][0] = counts[30][1][1] = counts[30][2][0] = 5;
      counts[17][0][0] = counts[17][1][1] = counts[17][2][0] = 6;
      test_trees ("rare numbers", tree);
    }
  return check_end ();
}
