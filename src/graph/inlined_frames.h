/* graph/inlined_frames.h -- a process whose stacks have inlined functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   A place of a stack becomes several places: the one in the function of the
   symbol, and below it those in the functions that were inlined there.  All
   that counts stacks works on the result as on any process.  */

#ifndef GRAPH_INLINED_FRAMES_H
#define GRAPH_INLINED_FRAMES_H

#include "graph/inline_chains.h"

struct inlined_frames;

/* Returns a copy of PROCESS (borrowed, as all that the copy does not change)
   with the frames of CHAINS, the chains of its locations.  Samples are in the
   innermost frame, and calls are made by it.  What is called stays: an inlined
   function has no counted calls.  The locations of inlined functions come after
   those of PROCESS.  inlined_frames_free frees the result.  */
struct inlined_frames *inlined_frames_new (const struct process *process,
                                           const struct inline_chains *chains);
void inlined_frames_free (struct inlined_frames *frames);      /* may be NULL */

/* Returns the copy, which belongs to FRAMES.  */
const struct process *
inlined_frames_process (const struct inlined_frames *frames);

#endif /* GRAPH_INLINED_FRAMES_H */
