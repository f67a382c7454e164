/* report/export/callgrind.c -- the call graph for KCachegrind:
   --format=callgrind.

   SPDX-License-Identifier: GPL-3.0-or-later

   A cost is a whole number of microseconds, or of millionths of another unit.
   Each name is written with a number once, and by its number later: a name
   that begins with "(3)" would be taken for a number otherwise.  */

#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/name_table.h"
#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/paths.h"
#include "report/export/shown.h"
#include "report/text/accounting.h"

#define MILLION 1000000

struct callgrind
{
  struct out *out;
  const struct view *view;
  struct shown shown;
  struct arena *arena;
  struct name_table files;
  size_t files_named;           /* the first files, which have been written
                                   with their names */
  bool *named;                  /* heap; by number of the function: its name
                                   has been written */
  bool *objects_named;          /* heap; by number of the object: likewise */
  uint32_t object;              /* the one of the last "ob=" */
};

/* Returns the samples TIME in millionths of the unit.  */
static uint64_t
cost_of (const struct callgrind *grind, double time)
{
  double cost = view_time (grind->view, time) * MILLION;
  return cost > 0 ? (uint64_t) fmin (round (cost), 0x1p63) : 0;
}

/* Writes KEY ("ob=" or "cob=") and the object of the symbol ID, the program or
   a library, unless it is that of the function before.  */
static void
grind_object (struct callgrind *grind, const char *key, sym_id id)
{
  const struct view *view = grind->view;
  uint32_t number = symtab_object_of (view->symtab, id);
  if (number == grind->object)
    return;
  out_text (grind->out, key);
  out_char (grind->out, '(');
  out_unsigned (grind->out, (uint64_t) number + 1, 0);
  out_char (grind->out, ')');
  if (!grind->objects_named[number])
    {
      const char *name = symtab_object_name (view->symtab, number);
      out_char (grind->out, ' ');
      plain_name (grind->out, number == 0 ? image_name (view->image)
                  : name ? name : "???", "");
      grind->objects_named[number] = true;
    }
  out_char (grind->out, '\n');
}

/* Writes KEY ("fl=" or "cfi=") and the file of the symbol ID.  */
static void
grind_file (struct callgrind *grind, const char *key, sym_id id)
{
  struct place place = lines_get (grind->view->lines, id);
  const char *file = place.file ? place.file : "???";
  uint32_t number = name_enter (&grind->files, grind->arena, file);
  out_text (grind->out, key);
  out_char (grind->out, '(');
  out_unsigned (grind->out, (uint64_t) number + 1, 0);
  out_char (grind->out, ')');
  if (number >= grind->files_named)
    {
      out_char (grind->out, ' ');
      plain_line (grind->out, file);
      grind->files_named = (size_t) number + 1;
    }
  out_char (grind->out, '\n');
}

/* Writes KEY ("fn=" or "cfn=") and the function NUMBER of shown.  */
static void
grind_function (struct callgrind *grind, const char *key, uint32_t number)
{
  out_text (grind->out, key);
  out_char (grind->out, '(');
  out_unsigned (grind->out, (uint64_t) number + 1, 0);
  out_char (grind->out, ')');
  if (!grind->named[number])
    {
      out_char (grind->out, ' ');
      shown_name (grind->out, grind->view, &grind->shown, number);
      grind->named[number] = true;
    }
  out_char (grind->out, '\n');
}

static void
grind_line (struct callgrind *grind, unsigned line, double time)
{
  out_unsigned (grind->out, line, 0);
  out_char (grind->out, ' ');
  out_unsigned (grind->out, cost_of (grind, time), 0);
  out_char (grind->out, '\n');
}

/* Writes the calls that the symbol ID makes.  The line of a call is not known,
   so it is that of the function.  An arc that only stacks show was called at
   least once; with 0 calls callgrind_annotate takes its time for that of the
   caller itself.  */
static void
grind_calls (struct callgrind *grind, sym_id id)
{
  const struct view *view = grind->view;
  struct cg_span children = cg_children (view->cg, id);
  for (size_t i = children.len; i-- > 0;)
    {
      const struct cg_arc *arc = &view->cg->arcs[children.arcs[i]];
      const struct cg_arc_times times
        = cg_arc_times (view->cg, children.arcs[i]);
      if (!shown_has_arc (&grind->shown, view, arc))
        continue;
      grind_object (grind, "cob=", arc->child);
      grind_file (grind, "cfi=", arc->child);
      grind_function (grind, "cfn=", grind->shown.number[arc->child]);
      out_text (grind->out, "calls=");
      out_unsigned (grind->out, arc->count ? arc->count : 1, 0);
      out_char (grind->out, ' ');
      out_unsigned (grind->out, lines_get (view->lines, arc->child).line, 0);
      out_char (grind->out, '\n');
      grind_line (grind, lines_get (view->lines, id).line,
                  times.down_self + times.down_child);
    }
}

static void
grind_head (struct callgrind *grind)
{
  struct out *out = grind->out;
  const char *unit = grind->view->profile->dimension;
  double total = 0;
  for (uint32_t i = 0; i < grind->shown.len; i++)
    total += (double) cost_of (grind,
                               grind->view->flat->time[grind->shown.ids[i]]);
  out_text (out, "# callgrind format\nversion: 1\ncreator: " PACKAGE_NAME
            " " PACKAGE_VERSION "\ncmd: ");
  plain_line (out, image_name (grind->view->image));
  out_printf (out, "\ndesc: Time of callees: %s\n", times_note (grind->view));
  if (view_counted (grind->view))
    {
      out_text (out, "desc: Calls: ");
      print_counted (out, grind->view);
    }
  out_text (out, "positions: line\n");
  if (strcmp (unit, "seconds") == 0 || !*unit)
    out_printf (out, "event: us : %s (microseconds)\nevents: us\n",
                grind->view->of_waits ? "Off-CPU time" : "Time");
  else
    {
      out_text (out, "event: millionths : Millionths of ");
      plain_line (out, unit);
      out_text (out, "\nevents: millionths\n");
    }
  out_printf (out, "summary: %.0f\n", total);
}

void
callgrind_print (struct out *out, const struct view *view)
{
  struct callgrind grind = { .out = out, .view = view, .object = UINT32_MAX };
  if (shown_collect (&grind.shown, view))
    {
      shown_find_repeated (&grind.shown, view);
      grind.arena = arena_new ();
      grind.named = array_new (grind.shown.len, sizeof *grind.named);
      grind.objects_named = array_new (symtab_n_objects (view->symtab),
                                       sizeof *grind.objects_named);
      grind_head (&grind);
      for (uint32_t i = 0; i < grind.shown.len; i++)
        {
          sym_id id = grind.shown.ids[i];
          out_char (out, '\n');
          grind_object (&grind, "ob=", id);
          grind.object = symtab_object_of (view->symtab, id);
          grind_file (&grind, "fl=", id);
          grind_function (&grind, "fn=", i);
          grind_line (&grind, lines_get (view->lines, id).line,
                      view->flat->time[id]);
          if (view->cg->n_arcs)
            grind_calls (&grind, id);
        }
      name_table_free (&grind.files);
      free (grind.objects_named);
      free (grind.named);
      arena_free (grind.arena);
    }
  shown_free (&grind.shown);
}
