/* attribute/by_ranks.c -- how functions spread over the ranks of a job.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "attribute/by_ranks.h"

#include <stdlib.h>

#include "profile/rank_rows.h"

/* Returns the function of RESULT with ID, or NULL.  */
static struct file_function *
function_with (struct by_file *result, sym_id id)
{
  const struct file_function key = { .id = id };

  return result->n_functions
         ? bsearch (&key, result->functions, result->n_functions, sizeof key,
                    file_function_order) : NULL;
}

/* Returns NUMBER, of RANKS ranks, as a spread: its sums are of differences to
   the least number.  */
static struct spread
spread_of (const struct rank_number *number, uint64_t ranks)
{
  const uint64_t rest = number->sum - number->ranks * number->min;

  return (struct spread) { .files = (size_t) number->ranks,
                           .shift = (double) number->min,
                           .sum = (double) rest, .squares = number->squares,
                           .min = (double) number->min,
                           .max = (double) number->max,
                           .min_file = (size_t) number->min_rank,
                           .max_file = (size_t) number->max_rank,
                           .has_gap = number->ranks < ranks,
                           .gap_file = (size_t) number->gap };
}

/* Gives the functions of RESULT the numbers of ROWS.  Returns how many rows are
   of functions without a symbol of their own.  */
static size_t
give_rows (struct by_file *result, const struct rank_rows *rows,
           const struct symtab *symtab)
{
  size_t homeless = 0;

  for (size_t i = 0; i < rows->len; i++)
    {
      const struct rank_row *row = &rows->rows[i];
      const sym_id id = sym_lookup (symtab, row->address);
      struct file_function *function;

      if (id == SYM_NONE || sym_get (symtab, id)->addr != row->address)
        {
          homeless++;
          continue;
        }
      /* Functions that options leave out are not in the result.  */
      function = function_with (result, id);
      if (function)
        {
          function->time = spread_of (&row->samples, rows->ranks);
          function->calls = spread_of (&row->calls, rows->ranks);
        }
    }
  return homeless;
}

bool
by_ranks_read (struct by_file *result, struct diag *diag,
               const struct symtab *symtab)
{
  struct rank_rows rows;
  const bool good = rank_rows_read (&rows, diag, result->names[0]);

  if (good && rows.ranks)
    {
      size_t homeless;

      for (size_t i = 0; i < result->n_functions; i++)
        result->functions[i].time = result->functions[i].calls
          = (struct spread) { .has_gap = true };
      homeless = give_rows (result, &rows, symtab);
      if (homeless)
        diag_warning (diag,
                      P_("%s: samples and calls of %zu function without a"
                         " symbol of its own are left out",
                         "%s: samples and calls of %zu functions without a"
                         " symbol of their own are left out", homeless),
                      result->names[0], homeless);
      result->by_rank = true;
      result->n_files = (size_t) rows.ranks;
      for (size_t i = 0; i < result->n_functions; i++)
        file_function_test (&result->functions[i], result->n_files,
                            result->mean_weight);
    }
  rank_rows_free (&rows);
  return good;
}
