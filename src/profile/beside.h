/* profile/beside.h -- profiles in the directory where one is missing.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_BESIDE_H
#define PROFILE_BESIDE_H

#include <stddef.h>
#include <time.h>

/* Profiles of one directory.  */
struct beside
{
  char *newest;                 /* heap; the name of the newest one, in the
                                   form of the name that was asked for; NULL if
                                   there is none */
  time_t written;               /* when it was last written */
  size_t count;                 /* how many profiles there are */
};

/* Finds the profiles in the directory of the file NAME, which need not exist:
   regular files that begin as a profile does, with "gmon" in their names or a
   number at the end, as PREFIX.PID.  Of a directory with thousands of such
   names not all are looked at.  The caller frees the result's `newest'.  */
struct beside profile_find_beside (const char *name);

#endif /* PROFILE_BESIDE_H */
