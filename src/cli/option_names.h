/* cli/option_names.h -- finds options by name, and suggests similar names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CLI_OPTION_NAMES_H
#define CLI_OPTION_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/out.h"
#include "cli/option_table.h"

/* Returns the row with the letter LETTER, or NULL.  */
const struct option_def *option_by_letter (int letter);

/* Returns the row that the LEN bytes at S stand for: a whole name, or the
   beginning of exactly one name in the first batch (option_table.h) that has a
   name with this beginning.  Returns NULL if there is none.  */
const struct option_def *option_by_name (const char *s, size_t len);

/* Writes to OUT the names that begin with the LEN bytes at S and make them
   ambiguous, separated by commas.  Only the first batch that has such names
   counts.  Returns how many there are.  */
unsigned option_put_candidates (struct out *out, const char *s, size_t len);

/* Writes to OUT up to three names that are like the LEN bytes at S, separated
   by commas.  Returns how many there are.  */
unsigned option_put_similar (struct out *out, const char *s, size_t len);

/* Returns whether WORD is a command of other profilers that stands before the
   program to run, as "record".  */
bool option_is_run_word (const char *word);

/* An option of the command line and the word behind it.  If the option needs
   an argument, the word is the argument.  If the argument is optional, the
   word is not the argument: an optional argument stands in the word of the
   option.  */
struct option_pair
{
  const struct option_def *def;
  const char *option, *word;    /* borrowed from the words */
};

/* Stores the next pair of WORDS, from word number *AT on, in *PAIR, and moves
   *AT behind it.  WORDS ends with a NULL.  Returns false if there is no more
   pair.  */
bool option_next_pair (const char *const *words, size_t *at,
                       struct option_pair *pair);

#endif /* CLI_OPTION_NAMES_H */
