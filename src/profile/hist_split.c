/* profile/hist_split.c -- how a histogram is divided among records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Neighbouring bins that take the same number of records are a run.  A piece
   is one or more whole runs.  It is written as often as its hottest bin needs:

     counts    3 0 9 | 200,000 | 5 1 ... 0 | 90,000 70,000 | 0 ... 2
     runs      1       4         1           2               1

   Pieces of few runs save bins that are 0 in most records.  Pieces of many
   runs save headers.  The cheapest division of the first N runs follows from
   those of fewer runs.  */

#include <config.h>

#include "profile/hist_split.h"

#include <stdlib.h>

#include "base/arena.h"

/* The highest number of runs in a piece of several.  It bounds the time that
   a division takes.  */
#define RUNS_MAX 256

/* The highest number of records of a piece.  So sums of bytes are exact; a
   file with that many records is too large to be written.  */
#define RECORDS_MAX (UINT64_C (1) << 26)

struct runs
{
  struct hist_piece *items;     /* heap */
  size_t len, cap;
};

uint64_t
hist_even_width (uint64_t low, uint64_t high, uint32_t nbins)
{
  if (high <= low || nbins == 0 || (high - low) % nbins != 0
      || (high - low) / nbins % 2 != 0)
    return 0;
  return (high - low) / nbins;
}

/* Returns how many records a bin with COUNT takes.  */
static uint64_t
records_of (uint64_t count)
{
  const uint64_t records = count ? (count - 1) / GMON_BIN_MAX + 1 : 1;

  return records < RECORDS_MAX ? records : RECORDS_MAX;
}

/* Appends LEN bins, which take RECORDS, to RUNS.  */
static void
append_run (struct runs *runs, uint32_t len, uint64_t records)
{
  struct hist_piece *last = runs->len ? &runs->items[runs->len - 1] : NULL;
  const uint32_t first = last ? last->first + last->len : 0;

  if (len == 0)
    return;
  if (last && last->records == records)
    {
      last->len += len;
      return;
    }
  *ARRAY_APPEND (runs->items, runs->cap, runs->len)
    = (struct hist_piece) { first, len, records };
}

static struct runs
find_runs (const struct bins *bins)
{
  struct runs runs = { .items = NULL };
  uint32_t done = 0;

  for (uint32_t i = bins_next (bins, 0); i < bins->len;
       i = bins_next (bins, i + 1))
    {
      const uint64_t records = records_of (bins_get (bins, i));

      if (records == 1)
        continue;
      append_run (&runs, i - done, 1);
      append_run (&runs, 1, records);
      done = i + 1;
    }
  append_run (&runs, bins->len - done, 1);
  return runs;
}

/* Appends RUN to PIECE, which it follows.  */
static void
extend_piece (struct hist_piece *piece, const struct hist_piece *run)
{
  piece->len += run->len;
  if (run->records > piece->records)
    piece->records = run->records;
}

static uint64_t
piece_bytes (const struct hist_piece *piece, size_t header_size)
{
  return (piece->records
          * (header_size + (uint64_t) piece->len * GMON_BIN_SIZE));
}

/* Sets STARTS[N], for each number N of runs from 1 on, to the run with which
   the last piece of the cheapest division of the first N runs begins.  Returns
   the bytes of the cheapest division of all RUNS.  */
static uint64_t
find_starts (const struct runs *runs, size_t header_size, size_t *starts)
{
  uint64_t *bytes = array_new (runs->len + 1, sizeof *bytes);
  uint64_t all;

  for (size_t n = 1; n <= runs->len; n++)
    {
      struct hist_piece piece = { 0, 0, 1 };

      bytes[n] = UINT64_MAX;
      for (size_t i = n; i > 0 && n - i < RUNS_MAX; i--)
        {
          uint64_t sum;

          extend_piece (&piece, &runs->items[i - 1]);
          sum = bytes[i - 1] + piece_bytes (&piece, header_size);
          if (sum >= bytes[n])
            continue;
          bytes[n] = sum;
          starts[n] = i - 1;
        }
    }
  all = bytes[runs->len];
  free (bytes);
  return all;
}

/* Makes the pieces of RUNS that begin at STARTS.  */
static void
join_runs (struct hist_pieces *pieces, const struct runs *runs,
           const size_t *starts)
{
  size_t i;

  pieces->len = 0;
  for (size_t n = runs->len; n > 0; n = starts[n])
    pieces->len++;
  free (pieces->items);
  pieces->items = array_new (pieces->len, sizeof *pieces->items);
  i = pieces->len;
  for (size_t n = runs->len; n > 0; n = starts[n])
    {
      struct hist_piece *piece = &pieces->items[--i];

      *piece = runs->items[starts[n]];
      for (size_t run = starts[n] + 1; run < n; run++)
        extend_piece (piece, &runs->items[run]);
    }
}

struct hist_pieces
hist_split (const struct hist *hist, size_t header_size)
{
  struct hist_pieces pieces = { array_new (1, sizeof *pieces.items), 1, 0 };
  struct runs runs = find_runs (&hist->bins);

  pieces.items[0] = (struct hist_piece) { 0, 0, 1 };
  for (size_t i = 0; i < runs.len; i++)
    extend_piece (&pieces.items[0], &runs.items[i]);
  pieces.bytes = piece_bytes (&pieces.items[0], header_size);
  if (runs.len > 1
      && hist_even_width (hist->low, hist->high, hist->bins.len) != 0)
    {
      size_t *starts = array_new (runs.len + 1, sizeof *starts);
      const uint64_t bytes = find_starts (&runs, header_size, starts);

      if (bytes < pieces.bytes - pieces.bytes / 4)
        {
          join_runs (&pieces, &runs, starts);
          pieces.bytes = bytes;
        }
      free (starts);
    }
  free (runs.items);
  return pieces;
}
