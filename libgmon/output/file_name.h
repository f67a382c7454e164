/* file_name.h -- the names of the file of a profile.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_FILE_NAME_H
#define GMON_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* All functions are async-signal-safe.  "writer" is that of DUMP.  */

struct dump;
struct gmon_writer;

/* Stores TEXT, with ".PID" appended if WITH_PID, in writer->name.  Returns
   false if it does not fit.  */
bool file_name_set (struct gmon_writer *writer, const char *text,
                    bool with_pid);

/* Stores the name that GMON_OPTIONS gives, or the default name, in
   writer->name.  Returns false if it is too long.  */
bool file_name_by_options (struct dump *dump, bool with_pid);

/* Appends host and process id to writer->name, so that no other process on any
   host has that name.  Returns false if it does not fit.  */
bool file_name_apart (struct dump *dump);

/* Puts the directory in which the program was started before writer->name if
   the current directory is "/" and fork was called: a daemon's current
   directory is "/", and nobody looks for a profile there.  Applies to the
   parent of a fork as well, since musl's daemon changes to "/" before it
   forks.  Returns the number of characters that were put before the name.  */
size_t file_name_move_to_start (struct dump *dump);

/* Returns the name of the profile relative to writer->dir.  */
const char *file_name_base (const struct gmon_writer *writer);

/* Returns the part of writer->name after the last slash.  */
const char *file_name_last_part (const struct gmon_writer *writer);

/* Stores a temporary name in the directory of writer->name in
   writer->temporary: with host and ID, or, if ID is 0, the name that all
   processes give a complete file.  Returns false with errno set if the name is
   too long.  */
bool file_name_temporary (struct dump *dump, uint32_t id);

#endif /* GMON_FILE_NAME_H */
