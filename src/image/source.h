/* image/source.h -- the source files of a run, and the directories to search
   for them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Files are registered by their names in the debug information, and numbered
   in the order of registration.  Each name is stored once, so that two symbols
   are from one file if the pointers to their file names are equal.  */

#ifndef IMAGE_SOURCE_H
#define IMAGE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

/* The number of a source file; the first one registered is 0.  */
typedef uint32_t source_id;
#define SOURCE_NONE UINT32_MAX

struct sources;

struct sources *sources_new (void);
void sources_free (struct sources *sources);

/* Registers the file NAME if it is new.  Returns the registry's copy of NAME,
   which is valid until sources_free.  */
const char *source_file_intern (struct sources *sources, const char *name);

source_id sources_len (const struct sources *sources);

/* Returns the registered name of file ID, which is below sources_len.  */
const char *source_file_name (const struct sources *sources, source_id id);

/* Returns the file registered as NAME, or SOURCE_NONE.  */
source_id source_file_find (const struct sources *sources, const char *name);

/* Returns the file that was registered last among the files with the base name
   BASE, or SOURCE_NONE.  */
source_id source_file_by_name (const struct sources *sources,
                               const char *base);

/* Appends the directories in LIST, separated by ':', to the search path.  As
   in GNU gprof, an empty directory stands for the root.  LIST is copied.  */
void source_path_add (struct sources *sources, const char *list);

/* Makes source_open look for names in which the case of letters differs, if
   there is no exact one: the program is one of Windows.  */
void sources_ignore_case (struct sources *sources);

/* Opens the file registered as NAME for reading.  The first of these that
   exists is opened: NAME; NAME in each directory of the search path, unless
   NAME is absolute; the base name of NAME in each directory, if it differs
   from NAME.  Sets *TEXT to a descriptor that the caller closes, or to -1 if
   the file is empty or not a regular file; both count as empty.  A file that
   is not regular causes a warning, unless SILENT is true.  If no file can be
   opened, returns false after a warning with the reason or the places that
   were searched.  */
bool source_open (const struct sources *sources, struct diag *diag,
                  const char *name, bool silent, int *text);

/* Returns the part of the file name FILE after its last '/'.  */
const char *file_basename (const char *file);

#endif /* IMAGE_SOURCE_H */
