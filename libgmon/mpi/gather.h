/* gather.h -- one file for all ranks of a job.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_GATHER_H
#define GMON_MPI_GATHER_H

#include "arch/namespace.h"
#include "mpi/mpi_calls.h"

/* Adds up the profiles of all ranks of MPI_COMM_WORLD, writes the sum to the
   file NAME, as job_files.h has it, and ends profiling in all ranks without
   files of their own, unless GMON_MPI_KEEP is set to anything but "0" or "".
   Whatever prevents that leaves each rank with its own file, which libgmon
   writes when the process ends; a message gives the reason.  Each operation
   may take the seconds of GMON_MPI_WAIT, 1 to 86400, or 60.  To be called by
   MPI_Finalize of all ranks, before its work, once.  Keeps errno.  */
void gather_profiles (const struct mpi_calls *mpi, const char *name);

#endif /* GMON_MPI_GATHER_H */
