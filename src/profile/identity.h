/* profile/identity.h -- was a profile recorded by this build of the program?

   SPDX-License-Identifier: GPL-3.0-or-later

   The runtime libgmon leaves the head of the program's build id in the file;
   see libgmon/gmon_out.h.  */

#ifndef PROFILE_IDENTITY_H
#define PROFILE_IDENTITY_H

#include <stdbool.h>

#include "base/diag.h"
#include "image/core.h"
#include "profile/profile.h"

enum profile_build
{
  PROFILE_BUILD_UNKNOWN,        /* some file does not say */
  PROFILE_BUILD_SAME,           /* all files are of this build */
  PROFILE_BUILD_OTHER           /* one is of another */
};

/* Were the files of PROFILE recorded by the build that CORE is?  */
enum profile_build profile_build (const struct profile *profile,
                                  const struct core *core);

/* Makes one of what several files brought, if they are of one program; not for
   strict mode.  Warns, once, if files of PROFILE name another build than CORE
   is, or different ones; files without an identity are taken as they are.
   Then profile_regrid: false after its diag_error.  */
bool profile_unite (struct profile *profile, const struct core *core,
                    struct diag *diag);

/* True if FILE names the build of the program that CORE is.  False also if it
   names no build.  */
bool profile_is_of_build (const struct profile_file *file,
                          const struct core *core);

#endif /* PROFILE_IDENTITY_H */
