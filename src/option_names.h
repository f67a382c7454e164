/* option_names.h -- options by their names, and what may have been meant.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef OPTION_NAMES_H
#define OPTION_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/out.h"
#include "option_table.h"

/* The row with the letter LETTER, or NULL.  */
const struct option_def *option_by_letter (int letter);

/* Returns the row that the LEN bytes at S stand for: a whole name, or the
   beginning of exactly one name of the first batch (option_table.h) in which
   any name begins so.  NULL if there is none.  */
const struct option_def *option_by_name (const char *s, size_t len);

/* Writes to OUT the names that begin with the LEN bytes at S and make them
   ambiguous, separated by commas: those of the first batch that has any.
   Returns how many there are.  */
unsigned option_put_candidates (struct out *out, const char *s, size_t len);

/* Writes to OUT up to three names that are like the LEN bytes at S, separated
   by commas.  Returns how many there are.  */
unsigned option_put_near (struct out *out, const char *s, size_t len);

/* A word of the command line that looks like an option, and the word behind
   it.  If the option needs an argument, the word is that argument.  If its
   argument is optional, the word is not: it would have to be glued to the
   option.  */
struct option_pair
{
  const struct option_def *def;
  const char *option, *word;    /* borrowed from the words */
};

/* Takes the next pair of WORDS, which end with a NULL, from *AT on, and moves
   *AT behind it.  False if there is none.  */
bool option_next_pair (const char *const *words, size_t *at,
                       struct option_pair *pair);

#endif /* OPTION_NAMES_H */
