/* report/text/waits.c -- call paths by the time they were blocked (--waits).

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes a row for each call path of each name of threads, the most blocked
   first; last the names of idle threads.  */

#include <config.h>

#include "report/reports.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "base/sort.h"
#include "graph/stack_paths.h"
#include "report/names.h"

#define NS_PER_SECOND 1e9

/* A thread name is idle if one call path has more than this part of its
   life.  */
#define IDLE_PART .95

/* The lowest change of the measured times that the heading tells.  */
#define LEAST_FACTOR .05

/* The innermost frames of a path that are printed, at most: the text of deep
   recursions would grow with the square of the profile.  */
#define MOST_FRAMES 100

/* The kind of a row of idle threads.  */
#define IDLE GMON_WAITS

/* The waits of one kind of one thread name in one call path.  */
struct wait_row
{
  uint64_t ns, waits;
  uint32_t path;                /* node of struct stack_paths */
  uint32_t thread, kind;
};

struct waits_table
{
  struct out *out;
  const struct view *view;
  const struct process *process;
  struct stack_paths paths;     /* frames are symbols; behind them: a stack
                                   without order */
  struct wait_row *rows;
  size_t len;
};

static void
collect_paths (struct waits_table *table)
{
  const uint32_t n_syms = (uint32_t) symtab_len (table->view->symtab);
  uint32_t *frames = array_new (n_syms, sizeof *frames);
  for (uint32_t i = 0; i < n_syms; i++)
    frames[i] = i;
  table->paths = stack_paths_new (table->view->waits->stacks, frames,
                                  UINT32_MAX, n_syms, PATHS_BY_PART);
  free (frames);
}

static void
collect_rows (struct waits_table *table)
{
  const struct stack_paths *paths = &table->paths;
  table->rows = array_new (paths->parts.len, sizeof *table->rows);
  for (size_t i = 0; i < paths->parts.len; i++)
    {
      const struct pair *part = &paths->parts.pairs[i];
      if (paths->part_self[i])
        table->rows[table->len++] = (struct wait_row) {
          .ns = paths->part_self[i], .waits = paths->part_observations[i],
          .path = (uint32_t) part->a,
          .thread = (uint32_t) part->b / GMON_WAITS,
          .kind = (uint32_t) part->b % GMON_WAITS,
        };
    }
}

/* -- Idle threads --------------------------------------------------------- */

static int
compare_paths (const void *a, const void *b)
{
  const struct wait_row *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->path != y->path)
    return x->path < y->path ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Returns for how long the threads of the name THREAD lived, in ns.  SEEN is
   the sum of their waits: the kernel's times are those of living threads
   only.  */
static double
life_of (const struct process_thread *thread, double seen)
{
  const double blocked = (double) thread->blocked_ns;
  return ((double) thread->cpu_ns + (double) thread->queued_ns
          + (blocked > seen ? blocked : seen));
}

/* Makes the rows from FIRST up to END, those of one thread name in the order of
   their paths, one row if they are idle.  Stores the rows left at TO.  Returns
   their number.  */
static size_t
join_idle (struct waits_table *table, size_t first, size_t end,
           struct wait_row *to)
{
  const struct wait_row *rows = table->rows;
  const struct process_thread *thread
    = &table->process->threads[rows[first].thread];
  struct wait_row idle = { .kind = IDLE, .thread = rows[first].thread };
  double seen = 0, most = 0, sum = 0;
  for (size_t i = first; i < end; i++)
    {
      bool same = i > first && rows[i].path == rows[i - 1].path;
      sum = (same ? sum : 0) + (double) rows[i].ns;
      seen += (double) rows[i].ns;
      idle.ns += rows[i].ns;
      idle.waits += rows[i].waits;
      if (sum > most)
        {
          most = sum;
          idle.path = rows[i].path;
        }
    }
  if (most > IDLE_PART * life_of (thread, seen))
    {
      *to = idle;
      return 1;
    }
  memmove (to, rows + first, (end - first) * sizeof *rows);
  return end - first;
}

static void
collapse_idle (struct waits_table *table)
{
  size_t len = 0, end;
  sort_stable (table->rows, table->len, sizeof *table->rows, compare_paths);
  for (size_t i = 0; i < table->len; i = end)
    {
      for (end = i + 1; end < table->len; end++)
        if (table->rows[end].thread != table->rows[i].thread)
          break;
      len += join_idle (table, i, end, table->rows + len);
    }
  table->len = len;
}

/* -- The text ------------------------------------------------------------- */

static int
compare_wait_rows (const void *a, const void *b)
{
  const struct wait_row *x = a, *y = b;
  if ((x->kind == IDLE) != (y->kind == IDLE))
    return x->kind == IDLE ? 1 : -1;
  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  return compare_paths (x, y);
}

/* Tells that the polls were too many for what they may cost.  */
static void
print_cut (struct out *out, const uint64_t *counts)
{
  if (counts[GMON_COUNT_WAIT_CUT])
    out_printf (out, "%" PRIu64 " of %" PRIu64 " rounds polled some of the"
                " threads only, so as to take 1 %% of a CPU\n",
                counts[GMON_COUNT_WAIT_CUT], counts[GMON_COUNT_WAIT_TICKS]);
}

static void
print_heading (const struct waits_table *table)
{
  const struct process *process = table->process;
  const char *rate = process_meta_of (process, GMON_META_WAIT_RATE);
  const char *glob = table->view->style->threads;
  double factor = wait_factor (process), blocked = 0, queued = 0;
  uint64_t polls = 0, threads = 0;
  for (size_t i = 0; i < process->n_threads; i++)
    {
      const struct process_thread *thread = &process->threads[i];
      if (!stack_thread_chosen (thread->name, glob))
        continue;
      threads += thread_count (thread);
      polls += thread->polls;
      queued += (double) thread->queued_ns;
    }
  blocked = (double) table->view->waits->stacks->total;
  out_text (table->out, "waits: ");
  if (rate)
    {
      out_name (table->out, rate, strlen (rate));
      out_text (table->out, " Hz, ");
    }
  out_printf (table->out, "%" PRIu64 " sample%s", polls,
              polls == 1 ? "" : "s");
  if (factor > 1 + LEAST_FACTOR || factor < 1 - LEAST_FACTOR)
    out_printf (table->out, ", scaled by %.2f", factor);
  out_printf (table->out, "; blocked %.2f s in %" PRIu64 " thread%s, run queue"
              " %.2f s\n", blocked / NS_PER_SECOND, threads,
              threads == 1 ? "" : "s", queued / NS_PER_SECOND);
  print_cut (table->out, process->counts);
  out_char (table->out, '\n');
}

static void
print_path (const struct waits_table *table, uint32_t path)
{
  const struct pair *nodes = table->paths.nodes.pairs;
  const uint32_t n_syms = (uint32_t) symtab_len (table->view->symtab);
  const char *before = "";
  for (int n = 0; path && n < MOST_FRAMES; n++)
    {
      const uint32_t frame = (uint32_t) nodes[path - 1].b;
      out_text (table->out, before);
      if (frame == n_syms)
        out_text (table->out, "(other paths)");
      else
        name_print_bare (table->out, table->view, frame);
      before = " <- ";
      path = (uint32_t) nodes[path - 1].a;
    }
  if (path)
    out_text (table->out, " <- ...");
}

static void
print_row (const struct waits_table *table, const struct wait_row *row,
           size_t name_width)
{
  const char *name = table->process->threads[row->thread].name;
  size_t len;
  out_fixed (table->out, (double) row->ns / NS_PER_SECOND, 9, 2);
  out_printf (table->out, "  %-5s ",
              row->kind == IDLE ? "idle" : wait_kind_name (row->kind));
  out_unsigned (table->out, row->waits, 8);
  out_text (table->out, "  ");
  len = out_name (table->out, name, strlen (name));
  out_pad (table->out, (len < name_width ? name_width - len : 0) + 2);
  print_path (table, row->path);
  out_char (table->out, '\n');
}

void
waits_print (struct out *out, const struct view *view)
{
  struct waits_table table = { .out = out, .view = view,
                               .process = view->profile->process };
  size_t name_width = strlen ("thread");
  collect_paths (&table);
  collect_rows (&table);
  collapse_idle (&table);
  sort_stable (table.rows, table.len, sizeof *table.rows, compare_wait_rows);
  for (size_t i = 0; i < table.len; i++)
    {
      const char *name = table.process->threads[table.rows[i].thread].name;
      if (strlen (name) > name_width)
        name_width = strlen (name);
    }
  out_page (out);
  print_heading (&table);
  out_printf (out, "%9s  %-5s %8s  %-*s  %s\n", "blocked s", "kind", "waits",
              (int) name_width, "thread", "call path, innermost first");
  for (size_t i = 0; i < table.len; i++)
    print_row (&table, &table.rows[i], name_width);
  free (table.rows);
  stack_paths_free (&table.paths);
}
