/* profile/call_graph.c -- reads and writes call-graph arc records.

   SPDX-License-Identifier: GPL-3.0-or-later

   The folder graph/ makes the graph.  */

#include <config.h>

#include "profile/call_graph.h"

bool
cg_read_rec (struct profile *profile, struct diag *diag, const char *name,
             struct reader *r)
{
  size_t offset = rd_offset (r);
  uint64_t from = rd_addr (r);
  uint64_t self = rd_addr (r);
  uint32_t count = rd_u32 (r);

  if (r->failed)
    {
      diag_error (diag, "%s: offset %zu: unexpected end of file in an arc;"
                  " was it cut off?", name, offset);
      return false;
    }
  profile_add_arc (profile, from, self, count);
  return true;
}

static void
cg_write_arc (const struct raw_arc *arc, struct writer *w, uint32_t count)
{
  wr_u8 (w, GMON_TAG_CG_ARC);
  wr_addr (w, arc->from);
  wr_addr (w, arc->self);
  wr_u32 (w, count);
}

uint64_t
cg_records (const struct raw_arc *arc)
{
  return arc->count ? (arc->count - 1) / GMON_ARC_COUNT_MAX + 1 : 1;
}

void
cg_write_arcs (const struct profile *profile, struct writer *w, bool truncate)
{
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const struct raw_arc *arc = &profile->arcs[i];
      uint64_t left = arc->count;

      for (; !truncate && left > GMON_ARC_COUNT_MAX;
           left -= GMON_ARC_COUNT_MAX)
        cg_write_arc (arc, w, GMON_ARC_COUNT_MAX);
      cg_write_arc (arc, w, (uint32_t) left);
    }
}
