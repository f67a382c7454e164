/* report/text/process_info.h -- the profile of the whole process (-i).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_PROCESS_INFO_H
#define REPORT_TEXT_PROCESS_INFO_H

#include "base/out.h"
#include "profile/profile.h"

/* Prints what PROFILE knows about the whole process: the run, its cost, its
   threads and its objects.  Prints nothing if no file has such a profile.  */
void process_info_print (struct out *out, const struct profile *profile);

#endif /* REPORT_TEXT_PROCESS_INFO_H */
