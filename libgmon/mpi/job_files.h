/* job_files.h -- the files of a job.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_JOB_FILES_H
#define GMON_MPI_JOB_FILES_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "mpi/programs.h"

struct gmon_writer;

/* Writes the sum of each program of PROGRAMS to a file, and its functions by
   rank to a second one, whose name has ".ranks" behind it.  The first program's
   file is NAME; that of a program whose lowest rank is N is NAME.rankN.  A file
   is replaced in one step; what is no regular file is refused.  Without
   symbols there is no second file.  WRITER is used for the bytes.  Returns
   false after a message if one of the files cannot be written.  */
bool job_files_write (const struct programs *programs, const char *name,
                      struct gmon_writer *writer);

#endif /* GMON_MPI_JOB_FILES_H */
