/* profile/call_graph.h -- reads and writes call-graph arc records.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_CALL_GRAPH_H
#define PROFILE_CALL_GRAPH_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* Reads the body of an arc record (the bytes after its tag) of file NAME from
   R into PROFILE.  Returns false after one diag_error.  */
bool cg_read_rec (struct profile *profile, struct diag *diag,
                  const char *name, struct reader *r);

/* Appends the arcs of PROFILE to W, in order, one record for each.  A count
   over 32 bits is split over several records; with TRUNCATE its high bits are
   cut off instead.  Arcs with a count of 0 are written, too.  */
void cg_write_arcs (const struct profile *profile, struct writer *w,
                    bool truncate);

/* Returns how many records cg_write_arcs writes for ARC without TRUNCATE.  */
uint64_t cg_records (const struct raw_arc *arc);

#endif /* PROFILE_CALL_GRAPH_H */
