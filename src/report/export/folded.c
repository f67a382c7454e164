/* report/export/folded.c -- call paths, one a line: --format=folded.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes the input of flame graph programs: the names on the path, separated by
   semicolons, a blank, and microseconds.  A semicolon in a name becomes a
   colon.  */

#include <config.h>

#include "base/out_number.h"
#include "report/export/exporters.h"
#include "report/export/paths.h"

#define MILLION 1e6

struct folded
{
  struct out *out;
  const struct view *view;
  const struct shown *shown;
};

static void
folded_name (const struct folded *folded, uint32_t frame)
{
  struct out *name = out_to_memory ();
  paths_name (name, folded->view, folded->shown, frame);
  for (const char *c = out_memory (name, NULL); *c; c++)
    out_char (folded->out, *c == ';' ? ':' : *c);
  out_close (name);
}

static void
folded_path (void *data, const uint32_t *frames, size_t len, uint64_t time)
{
  const struct folded *folded = data;
  for (size_t i = 0; i < len; i++)
    {
      if (i > 0)
        out_char (folded->out, ';');
      folded_name (folded, frames[i]);
    }
  out_char (folded->out, ' ');
  out_unsigned (folded->out, time, 0);
  out_char (folded->out, '\n');
}

void
folded_print (struct out *out, const struct view *view)
{
  struct shown shown;
  if (paths_collect (&shown, view))
    {
      struct folded folded = { out, view, &shown };
      paths_walk (view, &shown, view_time (view, MILLION), folded_path,
                  &folded);
    }
  shown_free (&shown);
}
