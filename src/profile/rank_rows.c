/* profile/rank_rows.c -- how functions spread over the ranks of a job.

   SPDX-License-Identifier: GPL-3.0-or-later

   Everything is checked, as users may have edited or cut the text.  */

#include <config.h>

#include "profile/rank_rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "libgmon/gmon_digest.h"
#include "libgmon/gmon_ranks.h"

/* The text, and where it is read.  */
struct ranks_text
{
  const char *at, *end;
  uint64_t size, digest;        /* of the profile, as the text has them */
};

/* -- Words ---------------------------------------------------------------- */

/* Moves TEXT behind WORD.  Returns false if it is not there.  */
static bool
take_literal (struct ranks_text *text, const char *word)
{
  const size_t len = strlen (word);

  if ((size_t) (text->end - text->at) < len
      || memcmp (text->at, word, len) != 0)
    return false;
  text->at += len;
  return true;
}

/* Takes at least one digit of BASE, and at most MOST.  */
static bool
take_digits (struct ranks_text *text, uint64_t *value, unsigned base,
             unsigned most)
{
  unsigned n = 0;

  *value = 0;
  for (; text->at < text->end && n < most; text->at++, n++)
    {
      const unsigned digit = hex_value (*text->at);

      if (!hex_p (*text->at) || digit >= base
          || *value > (UINT64_MAX - digit) / base)
        break;
      *value = *value * base + digit;
    }
  return n > 0;
}

static bool
take_decimal (struct ranks_text *text, uint64_t *value)
{
  return take_literal (text, " ") && take_digits (text, value, 10, 20);
}

/* Takes a number of up to 128 bits in hexadecimal.  */
static bool
take_wide (struct ranks_text *text, double *value)
{
  const unsigned most = 32;
  unsigned n = 0;

  *value = 0;
  if (!take_literal (text, " " GMON_RANKS_HEX))
    return false;
  for (; text->at < text->end && n < most; text->at++, n++)
    {
      if (!hex_p (*text->at))
        break;
      *value = *value * 16 + hex_value (*text->at);
    }
  return n > 0;
}

/* -- Rows ----------------------------------------------------------------- */

/* Returns true if the members of NUMBER, of RANKS ranks, fit together.  */
static bool
rank_number_is_valid (const struct rank_number *number, uint64_t ranks)
{
  const uint64_t n = number->ranks;

  if (n == 0)
    return number->sum == 0;
  return n <= ranks && number->min > 0 && number->min <= number->max
         && number->sum / n >= number->min
         && number->sum / n + (number->sum % n != 0) <= number->max;
}

/* Takes the eight words of a number.  */
static bool
take_rank_number (struct ranks_text *text, struct rank_number *number,
                  uint64_t ranks)
{
  if (!take_decimal (text, &number->ranks)
      || !take_decimal (text, &number->sum)
      || !take_decimal (text, &number->min)
      || !take_decimal (text, &number->min_rank)
      || !take_decimal (text, &number->max)
      || !take_decimal (text, &number->max_rank)
      || !rank_number_is_valid (number, ranks))
    return false;
  number->gap = 0;
  return (number->ranks < ranks ? take_decimal (text, &number->gap)
                                : take_literal (text, GMON_RANKS_NO_GAP))
         && take_wide (text, &number->squares);
}

static bool
take_row (struct ranks_text *text, struct rank_rows *rows)
{
  struct rank_row row;

  if (!take_literal (text, GMON_RANKS_HEX)
      || !take_digits (text, &row.address, 16, 16)
      || (rows->len && row.address <= rows->rows[rows->len - 1].address)
      || !take_literal (text, GMON_RANKS_SAMPLES)
      || !take_rank_number (text, &row.samples, rows->ranks)
      || !take_literal (text, GMON_RANKS_CALLS)
      || !take_rank_number (text, &row.calls, rows->ranks)
      || !take_literal (text, "\n"))
    return false;
  *ARRAY_APPEND (rows->rows, rows->cap, rows->len) = row;
  return true;
}

static bool
take_heading (struct ranks_text *text, struct rank_rows *rows)
{
  return take_literal (text, GMON_RANKS_PROFILE)
         && take_decimal (text, &text->size)
         && take_literal (text, " " GMON_RANKS_HEX)
         && take_digits (text, &text->digest, 16, 16)
         && take_literal (text, GMON_RANKS_RANKS)
         && take_decimal (text, &rows->ranks)
         && rows->ranks > 0 && rows->ranks <= SIZE_MAX / 2
         && take_literal (text, "\n");
}

/* Returns false after a diag_error if TEXT, the contents of the file NAME, is
   damaged.  */
static bool
take_rows (struct ranks_text *text, struct rank_rows *rows, const char *name,
           struct diag *diag)
{
  const char *start = text->at, *line = text->at;
  bool good = take_heading (text, rows);

  while (good && !take_literal (text, GMON_RANKS_END))
    {
      line = text->at;
      good = take_row (text, rows);
    }
  if (good && text->at != text->end)
    {
      line = text->at;
      good = false;
    }
  if (!good)
    diag_error (diag, "%s: the line at offset %zu is damaged; without this"
                " file, --by-file treats the profile as one file", name,
                (size_t) (line - start));
  return good;
}

/* -- The file ------------------------------------------------------------- */

/* Returns true if TEXT was written together with PROFILE.  */
static bool
text_fits (const struct ranks_text *text, const char *profile)
{
  struct diag *silent = diag_new ("", NULL);
  struct blob blob;
  const bool fits = blob_read (silent, profile, &blob)
                    && blob.len == text->size
                    && (gmon_process_digest (blob.data, blob.len)
                        == text->digest);

  blob_free (&blob);
  diag_free (silent);
  return fits;
}

bool
rank_rows_read (struct rank_rows *rows, struct diag *diag,
                const char *profile)
{
  char *name = concat (profile, GMON_RANKS_SUFFIX, NULL);
  struct ranks_text text = { NULL, NULL, 0, 0 };
  struct blob blob = { .len = 0 };
  bool good = true;

  *rows = (struct rank_rows) { .len = 0 };
  if (strcmp (profile, "-") != 0 && access (name, F_OK) == 0)
    {
      good = blob_read (diag, name, &blob);
      text.at = (const char *) blob.data;
      text.end = text.at + blob.len;
      good = good && take_rows (&text, rows, name, diag);
      if (good && !text_fits (&text, profile))
        {
          diag_warning (diag, "%s was not written together with %s, and is"
                        " ignored", name, profile);
          rows->ranks = 0;
        }
      blob_free (&blob);
    }
  free (name);
  return good;
}

void
rank_rows_free (struct rank_rows *rows)
{
  free (rows->rows);
}
