/* job_files.c -- the files of a job.

   SPDX-License-Identifier: 0BSD

   Contracts are in job_files.h.  */

#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpi/job_files.h"
#include "gmon_ranks.h"
#include "output/writer.h"
#include "sys/message.h"

/* The name of a file, and the one it has until it is complete.  */
struct job_name
{
  char final[PATH_MAX];
  char temporary[PATH_MAX];
};

/* Appends TEXT to the name NAME of PATH_MAX bytes.  Returns false if it has no
   room.  */
static bool
extend_name (char *name, const char *text)
{
  size_t len = strlen (name), more = strlen (text);

  if (more >= PATH_MAX - len)
    return false;
  memcpy (name + len, text, more + 1);
  return true;
}

/* Makes the names of the file of PROGRAM, or with RANKS of its second one, in
   NAMES.  */
static bool
make_job_names (struct job_name *names, const char *name,
            const struct program *program, bool is_first, bool ranks)
{
  char number[GMON_NUMBER_SIZE];
  const char *first = gmon_number_text (number, program->first);
  char *final = names->final;

  *final = '\0';
  if (!extend_name (final, name)
      || (!is_first && !(extend_name (final, ".rank")
                         && extend_name (final, first)))
      || (ranks && !extend_name (final, GMON_RANKS_SUFFIX)))
    return false;
  memcpy (names->temporary, final, strlen (final) + 1);
  return extend_name (names->temporary, ".tmp.")
         && extend_name (names->temporary,
                    gmon_number_text (number, (uint32_t) getpid ()));
}

/* Writes PROGRAM, or with RANKS its rows, to the file FD.  Returns 0 or an
   errno value.  */
static int
write_bytes (const struct program *program, bool ranks, int fd,
             struct gmon_writer *writer)
{
  writer_begin (writer, fd);
  if (ranks)
    rank_rows_put (writer, &program->rows, program->ranks,
                   &program->profile);
  else
    writer_put_bytes (writer, program->profile.start, program->profile.size);
  writer_flush (writer);
  return writer->error;
}

/* Returns NULL or a reason.  */
static const char *
write_job_file (const struct job_name *names, const struct program *program,
                bool ranks, struct gmon_writer *writer)
{
  struct stat status;
  int error;
  int fd;

  if (lstat (names->final, &status) == 0 && !S_ISREG (status.st_mode))
    return "not a regular file";
  unlink (names->temporary);
  fd = open (names->temporary,
             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0)
    return gmon_error_text (errno);
  error = write_bytes (program, ranks, fd, writer);
  if (close (fd) != 0 && error == 0)
    error = errno;
  if (error == 0 && rename (names->temporary, names->final) != 0)
    error = errno;
  if (error != 0)
    unlink (names->temporary);
  return error == 0 ? NULL : gmon_error_text (error);
}

bool
job_files_write (const struct programs *programs, const char *name,
                 struct gmon_writer *writer)
{
  static struct job_name names;

  for (uint32_t i = 0; i < programs->len; i++)
    for (int ranks = 0; ranks < 2; ranks++)
      {
        const struct program *program = &programs->program[i];
        const char *why = gmon_error_text (ENAMETOOLONG);

        if (ranks && program->rows.len == 0)
          continue;
        if (make_job_names (&names, name, program, i == 0, ranks))
          why = write_job_file (&names, program, ranks, writer);
        if (why != NULL)
          {
            gmon_message (names.final, " is not written: ", why);
            return false;
          }
      }
  return true;
}
