/* report/by_file.c -- functions and files compared: --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the spread of each function, outlier files.  Out: a table.  */

#include <config.h>

#include "report/by_file.h"

#include <string.h>

#include "base/out_number.h"
#include "report/export/rows.h"
#include "report/names.h"

/* Room for a name of a file in the table, in columns.  */
#define FILE_COLUMNS 6

const struct file_function *
by_file_function (const struct by_file *compared, sym_id id)
{
  size_t low = 0, high = compared->n_functions;

  while (low + 1 < high)
    {
      size_t middle = low + (high - low) / 2;

      if (compared->functions[middle].id <= id)
        low = middle;
      else
        high = middle;
    }
  return &compared->functions[low];
}

/* Writes the rank of file number FILE, or its name.  */
static void
print_file (struct out *out, const struct by_file *compared,
            const struct file_rank *rank, size_t file)
{
  const char *name, *slash, *digits;
  size_t len;

  if (compared->by_rank)
    {
      out_unsigned (out, file, FILE_COLUMNS);
      return;
    }
  name = compared->names[file];
  slash = strrchr (name, '/');
  digits = file_rank_of (rank, name, &len);
  if (!digits)
    {
      digits = slash ? slash + 1 : name;
      len = strlen (digits);
    }
  if (len < FILE_COLUMNS)
    out_pad (out, FILE_COLUMNS - len);
  out_name (out, digits, len);
}

/* Writes MAX / MEAN, or a hyphen if MEAN is 0.  */
static void
print_ratio (struct out *out, double max, double mean, size_t width,
             unsigned precision)
{
  if (mean > 0)
    out_fixed (out, max / mean, width, precision);
  else
    out_printf (out, "%*s", (int) width, "-");
}

static void
print_file_row (struct out *out, const struct view *view,
                const struct by_file *compared, const struct file_rank *rank,
                const struct row *row)
{
  const struct file_function *function = by_file_function (compared, row->id);
  const struct spread *time = &function->time, *calls = &function->calls;

  out_fixed (out, row->self, 7, 2);
  out_fixed (out, view_time (view, spread_total (time)), 9, 2);
  out_fixed (out, view_time (view, function->mean), 8, 3);
  out_fixed (out, view_time (view, time->max), 8, 2);
  print_ratio (out, time->max, function->mean, 6, 2);
  out_char (out, ' ');
  if (time->files)
    print_file (out, compared, rank, time->max_file);
  else
    out_printf (out, "%*s", FILE_COLUMNS, "-");
  out_unsigned (out, time->files, 6);
  if (function->tested)
    out_fixed (out, function->dispersion, 7, 1);
  else
    out_printf (out, "%7s", "-");
  out_char (out, function->flagged ? '*' : ' ');
  print_ratio (out, calls->max, spread_mean (calls, compared->n_files), 8, 3);
  out_text (out, "  ");
  name_print_bare (out, view, row->id);
  out_char (out, '\n');
}

static void
print_outlier (struct out *out, const struct view *view,
               const struct by_file *compared, const struct outlier *outlier)
{
  const char *name = compared->names[outlier->file];

  out_text (out, "outlier ");
  out_name (out, name, strlen (name));
  out_text (out, ": distance ");
  out_fixed (out, outlier->distance, 0, 1);
  if (outlier->function != SYM_NONE)
    {
      const struct file_function *function
        = by_file_function (compared, outlier->function);

      out_text (out, ", most in ");
      name_print_bare (out, view, outlier->function);
      out_text (out, " (");
      out_fixed (out, view_time (view, outlier->time), 0, 2);
      out_text (out, " for a mean of ");
      out_fixed (out, view_time (view, function->mean), 0, 3);
      out_char (out, ')');
    }
  out_char (out, '\n');
}

static void
print_by_file_head (struct out *out, const struct view *view,
                    const struct by_file *compared, const struct rows *rows)
{
  const char *unit = view->profile->dimension;

  out_unsigned (out, compared->n_files, 0);
  out_text (out, compared->by_rank ? " rank" : " file");
  out_text (out, compared->n_files == 1 ? ", 100 % = " : "s, 100 % = ");
  out_fixed (out, view_time (view, view->flat->total), 0, 2);
  out_printf (out, " %s\n", unit);
  if (rows->len == 0)
    {
      out_text (out, "no function to show\n");
      return;
    }
  out_text (out, "\n      %    total    mean     max  max/");
  out_text (out, compared->by_rank ? "  rank ranks" : "  file files");
  out_text (out, "  disp-    calls\n");
  out_printf (out, "   time%9.8s%8.7s%8.7s  mean of max  with ersion"
              " max/mean  name\n", unit, unit, unit);
}

void
by_file_print (struct out *out, const struct view *view,
               const struct by_file *compared, const struct file_rank *rank)
{
  struct rows rows;

  if (rows_collect (&rows, view))
    {
      print_by_file_head (out, view, compared, &rows);
      for (size_t i = 0; i < rows.len; i++)
        print_file_row (out, view, compared, rank, &rows.rows[i]);
      if (compared->n_outliers)
        {
          out_text (out, "\ndistances: median ");
          out_fixed (out, compared->median, 0, 1);
          out_text (out, ", deviation ");
          out_fixed (out, compared->deviation, 0, 1);
          out_char (out, '\n');
        }
      for (size_t i = 0; i < compared->n_outliers; i++)
        print_outlier (out, view, compared, &compared->outliers[i]);
    }
  rows_free (&rows);
}
