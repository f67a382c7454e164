/* report/by_file_json.c -- functions and files compared, for programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Times are in samples.  The first number of the version changes when a key
   changes its meaning or goes, the second one when a key is added.  */

#include <config.h>

#include <inttypes.h>

#include "base/out_number.h"
#include "report/by_file.h"
#include "report/export/export_text.h"
#include "report/export/rows.h"
#include "report/names.h"

#define BY_FILE_VERSION "[1,1]"

/* Writes KEY and the name of file number FILE; its rank follows if RANK, which
   may be NULL, finds one.  Ranks without files have the rank alone.  */
static void
key_file (struct out *out, const char *key, const struct by_file *compared,
          const struct file_rank *rank, size_t file)
{
  const char *digits;
  size_t len;

  if (compared->by_rank)
    {
      out_printf (out, ",\"%srank\":\"%zu\"", key, file);
      return;
    }
  digits = rank ? file_rank_of (rank, compared->names[file], &len) : NULL;
  out_printf (out, ",\"%sfile\":", key);
  json_string (out, compared->names[file]);
  if (!digits)
    return;
  out_printf (out, ",\"%srank\":\"", key);
  out_bytes (out, digits, len);
  out_char (out, '"');
}

/* Writes the keys of SPREAD.  */
static void
key_spread (struct out *out, const struct by_file *compared,
            const struct file_rank *rank, const struct spread *spread)
{
  const size_t n = compared->n_files;

  json_number (out, "\"total\":", spread_total (spread));
  json_number (out, ",\"mean\":", spread_mean (spread, n));
  json_number (out, ",\"min\":", spread_min (spread));
  key_file (out, "min_", compared, rank, spread_min_file (spread));
  json_number (out, ",\"max\":", spread->max);
  key_file (out, "max_", compared, rank, spread->max_file);
  json_number (out, ",\"stddev\":", spread_deviation (spread, n));
  out_printf (out, ",\"files\":%zu", spread->files);
}

static void
by_file_json_function (struct out *out, const struct view *view,
               const struct by_file *compared, const struct file_rank *rank,
               sym_id id)
{
  const struct file_function *function = by_file_function (compared, id);
  const struct sym *sym = sym_get (view->symtab, id);

  json_text (out, "{\"name\":", name_of (view, id));
  out_printf (out, ",\"address\":\"0x%" PRIx64 "\",", sym->addr);
  key_spread (out, compared, rank, &function->time);
  json_number (out, ",\"chi2\":",
               spread_chi_square (&function->time, compared->n_files)
               / compared->mean_weight);
  if (function->tested)
    json_number (out, ",\"dispersion\":", function->dispersion);
  out_printf (out, ",\"flagged\":%s,\"calls\":{",
              function->flagged ? "true" : "false");
  key_spread (out, compared, rank, &function->calls);
  out_text (out, "}}");
}

static void
json_outlier (struct out *out, const struct view *view,
              const struct by_file *compared, const struct file_rank *rank,
              const struct outlier *outlier)
{
  json_number (out, "{\"distance\":", outlier->distance);
  key_file (out, "", compared, rank, outlier->file);
  out_printf (out, ",\"by_distance\":%s,\"by_function\":%s",
              outlier->by_distance ? "true" : "false",
              outlier->by_function ? "true" : "false");
  if (outlier->function != SYM_NONE)
    {
      json_text (out, ",\"function\":", name_of (view, outlier->function));
      json_number (out, ",\"samples\":", outlier->time);
      json_number (out, ",\"residual\":", outlier->residual);
    }
  out_char (out, '}');
}

static void
by_file_json_head (struct out *out, const struct view *view,
           const struct by_file *compared)
{
  json_text (out, "{\"format\":\"gprof-by-file\",\"version\":" BY_FILE_VERSION
             ",\n\"image\":", image_name (view->image));
  out_printf (out, ",\"files\":%zu,\"by_rank\":%s,\"unit\":",
              compared->n_files, compared->by_rank ? "true" : "false");
  json_string (out, compared->unit.dimension);
  out_printf (out, ",\"rate\":%" PRIu32, compared->unit.rate);
  json_number (out, ",\"samples\":", view->flat->total);
  json_number (out, ",\"samples_per_delivery\":", compared->mean_weight);
  json_number (out, ",\n\"median_distance\":", compared->median);
  json_number (out, ",\"deviation_distance\":", compared->deviation);
}

void
by_file_json (struct out *out, const struct view *view,
              const struct by_file *compared, const struct file_rank *rank,
              bool has_ranks)
{
  struct rows rows;

  if (!has_ranks)
    rank = NULL;
  if (rows_collect (&rows, view))
    {
      by_file_json_head (out, view, compared);
      out_text (out, ",\n\"functions\":[");
      for (size_t i = 0; i < rows.len; i++)
        {
          out_text (out, i ? ",\n" : "\n");
          by_file_json_function (out, view, compared, rank, rows.rows[i].id);
        }
      out_text (out, "],\n\"outliers\":[");
      for (size_t i = 0; i < compared->n_outliers; i++)
        {
          out_text (out, i ? ",\n" : "\n");
          json_outlier (out, view, compared, rank, &compared->outliers[i]);
        }
      out_text (out, "]}\n");
    }
  rows_free (&rows);
}
