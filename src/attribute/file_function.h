/* attribute/file_function.h -- a function over many files or ranks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ATTRIBUTE_FILE_FUNCTION_H
#define ATTRIBUTE_FILE_FUNCTION_H

#include <stdbool.h>

#include "attribute/spread.h"
#include "image/symtab.h"

/* A function with samples or calls.  */
struct file_function
{
  sym_id id;
  struct spread time, calls;    /* samples and calls by file */
  double mean;                  /* samples of a file */
  double dispersion;            /* standard deviations by which the spread of
                                   the samples exceeds chance */
  double width;                 /* the usual difference of a file to the mean,
                                   as a multiple of that of chance; 1 or
                                   more */
  bool tested;                  /* the mean is one sample or more */
  bool flagged;                 /* chance does not explain the spread */
};

/* Compares the functions at A and B by their ids, for qsort and bsearch.  */
int file_function_order (const void *a, const void *b);

/* Tests the spread of FUNCTION's samples over N files; an observation adds
   MEAN_WEIGHT: sets all members from mean on.  */
void file_function_test (struct file_function *function, size_t n,
                         double mean_weight);

#endif /* ATTRIBUTE_FILE_FUNCTION_H */
