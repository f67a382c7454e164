/* report/text/cg_print.c -- the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the finished graph, numbered.  Out: its entries:

     parents     the callers, the most important next to the entry
     entry       [index], share of the total, self, children, calls, name
     children    the callees, the most important first  */

#include <config.h>

#include "report/text/cg_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "base/sort.h"
#include "report/names.h"
#include "report/reports.h"
#include "report/text/accounting.h"
#include "report/text/blurb.h"
#include "report/text/prefetch.h"

struct arc_key;

/* The state of the writing.  index_width grows with the highest number, unless
   cut_numbers is set, which cuts longer numbers.  The column of children's
   time is wider in the BSD layout.  */
struct text
{
  struct out *out;
  const struct view *view;
  size_t index_width, children_width;
  struct arc_key *arcs;         /* the sorted arcs of one node at a time */
  size_t n_arcs, cap_arcs;
};

/* -- Arcs of an entry ----------------------------------------------------- */

/* The two times of a line, in samples.  */
struct line_times
{
  double self, child;
};

/* A key to sort arcs: the recursive kinds are the least important.  */
struct arc_key
{
  enum { ARC_SELF, ARC_IN_CYCLE, ARC_OUTER } kind;
  struct line_times times;
  double time;                  /* the sum of times, used for outer arcs */
  uint64_t count;
  uint32_t arc;                 /* index of the arc: the order of first
                                   appearance */
};

static int
compare_importance (const struct arc_key *x, const struct arc_key *y)
{
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->kind == ARC_OUTER && x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->count > y->count) - (x->count < y->count);
}

static int
compare_age (const struct arc_key *x, const struct arc_key *y)
{
  return (x->arc > y->arc) - (x->arc < y->arc);
}

static int
compare_parents (const void *a, const void *b)
{
  int order = compare_importance (a, b);
  return order ? order : compare_age (a, b);
}

static int
compare_children (const void *a, const void *b)
{
  int order = compare_importance (b, a);
  return order ? order : compare_age (a, b);
}

/* Returns true if ARC is within a cycle: like cg_arc_is_inner, but from the
   cache of names, and an arc from a function to itself does not count.  */
static bool
is_inner (const struct view *view, const struct cg_arc *arc)
{
  uint32_t cycle = cycle_of (view, arc->child);
  return cycle && cycle == cycle_of (view, arc->parent);
}

static void
cg_trace_order (const struct text *text)
{
  const struct view *view = text->view;
  for (size_t i = 0; i < text->n_arcs; i++)
    {
      const struct cg_arc *arc = &view->cg->arcs[text->arcs[i].arc];
      diag_trace (view->diag, TRACE_ARC_SORT, "%zu: %s to %s, %" PRIu64
                  " calls, time %g", i,
                  raw_name (view, arc->parent), raw_name (view, arc->child),
                  arc->count, text->arcs[i].time);
    }
}

/* Returns the times of the arc number ARC in samples: with CHILDREN those of
   the line of the child in the entry of the parent, else those of the line of
   the parent in the entry of the child.  Only measured times differ.  */
static struct line_times
line_times (const struct cg *cg, uint32_t arc, bool children)
{
  const struct cg_arc_times times = cg_arc_times (cg, arc);
  return (children
          ? (struct line_times) { times.down_self, times.down_child }
          : (struct line_times) { times.up_self, times.up_child });
}

/* Fills text->arcs with the sorted arcs of SPAN.  With CHILDREN they are the
   arcs to children, else the arcs from parents.  */
static void
sort_arcs (struct text *text, struct cg_span span, bool children)
{
  const struct cg *cg = text->view->cg;
  ARRAY_ROOM (text->arcs, text->cap_arcs, span.len);
  text->n_arcs = span.len;
  for (size_t i = 0; i < span.len; i++)
    {
      const struct cg_arc *arc = &cg->arcs[span.arcs[i]];
      struct arc_key *key = &text->arcs[i];
      key->kind = (arc->parent == arc->child ? ARC_SELF
                   : is_inner (text->view, arc) ? ARC_IN_CYCLE : ARC_OUTER);
      key->times = line_times (cg, span.arcs[i], children);
      key->time = key->times.self + key->times.child;
      key->count = arc->count;
      key->arc = span.arcs[i];
    }
  if (children)
    sort_stable (text->arcs, span.len, sizeof *text->arcs, compare_children);
  else
    sort_stable (text->arcs, span.len, sizeof *text->arcs, compare_parents);
  if (diag_traces (text->view->diag, TRACE_ARC_SORT))
    cg_trace_order (text);
}

/* Writes two columns: self time and time of children.  */
static void
print_times (const struct text *text, double time, double child_time)
{
  out_fixed (text->out, view_time (text->view, time), 7, 2);
  out_char (text->out, ' ');
  out_fixed (text->out, view_time (text->view, child_time),
             text->children_width, 2);
  out_char (text->out, ' ');
}

/* Writes the fields of a call from another function: times, and COUNT of the
   callee's CALLS.  */
static void
print_outer_call (const struct text *text, double time, double child_time,
                  uint64_t count, uint64_t calls)
{
  out_pad (text->out, text->index_width + 7);
  print_times (text, time, child_time);
  if (view_is_uncounted (text->view, calls))
    {
      out_pad (text->out, 15);
      return;
    }
  out_unsigned (text->out, count, 7);
  out_char (text->out, '/');
  out_unsigned_left (text->out, calls, 7);
}

/* Writes the blank fields of a call that has no times.  */
static void
print_untimed (const struct text *text)
{
  out_pad (text->out, text->index_width + 16 + text->children_width);
}

/* Writes one arc as a line about the node OTHER at its far end.  */
static void
print_arc (const struct text *text, const struct arc_key *key, cg_id other)
{
  const struct cg *cg = text->view->cg;
  const struct cg_arc *arc = &cg->arcs[key->arc];
  if (key->kind == ARC_OUTER)
    {
      print_outer_call (text, key->times.self, key->times.child, arc->count,
                        callee_calls (text->view, arc->child));
      out_pad (text->out, 5);
    }
  else
    {
      print_untimed (text);
      out_unsigned (text->out, arc->count, 7);
      out_pad (text->out, 13);
    }
  print_name (text->out, text->view, other);
  out_char (text->out, '\n');
}

/* Returns true if stacks without a caller of ID were measured.  */
static bool
has_outside_time (const struct cg_node *node)
{
  return node->outside_time + node->outside_child_time > 0;
}

/* Writes the line of a caller that is not a symbol.  It has no numbers, not
   even if calls or times from outside are known, since other programs that read
   the graph skip only a line with nothing else.  */
static void
print_spontaneous (const struct text *text)
{
  print_untimed (text);
  out_text (text->out, "                    <spontaneous>\n");
}

static void
print_parents (struct text *text, cg_id id)
{
  const struct cg *cg = text->view->cg;
  struct cg_span span = cg_parents (cg, id);
  if (span.len == 0 || cg->nodes[id].outside_calls
      || has_outside_time (&cg->nodes[id]))
    print_spontaneous (text);
  sort_arcs (text, span, false);
  for (size_t i = 0; i < text->n_arcs; i++)
    print_arc (text, &text->arcs[i], cg->arcs[text->arcs[i].arc].parent);
}

static void
print_children (struct text *text, cg_id id)
{
  const struct cg *cg = text->view->cg;
  sort_arcs (text, cg_children (cg, id), true);
  for (size_t i = 0; i < text->n_arcs; i++)
    print_arc (text, &text->arcs[i], cg->arcs[text->arcs[i].arc].child);
}

/* -- Entries -------------------------------------------------------------- */

/* Writes "[index]" in its column.  With cut_numbers a long one is cut.  */
static void
print_own_index (const struct text *text, cg_id id)
{
  char index[16];
  size_t len = snprintf (index, sizeof index, "[%" PRIu32 "]",
                         text->view->entries->index[id]);
  if (len > text->index_width)
    len = text->index_width;
  out_bytes (text->out, index, len);
  out_pad (text->out, text->index_width - len + 1);
}

/* Writes the first fields of the main line of a function or a cycle: index,
   share of the total time, self and child time.  */
static void
print_share (const struct text *text, cg_id id)
{
  const struct view *view = text->view;
  const struct cg_node *node = &view->cg->nodes[id];
  double total = view->cg->print_time;
  double sum = node->prop_self + node->prop_child;
  print_own_index (text, id);
  out_fixed (text->out, total > 0 ? 100 * sum / total : 0.0, 5, 1);
  out_char (text->out, ' ');
  print_times (text, node->prop_self, node->prop_child);
}

static void
print_calls (struct out *out, uint64_t calls, uint64_t self_calls)
{
  out_unsigned (out, calls, 7);
  if (!self_calls)
    {
      out_pad (out, 8);
      return;
    }
  out_char (out, '+');
  out_unsigned_left (out, self_calls, 7);
}

static void
print_function (struct text *text, cg_id id)
{
  const struct cg_node *node = &text->view->cg->nodes[id];
  struct out *out = text->out;
  print_parents (text, id);
  print_share (text, id);
  if (node->calls + node->self_calls != 0)
    print_calls (out, node->calls, node->self_calls);
  else
    out_pad (out, 15);
  out_char (out, ' ');
  print_name (out, text->view, id);
  out_char (out, '\n');
  print_children (text, id);
}

struct member_key
{
  double time;
  uint64_t calls;
  cg_id node;
};

static int
compare_members (const void *a, const void *b)
{
  const struct member_key *x = a, *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  return (x->calls < y->calls) - (x->calls > y->calls);
}

static void
print_member (const struct text *text, cg_id id)
{
  const struct cg_node *node = &text->view->cg->nodes[id];
  out_pad (text->out, text->index_width + 7);
  print_times (text, node->prop_self, node->prop_child);
  print_calls (text->out, node->calls, node->self_calls);
  out_pad (text->out, 5);
  print_name (text->out, text->view, id);
  out_char (text->out, '\n');
}

static void
print_members (const struct text *text, cg_id first)
{
  const struct cg_node *nodes = text->view->cg->nodes;
  struct member_key *keys = NULL;
  size_t len = 0, cap = 0;
  for (cg_id id = first; id != CG_NONE; id = nodes[id].next)
    {
      *ARRAY_APPEND (keys, cap, len) = (struct member_key) {
        .time = nodes[id].prop_self + nodes[id].prop_child,
        .calls = nodes[id].calls + nodes[id].self_calls,
        .node = id,
      };
    }
  sort_stable (keys, len, sizeof *keys, compare_members);
  for (size_t i = 0; i < len; i++)
    print_member (text, keys[i].node);
  free (keys);
}

static void
print_cycle (const struct text *text, cg_id id)
{
  const struct cg_node *node = &text->view->cg->nodes[id];
  print_share (text, id);
  print_calls (text->out, node->calls, node->self_calls);
  print_name (text->out, text->view, id);
  out_char (text->out, '\n');
  print_members (text, node->next);
}

static bool
has_entry (const struct view *view, cg_id id)
{
  return view->entries->has_entry[id];
}

/* -- The whole table ------------------------------------------------------ */

static void
cg_print_title (struct out *out, const struct view *view)
{
  bool brief = view->style->brief;
  out_page (out);
  if (!view->style->bsd_layout)
    out_printf (out, "\t\t%s\n\n", brief ? "\tCall graph"
                : "     Call graph (explanation follows)");
  else if (!brief)
    bsd_callg_blurb (out);
}

static void
cg_print_granularity (struct out *out, const struct view *view)
{
  double total = view->cg->print_time;
  out_printf (out, "\ngranularity: each sample hit covers %" PRId64
              " byte(s)", view_granularity (view));
  if (total > 0)
    out_printf (out, " for %.2f%% of %.2f %s\n\n", 100.0 / total,
                view_time (view, total),
                view->style->quirks.always_seconds
                ? "seconds" : view->profile->dimension);
  else
    out_text (out, " no time propagated\n\n");
}

static void
cg_print_heads (const struct text *text)
{
  struct out *out = text->out;
  int width = (int) text->index_width;
  if (text->view->of_waits)
    {
      out_char (out, '\n');
      print_accounting (out, text->view);
      out_char (out, '\n');
    }
  else
    cg_print_granularity (out, text->view);
  print_counted (out, text->view);
  if (view_counted (text->view))
    out_char (out, '\n');
  print_completeness (out, text->view);
  if (!text->view->style->bsd_layout)
    out_printf (out, "%-*s%% time    self  children    called     name\n",
                width, "index");
  else
    {
      out_printf (out, "%*s %5s %7s %11s %7s/%-7s     %-8s\n", width, "", "",
                  "", "", "called", "total", "parents");
      out_printf (out, "%-*s %5s %7s %11s %7s+%-7s %-8s\t%5s\n", width,
                  "index", "%time", "self", "descendants", "called", "self",
                  "name", "index");
      out_printf (out, "%*s %5s %7s %11s %7s/%-7s     %-8s\n\n", width, "",
                  "", "", "", "called", "total", "children");
    }
}

static void
print_separator (const struct text *text)
{
  static const char line[] = "-----------------------------------------------";
  bool bsd = text->view->style->bsd_layout;
  if (bsd)
    out_char (text->out, '\n');
  out_bytes (text->out, line, sizeof line - 1);
  out_text (text->out, bsd ? "\n\n" : "\n");
}

/* Makes the names of all nodes with an entry, by address.  Names lie in memory
   in about that order, while the entries come in another order.  */
static void
name_entries (const struct view *view)
{
  for (cg_id id = 0; id < view->cg->n_syms; id++)
    if (has_entry (view, id))
      name_of (view, id);
}

/* Returns the width of the index column: that of the highest index of an
   entry.  */
static size_t
index_width (const struct view *view)
{
  size_t last = view->entries->len;
  while (last > 0 && !has_entry (view, view->entries->order[last - 1]))
    last--;
  uint32_t highest
    = last ? view->entries->index[view->entries->order[last - 1]] : 0;
  size_t room = snprintf (NULL, 0, "[%" PRIu32 "]", highest);
  return view->style->quirks.cut_numbers || room < 6 ? 6 : room;
}

void
cg_print (struct out *out, const struct view *view)
{
  struct text text = { .out = out, .view = view,
                       .index_width = index_width (view),
                       .children_width = view->style->bsd_layout ? 11 : 7 };
  cg_print_title (out, view);
  cg_print_heads (&text);
  name_entries (view);
  for (size_t i = 0; i < view->entries->len; i++)
    {
      cg_id id = view->entries->order[i];
      entry_prefetch (view, i);
      if (!has_entry (view, id))
        continue;
      if (id < view->cg->n_syms)
        print_function (&text, id);
      else
        print_cycle (&text, id);
      print_separator (&text);
    }
  free (text.arcs);
  if (!view->style->brief && !view->style->bsd_layout)
    fsf_callg_blurb (out);
}

/* Sorts the arcs of SPAN, and writes their indices to ARCS.  */
static void
store_sorted (struct text *text, struct cg_span span, uint32_t *arcs,
              bool children)
{
  sort_arcs (text, span, children);
  for (size_t i = 0; i < text->n_arcs; i++)
    arcs[i] = text->arcs[i].arc;
}

void
cg_sort_as_printed (const struct view *view, uint32_t *child_arcs,
                    uint32_t *parent_arcs)
{
  const struct cg *cg = view->cg;
  struct text text = { .view = view };
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (has_entry (view, id))
      {
        store_sorted (&text, cg_children (cg, id),
                      child_arcs + cg->child_start[id], true);
        store_sorted (&text, cg_parents (cg, id),
                      parent_arcs + cg->parent_start[id], false);
      }
  free (text.arcs);
}
