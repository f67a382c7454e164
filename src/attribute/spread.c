/* attribute/spread.c -- how a number of each file spreads over the files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "attribute/spread.h"

#include <math.h>

void
spread_add (struct spread *spread, size_t file, double value, size_t first,
            size_t step)
{
  double difference;

  if (!spread->has_gap && file != first + spread->files * step)
    {
      spread->has_gap = true;
      spread->gap_file = first + spread->files * step;
    }
  if (spread->files == 0)
    spread->shift = value;
  difference = value - spread->shift;
  spread->sum += difference;
  spread->squares += difference * difference;
  if (spread->files == 0 || value < spread->min)
    {
      spread->min = value;
      spread->min_file = file;
    }
  if (spread->files == 0 || value > spread->max)
    {
      spread->max = value;
      spread->max_file = file;
    }
  spread->files++;
}

void
spread_end (struct spread *spread, size_t n, size_t first, size_t step)
{
  if (!spread->has_gap && spread->files < n)
    {
      spread->has_gap = true;
      spread->gap_file = first + spread->files * step;
    }
}

/* Adds the sums of FROM, whose differences are to another number.  */
static void
join_sums (struct spread *spread, const struct spread *from)
{
  const double n = (double) from->files;
  const double move = from->shift - spread->shift;

  spread->sum += from->sum + n * move;
  spread->squares += from->squares + 2 * move * from->sum + n * move * move;
}

void
spread_join (struct spread *spread, const struct spread *from)
{
  const bool has_gap = spread->has_gap;

  if (from->has_gap && (!has_gap || from->gap_file < spread->gap_file))
    spread->gap_file = from->gap_file;
  spread->has_gap |= from->has_gap;
  if (from->files == 0)
    return;
  if (spread->files == 0)
    {
      spread->shift = from->shift;
      spread->min = from->min;
      spread->max = from->max;
      spread->min_file = from->min_file;
      spread->max_file = from->max_file;
    }
  join_sums (spread, from);
  if (from->min < spread->min
      || (from->min <= spread->min && from->min_file < spread->min_file))
    {
      spread->min = from->min;
      spread->min_file = from->min_file;
    }
  if (from->max > spread->max
      || (from->max >= spread->max && from->max_file < spread->max_file))
    {
      spread->max = from->max;
      spread->max_file = from->max_file;
    }
  spread->files += from->files;
}

double
spread_total (const struct spread *spread)
{
  return spread->sum + (double) spread->files * spread->shift;
}

double
spread_mean (const struct spread *spread, size_t n)
{
  return n ? spread_total (spread) / (double) n : 0;
}

/* Returns the sum of the squared differences of all N numbers to their
   mean.  */
static double
spread_squares (const struct spread *spread, size_t n)
{
  const double absent = (double) (n - spread->files);
  const double sum = spread->sum - absent * spread->shift;
  const double squares = spread->squares
                         + absent * spread->shift * spread->shift;
  const double rest = squares - sum * sum / (double) n;

  return rest > 0 ? rest : 0;
}

double
spread_deviation (const struct spread *spread, size_t n)
{
  return n > 1 ? sqrt (spread_squares (spread, n) / (double) (n - 1)) : 0;
}

double
spread_min (const struct spread *spread)
{
  return spread->has_gap ? 0 : spread->min;
}

size_t
spread_min_file (const struct spread *spread)
{
  return spread->has_gap ? spread->gap_file : spread->min_file;
}

double
spread_chi_square (const struct spread *spread, size_t n)
{
  const double mean = spread_mean (spread, n);

  return mean > 0 ? spread_squares (spread, n) / mean : 0;
}

double
chi_square_deviations (double chi_square, double degrees)
{
  const double variance = 2 / (9 * degrees);

  return (cbrt (chi_square / degrees) - (1 - variance)) / sqrt (variance);
}
