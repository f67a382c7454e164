/* programs.h -- the profiles of many ranks, one sum for each program.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_PROGRAMS_H
#define GMON_MPI_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "mpi/rank_rows.h"
#include "output/pool_merge.h"

struct gmon_writer;

/* The most programs that one job may have.  Each has another build id.  */
#define MOST_PROGRAMS 64

/* Ranks of one program.  */
struct program
{
  struct pool_bytes profile;    /* the sum; a mapping */
  struct rank_rows rows;
  uint32_t ranks;               /* how many */
  uint32_t first;               /* the lowest one */
};

/* All zeros: none.  */
struct programs
{
  struct program program[MOST_PROGRAMS];
  uint32_t len;
};

/* Stores the profile of this process, which has RANK, as the one program of
   PROGRAMS.  There is none if the process is not profiled by libgmon.  Returns
   NULL, or a reason.  */
const char *programs_take_own (struct programs *programs, unsigned rank);

/* Adds the programs of HIGH, of higher ranks, to those of PROGRAMS; HIGH is
   empty then.  WRITER is used for the bytes.  Returns NULL, or a reason why
   that cannot be; then programs may be missing in both.  */
const char *programs_add (struct programs *programs, struct programs *high,
                          struct gmon_writer *writer);

void programs_free (struct programs *programs);

#endif /* GMON_MPI_PROGRAMS_H */
