/* cli/option_values.h -- arguments of options that are values.

   SPDX-License-Identifier: GPL-3.0-or-later

   These are the kinds of action that need no handler: the row of the option
   has the field and the possible values.  */

#ifndef CLI_OPTION_VALUES_H
#define CLI_OPTION_VALUES_H

#include "cli/option_table.h"
#include "cli/options.h"

/* Sets the field of OPTIONS that DEF names to the value of ARG.  DEF is of the
   kind DO_NUMBER, DO_REAL, DO_GNU_NUMBER, DO_CHOICE or DO_REGEX.  A regex is
   on the heap; option_free_regex releases it.  Returns false after one
   diag_error if ARG is no value of that kind, or out of range.  */
bool option_set_value (struct options *options, struct diag *diag,
                       const struct option_def *def, const char *arg);

/* Reports that ARG is none of the choices of DEF.  Returns false always.  */
bool option_no_choice (struct diag *diag, const struct option_def *def,
                       const char *arg);

/* Returns the number ARG as GNU gprof reads it: the decimal digits at its
   start, cut to 32 bits.  */
int option_gnu_int (const char *arg);

/* Releases *REGEX, heap or NULL, and sets it to NULL.  */
void option_free_regex (regex_t **regex);

/* Releases the items of LIST, not their strings, and empties it.  */
void option_free_list (struct string_list *list);

/* Sets the report of --run for OPTIONS that ask for none: a table of so many
   rows that they fit a terminal, with the errors of its figures.  */
void option_settle_run (struct options *options);

/* Makes the rules of OPTIONS from the arguments of --fail-if.  Returns false
   after one diag_error.  option_free_rules releases them in any case.  */
bool option_parse_rules (struct options *options, struct diag *diag);
void option_free_rules (struct options *options);

#endif /* CLI_OPTION_VALUES_H */
