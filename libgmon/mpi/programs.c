/* programs.c -- the profiles of many ranks, one sum for each program.

   SPDX-License-Identifier: 0BSD

   Contracts are in programs.h.  */

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpi/programs.h"
#include "gmon_out.h"
#include "machine.h"
#include "mpi/own_profile.h"
#include "output/writer.h"
#include "sys/message.h"

#define NO_MEMORY "out of memory"

static int
memory_file (void)
{
  long fd = machine_syscall (SYS_memfd_create, (long) "gmon-mpi", 1, 0, 0, 0,
                             0);

  return fd < 0 ? -1 : (int) fd;
}

/* Maps the file FD, which is closed in any case, as BYTES.  Returns NULL or a
   reason.  */
static const char *
map_file (struct pool_bytes *bytes, int fd)
{
  struct stat status;
  void *memory = MAP_FAILED;

  *bytes = (struct pool_bytes) { NULL, 0 };
  if (fstat (fd, &status) == 0 && status.st_size >= GMON_HEADER_SIZE)
    memory = mmap (NULL, (size_t) status.st_size, PROT_READ, MAP_PRIVATE, fd,
                   0);
  close (fd);
  if (memory == MAP_FAILED)
    return NO_MEMORY;
  bytes->start = memory;
  bytes->size = (size_t) status.st_size;
  return NULL;
}

const char *
programs_take_own (struct programs *programs, unsigned rank)
{
  struct program *own = &programs->program[0];
  const char *why;
  int fd;

  fd = memory_file ();
  if (fd < 0)
    return "no file in memory";
  if (own_profile_write_fd (fd) != 0)
    {
      close (fd);
      return NULL;
    }
  *own = (struct program) { .ranks = 1, .first = rank };
  why = map_file (&own->profile, fd);
  if (why != NULL)
    return why;
  programs->len = 1;
  return rank_rows_count (&own->rows, &own->profile, rank) ? NULL : NO_MEMORY;
}

static void
program_free (struct program *program)
{
  if (program->profile.start != NULL)
    machine_unmap (program->profile.start, program->profile.size);
  rank_rows_free (&program->rows);
  *program = (struct program) { 0 };
}

static bool
is_same_program (const struct program *one, const struct program *other)
{
  return memcmp (one->profile.start, other->profile.start, GMON_HEADER_SIZE)
         == 0;
}

/* Puts the sum of the profiles LOW and HIGH in BYTES.  */
static const char *
add_profiles (struct pool_bytes *bytes, const struct pool_bytes *low,
              const struct pool_bytes *high, struct gmon_writer *writer)
{
  int fd = memory_file ();
  const char *why;

  if (fd < 0)
    return "no file in memory";
  writer_begin (writer, fd);
  why = pool_merge (writer, low, high);
  writer_flush (writer);
  if (why == NULL && writer->error != 0)
    why = gmon_error_text (writer->error);
  if (why == NULL)
    return map_file (bytes, fd);
  close (fd);
  return why;
}

/* Adds HIGH to LOW, and frees HIGH.  */
static const char *
add_program (struct program *low, struct program *high,
             struct gmon_writer *writer)
{
  struct program sum = { .ranks = low->ranks + high->ranks,
                         .first = low->first };
  const char *why = add_profiles (&sum.profile, &low->profile, &high->profile,
                                  writer);

  if (why == NULL && !rank_rows_join (&sum.rows, &low->rows, &high->rows))
    why = NO_MEMORY;
  if (why != NULL)
    {
      program_free (&sum);
      return why;
    }
  program_free (low);
  program_free (high);
  *low = sum;
  return NULL;
}

const char *
programs_add (struct programs *programs, struct programs *high,
              struct gmon_writer *writer)
{
  const char *why = NULL;

  for (uint32_t i = 0; i < high->len && why == NULL; i++)
    {
      uint32_t at = 0;

      while (at < programs->len
             && !is_same_program (&programs->program[at], &high->program[i]))
        at++;
      if (at < programs->len)
        why = add_program (&programs->program[at], &high->program[i], writer);
      else if (at == MOST_PROGRAMS)
        why = "the job has more than 64 programs";
      else
        {
          programs->program[programs->len++] = high->program[i];
          high->program[i] = (struct program) { 0 };
        }
    }
  programs_free (high);
  return why;
}

void
programs_free (struct programs *programs)
{
  for (uint32_t i = 0; i < programs->len; i++)
    program_free (&programs->program[i]);
  programs->len = 0;
}
