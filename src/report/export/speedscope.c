/* report/export/speedscope.c -- call paths for the viewer speedscope:
   --format=speedscope.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "graph/stack_paths.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/paths.h"
#include "report/names.h"

#define MILLION 1e6

/* The two lists that a profile has, side by side.  */
struct speedscope
{
  struct out *samples, *weights;
  uint64_t sum;                 /* of the weights */
  const uint32_t *inlined;      /* by frame: that of inlined_frames */
};

/* Returns the numbers of the frames in inlined code, by those of the functions
   of SHOWN, on the heap.  They stand behind all others.  */
static uint32_t *
inlined_frames (const struct view *view, const struct shown *shown)
{
  uint32_t *frames = array_new (shown->len, sizeof *frames);
  uint32_t next = paths_other (view, shown) + 1;
  for (size_t i = 0; i < shown->len; i++)
    if (symtab_has_inlined (view->symtab, shown->ids[i]))
      frames[i] = next++;
  return frames;
}

static void
speedscope_path (void *data, const uint32_t *frames, size_t len,
                 uint64_t time)
{
  struct speedscope *lists = data;
  out_text (lists->samples, lists->sum ? ",\n[" : "\n[");
  for (size_t i = 0; i < len; i++)
    {
      if (i > 0)
        out_char (lists->samples, ',');
      out_unsigned (lists->samples, frames[i] & PATH_INLINED
                    ? lists->inlined[frames[i] & ~PATH_INLINED] : frames[i],
                    0);
    }
  out_char (lists->samples, ']');
  out_text (lists->weights, lists->sum ? "," : "");
  out_unsigned (lists->weights, time, 0);
  lists->sum += time;
}

/* Writes FRAME, in inlined code or not.  */
static void
speedscope_frame (struct out *out, const struct view *view,
                  const struct shown *shown, uint32_t frame, bool is_inlined)
{
  struct out *name = out_to_memory ();
  paths_name (name, view, shown, frame);
  if (is_inlined)
    out_text (name, INLINED_MARK);
  json_text (out, frame > 0 || is_inlined ? ",\n{\"name\":" : "\n{\"name\":",
             out_memory (name, NULL));
  out_close (name);
  if (frame < shown->len)
    json_place (out, lines_get (view->lines, shown->ids[frame]));
  out_char (out, '}');
}

static void
speedscope_frames (struct out *out, const struct view *view,
                   const struct shown *shown)
{
  for (uint32_t i = 0; i <= paths_other (view, shown); i++)
    speedscope_frame (out, view, shown, i, false);
  for (uint32_t i = 0; i < shown->len; i++)
    if (symtab_has_inlined (view->symtab, shown->ids[i]))
      speedscope_frame (out, view, shown, i, true);
}

static void
speedscope_lists (struct out *out, struct speedscope *lists)
{
  size_t len;
  const char *text = out_memory (lists->samples, &len);
  out_text (out, "\"samples\":[");
  out_bytes (out, text, len);
  text = out_memory (lists->weights, &len);
  out_text (out, "\n],\"weights\":[");
  out_bytes (out, text, len);
  out_text (out, "]}],\n");
}

void
speedscope_print (struct out *out, const struct view *view)
{
  struct shown shown;
  bool seconds = strcmp (view->profile->dimension, "seconds") == 0;
  if (paths_collect (&shown, view))
    {
      uint32_t *inlined = inlined_frames (view, &shown);
      struct speedscope lists = { out_to_memory (), out_to_memory (), 0,
                                  inlined };
      paths_walk (view, &shown, view_time (view, MILLION), speedscope_path,
                  &lists);
      json_text (out, "{\"$schema\":\"https://www.speedscope.app/"
                 "file-format-schema.json\",\n\"exporter\":\"" PACKAGE_NAME
                 " " PACKAGE_VERSION "\",\n\"name\":",
                 image_name (view->image));
      out_text (out, ",\"activeProfileIndex\":0,\n\"profiles\":["
                "{\"type\":\"sampled\",\"name\":\"");
      out_text (out, paths_note (view));
      out_text (out, "\",\"unit\":");
      out_text (out, seconds ? "\"microseconds\"" : "\"none\"");
      out_text (out, ",\"startValue\":0,\"endValue\":");
      out_unsigned (out, lists.sum, 0);
      out_text (out, ",\n");
      speedscope_lists (out, &lists);
      out_text (out, "\"shared\":{\"frames\":[");
      speedscope_frames (out, view, &shown);
      out_text (out, "\n]}}\n");
      out_close (lists.samples);
      out_close (lists.weights);
      free (inlined);
    }
  shown_free (&shown);
}
