/* run/analysis.h -- the data of a profile by the symbols of one table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_ANALYSIS_H
#define RUN_ANALYSIS_H

#include "attribute/block_counts.h"
#include "image/lines.h"
#include "run/measured.h"

/* The program and its profile as they were read, with the options and needs of
   the reports.  All is borrowed.  */
struct subject
{
  const struct options *options;
  struct diag *diag;
  unsigned needs;               /* of all reports, bits of enum report_need */
  struct image *image;          /* the program */
  struct sources *sources;
  struct arena *arena;          /* for strings that live as long as the run */
  struct objects *libraries;    /* of the process; or NULL */
  const bool *shown_objects;    /* of --object; or NULL */
  const struct profile *profile;
  const struct process *process;        /* of measured_process, or NULL */
  const struct process *beside; /* the same with inlined functions, for
                                   reports that show both; or NULL */
  void (*limit) (const char *name, uint64_t size); /* of gprof_limit_lines, or
                                                      NULL */
};

/* The results for one table of symbols.  */
struct analysis
{
  struct symtab *symtab;        /* NULL: no symbols are needed, and there are
                                   no results */
  struct selection *selection;
  struct lines *lines;
  struct bb_counts blocks;
  struct measured data;         /* times and calls */
};

/* Begins a limit of memory before source lines of SUBJECT are read.  After the
   reading, lines_limit_end ends it.  */
void lines_limit_begin (const struct subject *subject);
void lines_limit_end (const struct subject *subject);

/* Returns a table of the symbols FUNCTIONS and their source lines, or NULL if
   no lines are known.  With WITH_STACKS, lines of code without samples of the
   histogram are symbols if the reports show call stacks.  The caller releases
   it with symtab_free.  */
struct symtab *analysis_add_lines (const struct subject *subject,
                                   const struct symtab *functions,
                                   bool with_stacks);

/* Selects symbols of FOUND by the specs of the user.  KNOWN tells which symbols
   have their source line already.  With WARNS, specs that select nothing are
   warned of.  */
void analysis_select (struct analysis *found, const struct subject *subject,
                      enum lines_known known, bool warns);

/* Returns the data of SUBJECT that analysis_attribute attributes to the symbols
   of FOUND, those of PROCESS (borrowed, or NULL) in place of histogram and
   calls.  */
struct measure analysis_measure (const struct analysis *found,
                                 const struct subject *subject,
                                 const struct process *process);

/* Assigns samples and calls to the symbols of FOUND, which are selected
   already.  PROCESS is as in analysis_measure.  A graph takes more memory than
   all data of a flat profile, so it is made only where it is needed.  Returns
   false after one diag_error.  */
bool analysis_attribute (struct analysis *found,
                         const struct subject *subject,
                         const struct process *process);

/* Assigns the blocks of the profile to the symbols of FOUND.  Blocks that never
   ran are added if reports show them, unless ignore_never_executed is set.  */
void analysis_attribute_blocks (struct analysis *found,
                                const struct subject *subject);

void analysis_free (struct analysis *found);

#endif /* RUN_ANALYSIS_H */
