/* report/by_file.h -- functions and files compared: --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_BY_FILE_H
#define REPORT_BY_FILE_H

#include "attribute/by_file.h"
#include "base/out.h"
#include "report/file_rank.h"
#include "report/view.h"

/* Writes COMPARED to OUT: the functions that the style of VIEW selects, and the
   outlier files.  VIEW has total times and calls in flat and cg.  RANK finds
   numbers in the names of files; HAS_RANKS is true if these are ranks.  */
typedef void by_file_writer (struct out *out, const struct view *view,
                             const struct by_file *compared,
                             const struct file_rank *rank, bool has_ranks);

/* The writers of a table, CSV and JSON (exporters.h).  */
by_file_writer by_file_print, by_file_csv, by_file_json;

/* Returns the function with the symbol ID, which exists.  */
const struct file_function *by_file_function (const struct by_file *compared,
                                              sym_id id);

#endif /* REPORT_BY_FILE_H */
