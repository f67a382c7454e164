/* job.c -- a process of a job, which may wait, write twice, or spawn others.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: job wait FILE    makes FILE, and ends when standard input does
          job again FILE   writes its profile before that, and once more at its
                           end
          job twice        writes its profile, and once more at its end
          job move DIR     goes to DIR
          job spawn        an MPI program that starts two more of itself
   Out: status 3, and a profile with 5 calls of leaf.  See job.exp.  */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gmon.h"
#include "leaf.h"
#include "test.h"

#ifdef WITH_MPI

/* What <mpi.h> of Open MPI has, which is not there where programs only run.  */
extern char ompi_mpi_comm_world[], ompi_mpi_comm_null[], ompi_mpi_info_null[];

int MPI_Init (int *argc, char ***argv);
int MPI_Comm_get_parent (void *parent);
int MPI_Comm_spawn (const char *command, char **argv, int processes, void *info,
                    int root, void *comm, void *children, int *errors);
int MPI_Finalize (void);

static NOT_COUNTED int
spawn (char **argv)
{
  static char again[] = "spawn";
  char *arguments[] = { again, NULL };
  void *parent, *children;

  if (MPI_Init (NULL, NULL) != 0 || MPI_Comm_get_parent (&parent) != 0
      || (parent == ompi_mpi_comm_null
          && MPI_Comm_spawn (argv[0], arguments, 2, ompi_mpi_info_null, 0,
                             ompi_mpi_comm_world, &children, NULL) != 0))
    return 1;
  return MPI_Finalize () != 0;
}

#else

static NOT_COUNTED int
spawn (char **argv)
{
  (void) argv;
  return 1;
}

#endif

static NOT_COUNTED int
wait_for_end (const char *file)
{
  char byte;
  int fd = open (file, O_CREAT | O_WRONLY, 0666);

  if (fd < 0 || close (fd) != 0)
    return 1;
  while (read (0, &byte, 1) > 0)
    continue;
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "";
  int failed = 0;

  call_leaf (5);
  if (strcmp (name, "wait") == 0 && argc == 3)
    failed = wait_for_end (argv[2]);
  else if (strcmp (name, "again") == 0 && argc == 3)
    failed = gmon_write_now () != 0 || wait_for_end (argv[2]) != 0;
  else if (strcmp (name, "twice") == 0)
    failed = gmon_write_now () != 0;
  else if (strcmp (name, "move") == 0 && argc == 3)
    failed = chdir (argv[2]) != 0;
  else if (strcmp (name, "spawn") == 0)
    return spawn (argv);
  return failed ? 1 : 3;
}
