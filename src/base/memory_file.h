/* base/memory_file.h -- files that could not be written, kept in memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   For profiles of --run, which are written and read by the same process: a full
   disk must not lose the report.  The sink for messages, which all readers of
   files have, owns these files (base/diag.h); blob_read and blob_reread find
   them by the names that they would have had.  */

#ifndef BASE_MEMORY_FILE_H
#define BASE_MEMORY_FILE_H

#include <stddef.h>

/* The contents of a file, borrowed until memory_files_free.  */
struct memory_file
{
  const char *name;
  const unsigned char *data;
  size_t len;
};

struct memory_files;

/* Returns an empty list of files, which memory_files_free frees.  */
struct memory_files *memory_files_new (void);
void memory_files_free (struct memory_files *files);    /* may be NULL */

/* Keeps a copy of the LEN bytes at DATA in FILES as the file NAME, which is not
   in it yet.  */
void memory_file_keep (struct memory_files *files, const char *name,
                       const void *data, size_t len);

/* Return the file NAME, and file number I, of FILES, which may be NULL; or NULL
   if there is none.  */
const struct memory_file *memory_file_find (const struct memory_files *files,
                                            const char *name);
const struct memory_file *memory_file_get (const struct memory_files *files,
                                           size_t i);

#endif /* BASE_MEMORY_FILE_H */
