/* report/text/threads.c -- the threads by the time they took (--threads).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "base/sort.h"
#include "report/names.h"

#define NS_PER_SECOND 1e9

/* The number of functions in a row.  */
#define LARGEST 3

/* The samples of a thread in a symbol.  */
struct share
{
  uint32_t thread;
  sym_id id;
  uint64_t ticks;
};

struct thread_table
{
  struct out *out;
  const struct view *view;
  const struct process *process;
  struct share *shares;         /* by thread, those with most ticks first */
  size_t len;
  double *sums;                 /* by thread: of the values that are shown;
                                   heap */
  bool has_blocked;             /* a column of the time in which they were */
};

static int
compare_symbols (const void *a, const void *b)
{
  const struct share *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

static int
compare_shares (const void *a, const void *b)
{
  const struct share *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->ticks != y->ticks)
    return x->ticks > y->ticks ? -1 : 1;
  return compare_symbols (a, b);
}

/* Fills TABLE with the samples in symbols, but for those in libgmon.  */
static void
collect_shares (struct thread_table *table)
{
  const struct process *process = table->process;
  const struct symtab *symtab = table->view->symtab;
  struct share *shares = array_new (process->n_samples, sizeof *shares);
  size_t len = 0;
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      const struct process_location *location
        = &process->locations[sample->location];
      if (!sample_in (sample, table->view->profile->values))
        continue;
      table->sums[sample->thread] += (double) sample->sum;
      struct stack_location at = location_find (symtab, location, true);
      if (at.id != SYM_NONE
          && (table->view->of_waits
              || !location_is_profiler (process, symtab, location, &at)))
        shares[len++] = (struct share) { sample->thread, at.id,
                                         sample->sum };
    }
  sort_stable (shares, len, sizeof *shares, compare_symbols);
  for (size_t i = 0; i < len; i++)
    if (table->len
        && compare_symbols (&shares[table->len - 1], &shares[i]) == 0)
      shares[table->len - 1].ticks += shares[i].ticks;
    else
      shares[table->len++] = shares[i];
  sort_stable (shares, table->len, sizeof *shares, compare_shares);
  table->shares = shares;
}

/* Returns the location in the table of the first share of THREAD.  */
static size_t
first_share (const struct thread_table *table, uint32_t thread)
{
  size_t low = 0, high = table->len;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (table->shares[middle].thread < thread)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
print_largest (const struct thread_table *table, uint32_t thread)
{
  const double all = (table->view->of_waits ? table->sums[thread]
                      : (double) table->process->threads[thread].ticks);
  const size_t first = first_share (table, thread);
  for (size_t i = first; i < table->len && i < first + LARGEST; i++)
    {
      const struct share *share = &table->shares[i];
      if (share->thread != thread || share->ticks == 0)
        break;
      out_text (table->out, i == first ? "  " : ", ");
      name_print_bare (table->out, table->view, share->id);
      if (all > 0)
        out_printf (table->out, " %.1f %%",
                    100 * (double) share->ticks / all);
    }
}

static void
print_thread (const struct thread_table *table, uint32_t number,
              size_t name_width)
{
  const struct process_thread *thread = &table->process->threads[number];
  size_t len;
  out_fixed (table->out, (double) thread->cpu_ns / NS_PER_SECOND, 9, 2);
  if (table->has_blocked)
    out_fixed (table->out, (double) thread->blocked_ns / NS_PER_SECOND, 10, 2);
  out_char (table->out, ' ');
  out_unsigned (table->out, thread->ticks, 9);
  out_char (table->out, ' ');
  out_unsigned (table->out, thread_count (thread), 8);
  out_text (table->out, "  ");
  len = out_name (table->out, thread->name, strlen (thread->name));
  if (len < name_width)
    out_pad (table->out, name_width - len);
  print_largest (table, number);
  out_char (table->out, '\n');
}

struct thread_key
{
  uint64_t cpu_ns;
  uint32_t number;
};

static int
compare_threads (const void *a, const void *b)
{
  const struct thread_key *x = a, *y = b;
  return (x->cpu_ns < y->cpu_ns) - (x->cpu_ns > y->cpu_ns);
}

void
threads_print (struct out *out, const struct view *view)
{
  struct thread_table table = { .out = out, .view = view,
                                .process = view->profile->process };
  const size_t n_threads = table.process->n_threads;
  struct thread_key *keys = array_new (n_threads, sizeof *keys);
  size_t len = 0, name_width = strlen ("name");
  table.sums = array_new (n_threads, sizeof *table.sums);
  collect_shares (&table);
  for (uint32_t i = 0; i < n_threads; i++)
    {
      const struct process_thread *thread = &table.process->threads[i];
      if (!stack_thread_chosen (thread->name, view->style->threads))
        continue;
      table.has_blocked |= thread->measured != 0;
      keys[len++] = (struct thread_key) { thread->cpu_ns, i };
      if (strlen (thread->name) > name_width)
        name_width = strlen (thread->name);
    }
  sort_stable (keys, len, sizeof *keys, compare_threads);
  out_page (out);
  out_text (out, "Threads:\n\n");
  out_printf (out, "%9s%s %9s %8s  %-*s  %s\n", "CPU s",
              table.has_blocked ? " blocked s" : "", "samples", "threads",
              (int) name_width, "name", "most time in");
  for (size_t i = 0; i < len; i++)
    print_thread (&table, keys[i].number, name_width);
  free (keys);
  free (table.shares);
  free (table.sums);
}
