/* report/text/gmon_info.h -- the contents of the profile files (--file-info).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_GMON_INFO_H
#define REPORT_TEXT_GMON_INFO_H

#include "base/out.h"
#include "profile/profile.h"

/* Writes name, version and record counts of the first N files of PROFILE.  */
void gmon_info_print (struct out *out, const struct profile *profile,
                      size_t n);

#endif /* REPORT_TEXT_GMON_INFO_H */
