/* file_name.c -- the names of the file of a profile.

   SPDX-License-Identifier: 0BSD

   The names of the profile are those of glibc's runtime.  All functions are
   async-signal-safe.  */

/* On a 32-bit machine an existing file may have a size or an inode number
   above 32 bits, or a time after 2038.  No type in libgmon's headers depends
   on these macros.  */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "output/file_name.h"
#include "config/options.h"
#include "output/dump_state.h"
#include "output/stale_files.h"
#include "machine.h"

#define DEFAULT_NAME "gmon.out"

bool
file_name_set (struct gmon_writer *writer, const char *text, bool with_pid)
{
  if (strlen (text) >= sizeof writer->name)
    return false;
  memcpy (writer->name, text, strlen (text) + 1);
  return !with_pid
         || options_add_pid (writer->name, sizeof writer->name,
                             machine_process_id ());
}

/* Stores the name made from the pattern of GMON_OPTIONS in writer->name.  With
   WITH_PID, appends ".PID" unless the pattern contains %p.  Returns false if
   the name does not fit.  */
static bool
name_by_pattern (struct dump *dump, bool with_pid)
{
  struct gmon_writer *writer = &dump->writer;
  uint32_t pid = machine_process_id ();
  bool has_pid;

  return options_name (&dump->options, dump->options.out, writer->name,
                       sizeof writer->name, pid, &has_pid)
         && (has_pid || !with_pid
             || options_add_pid (writer->name, sizeof writer->name, pid));
}

bool
file_name_by_options (struct dump *dump, bool with_pid)
{
  if (dump->options.out != NULL)
    return name_by_pattern (dump, with_pid);
  return file_name_set (&dump->writer, DEFAULT_NAME, with_pid);
}

bool
file_name_apart (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  size_t len = strlen (writer->name);
  bool has_pid;

  return options_name (&dump->options, ".%h.%p", writer->name + len,
                       sizeof writer->name - len, machine_process_id (),
                       &has_pid);
}

size_t
file_name_move_to_start (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  const char *directory = dump->process.directory;
  struct stat here, root;
  size_t len = strlen (directory);
  size_t name_len = strlen (writer->name);

  if (!dump->process.forked || getauxval (AT_SECURE) != 0 || len == 0
      || writer->name[0] == '/' || len + 1 + name_len >= sizeof writer->name
      || stat (".", &here) != 0 || stat ("/", &root) != 0
      || here.st_ino != root.st_ino || here.st_dev != root.st_dev)
    return 0;
  memmove (writer->name + len + 1, writer->name, name_len + 1);
  memcpy (writer->name, directory, len);
  writer->name[len] = '/';
  return len + 1;
}

const char *
file_name_last_part (const struct gmon_writer *writer)
{
  const char *slash = strrchr (writer->name, '/');

  return slash != NULL ? slash + 1 : writer->name;
}

const char *
file_name_base (const struct gmon_writer *writer)
{
  return writer->dir == AT_FDCWD ? writer->name : file_name_last_part (writer);
}

bool
file_name_temporary (struct dump *dump, uint32_t id)
{
  struct gmon_writer *writer = &dump->writer;
  const char *base = file_name_base (writer);
  const char *last = file_name_last_part (writer);
  size_t before = (size_t) (last - base);       /* of directories */
  size_t len = (size_t) (last - base) + 1 + strlen (last);
  bool has_number;

  if (len < sizeof writer->temporary)
    {
      memcpy (writer->temporary, base, before);
      writer->temporary[before] = '.';
      memcpy (writer->temporary + before + 1, last, strlen (last));
      if (options_name (&dump->options,
                        id == 0 ? RESTS_END "0" : RESTS_END "%h.%p",
                        writer->temporary + len,
                        sizeof writer->temporary - len, id, &has_number))
        return true;
    }
  writer->temporary[0] = '\0';
  errno = ENAMETOOLONG;
  return false;
}
