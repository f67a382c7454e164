/* report/export/paths.c -- call paths, measured or made from the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   Without call stacks, the walk starts at all nodes that are called from
   outside, or by nobody.  A callee on a path gets the fraction (fraction of
   the caller) * (calls by the caller) / (all calls of the callee).  Over all
   paths these add up to 1.  The walk is a stack of arcs, without recursion.
   Its depth and the number of its frames are limited, since the graph can come
   from a hostile file; so are those of measured paths.  */

#include <config.h>

#include "report/export/paths.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "graph/stack_paths.h"
#include "report/export/export_text.h"
#include "report/names.h"

/* The most functions on a path, and the most frames of all paths.  */
#define MAX_DEPTH 1000
#define MAX_FRAMES 10000000

/* Rounding errors of fractions are smaller than this part of a unit.  */
#define SLACK 1e-4

/* One function on the path, or a member of a cycle on it.  */
struct step
{
  cg_id id;                     /* symbol */
  double fraction;              /* of the time of ID that is on the path */
  size_t n_frames;              /* frames of the path, with this one */
  size_t arc;                   /* the next of its arcs to follow */
  cg_id next;                   /* the next member of its cycle */
};

struct walk
{
  const struct view *view;
  const struct shown *shown;
  double scale;
  double least;                 /* least time of a path, in samples */
  path_taker *take;
  void *data;
  uint32_t *frames;             /* heap; room for two frames a step */
  struct step *steps;           /* heap; the path */
  size_t depth;
  size_t n_frames;              /* of all paths so far */
  double *exact;                /* heap; by number: time of paths so far */
  uint64_t *taken;              /* heap; by number: the same in whole units */
};

uint32_t
paths_other (const struct view *view, const struct shown *shown)
{
  return (uint32_t) (shown->len + view->cg->n_cycles);
}

bool
paths_collect (struct shown *shown, const struct view *view)
{
  struct row_rules rules = view->style->rows;
  rules.min_percent = -1;
  if (!shown_collect_by (shown, view, &rules))
    return false;
  shown_find_repeated (shown, view);
  return true;
}

void
paths_name (struct out *out, const struct view *view,
            const struct shown *shown, uint32_t frame)
{
  if (frame & PATH_INLINED)
    {
      shown_name (out, view, shown, frame & ~PATH_INLINED);
      out_text (out, "_[i]");
    }
  else if (frame < shown->len)
    shown_name (out, view, shown, frame);
  else if (frame == paths_other (view, shown))
    out_text (out, "(other paths)");
  else
    out_printf (out, "<cycle %zu>", frame - shown->len + 1);
}

/* Returns TIME, in samples, in whole units.  */
static uint64_t
whole_units (const struct walk *walk, double time)
{
  double units = time * walk->scale;
  return units > 0 ? (uint64_t) fmin (floor (units + 0.5 + SLACK), 0x1p63) : 0;
}

/* Reports the path of the first N_FRAMES frames, which ends in the function
   NUMBER, with TIME in samples.  The sum of all reported times of a function
   is rounded, not each of them.  */
static void
take_path (struct walk *walk, uint32_t number, size_t n_frames, double time)
{
  double self = walk->view->flat->time[walk->shown->ids[number]];
  walk->exact[number] += time;
  uint64_t all = whole_units (walk, self);
  uint64_t now = whole_units (walk, walk->exact[number]);
  now = now < all ? now : all;
  if (now > walk->taken[number])
    {
      walk->take (walk->data, walk->frames, n_frames,
                  now - walk->taken[number]);
      walk->taken[number] = now;
    }
}

/* Reports the self time of the last step, and its path.  */
static void
take_self (struct walk *walk, const struct step *step)
{
  uint32_t number = walk->shown->number[step->id];
  double self = walk->view->flat->time[step->id];
  if (number != SHOWN_NONE && self != 0)
    take_path (walk, number, step->n_frames, self * step->fraction);
}

/* Adds a step to the symbol ID behind N_FRAMES frames.  NEXT is the next
   member of its cycle to come in its place.  */
static void
push_symbol (struct walk *walk, cg_id id, double fraction, size_t n_frames,
             cg_id next)
{
  uint32_t number = walk->shown->number[id];
  if (number != SHOWN_NONE)
    walk->frames[n_frames++] = number;
  struct step *step = &walk->steps[walk->depth++];
  *step = (struct step) { id, fraction, n_frames, 0, next };
  walk->n_frames += n_frames;
  take_self (walk, step);
}

/* Adds a step to the NODE, a symbol or a cycle, unless its part of the time is
   too small or the walk too long.  */
static void
push (struct walk *walk, cg_id node, double fraction, size_t n_frames)
{
  const struct cg *cg = walk->view->cg;
  const struct cg_node *of = &cg->nodes[node];
  double time = (of->time + of->child_time) * fraction;
  if (!(time > 0) || time < walk->least || walk->depth >= MAX_DEPTH
      || walk->n_frames >= MAX_FRAMES)
    return;
  if (node < cg->n_syms)
    {
      push_symbol (walk, node, fraction, n_frames, CG_NONE);
      return;
    }
  walk->frames[n_frames++]
    = (uint32_t) (walk->shown->len + (node - cg_cycle_node (cg, 1)));
  push_symbol (walk, of->next, fraction, n_frames, cg->nodes[of->next].next);
}

/* Follows the arcs of the last step, and then those of the other members of
   its cycle.  */
static void
paths_advance (struct walk *walk)
{
  const struct cg *cg = walk->view->cg;
  struct step *step = &walk->steps[walk->depth - 1];
  struct cg_span children = cg_children (cg, step->id);
  while (step->arc < children.len)
    {
      const struct cg_arc *arc = &cg->arcs[children.arcs[step->arc++]];
      if (arc->count == 0 || arc->child == cg_indirect (cg)
          || cg_arc_is_inner (cg, arc))
        continue;
      cg_id callee = cg_callee_node (cg, arc->child);
      double part = (double) arc->count / (double) cg->nodes[callee].calls;
      size_t depth = walk->depth;
      push (walk, callee, step->fraction * part, step->n_frames);
      if (walk->depth > depth)
        return;
    }
  struct step done = *step;
  walk->depth--;
  if (done.next == CG_NONE)
    return;
  size_t n_frames = done.n_frames
                    - (walk->shown->number[done.id] != SHOWN_NONE);
  push_symbol (walk, done.next, done.fraction, n_frames,
               cg->nodes[done.next].next);
}

/* Walks from NODE, a symbol or a cycle, which is called from outside or by
   nobody.  OUTSIDE is the number of its calls from outside.  */
static void
paths_from (struct walk *walk, cg_id node, uint64_t outside)
{
  uint64_t calls = walk->view->cg->nodes[node].calls;
  if (calls && !outside)
    return;
  push (walk, node, calls ? (double) outside / (double) calls : 1, 0);
  while (walk->depth > 0)
    paths_advance (walk);
}

static void
walk_from_roots (struct walk *walk)
{
  const struct cg *cg = walk->view->cg;
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (cg->nodes[id].cycle == 0)
      paths_from (walk, id, cg->nodes[id].outside_calls);
  for (uint32_t c = 1; c <= cg->n_cycles; c++)
    {
      cg_id cycle = cg_cycle_node (cg, c);
      uint64_t outside = 0;
      for (cg_id m = cg->nodes[cycle].next; m != CG_NONE;
           m = cg->nodes[m].next)
        outside += cg->nodes[m].outside_calls;
      paths_from (walk, cycle, outside);
    }
}

/* Sets the first frames of WALK to those of NODE of PATHS.  Returns their
   number, or 0 if they are too many.  */
static size_t
unfold (struct walk *walk, const struct stack_paths *paths, uint32_t node)
{
  size_t n = 0;
  for (uint32_t i = node; i; i = (uint32_t) paths->nodes.pairs[i - 1].a)
    if (n++ == MAX_DEPTH)
      return 0;
  for (size_t at = n; at > 0; node = (uint32_t) paths->nodes.pairs[node - 1].a)
    walk->frames[--at] = (uint32_t) paths->nodes.pairs[node - 1].b;
  return n;
}

/* Returns by node of PATHS the ticks of its samples and of all paths below
   it, on the heap.  */
static uint64_t *
path_totals (const struct stack_paths *paths)
{
  uint64_t *totals = array_new (paths->nodes.len + 1, sizeof *totals);
  for (size_t i = paths->nodes.len; i > 0; i--)
    {
      totals[i] += paths->self[i];
      totals[paths->nodes.pairs[i - 1].a] += totals[i];
    }
  return totals;
}

/* Reports the paths that call stacks have.  */
static void
walk_stacks (struct walk *walk)
{
  struct stack_paths paths
    = stack_paths_new (walk->view->stacks, walk->shown->number, SHOWN_NONE,
                       paths_other (walk->view, walk->shown),
                       PATHS_OF_INLINED);
  uint64_t *totals = path_totals (&paths);
  for (uint32_t i = 1; i <= paths.nodes.len; i++)
    {
      if (paths.self[i] == 0 || (double) totals[i] < walk->least
          || walk->n_frames >= MAX_FRAMES)
        continue;
      size_t n = unfold (walk, &paths, i);
      walk->n_frames += n;
      if (n)
        take_path (walk, walk->frames[n - 1] & ~PATH_INLINED, n,
                   (double) paths.self[i]);
    }
  free (totals);
  stack_paths_free (&paths);
}

/* Reports the self times that are on no path.  */
static void
take_others (struct walk *walk)
{
  for (uint32_t i = 0; i < walk->shown->len; i++)
    {
      uint64_t all
        = whole_units (walk, walk->view->flat->time[walk->shown->ids[i]]);
      uint32_t frames[] = { paths_other (walk->view, walk->shown), i };
      if (all <= walk->taken[i])
        continue;
      /* Without arcs, a function is a path.  */
      if (walk->view->cg->n_arcs)
        walk->take (walk->data, frames, 2, all - walk->taken[i]);
      else
        walk->take (walk->data, frames + 1, 1, all - walk->taken[i]);
    }
}

bool
paths_are_measured (const struct view *view)
{
  return view->stacks && view->stacks->has_stacks;
}

const char *
paths_note (const struct view *view)
{
  if (view->of_waits)
    return "call paths of blocked threads";
  return (paths_are_measured (view)
          ? "call paths are measured by call stacks"
          : "call paths are apportioned by call counts, not measured");
}

const char *
times_note (const struct view *view)
{
  return (paths_are_measured (view)
          ? "measured by call stacks"
          : "divided among callers by numbers of calls, not measured");
}

void
paths_walk (const struct view *view, const struct shown *shown, double scale,
            path_taker *take, void *data)
{
  double percent = view->style->rows.min_percent;
  if (percent < 0)
    percent = paths_are_measured (view) ? 0 : PATHS_MIN_PERCENT;
  struct walk walk
    = { .view = view,
        .shown = shown,
        .scale = scale,
        .least = view->flat->total * percent / 100,
        .take = take,
        .data = data,
        .frames = array_new (2 * MAX_DEPTH + 2, sizeof *walk.frames),
        .steps = array_new (MAX_DEPTH + 1, sizeof *walk.steps),
        .exact = array_new (shown->len, sizeof *walk.exact),
        .taken = array_new (shown->len, sizeof *walk.taken) };
  if (paths_are_measured (view))
    walk_stacks (&walk);
  else if (view->cg->n_arcs)
    walk_from_roots (&walk);
  take_others (&walk);
  free (walk.taken);
  free (walk.exact);
  free (walk.steps);
  free (walk.frames);
}
