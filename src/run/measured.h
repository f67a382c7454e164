/* run/measured.h -- times and calls for the reports.

   SPDX-License-Identifier: GPL-3.0-or-later

   If the profile of the whole process is there, times are measured by its call
   stacks.  Else they are those of the histogram, divided by calls.  */

#ifndef RUN_MEASURED_H
#define RUN_MEASURED_H

#include "attribute/samples.h"
#include "cli/options.h"
#include "graph/cg.h"
#include "graph/stack_waits.h"

/* The data to be attributed to symbols.  */
struct measure
{
  const struct options *options;
  struct diag *diag;
  const struct image *image;    /* the program */
  const struct profile *profile;
  const struct process *process;        /* or NULL: histogram and calls are
                                           those of profile */
  const struct process *beside; /* the same with inlined functions, if the
                                   reports show both; or NULL */
  const struct symtab *symtab;
  const struct selection *selection;
  bool wants_waits;             /* the reports show where threads were
                                   blocked */
};

/* The result, which is released with measured_free.  Pointers may be NULL.  */
struct measured
{
  struct flat flat;
  struct cg *cg;
  struct stacks *stacks;
  struct stacks *inlined;       /* those of beside */
  struct stack_waits *waits;
};

/* Returns the profile of the whole process in PROFILE if the reports show it,
   else NULL; borrowed.  */
const struct process *measured_process (const struct profile *profile,
                                        const struct options *options);

/* Return whether the reports have times or calls: from PROCESS (the result of
   measured_process, or NULL) or else from PROFILE.  */
bool measured_has_times (const struct process *process,
                         const struct profile *profile);
bool measured_has_calls (const struct process *process,
                         const struct profile *profile);

/* Fills FOUND with the times of all symbols and a graph of all calls.  Without
   calls the graph is bare, unless NEEDS_GRAPH is set.  Returns false after one
   diag_error.  */
bool measured_attribute (struct measured *found, const struct measure *data,
                         bool needs_graph);

void measured_free (struct measured *found);

/* Returns PROFILE in the unit of the values that its reports show.  The result
   shares all else with it, and is not to be freed.  */
struct profile measured_profile (const struct profile *profile);

/* Finishes the graph of FOUND.  With the option -c, adds the calls that the
   code of IMAGE holds.  */
void measured_assemble (struct measured *found, const struct measure *data,
                        const struct image *image);

#endif /* RUN_MEASURED_H */
