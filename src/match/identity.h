/* match/identity.h -- checks which build of the program recorded a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   The runtime libgmon stores the head of the program's build id in the file;
   see libgmon/gmon_out.h.  */

#ifndef MATCH_IDENTITY_H
#define MATCH_IDENTITY_H

#include <stdbool.h>

#include "base/diag.h"
#include "image/image.h"
#include "profile/profile.h"

enum profile_build
{
  PROFILE_BUILD_UNKNOWN,        /* no file is of another build, but some name
                                   no build */
  PROFILE_BUILD_SAME,           /* all files are of the build of the image */
  PROFILE_BUILD_OTHER           /* some file is of another build */
};

/* Returns whether the files of PROFILE were recorded by the build that IMAGE
   is.  Without files, or if IMAGE has no build id, that is unknown.  */
enum profile_build profile_build (const struct profile *profile,
                                  const struct image *image);

/* Prepares the data of several files to be reported as one profile.  Prints at
   most one warning, unless silent_mismatch is set, if files of PROFILE name a
   build other than IMAGE, or different builds; files that name no build are
   accepted.  Then runs profile_rebin, unless even_bins is set, and returns
   false after its diag_error.  */
bool profile_unite (struct profile *profile, const struct image *image,
                    struct diag *diag);

/* Returns true if FILE names the build that IMAGE is, false if it names another
   build or none.  */
bool profile_is_of_build (const struct profile_file *file,
                          const struct image *image);

#endif /* MATCH_IDENTITY_H */
