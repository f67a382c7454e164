/* graph/process_arcs.h -- the calls in the profile of a process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_PROCESS_ARCS_H
#define GRAPH_PROCESS_ARCS_H

#include "profile/profile.h"

struct arc_list
{
  const struct raw_arc *arcs;
  size_t len;
  struct raw_arc *own;          /* heap, or NULL: the arcs are borrowed */
};

/* Returns the arcs of PROFILE that the call graph is made of: those of PROCESS
   (NULL: there is none), if they have all calls, since the others are the same
   calls with fewer details.  A file without them has more calls; then only the
   calls of functions of libraries come from the process.  Addresses are those
   of location_address; a caller is the last byte of the call, not the return
   address.  The caller of this function frees `own'.  */
struct arc_list process_arcs (const struct profile *profile,
                              const struct process *process);

#endif /* GRAPH_PROCESS_ARCS_H */
