/* profile/call_graph.h -- call-graph arc records: read and write.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_CALL_GRAPH_H
#define PROFILE_CALL_GRAPH_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* Reads the body of an arc record (after its tag) of file NAME.  False after
   one diag_error.  */
bool cg_read_rec (struct profile *profile, struct diag *diag,
                  const char *name, struct reader *r);

/* Appends one record an arc, in order; counts over 32 bits as several records,
   or cut if TRUNCATE.  A zero count is written.  */
void cg_write_arcs (const struct profile *profile, struct writer *w,
                    bool truncate);

/* How many records that is for ARC, if not TRUNCATE.  */
uint64_t cg_records (const struct raw_arc *arc);

#endif /* PROFILE_CALL_GRAPH_H */
