/* report/file_rank.h -- the ranks in the names of profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_FILE_RANK_H
#define REPORT_FILE_RANK_H

#include <stdbool.h>
#include <stddef.h>

/* Finds ranks by a pattern, which names files as out= of GMON_OPTIONS does:
   %r stands for the digits of the rank, %% for a percent sign, and another %
   with its letter for any characters but '/'.  Without '/' it is for the last
   component of a name.  Without a pattern the rank is the last number in that
   component.  */
struct file_rank;

/* Returns a finder by PATTERN (borrowed) or NULL; never NULL.  The caller
   releases it with file_rank_free.  */
struct file_rank *file_rank_new (const char *pattern);
void file_rank_free (struct file_rank *rank);

/* Returns the start of the digits of the rank in NAME, and sets *LEN to their
   number; or returns NULL if there is none.  */
const char *file_rank_of (const struct file_rank *rank, const char *name,
                          size_t *len);

#endif /* REPORT_FILE_RANK_H */
