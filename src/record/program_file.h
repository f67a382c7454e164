/* record/program_file.h -- the file of a program that ran, for its symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   At the end of a run a program may be gone: it has deleted itself, or a script
   its temporary program; or there is another build in its place, whose names
   would be wrong.  */

#ifndef RECORD_PROGRAM_FILE_H
#define RECORD_PROGRAM_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "record/outside.h"
#include "record/recorded.h"

struct program_file
{
  int fd;                       /* of a file in memory; -1: none is needed */
  char name[32];                /* by which it can be opened */
};

/* Finds the file of PROGRAM and stores it in *FILE, which program_file_close
   closes.  If the path of PROGRAM leads to another file or to none, it is a
   copy of the bytes that OUTSIDE, which may be NULL, has of it; without them, a
   program in which all code that was recorded is one function with the
   program's name in brackets, after a warning.  Returns the name to open, NULL
   if it is the path of PROGRAM; borrowed from FILE.  */
const char *program_file_find (struct program_file *file, struct diag *diag,
                               const struct recorded_program *program,
                               const struct outside *outside);

/* Makes FILE, which program_file_close closes, a copy of the SIZE BYTES in
   memory.  Returns false if it cannot.  */
bool program_file_copy (struct program_file *file, const void *bytes,
                        size_t size);
void program_file_close (struct program_file *file);

#endif /* RECORD_PROGRAM_FILE_H */
