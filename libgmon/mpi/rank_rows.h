/* rank_rows.h -- how samples and calls of functions spread over ranks.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_RANK_ROWS_H
#define GMON_MPI_RANK_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "output/pool_merge.h"

struct gmon_writer;

/* A number of 128 bits.  */
struct wide
{
  uint64_t high, low;
};

#define NO_GAP UINT64_MAX

/* A number, samples or calls, of the ranks where it is above 0.  */
struct rank_number
{
  uint64_t ranks;               /* how many these are */
  uint64_t sum, min, max;
  uint64_t min_rank, max_rank;  /* the first ranks that have them */
  uint64_t gap;                 /* the first rank where it is 0, or NO_GAP */
  struct wide squares;          /* sum of the squares */
};

/* A function.  Ranks send rows as they are in memory: all ranks of a program
   run the same executable.  */
struct rank_row
{
  uint64_t address;             /* in the file */
  struct rank_number samples, calls;
};

/* Rows by rising addresses, in a mapping of ROOM rows, and the lowest rank that
   they are of.  */
struct rank_rows
{
  struct rank_row *rows;        /* NULL: none */
  size_t len, room;
  uint64_t first;
};

/* Makes room for ROOM rows.  Returns false if there is no memory.  The caller
   frees ROWS with rank_rows_free in any case.  */
bool rank_rows_make (struct rank_rows *rows, size_t room);
void rank_rows_free (struct rank_rows *rows);

/* Fills ROWS with the functions of PROFILE that have samples or calls, as
   numbers of RANK alone.  ROWS is empty if the program has no symbols.  Returns
   false if there is no memory, or if PROFILE is damaged.  */
bool rank_rows_count (struct rank_rows *rows, const struct pool_bytes *profile,
                      unsigned rank);

/* Makes ROWS the rows of the ranks of LOW and of HIGH together, whose lowest
   rank is a higher one.  Returns false if there is no memory.  */
bool rank_rows_join (struct rank_rows *rows, const struct rank_rows *low,
                     const struct rank_rows *high);

/* Puts ROWS, numbers of RANKS ranks whose sum is PROFILE, to WRITER as the text
   of gmon_ranks.h.  */
void rank_rows_put (struct gmon_writer *writer, const struct rank_rows *rows,
                    uint32_t ranks, const struct pool_bytes *profile);

#endif /* GMON_MPI_RANK_ROWS_H */
