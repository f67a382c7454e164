/* report/by_file.c -- functions and files compared: --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/by_file.h"

#include <string.h>

#include "base/intl.h"
#include "base/out_number.h"
#include "report/export/columns.h"
#include "report/export/rows.h"
#include "report/names.h"

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

/* Writes the digits that RANK finds in the file name NAME, or the last part of
   NAME.  */
static void
put_file_rank (struct out *out, const char *name, const struct file_rank *rank,
          name_writer *write)
{
  const char *slash = strrchr (name, '/');
  size_t len;
  const char *digits = file_rank_of (rank, name, &len);

  if (digits)
    out_bytes (out, digits, len);
  else
    write (out, slash ? slash + 1 : name);
}

/* The data of the columns.  */
struct by_file_data
{
  const struct view *view;
  const struct by_file *compared;
  const struct file_rank *rank;
};

static const struct by_file_data *
data_of (const struct table *table)
{
  return table->data;
}

static sym_id
row_id (const void *row)
{
  return *(const sym_id *) row;
}

static const struct file_function *
compared_function (const struct table *table, const void *row)
{
  return by_file_function (data_of (table)->compared, row_id (row));
}

COLUMN_GETTER (get_share)
{
  cell->value = data_of (table)->view->flat->time[row_id (row)];
  return true;
}

/* Sets CELL to SAMPLES in the unit of the profile.  */
static bool
get_time (const struct table *table, double samples, struct cell *cell)
{
  cell->value = view_time (data_of (table)->view, samples);
  return true;
}

COLUMN_GETTER (get_total)
{
  return get_time (table, spread_total (&compared_function (table, row)->time),
                   cell);
}

COLUMN_GETTER (get_mean)
{
  return get_time (table, compared_function (table, row)->mean, cell);
}

COLUMN_GETTER (get_max)
{
  return get_time (table, compared_function (table, row)->time.max, cell);
}

/* Sets CELL to the ratio of MAX to MEAN, if there is one.  */
static bool
get_imbalance (struct cell *cell, double max, double mean)
{
  if (mean > 0)
    cell->value = max / mean;
  return mean > 0;
}

COLUMN_GETTER (get_max_of_mean)
{
  const struct file_function *function = compared_function (table, row);
  return get_imbalance (cell, function->time.max, function->mean);
}

COLUMN_GETTER (get_files)
{
  cell->value = (double) compared_function (table, row)->time.files;
  return true;
}

/* In text it has the mark of a function that differs behind it.  */
COLUMN_GETTER (get_dispersion)
{
  const struct file_function *function = compared_function (table, row);
  cell->value = function->dispersion;
  cell->mark = function->flagged ? "*" : " ";
  return function->tested;
}

COLUMN_GETTER (get_calls)
{
  const struct spread *calls = &compared_function (table, row)->calls;
  return get_imbalance (cell, calls->max,
                    spread_mean (calls, data_of (table)->compared->n_files));
}

static void
put_max_file (struct out *out, const struct table *table, const void *row,
              name_writer *write)
{
  const struct by_file_data *data = data_of (table);
  const struct spread *time = &compared_function (table, row)->time;

  if (!time->files)
    out_char (out, '-');
  else if (data->compared->by_rank)
    out_unsigned (out, time->max_file, 0);
  else
    put_file_rank (out, data->compared->names[time->max_file], data->rank,
                   write);
}

static void
put_flag (struct out *out, const struct table *table, const void *row,
          name_writer *write)
{
  (void) write;
  if (compared_function (table, row)->flagged)
    out_text (out, "yes");
}

static void
put_function (struct out *out, const struct table *table, const void *row,
              name_writer *write)
{
  write (out, name_of (data_of (table)->view, row_id (row)));
}

/* The facts of the table.  */
enum
{
  OF_FILES = 1 << 0,
  OF_RANKS = 1 << 1
};

static const struct column columns[] = {
  { .key = "self", .heading = "%\ntime", .kind = COLUMN_SHARE, .width = 7,
    .meaning = N_("share of time in the function itself"),
    .get = get_share },
  { .key = "total", .heading = "total\n$", .kind = COLUMN_REAL, .width = 9,
    .digits = 2, .meaning = N_("time of all files"), .get = get_total },
  { .key = "mean", .heading = "mean\n$", .kind = COLUMN_REAL, .width = 8,
    .digits = 3, .meaning = N_("mean time of a file"), .get = get_mean },
  { .key = "max", .heading = "max\n$", .kind = COLUMN_REAL, .width = 8,
    .digits = 2, .meaning = N_("the longest time of a file"),
    .get = get_max },
  { .key = "imbalance", .heading = "max/\nmean", .kind = COLUMN_REAL,
    .width = 6, .digits = 2,
    .meaning = N_("the longest time divided by the mean"),
    .get = get_max_of_mean },
  { .key = "max-file", .heading = "file\nof max", .kind = COLUMN_TEXT,
    .width = 7, .is_right = true, .when = OF_FILES,
    .meaning = N_("the file with the longest time, or its rank"),
    .put = put_max_file },
  { .key = "max-rank", .heading = "rank\nof max", .kind = COLUMN_TEXT,
    .width = 7, .is_right = true, .when = OF_RANKS,
    .meaning = N_("the rank with the longest time"), .put = put_max_file },
  { .key = "files", .heading = "files\nwith", .kind = COLUMN_CALLS,
    .width = 6, .when = OF_FILES,
    .meaning = N_("number of files in which it has time"),
    .get = get_files },
  { .key = "ranks", .heading = "ranks\nwith", .kind = COLUMN_CALLS,
    .width = 6, .when = OF_RANKS,
    .meaning = N_("number of ranks in which it has time"),
    .get = get_files },
  { .key = "dispersion", .heading = "disp- \nersion ", .kind = COLUMN_REAL,
    .width = 8, .digits = 1,
    .meaning = N_("variance divided by that of chance"),
    .get = get_dispersion },
  { .key = "flagged", .heading = "flagged", .kind = COLUMN_TEXT, .width = 2,
    .meaning = N_("yes, if the files differ by more than chance"),
    .put = put_flag },
  { .key = "calls-imbalance", .heading = "calls\nmax/mean",
    .kind = COLUMN_REAL, .width = 8, .digits = 3,
    .meaning = N_("the most calls divided by the mean"), .get = get_calls },
  { .key = "name", .heading = "name", .kind = COLUMN_NAME, .width = 2,
    .meaning = N_("name of the function"), .put = put_function },
};

const struct column_set by_file_columns = {
  N_("Files compared, with --by-file"),
  columns, sizeof columns / sizeof *columns,
  {
    [TABLE_TEXT] = "self,total,mean,max,imbalance,max-file,max-rank,files,"
                   "ranks,dispersion,calls-imbalance,name",
    [TABLE_CSV] = "self,total,mean,max,imbalance,max-file,max-rank,files,"
                  "ranks,dispersion,flagged,calls-imbalance,name",
  }
};

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
                    const struct by_file *compared)
{
  out_unsigned (out, compared->n_files, 0);
  out_text (out, compared->by_rank ? " rank" : " file");
  out_text (out, compared->n_files == 1 ? ", 100 % = " : "s, 100 % = ");
  out_fixed (out, view_time (view, view->flat->total), 0, 2);
  out_printf (out, " %s\n", view->profile->dimension);
}

/* Writes the functions by WRITE.  Returns false after one diag_error.  */
static bool
put_functions (struct out *out, const struct by_file_data *data,
               enum table_format format, table_writer *write)
{
  const struct view *view = data->view;
  const double whole = view->flat->total;
  struct rows rows;
  const bool done = rows_collect (&rows, view);

  if (done)
    {
      struct table table = {
        .rows = &rows.rows->id, .stride = sizeof *rows.rows,
        .n_rows = rows.len, .data = data,
        .unit = view->profile->dimension,
        .percent = whole > 0 ? 100 / whole : 0,
        .facts = data->compared->by_rank ? OF_RANKS : OF_FILES,
      };
      table_choose (&table, &by_file_columns, format,
                    view->style->rows.column_keys);
      if (format == TABLE_TEXT)
        print_by_file_head (out, view, data->compared);
      if (rows.len == 0 && format == TABLE_TEXT)
        out_text (out, "no function to show\n");
      else
        {
          if (format == TABLE_TEXT)
            out_char (out, '\n');
          write (out, &table);
        }
      table_free (&table);
    }
  rows_free (&rows);
  return done;
}

void
by_file_csv (struct out *out, const struct view *view,
             const struct by_file *compared, const struct file_rank *rank,
             bool has_ranks)
{
  const struct by_file_data data = { view, compared, rank };

  (void) has_ranks;
  put_functions (out, &data, TABLE_CSV, table_put_csv);
}

void
by_file_print (struct out *out, const struct view *view,
               const struct by_file *compared, const struct file_rank *rank,
               bool has_ranks)
{
  const struct by_file_data data = { view, compared, rank };

  (void) has_ranks;
  if (!put_functions (out, &data, TABLE_TEXT, table_put_text))
    return;
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
