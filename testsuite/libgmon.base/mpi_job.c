/* mpi_job.c -- a rank of an MPI job, whose calls are known.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: mpi_job [MODE]
   Rank R of N calls leaf 5 * (R + 1) times.  MODE, after that:
     stop      stops profiling before MPI_Finalize, so that a file written at
               exit has the counts of MPI_Finalize
     after     calls leaf 1000 times after MPI_Finalize
     abort     rank 1 calls MPI_Abort, the others wait for ever
     slow      rank 1 comes to MPI_Finalize 5 s late
     wildcard  a receive from any rank with any tag is open at MPI_Finalize,
               into memory that must not change
     spawn     two more ranks are started, by MPI_Comm_spawn
   Like any rank, it ends with status 0 unless something is wrong.  */

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gmon.h>

#define NOT_COUNTED __attribute__ ((no_instrument_function))

static volatile unsigned long sink;
static char open_receive[65536];

__attribute__ ((noinline)) static void
leaf (int n)
{
  for (int i = 0; i < n * 1000; i++)
    sink += (unsigned long) i;
}

static NOT_COUNTED void
call_leaf (int times)
{
  for (int i = 0; i < times; i++)
    leaf (i);
}

static NOT_COUNTED void
spawn_two (char *program)
{
  MPI_Comm parent, children;

  MPI_Comm_get_parent (&parent);
  if (parent == MPI_COMM_NULL)
    MPI_Comm_spawn (program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                    MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
}

static NOT_COUNTED void
prepare (const char *mode, char *program, int rank)
{
  MPI_Request request = MPI_REQUEST_NULL;

  if (strcmp (mode, "stop") == 0)
    moncontrol (0);
  else if (strcmp (mode, "slow") == 0)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      sleep (rank == 1 ? 5 : 0);
    }
  else if (strcmp (mode, "spawn") == 0)
    spawn_two (program);
  else if (strcmp (mode, "wildcard") == 0)
    MPI_Irecv (open_receive, sizeof open_receive, MPI_BYTE, MPI_ANY_SOURCE,
               MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  else if (strcmp (mode, "abort") == 0)
    {
      if (rank == 1)
        MPI_Abort (MPI_COMM_WORLD, 3);
      MPI_Recv (open_receive, 1, MPI_BYTE, 1, 1, MPI_COMM_WORLD,
                MPI_STATUS_IGNORE);
    }
}

int NOT_COUNTED
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  int rank;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  call_leaf (5 * (rank + 1));
  prepare (mode, argv[0], rank);
  if (MPI_Finalize () != MPI_SUCCESS)
    return 1;
  if (strcmp (mode, "after") == 0)
    call_leaf (1000);
  for (size_t i = 0; i < sizeof open_receive; i++)
    if (open_receive[i] != 0)
      {
        puts ("the open receive got bytes");
        return 1;
      }
  return 0;
}
