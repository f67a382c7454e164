/* record/recorded.h -- the profiles that a run has left, by program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_RECORDED_H
#define RECORD_RECORDED_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* The profiles of all processes of one program.  */
struct recorded_program
{
  char *path;                   /* of the program, heap */
  const char **files;           /* heap; the names belong to the list */
  size_t n_files, cap_files;
  uint64_t samples;             /* of all objects, and all files */
  uint64_t processes;           /* that the files are of */
};

struct recorded
{
  struct recorded_program *programs;    /* heap; most samples first */
  size_t n_programs, cap_programs;
  char **names;                 /* heap; of all files */
  size_t n_names, cap_names;
};

/* Lists in *LIST, which is all zeros, the profiles in the directory PATH whose
   names begin with PREFIX.  A profile that does not name its program is one of
   the program USUAL.  A damaged file is left out after one diag_error.  The
   caller releases *LIST with recorded_free.  */
void recorded_list (struct recorded *list, struct diag *diag,
                    const char *path, const char *prefix, const char *usual);
void recorded_free (struct recorded *list);

#endif /* RECORD_RECORDED_H */
