/* attribute/by_ranks.h -- how functions spread over the ranks of a job.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgmon_mpi writes the sum of all ranks to a file, and beside it another one
   with the numbers of each function by rank (libgmon/gmon_ranks.h).  */

#ifndef ATTRIBUTE_BY_RANKS_H
#define ATTRIBUTE_BY_RANKS_H

#include <stdbool.h>

#include "attribute/by_file.h"
#include "base/diag.h"
#include "image/symtab.h"

/* If the one file of RESULT, which by_file_read has filled, has such a file
   beside it, replaces the spreads by those over ranks; then RESULT->by_rank is
   set, n_files is the number of ranks, and a file number is a rank.  A file
   that was not written together with the profile is ignored, after a
   diag_warning.  Returns false after a diag_error if it is damaged.  */
bool by_ranks_read (struct by_file *result, struct diag *diag,
                    const struct symtab *symtab);

#endif /* ATTRIBUTE_BY_RANKS_H */
