/* transfer.c -- bytes from rank to rank, with a limit of time.

   SPDX-License-Identifier: 0BSD

   Contracts are in transfer.h.

   All operations are begun without waiting, and then tested between pauses:
   MPI's own waiting has no limit, and keeps a processor busy that a slower
   rank of this host may need.  */

#include <time.h>

#include "mpi/transfer.h"

#define TAG 26477               /* any number; the communicator is our own */
#define BILLION 1000000000u
#define FIRST_PAUSE 10000u      /* ns */
#define LONGEST_PAUSE 1000000u

/* Bytes of one message.  MPI counts them in an int.  */
#define PART_SIZE ((size_t) 1 << 28)

static uint64_t
now_ns (void)
{
  struct timespec now = { 0, 0 };

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * BILLION + (uint64_t) now.tv_nsec;
}

/* Waits for REQUEST.  Returns false if it fails or takes too long.  */
static bool
wait_within_limit (const struct transfer *transfer, union mpi_room *request)
{
  const uint64_t end = now_ns () + transfer->limit;
  union mpi_room status;
  int done = 0;

  for (uint32_t pause = FIRST_PAUSE;; pause += pause / 2)
    {
      struct timespec time = { 0, 0 };

      if (transfer->mpi->test (request, &done, &status) != MPI_OK)
        return false;
      if (done)
        return true;
      if (now_ns () > end)
        return false;
      if (pause > LONGEST_PAUSE)
        pause = LONGEST_PAUSE;
      time.tv_nsec = (long) pause;
      nanosleep (&time, NULL);
    }
}

bool
transfer_begin (struct transfer *transfer)
{
  const struct mpi_calls *mpi = transfer->mpi;
  static union mpi_room copy;
  union mpi_room handler = { 0 };
  union mpi_room request = { 0 };

  if (mpi->get_errhandler (mpi->world, &handler) != MPI_OK)
    return false;
  transfer->handler = mpi_handle_in (mpi, &handler);
  mpi->set_errhandler (mpi->world, mpi->errors_return);
  if (mpi->comm_idup (mpi->world, &copy, &request) != MPI_OK
      || !wait_within_limit (transfer, &request))
    return false;
  transfer->comm = mpi_handle_in (mpi, &copy);
  return mpi->set_errhandler (transfer->comm, mpi->errors_return) == MPI_OK;
}

void
transfer_end (const struct transfer *transfer)
{
  const struct mpi_calls *mpi = transfer->mpi;

  if (transfer->handler != 0)
    mpi->set_errhandler (mpi->world, transfer->handler);
}

static size_t
part_size (size_t left)
{
  return left < PART_SIZE ? left : PART_SIZE;
}

bool
transfer_send (const struct transfer *transfer, int rank, const void *bytes,
               size_t len)
{
  const struct mpi_calls *mpi = transfer->mpi;
  const unsigned char *at = bytes;

  for (size_t part; len > 0; at += part, len -= part)
    {
      union mpi_room request = { 0 };

      part = part_size (len);
      if (mpi->isend (at, (int) part, mpi->byte, rank, TAG, transfer->comm,
                      &request) != MPI_OK
          || !wait_within_limit (transfer, &request))
        return false;
    }
  return true;
}

bool
transfer_receive (const struct transfer *transfer, int rank, void *bytes,
                  size_t len)
{
  const struct mpi_calls *mpi = transfer->mpi;
  unsigned char *at = bytes;

  for (size_t part; len > 0; at += part, len -= part)
    {
      union mpi_room request = { 0 };

      part = part_size (len);
      if (mpi->irecv (at, (int) part, mpi->byte, rank, TAG, transfer->comm,
                      &request) != MPI_OK)
        return false;
      if (!wait_within_limit (transfer, &request))
        {
          mpi->cancel (&request);
          return false;
        }
    }
  return true;
}
