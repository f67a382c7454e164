/* gather.c -- one file for all ranks of a job.

   SPDX-License-Identifier: 0BSD

   Contracts are in gather.h.

   The ranks form a binomial tree, whose root is rank 0: rank R has the children
   R + 1, R + 2, R + 4... up to the lowest bit of R that is set, and each of
   them sends the sum of its own tree.  So there are log2 (N) steps, and no rank
   has to hold more than two sums.  The order of the sums depends on the number
   of ranks alone.

   When the files of rank 0 are written it says so along the tree, and then each
   rank ends its profile without a file.  A rank that does not hear that in time
   writes its file: a profile may be there twice, but is never lost.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi/gather.h"
#include "gmon_out.h"
#include "machine.h"
#include "mpi/job_files.h"
#include "mpi/own_profile.h"
#include "mpi/programs.h"
#include "mpi/transfer.h"
#include "output/writer.h"
#include "sys/message.h"

#define MAGIC "gmonmpi\1"
#define BILLION 1000000000u
#define USUAL_WAIT 60           /* seconds */
#define LONGEST_WAIT 86400

#define LATE "a rank is not in MPI_Finalize, or MPI reported an error"

/* The message before the programs.  Ranks of other machines, with another order
   of bytes, send another SIZE.  */
struct message_head
{
  char magic[sizeof MAGIC - 1];
  uint32_t size;                /* of this struct */
  uint32_t programs;
  uint32_t failed;              /* 1: there is no sum, and a rank said why */
  uint32_t unused;
};

struct program_head
{
  uint64_t profile_size, rows;
  uint32_t ranks, first;
};

/* A job.  It is static, as MPI may still write into it after a failure.  */
struct gathering
{
  struct transfer transfer;
  struct programs programs;     /* the sum so far */
  struct programs received;
  struct message_head head;
  struct program_head program_head;
  struct gmon_writer writer;
  unsigned char wanted;         /* 1: the parent receives the programs */
  unsigned char is_written;
  bool failed;
};

/* Notes that there will be no sum, and says why.  */
static void
give_up (struct gathering *job, const char *why)
{
  char number[GMON_NUMBER_SIZE];

  if (!job->failed)
    gmon_message ("rank ",
                  gmon_number_text (number, (uint32_t) job->transfer.rank),
                  ": the profiles are not added: ", why);
  job->failed = true;
}

/* -- Receiving ------------------------------------------------------------ */

/* Maps N things of SIZE bytes, and fills them by messages of rank FROM.
   Returns NULL if there is no sum any more, or if N is 0.  */
static void *
receive_things (struct gathering *job, int from, uint64_t n, size_t size)
{
  void *things;

  if (n == 0 || job->failed)
    return NULL;
  things = n < SIZE_MAX / 2 / size ? machine_map ((size_t) n * size) : NULL;
  if (things == NULL)
    give_up (job, "out of memory");
  else if (!transfer_receive (&job->transfer, from, things,
                              (size_t) n * size))
    give_up (job, LATE);
  return job->failed ? NULL : things;
}

/* Receives one program, as the last of JOB->received.  */
static void
receive_program (struct gathering *job, int from)
{
  struct program_head *head = &job->program_head;
  struct program *program = &job->received.program[job->received.len];

  if (!transfer_receive (&job->transfer, from, head, sizeof *head))
    {
      give_up (job, LATE);
      return;
    }
  if (head->profile_size < GMON_HEADER_SIZE)
    give_up (job, "a rank has sent no profile");
  *program = (struct program) { .ranks = head->ranks, .first = head->first };
  program->profile.start = receive_things (job, from, head->profile_size, 1);
  program->profile.size = (size_t) head->profile_size;
  program->rows.rows = receive_things (job, from, head->rows,
                                       sizeof *program->rows.rows);
  program->rows.len = program->rows.room = (size_t) head->rows;
  program->rows.first = head->first;
  if (!job->failed)
    job->received.len++;
}

/* Adds the sum of rank FROM to that of this process.  Its bytes are received
   only if there can be a sum still, which FROM waits to hear.  */
static void
receive_sum (struct gathering *job, int from)
{
  const struct message_head *head = &job->head;
  const char *why;

  if (!transfer_receive (&job->transfer, from, &job->head, sizeof job->head))
    {
      give_up (job, LATE);
      return;
    }
  if (memcmp (head->magic, MAGIC, sizeof head->magic) != 0
      || head->size != sizeof *head || head->programs > MOST_PROGRAMS)
    give_up (job, "a rank has another version of libgmon_mpi, or runs on"
             " another machine");
  job->failed |= head->failed != 0;
  job->wanted = !job->failed;
  if (!transfer_send (&job->transfer, from, &job->wanted, 1))
    give_up (job, LATE);
  for (uint32_t i = 0; i < head->programs && !job->failed; i++)
    receive_program (job, from);
  if (job->failed)
    return;
  why = programs_add (&job->programs, &job->received, &job->writer);
  if (why != NULL)
    give_up (job, why);
}

/* -- Sending -------------------------------------------------------------- */

static bool
send_program (struct gathering *job, int to, const struct program *program)
{
  job->program_head = (struct program_head) {
    program->profile.size, program->rows.len, program->ranks, program->first };
  return transfer_send (&job->transfer, to, &job->program_head,
                        sizeof job->program_head)
         && transfer_send (&job->transfer, to, program->profile.start,
                           program->profile.size)
         && transfer_send (&job->transfer, to, program->rows.rows,
                           program->rows.len * sizeof *program->rows.rows);
}

static void
send_sum (struct gathering *job, int to)
{
  const uint32_t n = job->failed ? 0 : job->programs.len;
  bool sent;

  job->head = (struct message_head) { .size = sizeof job->head,
                                      .programs = n, .failed = job->failed };
  memcpy (job->head.magic, MAGIC, sizeof job->head.magic);
  sent = transfer_send (&job->transfer, to, &job->head, sizeof job->head)
         && transfer_receive (&job->transfer, to, &job->wanted, 1);
  for (uint32_t i = 0; i < n && sent && job->wanted; i++)
    sent = send_program (job, to, &job->programs.program[i]);
  if (!sent)
    give_up (job, LATE);
}

/* -- The tree ------------------------------------------------------------- */

/* Returns the lowest bit of RANK that is set; for rank 0 the lowest power of 2
   that is not below SIZE.  */
static int
reach_of (int rank, int size)
{
  int reach = 1;

  while (rank != 0 ? (rank & reach) == 0 : reach < size)
    reach *= 2;
  return reach;
}

/* Adds up what the children have, and sends it to the parent, if there is
   one.  */
static void
send_up (struct gathering *job, int reach)
{
  const struct transfer *transfer = &job->transfer;

  for (int step = 1; step < reach; step *= 2)
    if (transfer->rank + step < transfer->size)
      receive_sum (job, transfer->rank + step);
  if (transfer->rank != 0)
    send_sum (job, transfer->rank - reach);
}

/* Receives from the parent whether the files are written, and passes it on.  */
static void
send_down (struct gathering *job, int reach)
{
  const struct transfer *transfer = &job->transfer;

  if (transfer->rank != 0
      && !transfer_receive (transfer, transfer->rank - reach,
                            &job->is_written, 1))
    {
      give_up (job, LATE);
      job->is_written = 0;
    }
  for (int step = reach / 2; step > 0; step /= 2)
    if (transfer->rank + step < transfer->size)
      transfer_send (transfer, transfer->rank + step, &job->is_written, 1);
}

/* Says how many ranks are not in the sum.  */
static void
report_missing (const struct gathering *job, const char *name)
{
  char number[GMON_NUMBER_SIZE];
  uint32_t missing = (uint32_t) job->transfer.size;

  for (uint32_t i = 0; i < job->programs.len; i++)
    missing -= job->programs.program[i].ranks;
  if (missing != 0)
    gmon_message (name, ": ranks that have no profile of libgmon: ",
                  gmon_number_text (number, missing));
}

static void
write_job (struct gathering *job, const char *name)
{
  if (job->failed)
    gmon_message (name, " is not written; each rank writes a file of its own");
  else if (job->programs.len == 0)
    gmon_message (name, " is not written: no rank has a profile of libgmon;"
                  " link the program with -lgmon_mpi and libgmon, or preload"
                  " both");
  else
    {
      report_missing (job, name);
      job->is_written = job_files_write (&job->programs, name, &job->writer);
    }
}

/* -- The job -------------------------------------------------------------- */

/* Returns the number of processes that the launcher says it has started, or
   0.  */
static long
launched (void)
{
  static const char *const names[] = {
    "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "SLURM_NTASKS",
  };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      const char *value = getenv (names[i]);

      if (value != NULL)
        return strtol (value, NULL, 10);
    }
  return 0;
}

/* Returns NULL, or the reason why the profiles of this world cannot be
   added.  */
static const char *
why_not (const struct transfer *transfer)
{
  const struct mpi_calls *mpi = transfer->mpi;
  union mpi_room parent = { 0 };

  if (transfer->size == 1 && launched () > 1)
    return "this MPI library does not know of the processes that the launcher"
           " has started; use the launcher of this library";
  if (mpi->get_parent (&parent) != MPI_OK)
    return "MPI_Comm_get_parent failed";
  if (mpi_handle_in (mpi, &parent) != mpi->no_comm)
    return "these ranks were started by MPI_Comm_spawn, so the file is that of"
           " the ranks that called it";
  return NULL;
}

static void
find_wait (struct transfer *transfer)
{
  const char *value = getenv ("GMON_MPI_WAIT");
  char *end = NULL;
  long seconds = value != NULL ? strtol (value, &end, 10) : USUAL_WAIT;

  if (seconds < 1 || seconds > LONGEST_WAIT || (value != NULL && *end != '\0'))
    {
      if (transfer->rank == 0)
        gmon_message ("GMON_MPI_WAIT=", value, ": not a number of seconds from"
                      " 1 to 86400; 60 is used");
      seconds = USUAL_WAIT;
    }
  transfer->limit = (uint64_t) seconds * BILLION;
}

/* Adds up the profiles of all ranks.  Afterwards JOB->is_written says whether
   they are in the file.  */
static void
gather (struct gathering *job, const char *name)
{
  const struct transfer *transfer = &job->transfer;
  const int reach = reach_of (transfer->rank, transfer->size);
  const char *why = programs_take_own (&job->programs,
                                       (unsigned) transfer->rank);

  if (!transfer_begin (&job->transfer))
    {
      if (transfer->rank == 0)
        give_up (job, LATE);
      job->failed = true;
    }
  else
    {
      if (why != NULL)
        give_up (job, why);
      send_up (job, reach);
    }
  if (transfer->rank == 0)
    write_job (job, name);
  if (transfer->comm != 0)
    send_down (job, reach);
  transfer_end (transfer);
}

static bool
keeps_files (void)
{
  const char *value = getenv ("GMON_MPI_KEEP");

  return value != NULL && *value != '\0' && strcmp (value, "0") != 0;
}

void
gather_profiles (const struct mpi_calls *mpi, const char *name)
{
  static struct gathering job;
  struct transfer *transfer = &job.transfer;
  const int saved = errno;
  const char *why;

  transfer->mpi = mpi;
  if (mpi->comm_rank (mpi->world, &transfer->rank) != MPI_OK
      || mpi->comm_size (mpi->world, &transfer->size) != MPI_OK)
    return;
  find_wait (transfer);
  why = why_not (transfer);
  if (why == NULL)
    gather (&job, name);
  else if (transfer->rank == 0)
    gmon_message (name, " is not written: ", why);
  if (job.is_written && !keeps_files ())
    own_profile_drop ();
  if (!job.failed)
    programs_free (&job.programs);
  errno = saved;
}
