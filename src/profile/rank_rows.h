/* profile/rank_rows.h -- how functions spread over the ranks of a job.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgmon_mpi writes the sum of all ranks to a file, and beside it another one
   with a line for each function, whose format is in libgmon/gmon_ranks.h.  */

#ifndef PROFILE_RANK_ROWS_H
#define PROFILE_RANK_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* Samples or calls of a function in the ranks where it has any.  */
struct rank_number
{
  uint64_t ranks;               /* how many these are */
  uint64_t sum, min, max;
  uint64_t min_rank, max_rank;  /* the first ranks that have them */
  uint64_t gap;                 /* the first rank without any, if any */
  double squares;               /* sum of the squares of differences to min */
};

/* A function.  */
struct rank_row
{
  uint64_t address;
  struct rank_number samples, calls;
};

struct rank_rows
{
  struct rank_row *rows;        /* heap; by rising addresses */
  size_t len, cap;
  uint64_t ranks;               /* of the job; 0: there is no such file */
};

/* Reads the file that stands beside the PROFILE into ROWS.  ROWS->ranks is 0 if
   there is none, and, after a diag_warning, if it was not written together with
   PROFILE.  Returns false after a diag_error that names file and offset if it
   is damaged.  The caller releases ROWS with rank_rows_free in any case.  */
bool rank_rows_read (struct rank_rows *rows, struct diag *diag,
                     const char *profile);
void rank_rows_free (struct rank_rows *rows);

#endif /* PROFILE_RANK_ROWS_H */
