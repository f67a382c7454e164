/* transfer.h -- bytes from rank to rank, with a limit of time.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_TRANSFER_H
#define GMON_MPI_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "mpi/mpi_calls.h"

/* The way to the other ranks of MPI_COMM_WORLD.  Its communicator is a copy, so
   that no message of the program is taken for one of libgmon_mpi, and no
   receive of the program, which may still be open, takes one of these.  */
struct transfer
{
  const struct mpi_calls *mpi;  /* borrowed */
  mpi_handle comm;
  int rank, size;
  uint64_t limit;               /* ns that one operation may take */
  mpi_handle handler;           /* the program's handler of errors */
};

/* Connects TRANSFER with all ranks of the world, each of which must call this.
   TRANSFER->mpi, rank, size and limit are set.  Errors of MPI are returned from
   now on and do not end the program.  Returns false if the ranks are not there
   within the limit, or MPI reports an error.  The copy of the communicator is
   not freed: that would be one more operation with all ranks, right before
   MPI_Finalize, which frees it.  */
bool transfer_begin (struct transfer *transfer);

/* Gives errors of MPI to the program's handler again.  */
void transfer_end (const struct transfer *transfer);

/* Send the LEN bytes at BYTES to RANK, or receive as many from it.  Return
   false if that takes longer than the limit, or MPI reports an error.  Then MPI
   may still use the memory at BYTES, so that it must not be freed.  */
bool transfer_send (const struct transfer *transfer, int rank,
                    const void *bytes, size_t len);
bool transfer_receive (const struct transfer *transfer, int rank, void *bytes,
                       size_t len);

#endif /* GMON_MPI_TRANSFER_H */
