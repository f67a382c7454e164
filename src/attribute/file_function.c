/* attribute/file_function.c -- a function over many files or ranks.

   SPDX-License-Identifier: GPL-3.0-or-later

   The test is that of doc/design/src/by-file.md.  */

#include <config.h>

#include "attribute/file_function.h"

#include <math.h>

/* The mean from which on a function is tested, in samples.  */
#define MEAN_MIN 1

/* From this many standard deviations on chance does not explain a spread.  */
#define DISPERSION_MAX 5

int
file_function_order (const void *a, const void *b)
{
  const struct file_function *x = a, *y = b;

  return (x->id > y->id) - (x->id < y->id);
}

void
file_function_test (struct file_function *function, size_t n,
                    double mean_weight)
{
  const double chi = spread_chi_square (&function->time, n) / mean_weight;

  function->width = 1;
  function->tested = false;
  function->flagged = false;
  function->mean = spread_mean (&function->time, n);
  if (n < 2 || function->mean / mean_weight < MEAN_MIN)
    return;
  function->tested = true;
  function->dispersion = chi_square_deviations (chi, (double) (n - 1));
  function->flagged = function->dispersion > DISPERSION_MAX;
  function->width = fmax (1, sqrt (chi / (double) (n - 1)));
}
