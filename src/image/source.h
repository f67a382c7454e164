/* image/source.h -- the source files of a run, and where to look for them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Files are known by the names that debug information records, and numbered
   in the order they were first met.  A name is kept once, so that two symbols
   are of one file if their names are one pointer.  */

#ifndef IMAGE_SOURCE_H
#define IMAGE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

/* Number of a source file: 0 is the first one met.  */
typedef uint32_t source_id;
#define SOURCE_NONE UINT32_MAX

struct sources;

struct sources *sources_new (void);
void sources_free (struct sources *sources);

/* The registry's copy of the recorded NAME, registered if it is new.  Lives as
   long as the registry.  */
const char *source_file_intern (struct sources *sources, const char *name);

source_id sources_len (const struct sources *sources);

/* The name of a file below sources_len.  */
const char *source_file_name (const struct sources *sources, source_id id);

/* The file of that recorded name, or SOURCE_NONE.  */
source_id source_file_find (const struct sources *sources, const char *name);

/* The file last met of those with that base name, or SOURCE_NONE.  */
source_id source_file_by_name (const struct sources *sources,
                               const char *base);

/* Appends the directories of LIST, separated by ':', to the search path.  As in
   GNU gprof an empty one stands for the root.  LIST is copied.  */
void source_path_add (struct sources *sources, const char *list);

/* Opens the file recorded as NAME for reading: by that name; then, unless it
   is absolute, by that name in each directory of the search path; then by its
   base name in each, if that is another.  False, after a warning that says
   where it was looked for, or why it cannot be opened, if there is none.
   *TEXT, a descriptor to be closed, is -1 for what is no regular file, and so
   taken as empty; STRICT does not warn about that, as GNU gprof does not.  */
bool source_open (const struct sources *sources, struct diag *diag,
                  const char *name, bool strict, int *text);

/* The part of a file name after its last '/'.  */
const char *file_basename (const char *file);

#endif /* IMAGE_SOURCE_H */
