/* inputs.h -- the profiles of a run: which, and reading them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "file_list.h"
#include "image/core.h"
#include "options.h"
#include "profile/profile.h"

struct inputs
{
  const char *const *names;     /* borrowed from the options, or listed's */
  size_t len;
  struct file_list listed;      /* of --files0-from */
};

/* Fills *INPUTS, which is all zeros, with the names that OPTIONS (borrowed)
   say.  False after one diag_error.  */
bool inputs_list (struct inputs *inputs, const struct options *options,
                  struct diag *diag);
void inputs_free (struct inputs *inputs);

/* Reads them into PROFILE, which keeps their names, as the machine of CORE
   writes numbers, and makes them one (not in strict mode, since GNU does not
   ask whether they belong together).  With -i, says on OUT what they hold, of
   those before the first bad one.  False after one diag_error, and hints if a
   file is missing.  */
bool inputs_read (const struct inputs *inputs, struct profile *profile,
                  const struct options *options, struct core *core,
                  struct diag *diag, struct out *out);

#endif /* INPUTS_H */
