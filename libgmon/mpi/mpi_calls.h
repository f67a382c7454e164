/* mpi_calls.h -- the MPI library of the process, without its header.

   SPDX-License-Identifier: 0BSD

   Two binary interfaces are known: that of Open MPI, whose handles are
   addresses of objects that the library exports, and that of MPICH, whose
   handles are integers of 32 bits, which Intel MPI, MVAPICH and Cray MPICH
   share (the ABI Compatibility Initiative of MPICH, 2013).  A handle is passed
   as an intptr_t, which both interfaces take from the same register or slot.
   So one libgmon_mpi.so serves both, and needs no mpi.h.  */

#ifndef GMON_MPI_CALLS_H
#define GMON_MPI_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

typedef intptr_t mpi_handle;

#define MPI_OK 0                /* MPI_SUCCESS in both interfaces */

/* Room for the handle or status that a call of MPI stores.  */
union mpi_room
{
  intptr_t wide;                /* a handle of Open MPI */
  int narrow;                   /* a handle of MPICH */
  unsigned char bytes[256];     /* a status has 20 or 24 */
};

/* The functions of the library by their names in its profiling interface.  */
struct mpi_calls
{
  int (*finalize) (void);
  int (*abort) (mpi_handle comm, int code);
  int (*comm_rank) (mpi_handle comm, int *rank);
  int (*comm_size) (mpi_handle comm, int *size);
  int (*get_parent) (union mpi_room *comm);
  int (*comm_idup) (mpi_handle comm, union mpi_room *copy,
                    union mpi_room *request);
  int (*get_errhandler) (mpi_handle comm, union mpi_room *handler);
  int (*set_errhandler) (mpi_handle comm, mpi_handle handler);
  int (*isend) (const void *bytes, int count, mpi_handle type, int rank,
                int tag, mpi_handle comm, union mpi_room *request);
  int (*irecv) (void *bytes, int count, mpi_handle type, int rank, int tag,
                mpi_handle comm, union mpi_room *request);
  int (*test) (union mpi_room *request, int *done, union mpi_room *status);
  int (*cancel) (union mpi_room *request);
  mpi_handle world, no_comm, byte, errors_return;
  bool narrow;                  /* handles are those of MPICH */
};

/* Fills CALLS with the functions, NULL where the library has none, and with the
   handles.  Returns NULL, or the reason why profiles cannot be sent, a text;
   CALLS->finalize and CALLS->abort are set nevertheless if there are any.  */
const char *mpi_calls_find (struct mpi_calls *calls);

/* Returns the handle that a call has stored in ROOM.  */
mpi_handle mpi_handle_in (const struct mpi_calls *calls,
                          const union mpi_room *room);

/* Returns the function NAME that the program would have called without
   libgmon_mpi, or NULL.  */
void *mpi_next (const char *name);

#endif /* GMON_MPI_CALLS_H */
