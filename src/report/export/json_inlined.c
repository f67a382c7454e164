/* report/export/json_inlined.c -- inlined functions, as JSON.

   SPDX-License-Identifier: GPL-3.0-or-later

   An inlined function has a number behind those of all functions, also if it
   has a symbol: so a frame of it differs from one of the symbol, and without
   such frames the stacks are those of "stacks".  */

#include <config.h>

#include "report/export/json_inlined.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_paths.h"
#include "report/export/export_text.h"
#include "report/names.h"

/* An inlined function on the paths.  */
struct inlined_row
{
  sym_id id;                    /* the inlined function in the table */
  uint64_t self, total;         /* in its inlined code; each stack once */
  uint32_t depth;               /* how often it is on the path at hand */
};

struct json_inlined
{
  const struct view *view;
  const struct shown *shown;
  uint32_t other;               /* the frame of stacks without an order */
  struct stack_paths paths;     /* frames: numbers in SHOWN, OTHER, and behind
                                   it inlined functions without a symbol */
  sym_id *inlined_of;           /* by frame: an inlined function */
  uint32_t *row_of;             /* by frame: row + 1; 0: none yet */
  struct inlined_row *rows;     /* heap */
  size_t n_rows, cap_rows;
  uint64_t *own;                /* by number in SHOWN: ticks in its code that
                                   is not inlined */
};

/* -- Frames --------------------------------------------------------------- */

/* Returns the frames of all symbols, on the heap, and sets those of inlined
   functions.  */
static uint32_t *
make_frames (struct json_inlined *inlined)
{
  const struct symtab *symtab = inlined->view->symtab;
  const size_t len = symtab_len (symtab);
  const size_t first = len - symtab_n_inlined (symtab);
  uint32_t *frames = array_new (len, sizeof *frames);
  for (sym_id id = 0; id < first; id++)
    frames[id] = inlined->shown->number[id];
  for (sym_id id = (sym_id) first; id < len; id++)
    {
      const sym_id home = sym_home (symtab, id);
      frames[id] = (home == id ? inlined->other + 1 + (id - (uint32_t) first)
                    : frames[home]);
      if (frames[id] != SHOWN_NONE)
        inlined->inlined_of[frames[id]] = id;
    }
  return frames;
}

/* Returns the row of FRAME, which is inlined.  */
static struct inlined_row *
row_of_frame (struct json_inlined *inlined, uint32_t frame)
{
  const uint32_t number = frame & ~PATH_INLINED;
  if (!inlined->row_of[number])
    {
      *ARRAY_APPEND (inlined->rows, inlined->cap_rows, inlined->n_rows)
        = (struct inlined_row) { .id = inlined->inlined_of[number] };
      inlined->row_of[number] = (uint32_t) inlined->n_rows;
    }
  return &inlined->rows[inlined->row_of[number] - 1];
}

/* -- Sums ----------------------------------------------------------------- */

/* Sets the self times.  Rows are made in the order of the paths.  */
static void
sum_selves (struct json_inlined *inlined)
{
  const struct stack_paths *paths = &inlined->paths;
  for (size_t i = 0; i < paths->nodes.len; i++)
    {
      const uint32_t frame = paths->nodes.pairs[i].b;
      if (frame & PATH_INLINED)
        row_of_frame (inlined, frame)->self += paths->self[i + 1];
      else if (frame != inlined->other)
        inlined->own[frame] += paths->self[i + 1];
    }
}

/* Adds the ticks of node I + 1, and of all below it, to the function of its
   frame, unless that is on the path to it, too.  */
static void
enter_frame_of (struct json_inlined *inlined, size_t i, const uint64_t *totals)
{
  const uint32_t frame = inlined->paths.nodes.pairs[i].b;
  if (!(frame & PATH_INLINED))
    return;
  struct inlined_row *row = row_of_frame (inlined, frame);
  if (row->depth++ == 0)
    row->total += totals[i + 1];
}

static void
leave_frame_of (struct json_inlined *inlined, size_t i)
{
  const uint32_t frame = inlined->paths.nodes.pairs[i].b;
  if (frame & PATH_INLINED)
    row_of_frame (inlined, frame)->depth--;
}

/* The children of nodes, as lists.  */
struct children
{
  uint32_t *first, *next;       /* heap; by node, 0: none */
};

static struct children
list_children (const struct pair_table *nodes)
{
  struct children children
    = { array_new (nodes->len + 1, sizeof *children.first),
        array_new (nodes->len + 1, sizeof *children.next) };
  for (size_t node = nodes->len; node > 0; node--)
    {
      const uint32_t parent = nodes->pairs[node - 1].a;
      children.next[node] = children.first[parent];
      children.first[parent] = (uint32_t) node;
    }
  return children;
}

/* Sets the totals by one walk of the paths.  TOTALS has the ticks in and below
   each node.  */
static void
walk_totals (struct json_inlined *inlined, const uint64_t *totals)
{
  const struct pair_table *nodes = &inlined->paths.nodes;
  struct children children = list_children (nodes);
  uint32_t node = children.first[0];
  while (node)
    {
      enter_frame_of (inlined, node - 1, totals);
      if (children.first[node])
        {
          node = children.first[node];
          continue;
        }
      leave_frame_of (inlined, node - 1);
      while (!children.next[node] && nodes->pairs[node - 1].a)
        {
          node = nodes->pairs[node - 1].a;
          leave_frame_of (inlined, node - 1);
        }
      node = children.next[node];
    }
  free (children.first);
  free (children.next);
}

static void
sum_totals (struct json_inlined *inlined)
{
  const struct stack_paths *paths = &inlined->paths;
  uint64_t *totals = array_new (paths->nodes.len + 1, sizeof *totals);
  for (size_t node = paths->nodes.len; node > 0; node--)
    {
      totals[node] += paths->self[node];
      totals[paths->nodes.pairs[node - 1].a] += totals[node];
    }
  walk_totals (inlined, totals);
  free (totals);
}

struct json_inlined *
json_inlined_new (const struct view *view, const struct shown *shown)
{
  if (!view->inlined)
    return NULL;
  struct json_inlined *inlined = array_new (1, sizeof *inlined);
  const size_t n_frames = shown->len + 1 + symtab_n_inlined (view->symtab);
  inlined->view = view;
  inlined->shown = shown;
  inlined->other = (uint32_t) shown->len;
  inlined->inlined_of = array_new (n_frames, sizeof *inlined->inlined_of);
  inlined->row_of = array_new (n_frames, sizeof *inlined->row_of);
  inlined->own = array_new (shown->len, sizeof *inlined->own);
  uint32_t *frames = make_frames (inlined);
  inlined->paths = stack_paths_new (view->inlined, frames, SHOWN_NONE,
                                    inlined->other, PATHS_OF_INLINED);
  free (frames);
  sum_selves (inlined);
  sum_totals (inlined);
  return inlined;
}

void
json_inlined_free (struct json_inlined *inlined)
{
  if (!inlined)
    return;
  stack_paths_free (&inlined->paths);
  free (inlined->inlined_of);
  free (inlined->row_of);
  free (inlined->rows);
  free (inlined->own);
  free (inlined);
}

/* -- Output --------------------------------------------------------------- */

void
json_inlined_self (struct out *out, const struct json_inlined *inlined,
                   uint32_t number)
{
  const sym_id id = inlined->shown->ids[number];
  const uint64_t self = (uint64_t) inlined->view->flat->time[id];
  const uint64_t own = inlined->own[number];
  json_count (out, ",\"inlined_self\":", self > own ? self - own : 0);
}

static void
print_inlined (struct out *out, const struct json_inlined *inlined, size_t i)
{
  const struct view *view = inlined->view;
  const struct symtab *symtab = view->symtab;
  const struct inlined_row *row = &inlined->rows[i];
  const struct sym *sym = sym_get (symtab, row->id);
  const sym_id home = sym_home (symtab, row->id);
  json_count (out, "{\"id\":", inlined->shown->len + i);
  out_text (out, ",\"name\":");
  json_string (out, home == row->id ? name_unmarked (view, row->id)
               : name_of (view, home));
  out_text (out, ",\"symbol\":");
  json_string (out, sym->name);
  if (sym->line)
    {
      out_text (out, ",\"file\":");
      json_string (out, sym->line->file);
      json_count (out, ",\"line\":", sym->line->line);
    }
  json_count (out, ",\"object\":", symtab_object_of (symtab, row->id));
  if (home != row->id)
    json_count (out, ",\"function\":", inlined->shown->number[home]);
  json_count (out, ",\"self\":", row->self);
  json_count (out, ",\"total\":", row->total);
  out_char (out, '}');
}

/* Writes the function of FRAME.  */
static void
print_frame (struct out *out, const struct json_inlined *inlined,
             uint32_t frame)
{
  if (frame & PATH_INLINED)
    json_count (out, ",", inlined->shown->len
                          + inlined->row_of[frame & ~PATH_INLINED] - 1);
  else if (frame == inlined->other)
    out_text (out, ",null");
  else
    json_count (out, ",", frame);
}

void
json_inlined_print (struct out *out, const struct json_inlined *inlined)
{
  const struct pair_table *nodes = &inlined->paths.nodes;
  out_text (out, ",\n\"inlined_functions\":[");
  for (size_t i = 0; i < inlined->n_rows; i++)
    {
      out_text (out, i ? ",\n" : "\n");
      print_inlined (out, inlined, i);
    }
  out_text (out, "\n],\n\"inlined_stacks\":[");
  for (size_t i = 0; i < nodes->len; i++)
    {
      json_count (out, i ? ",\n[" : "\n[", nodes->pairs[i].a);
      print_frame (out, inlined, nodes->pairs[i].b);
      json_count (out, ",", inlined->paths.self[i + 1]);
      out_char (out, ']');
    }
  out_text (out, "\n]");
}
