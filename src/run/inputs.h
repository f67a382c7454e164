/* run/inputs.h -- lists and reads the profiles of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_INPUTS_H
#define RUN_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "image/image.h"
#include "profile/profile.h"
#include "run/file_list.h"

struct inputs
{
  const char *const *names;     /* borrowed from the options, or from
                                   `listed' */
  size_t len;
  struct file_list listed;      /* the names of --files0-from */
};

/* Fills *INPUTS, which is all zeros, with the names of profiles in OPTIONS
   (borrowed).  Returns false after one diag_error.  The caller releases
   *INPUTS with inputs_free in any case.  */
bool inputs_list (struct inputs *inputs, const struct options *options,
                  struct diag *diag);
void inputs_free (struct inputs *inputs);

/* Reads the files of INPUTS into PROFILE, which keeps their names, and makes
   them fit each other (profile_unite).  Numbers are as the machine of IMAGE
   writes them.  With -i, writes to OUT the contents of the files before the
   first bad one.  Returns false after one diag_error; if a file is missing,
   hints follow.  */
bool inputs_read (const struct inputs *inputs, struct profile *profile,
                  const struct options *options, struct image *image,
                  struct diag *diag, struct out *out);

#endif /* RUN_INPUTS_H */
