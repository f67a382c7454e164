/* run/files_compare.c -- the run of --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/files_compare.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <libiberty.h>

#include "attribute/by_ranks.h"
#include "base/arena.h"
#include "report/by_file.h"
#include "run/hints.h"

/* A file, to find the one that is given twice.  */
struct file_key
{
  dev_t device;
  ino_t inode;
  size_t number;
};

static int
compare_file_keys (const void *a, const void *b)
{
  const struct file_key *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->inode != y->inode)
    return x->inode < y->inode ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Warns if a file is given twice, by any names.  */
static void
warn_of_doubles (const struct inputs *inputs, struct diag *diag)
{
  struct file_key *keys = array_new (inputs->len, sizeof *keys);
  size_t n = 0, n_doubles = 0, first = 0;
  struct stat st;

  for (size_t i = 0; i < inputs->len; i++)
    if (stat (inputs->names[i], &st) == 0)
      keys[n++] = (struct file_key) { st.st_dev, st.st_ino, i };
  if (n)
    qsort (keys, n, sizeof *keys, compare_file_keys);
  for (size_t i = 1; i < n; i++)
    if (keys[i].device == keys[i - 1].device
        && keys[i].inode == keys[i - 1].inode && n_doubles++ == 0)
      first = i;
  if (n_doubles)
    diag_warning (diag, "%s and %s are one file, which counts twice, so that"
                  " the tests are wrong; %zu of the %zu files are given more"
                  " than once", inputs->names[keys[first - 1].number],
                  inputs->names[keys[first].number], n_doubles, inputs->len);
  free (keys);
}

/* Warns of what the comparison found odd in the files.  Every process of --run
   has a profile of its libraries and threads, so that is no news.  */
static void
warn_of_files (const struct by_file *compared, const struct image *image,
               const struct options *options, struct diag *diag)
{
  if (compared->n_others)
    diag_warning (diag, "%s and %zu other files were recorded by another build"
                  " than %s", compared->names[compared->other],
                  compared->n_others - 1, image_name (image));
  if (compared->n_processes && !options->command
      && options->style.dimension == DIMENSION_CPU)
    diag_note (diag, "--by-file compares the program's own functions; libraries"
               " and threads in %zu of the files are not shown",
               compared->n_processes);
  if (compared->n_functions == 0)
    diag_warning (diag, "no function has samples or calls in any file");
}

/* Returns a graph without arcs, with all calls of each function.  */
static struct cg *
graph_of_calls (const struct by_file *compared, size_t n_syms)
{
  struct cg *cg = cg_new (n_syms);

  for (size_t i = 0; i < compared->n_functions; i++)
    {
      double calls = spread_total (&compared->functions[i].calls);

      cg->nodes[compared->functions[i].id].calls
        = calls < (double) UINT64_MAX ? (uint64_t) (calls + .5) : UINT64_MAX;
    }
  return cg;
}

/* Returns the names of the files without their directory, on the heap: that of
   --run is gone when the user reads the report.  */
static const char **
base_names (const struct by_file *compared)
{
  const char **names = array_new (compared->n_files, sizeof *names);

  for (size_t i = 0; i < compared->n_files; i++)
    names[i] = lbasename (compared->names[i]);
  return names;
}

/* Prints COMPARED.  The number in the name of a file of --run is that of a
   process, and no rank.  */
static void
report_files (const struct by_file *compared, struct view *view,
              const struct options *options, struct out *out)
{
  const size_t n_syms = symtab_len (view->symtab);
  struct file_rank *rank = file_rank_new (options->file_pattern);
  struct flat flat = { array_new (n_syms, sizeof *flat.time), 0 };
  struct cg *cg = graph_of_calls (compared, n_syms);

  for (size_t i = 0; i < compared->n_functions; i++)
    {
      flat.time[compared->functions[i].id]
        = spread_total (&compared->functions[i].time);
      flat.total += flat.time[compared->functions[i].id];
    }
  view->profile = &compared->unit;
  view->flat = &flat;
  view->cg = cg;
  options->exporter->by_file (out, view, compared, rank, !options->command);
  view->flat = NULL;
  view->cg = NULL;
  cg_free (cg);
  flat_free (&flat);
  file_rank_free (rank);
}

bool
files_compare (const struct inputs *inputs, struct view *view,
               const struct options *options, struct out *out)
{
  const struct gmon_files files = { inputs->names, inputs->len,
                                    options->format, image_wire (view->image) };
  const struct by_file_request request = { &files, view->image, view->symtab,
                                           view->selection,
                                           view->profile->values };
  const unsigned errors = diag_errors (view->diag);
  struct progress progress;
  struct by_file compared;
  bool done;

  warn_of_doubles (inputs, view->diag);
  progress_start (&progress, view->diag, inputs->len);
  done = by_file_read (&compared, view->diag, &request, &progress);
  progress_end (&progress);
  if (done && request.values != GMON_CPU_VALUES && compared.n_processes == 0)
    {
      diag_error (view->diag, "no profile tells where threads were blocked;"
                  " leave out --dimension, or record them by libgmon with"
                  " GMON_OPTIONS=wait=on");
      done = false;
    }
  if (done && inputs->len == 1 && !options->command
      && request.values == GMON_CPU_VALUES)
    done = by_ranks_read (&compared, view->diag, view->symtab);
  if (done)
    {
      const char **names = options->command ? base_names (&compared) : NULL;

      warn_of_files (&compared, view->image, options, view->diag);
      if (names)
        compared.names = names;
      report_files (&compared, view, options, out);
      free (names);
    }
  by_file_free (&compared);
  return done && diag_errors (view->diag) == errors;
}
