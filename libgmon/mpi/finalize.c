/* finalize.c -- MPI_Finalize and MPI_Abort, with a profile of the job.

   SPDX-License-Identifier: 0BSD

   Calls the MPI library by the names of its profiling interface (MPI
   3.1, chapter 14).

   GMON_MPI=FILE in the environment asks for one file for all ranks.  MPI_Abort
   writes this rank's file first, as the launcher may kill the process.

   Fortran programs call other names, which depend on the compiler and on the
   module they use; in Open MPI they reach the C function by its other name, so
   these names are taken, too.  All Fortran arguments are addresses.  */

#include <stdatomic.h>
#include <stdlib.h>

#include "arch/compiler.h"
#include "mpi/gather.h"
#include "mpi/mpi_calls.h"
#include "mpi/own_profile.h"
#include "sys/message.h"

#define MPI_FAILED 16           /* an error of its own class in both */

EXPORTED int MPI_Finalize (void);
EXPORTED int MPI_Abort (mpi_handle comm, int code);

int
MPI_Finalize (void)
{
  static atomic_flag done = ATOMIC_FLAG_INIT;
  static struct mpi_calls mpi;
  const char *name = secure_getenv ("GMON_MPI");
  const char *why = mpi_calls_find (&mpi);

  if (name != NULL && *name != '\0' && !atomic_flag_test_and_set (&done))
    {
      if (why == NULL)
        gather_profiles (&mpi, name);
      else
        gmon_message (name, " is not written: ", why);
    }
  return mpi.finalize != NULL ? mpi.finalize () : MPI_FAILED;
}

int
MPI_Abort (mpi_handle comm, int code)
{
  struct mpi_calls mpi;

  mpi_calls_find (&mpi);
  own_profile_write_now ();
  return mpi.abort != NULL ? mpi.abort (comm, code) : MPI_FAILED;
}

/* -- Fortran -------------------------------------------------------------- */

static void
finalize_fortran (int *error)
{
  int result = MPI_Finalize ();

  if (error != NULL)
    *error = result;
}

/* Writes the file, and calls the function NAME of the Fortran library, since
   handles of Fortran are others.  */
static void
abort_fortran (const char *name, void *comm, void *code, void *error)
{
  void (*next) (void *, void *, void *) = mpi_next (name);

  own_profile_write_now ();
  if (next != NULL)
    next (comm, code, error);
  abort ();
}

#define FORTRAN(finalize_name, abort_name)                              \
  EXPORTED void finalize_name (int *error);                             \
  EXPORTED void abort_name (void *comm, void *code, void *error);       \
  void                                                                  \
  finalize_name (int *error)                                            \
  {                                                                     \
    finalize_fortran (error);                                           \
  }                                                                     \
  void                                                                  \
  abort_name (void *comm, void *code, void *error)                      \
  {                                                                     \
    abort_fortran (#abort_name, comm, code, error);                     \
  }

FORTRAN (mpi_finalize, mpi_abort)
FORTRAN (mpi_finalize_, mpi_abort_)
FORTRAN (mpi_finalize__, mpi_abort__)
FORTRAN (MPI_FINALIZE, MPI_ABORT)
FORTRAN (mpi_finalize_f08_, mpi_abort_f08_)
