/* profile/beside.h -- finds profiles next to a missing one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_BESIDE_H
#define PROFILE_BESIDE_H

#include <stddef.h>
#include <time.h>

/* The profiles found in one directory.  */
struct beside
{
  char *newest;                 /* heap; the name of the newest profile, with
                                   the directory as the caller wrote it; NULL
                                   if there is none */
  time_t written;               /* modification time of the newest one */
  size_t count;                 /* number of profiles found */
};

/* Finds the profiles in the directory of the file NAME, which need not exist.
   A profile is a regular file that begins with the magic bytes of a profile,
   and has "gmon" in its name or a number at the end of its name, as in
   PREFIX.PID.  In a directory with thousands of such names only the first ones
   are opened.  The caller frees `newest' of the result.  */
struct beside profile_find_beside (const char *name);

/* Returns on the heap the path of a file beside the profile NAME that libgmon
   had not finished when it was killed (libgmon/output/stale_files.h), or
   NULL.  */
char *beside_find_rest (const char *name);

#endif /* PROFILE_BESIDE_H */
