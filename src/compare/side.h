/* compare/side.h -- one side of a comparison: a profile by function.

   SPDX-License-Identifier: GPL-3.0-or-later

   A side is made of one or several parts, each a profile: the reader of JSON
   (side_json.h) or the report of a run (report/export/diff_side.h) adds them.
   Functions with the same symbol and the same source file are one function.
   All times are in samples.  */

#ifndef COMPARE_SIDE_H
#define COMPARE_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/name_table.h"

struct side_function
{
  const char *symbol;           /* as in the object file */
  const char *name;             /* as the reports show it */
  const char *file;             /* base name of its source file, or "" */
  double self, total;           /* in all parts */
  uint64_t calls;               /* by other functions, in all parts */
};

/* Calls of one function by a different one.  */
struct side_arc
{
  uint32_t from, to;            /* indices of functions */
  uint64_t calls;
  double time;                  /* the part of the total of FROM that it spends
                                   in these calls */
};

/* The times of a function in one part.  */
struct side_value
{
  uint32_t function;
  double self, total;
};

/* The facts about a profile as a whole.  */
struct side_head
{
  const char *unit;             /* dimension of the samples */
  const char *machine;          /* "" if unknown */
  const char *counted;          /* the functions whose calls were counted;
                                   NULL: all; PROCESS_VARIOUS: parts differ */
  uint64_t rate;                /* samples per unit; 0: there are no samples */
  double mean_weight;           /* mean number of ticks that an observation
                                   of the program added; 0: unknown */
  uint64_t files;               /* profiles that were added up, at least 1 */
  double samples;
};

/* A profile of a side.  */
struct side_part
{
  struct side_head head;
  size_t first_value;           /* index in values; the last one is before
                                   first_value of the next part */
};

/* A side.  All zeros is an empty one.  */
struct side
{
  struct arena *arena;          /* strings */
  struct name_table keys;       /* symbol and file of each function, by index
                                   in functions */
  struct side_function *functions;      /* heap */
  size_t n_functions, cap_functions;
  struct side_arc *arcs;        /* heap */
  size_t n_arcs, cap_arcs;
  struct side_value *values;    /* heap */
  size_t n_values, cap_values;
  size_t next_value;            /* first value behind the last part */
  struct side_part *parts;      /* heap */
  size_t n_parts, cap_parts;
};

/* Frees the data of SIDE, which is then empty.  */
void side_free (struct side *side);

/* Adds the values of one part of SIDE: first its functions, then
   side_end_part.  FUNCTION has the data of this part; its strings are copied,
   and its file may have directories.  Returns the index of the function in
   SIDE.  */
uint32_t side_add_function (struct side *side,
                            const struct side_function *function);

/* Adds ARC to SIDE.  */
void side_add_arc (struct side *side, const struct side_arc *arc);

/* Ends a part of SIDE, the profile NAME with the facts HEAD, whose strings are
   copied.  Its functions and arcs were added before.  Returns false after one
   diag_error if its unit, rate or machine is not that of the parts before, or
   of the other side OTHER (NULL: not compared).  */
bool side_end_part (struct side *side, const struct side *other,
                    const struct side_head *head, const char *name,
                    struct diag *diag);

/* Returns the facts about all parts of SIDE, which has at least one part:
   samples and files are sums, and mean_weight is a mean.  The strings are
   borrowed from SIDE.  */
struct side_head side_head (const struct side *side);

/* Returns the index behind the last value of the part PART of SIDE.  */
size_t side_part_end (const struct side *side, size_t part);

#endif /* COMPARE_SIDE_H */
