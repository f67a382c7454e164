/* record/recorded.h -- the profiles that a run has left, by program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_RECORDED_H
#define RECORD_RECORDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "profile/process.h"

/* The profiles of all processes of one program.  Two builds of one path are two
   programs.  */
struct recorded_program
{
  char *path;                   /* of the program, heap */
  unsigned char build_id[GMON_BUILD_ID_MAX];
  unsigned build_id_len;        /* bytes; 0: none, then: */
  uint64_t size, mtime;         /* bytes, and seconds since 1970; 0: not known,
                                   the file could not be read */
  bool is_known;                /* the profile tells the build; else only the
                                   path is known, and perhaps not even that */
  uint64_t low, high;           /* code with samples or calls */
  uint64_t start;               /* of the first process, s since 1970; 0: not
                                   known */
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

/* Lists in *LIST, which is all zeros, the profiles in the directory PATH, also
   those in memory (base/memory_file.h), whose names begin with PREFIX.  A
   profile that does not name its program is one of the program USUAL.  A
   damaged file is left out after one diag_error.  The caller releases *LIST
   with recorded_free.  */
void recorded_list (struct recorded *list, struct diag *diag,
                    const char *path, const char *prefix, const char *usual);
void recorded_free (struct recorded *list);

#endif /* RECORD_RECORDED_H */
