/* compare/side_json.h -- reads a profile that --format=json has written.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef COMPARE_SIDE_JSON_H
#define COMPARE_SIDE_JSON_H

#include "compare/side.h"

enum side_json
{
  SIDE_JSON_READ,
  SIDE_JSON_FAILED,             /* after one diag_error */
  SIDE_JSON_OTHER               /* a file without JSON, which is to be read as
                                   a profile */
};

/* Adds the file NAME to SIDE as a part, if it begins as JSON does.  It must
   fit the other parts, and OTHER unless that is NULL.  The file may be a pipe,
   which must have JSON then.  Keys that are unknown are ignored.  The memory
   is that of SIDE and a constant.  */
enum side_json side_json_read (struct side *side, const struct side *other,
                               const char *name, struct diag *diag);

#endif /* COMPARE_SIDE_JSON_H */
