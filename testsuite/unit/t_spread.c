/* t_spread.c -- tests of attribute/spread: sums, extremes and chi-square.

   SPDX-License-Identifier: GPL-3.0-or-later

   attribute/spread.c gets the numbers of the files one by one.  Its results are
   compared with sums over an array of all numbers.  */

#include <config.h>

#include <math.h>

#include "attribute/spread.h"
#include "check.h"

#define MOST_FILES 60
#define MOST_LANES 4

/* The expected results, computed from the array.  */
struct truth
{
  double total, mean, squares, min, max;
  size_t min_file, max_file;
};

static struct truth
truth_of (const double *numbers, size_t n)
{
  struct truth truth = { .min = numbers[0], .max = numbers[0] };
  for (size_t i = 0; i < n; i++)
    {
      truth.total += numbers[i];
      if (numbers[i] < truth.min)
        {
          truth.min = numbers[i];
          truth.min_file = i;
        }
      if (numbers[i] > truth.max)
        {
          truth.max = numbers[i];
          truth.max_file = i;
        }
    }
  truth.mean = truth.total / (double) n;
  for (size_t i = 0; i < n; i++)
    truth.squares += (numbers[i] - truth.mean) * (numbers[i] - truth.mean);
  return truth;
}

/* Returns the spread of the N NUMBERS, whose files LANES workers read: worker
   0 reads the files 0, LANES, 2 * LANES and so on.  The spreads of the workers
   are joined in rising or falling order.  */
static struct spread
spread_of_numbers (const double *numbers, size_t n, size_t lanes,
                   bool is_falling)
{
  struct spread lane[MOST_LANES] = { { .files = 0 } };
  struct spread all = { .files = 0 };
  for (size_t k = 0; k < lanes; k++)
    {
      size_t files = 0;
      for (size_t file = k; file < n; file += lanes, files++)
        if (numbers[file] > 0)
          spread_add (&lane[k], file, numbers[file], k, lanes);
      spread_end (&lane[k], files, k, lanes);
    }
  for (size_t k = 0; k < lanes; k++)
    spread_join (&all, &lane[is_falling ? lanes - 1 - k : k]);
  return all;
}

static bool
is_near (double x, double y, double scale)
{
  return fabs (x - y) <= 1e-9 * scale;
}

/* Compares the spread of the N NUMBERS with the truth, for each number of
   workers.  */
static void
check_numbers (unsigned *bad, const double *numbers, size_t n)
{
  const struct truth truth = truth_of (numbers, n);
  const double deviation = n > 1 ? sqrt (truth.squares / (double) (n - 1)) : 0;
  const double chi = truth.mean > 0 ? truth.squares / truth.mean : 0;
  for (size_t lanes = 1; lanes <= 2 * MOST_LANES; lanes++)
    {
      const size_t workers = (lanes + 1) / 2;
      const struct spread all
        = spread_of_numbers (numbers, n, workers, lanes % 2);
      EXPECT (bad, is_near (spread_total (&all), truth.total, truth.total),
              "total %g, not %g", spread_total (&all), truth.total);
      EXPECT (bad, is_near (spread_mean (&all, n), truth.mean, truth.mean),
              "mean %g, not %g", spread_mean (&all, n), truth.mean);
      EXPECT (bad, is_near (spread_deviation (&all, n), deviation,
                            truth.max - truth.min),
              "deviation %g, not %g", spread_deviation (&all, n), deviation);
      EXPECT (bad, is_near (spread_chi_square (&all, n), chi,
                            truth.max - truth.min),
              "chi-square %g, not %g", spread_chi_square (&all, n), chi);
      EXPECT (bad, spread_min (&all) == truth.min
              && spread_min_file (&all) == truth.min_file,
              "min %g of %zu, not %g of %zu", spread_min (&all),
              spread_min_file (&all), truth.min, truth.min_file);
      EXPECT (bad, all.files == 0 || (all.max == truth.max
                                      && all.max_file == truth.max_file),
              "max %g of %zu, not %g of %zu", all.max, all.max_file, truth.max,
              truth.max_file);
    }
}

/* Small numbers, equal ones among them, in 1 to 60 files, of which some, most
   or none have no number.  */
static void
test_small_numbers (void)
{
  uint32_t state = 1;
  unsigned bad = 0;
  for (size_t n = 1; n <= MOST_FILES; n++)
    for (unsigned absent = 0; absent <= 8; absent += 2)
      {
        double numbers[MOST_FILES];
        for (size_t i = 0; i < n; i++)
          numbers[i] = check_random (&state) % 8 < absent
                       ? 0 : 1 + check_random (&state) % 9;
        check_numbers (&bad, numbers, n);
      }
  CHECK (bad == 0, "small numbers");
}

/* Numbers that differ by less than a billionth keep their differences.  */
static void
test_large_numbers (void)
{
  uint32_t state = 1;
  unsigned bad = 0;
  double numbers[MOST_FILES];
  for (size_t i = 0; i < MOST_FILES; i++)
    numbers[i] = 1e13 + check_random (&state) % 1000;
  check_numbers (&bad, numbers, MOST_FILES);
  CHECK (bad == 0, "large numbers that differ little");
}

/* The first file without a number is at the beginning, inside, at the end, or
   nowhere.  */
static void
test_gaps (void)
{
  static const struct { double numbers[5]; size_t min_file; } cases[] = {
    { { 0, 5, 6, 7, 8 }, 0 }, { { 5, 6, 0, 7, 0 }, 2 },
    { { 5, 6, 7, 8, 0 }, 4 }, { { 7, 6, 5, 9, 8 }, 2 },
    { { 5, 6, 5, 9, 5 }, 0 }, { { 0, 0, 0, 0, 0 }, 0 },
  };
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      check_numbers (&bad, cases[i].numbers, 5);
      struct spread all = spread_of_numbers (cases[i].numbers, 5, 1, false);
      EXPECT (&bad, spread_min_file (&all) == cases[i].min_file, "case %zu",
              i);
    }
  CHECK (bad == 0, "files without a number");
}

/* With no file at all there is neither mean nor deviation.  */
static void
test_nothing (void)
{
  const struct spread none = { .files = 0 };
  CHECK (spread_total (&none) == 0 && spread_mean (&none, 0) == 0
         && spread_deviation (&none, 0) == 0 && spread_deviation (&none, 1) == 0
         && spread_chi_square (&none, 0) == 0, "no files");
}

/* The points of the distribution of chi-square that chance exceeds with a
   probability of 5, 1 and 50 %, from tables of it.  The approximation is good
   to a hundredth of a deviation from 10 degrees of freedom on.  */
static void
test_chi_square (void)
{
  static const struct { double chi_square, degrees, deviations; } points[] = {
    { 18.307, 10, 1.6449 }, { 23.209, 10, 2.3263 }, { 9.342, 10, 0 },
    { 43.773, 30, 1.6449 }, { 135.807, 100, 2.3263 }, { 99.334, 100, 0 },
    { 18.493, 30, -1.6449 },
  };
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof points / sizeof *points; i++)
    {
      double got
        = chi_square_deviations (points[i].chi_square, points[i].degrees);
      EXPECT (&bad, fabs (got - points[i].deviations) < 0.01,
              "%g with %g degrees: %g, not %g", points[i].chi_square,
              points[i].degrees, got, points[i].deviations);
    }
  CHECK (bad == 0, "deviations of chi-square");
}

int
main (void)
{
  test_small_numbers ();
  test_large_numbers ();
  test_gaps ();
  test_nothing ();
  test_chi_square ();
  return check_end ();
}
