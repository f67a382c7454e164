/* report/view.h -- the input of a report.

   SPDX-License-Identifier: GPL-3.0-or-later

   Pointers to all results of the run, all borrowed, and the style.  A report
   has no other input.  It changes nothing and writes to a struct out.  */

#ifndef REPORT_VIEW_H
#define REPORT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "attribute/block_counts.h"
#include "attribute/samples.h"
#include "graph/cg.h"
#include "graph/stack_waits.h"
#include "image/image.h"
#include "image/lines.h"
#include "image/mapfile.h"
#include "image/symtab.h"
#include "profile/profile.h"
#include "report/entry_order.h"
#include "report/style.h"
#include "select/sym_ids.h"

struct diag;
struct names;

struct view
{
  const struct style *style;
  const struct image *image;    /* the program */
  unsigned styles;              /* the reports made, bits of report_bit */
  const struct symtab *symtab;
  const struct lines *lines;
  const struct map *map;        /* the map of -R, or NULL */
  const struct symtab *objects; /* with a map: the symbols with the names of
                                   the map; with map_renames_symbols equal to
                                   symtab */
  const struct selection *selection;
  const struct profile *profile;
  const struct flat *flat;
  const struct bb_counts *blocks;       /* NULL: not used */
  const struct cg *cg;
  const struct stacks *stacks;  /* measured times; NULL: not used */
  const struct stacks *inlined; /* as stacks, with inlined functions; NULL:
                                   they are not wanted beside them */
  const struct stack_waits *waits;      /* times in which threads were blocked;
                                           NULL: none were recorded, or no
                                           report shows them */
  bool of_waits;                /* flat, stacks and cg have off-CPU times, in
                                   ns (--dimension) */
  const struct entry_order *entries;    /* NULL: no arcs were read */
  struct names *names;          /* remembers demangled names */
  struct diag *diag;            /* for files that a report reads or writes */
  bool by_line;                 /* symbols include source lines: with -l, or in
                                   the view for counts of blocks, in which
                                   names, entries and map belong to other
                                   symbols */
};

/* Returns whether a flat list of functions shows the symbol ID: it has time or
   calls, or -z is given, and the specs of -p and -P let it through.  */
bool view_shows (const struct view *view, sym_id id);

/* Returns which functions had their calls counted, as libgmon's functions= says
   it; NULL: all with hooks.  */
const char *view_counted (const struct view *view);

/* Returns whether CALLS, the calls of a function or between two, may be 0 only
   because they were not counted.  */
bool view_is_uncounted (const struct view *view, uint64_t calls);

/* Returns TIME, in samples, in the unit of the histogram, which is seconds in
   most profiles.  */
double view_time (const struct view *view, double time);

/* Returns how many bytes a sample stands for.  For a histogram of glibc this
   is the width of most of its bins; else it is the mean width, rounded
   down.  */
int64_t view_granularity (const struct view *view);

#endif /* REPORT_VIEW_H */
