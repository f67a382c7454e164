/* glob.h -- patterns of names.

   SPDX-License-Identifier: 0BSD

   A pattern is a text in which "*" stands for any characters, "?" for one, and
   "[...]" for one of those in the brackets, or with "[!...]" for one of the
   others; "a-z" in brackets is a range.  A bracket without an end is itself.
   All functions are async-signal-safe.  */

#ifndef GMON_GLOB_H
#define GMON_GLOB_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"

/* Returns true if the LEN characters at NAME fit PATTERN, which ends at a comma
   or a zero.  */
bool glob_fits (const char *pattern, const char *name, size_t len);

/* Returns the number, from 1, of the last pattern in LIST that NAME fits, or 0.
   The patterns are separated by commas; a "!" before a pattern does not belong
   to it.  A function that the compiler has made of another one, as
   "parse.part.0", fits the patterns of the other one's name, too.  */
unsigned glob_last (const char *list, const char *name);

/* Returns true if the pattern with the number NUMBER, from glob_last, is one of
   wanted names: it has no "!".  0 stands for a name that fits no pattern, which
   is wanted if the first pattern has "!".  */
bool glob_is_wanted (const char *list, unsigned number);

#endif /* GMON_GLOB_H */
