/* attribute/spread.h -- how a number of each file spreads over the files.

   SPDX-License-Identifier: GPL-3.0-or-later

   A number is the samples or the calls of one function in one file.  Only
   numbers above 0 are added; a file without one counts as 0.  The memory does
   not depend on the number of files.  */

#ifndef ATTRIBUTE_SPREAD_H
#define ATTRIBUTE_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

/* All zeros is a spread without numbers.  Files are counted from 0.  */
struct spread
{
  size_t files;                 /* files with a number above 0 */
  double shift;                 /* the first number; sums are of differences to
                                   it, so that large numbers that differ little
                                   keep their precision */
  double sum, squares;          /* of the numbers less shift */
  double min, max;              /* of the numbers above 0 */
  size_t min_file, max_file;    /* the first files that have them */
  bool has_gap;                 /* a file before the last one has no number */
  size_t gap_file;              /* the first such file */
};

/* Adds VALUE, above 0, of file number FILE.  Files are added in rising order.
   They are those from FIRST on, at distances of STEP.  */
void spread_add (struct spread *spread, size_t file, double value,
                 size_t first, size_t step);

/* Says that the last file has been added: N files from FIRST on, at distances
   of STEP.  */
void spread_end (struct spread *spread, size_t n, size_t first, size_t step);

/* Adds to SPREAD what FROM has about other files.  spread_end was called for
   both.  */
void spread_join (struct spread *spread, const struct spread *from);

/* Return for N files: the sum of all numbers, their mean, their standard
   deviation (with N - 1), the lowest number, and the first file that has it;
   the last two only after spread_end.  */
double spread_total (const struct spread *spread);
double spread_mean (const struct spread *spread, size_t n);
double spread_deviation (const struct spread *spread, size_t n);
double spread_min (const struct spread *spread);
size_t spread_min_file (const struct spread *spread);

/* Returns the sum of (x - mean)^2 / mean over N files, which is chi-square
   distributed with N - 1 degrees of freedom if the numbers are counts of equal
   expectation; or 0 if there is no mean.  */
double spread_chi_square (const struct spread *spread, size_t n);

/* Returns by how many standard deviations of a normal distribution CHI_SQUARE,
   with DEGREES degrees of freedom above 0, exceeds what chance gives, by the
   approximation of Wilson and Hilferty.  */
double chi_square_deviations (double chi_square, double degrees);

#endif /* ATTRIBUTE_SPREAD_H */
