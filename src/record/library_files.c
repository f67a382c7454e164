/* record/library_files.c -- the files of libraries that were loaded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/library_files.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "record/program_file.h"

/* A copy of a library.  */
struct library_copy
{
  const void *bytes;            /* of which it is one */
  struct program_file file;
};

struct library_files
{
  const struct outside *outside;
  struct object_copies copies;
  struct library_copy **items;  /* heap; their names must not move */
  size_t len, cap;
};

/* Returns the name of the copy of the SIZE BYTES, NULL if there is none yet and
   it cannot be made.  A library is in the tables of several programs.  */
static const char *
copy_of (struct library_files *files, const void *bytes, size_t size)
{
  struct library_copy *copy;

  for (size_t i = 0; i < files->len; i++)
    if (files->items[i]->bytes == bytes)
      return files->items[i]->file.name;
  copy = array_new (1, sizeof *copy);
  copy->bytes = bytes;
  if (!program_file_copy (&copy->file, bytes, size))
    {
      program_file_close (&copy->file);
      free (copy);
      return NULL;
    }
  *ARRAY_APPEND (files->items, files->cap, files->len) = copy;
  return copy->file.name;
}

/* Without a build id, the bytes are those of the library only if its file was
   deleted: then nobody has written to it.  */
static const char *
copy_of_removed (void *data, const struct object_request *request)
{
  struct library_files *files = data;
  size_t size = 0;
  const void *bytes
    = files->outside
      ? outside_file_bytes (files->outside, request->path, request->build_id,
                            request->build_id_len, &size) : NULL;

  return (bytes
          && (request->build_id_len || access (request->path, F_OK) != 0)
          ? copy_of (files, bytes, size) : NULL);
}

struct library_files *
library_files_new (const struct outside *outside)
{
  struct library_files *files = array_new (1, sizeof *files);

  files->outside = outside;
  files->copies = (struct object_copies) { copy_of_removed, files };
  return files;
}

void
library_files_free (struct library_files *files)
{
  for (size_t i = 0; i < files->len; i++)
    {
      program_file_close (&files->items[i]->file);
      free (files->items[i]);
    }
  free (files->items);
  free (files);
}

const struct object_copies *
library_files_copies (struct library_files *files)
{
  return &files->copies;
}
