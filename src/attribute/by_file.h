/* attribute/by_file.h -- how functions spread over many files: --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each file is read twice: for the spread of each function, and for the files
   that differ from the mean.  The memory does not depend on the number of
   files, except for a few numbers for each.  */

#ifndef ATTRIBUTE_BY_FILE_H
#define ATTRIBUTE_BY_FILE_H

#include "attribute/file_function.h"
#include "base/progress.h"
#include "image/image.h"
#include "image/symtab.h"
#include "profile/read_files.h"
#include "select/sym_ids.h"

/* A file that differs from the other files.  */
struct outlier
{
  size_t file;
  double distance;              /* of all functions to their means */
  double residual;              /* of a function to its mean, by its usual
                                   difference; negative: below the mean; 0:
                                   less than 3 */
  sym_id function;              /* the function that differs most */
  double time;                  /* its samples in the file */
  bool by_distance, by_function;        /* which rule found it */
};

struct by_file
{
  const char *const *names;     /* borrowed */
  size_t n_files;
  bool by_rank;                 /* the one file has numbers of ranks beside it
                                   (by_ranks.h); n_files is their number, and a
                                   file number is a rank */
  struct file_function *functions;      /* heap; in the order of addresses */
  size_t n_functions;
  struct outlier *outliers;     /* heap; by falling distance */
  size_t n_outliers;
  double median, deviation;     /* of the distances; deviation is the median of
                                   the differences, times 1.4826 */
  struct profile unit;          /* rate and dimension */
  double mean_weight;           /* samples of one observation, 1: unknown; of
                                   off-CPU times the ns of a wait */
  size_t n_processes;           /* files with a profile of the process that
                                   has the values of the request */
  size_t n_others;              /* files of another build */
  size_t other;                 /* the first one */
};

/* The input of by_file_read; all pointers are borrowed.  */
struct by_file_request
{
  const struct gmon_files *files;
  const struct image *image;
  const struct symtab *symtab;
  const struct selection *selection;
  unsigned values;              /* as in struct profile */
};

/* Fills RESULT.  Returns false after one diag_error if a file is bad, is no
   regular file, or does not fit the files before it.  The caller releases
   RESULT with by_file_free in any case.  */
bool by_file_read (struct by_file *result, struct diag *diag,
                   const struct by_file_request *request,
                   struct progress *progress);
void by_file_free (struct by_file *result);

#endif /* ATTRIBUTE_BY_FILE_H */
