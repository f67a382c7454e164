/* unit/t_entry_order.c -- tests of report/entry_order: the order of entries.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/arena.h"
#include "report/entry_order.h"

/* A symbol, or a cycle if NAME is NULL; cycles come last.  */
struct entry
{
  const char *name;
  double self, child;
  uint64_t calls;
};

enum { MAX = 6 };

/* How entries are numbered; see test_numbers.  */
static const struct style style = { .quirks = { 0 } };

/* Entries, the NODES to sort, and the ORDER they are expected in.  */
static const struct row
{
  const char *title;
  size_t n_syms, n_cycles;
  struct entry entries[MAX];
  cg_id order[MAX];
} rows[] = {
  { "no entries", 0, 0, { { NULL, 0, 0, 0 } }, { 0 } },
  { "time of itself and its callees", 4, 0,
    { { "a", 1, 0, 0 }, { "b", 0.5, 2, 0 }, { "c", 2, 0, 0 },
      { "d", 0, 3, 0 } },
    { 3, 1, 2, 0 } },
  { "time beats all else", 3, 1,
    { { "_a", 9, 0, 0 }, { "b", 1, 0, 99 }, { "c", 2, 0, 0 },
      { NULL, 0, 0, 0 } },
    { 0, 2, 1, 3 } },
  { "a cycle before its equals", 2, 2,
    { { "a", 1, 1, 9 }, { "b", 3, 0, 0 }, { NULL, 0, 2, 0 },
      { NULL, 0, 3, 0 } },
    { 3, 1, 2, 0 } },
  { "equal cycles by number, not by calls", 0, 3,
    { { NULL, 1, 0, 1 }, { NULL, 1, 0, 5 }, { NULL, 1, 0, 3 } },
    { 0, 1, 2 } },
  { "underscores last, then by calls", 5, 0,
    { { "_a", 1, 0, 9 }, { "b", 1, 0, 2 }, { "__c", 1, 0, 10 },
      { "d", 1, 0, 3 }, { "e", 1, 0, 0 } },
    { 3, 1, 4, 2, 0 } },
  { "more calls first", 3, 0,
    { { "a", 0, 0, 1 }, { "b", 0, 0, UINT64_MAX }, { "c", 0, 0, 2 } },
    { 1, 2, 0 } },
  { "then by name", 4, 0,
    { { "d", 1, 0, 1 }, { "b", 1, 0, 1 }, { "ba", 1, 0, 1 },
      { "B", 1, 0, 1 } },
    { 3, 1, 2, 0 } },
  { "then by address", 4, 0,
    { { "x", 1, 0, 1 }, { "x", 1, 0, 1 }, { "a", 1, 0, 1 },
      { "x", 1, 0, 1 } },
    { 2, 0, 1, 3 } }
};

/* Of entry I: cycles come behind the node for indirect calls.  */
static cg_id
node_of (const struct row *row, size_t i)
{
  return i < row->n_syms ? i : i + 1;
}

static void
test_row (const struct row *row)
{
  size_t n = row->n_syms + row->n_cycles;
  struct symtab *symtab = symtab_new ();
  struct cg *cg = cg_new (n);
  struct entry_order entries;
  unsigned bad = 0;

  cg->n_syms = row->n_syms;
  cg->n_cycles = row->n_cycles;
  for (size_t i = 0; i < n; i++)
    {
      struct cg_node *node = &cg->nodes[node_of (row, i)];
      node->prop_self = row->entries[i].self;
      node->prop_child = row->entries[i].child;
      node->calls = row->entries[i].calls;
      if (row->entries[i].name)
        symtab_add (symtab, &(struct sym) { .addr = 0x1000 + i,
                                            .name = row->entries[i].name });
    }
  symtab_finalize (symtab, 0x2000);
  entry_order_init (&entries, &style, cg, symtab);
  EXPECT (&bad, entries.len == n, "%zu entries", entries.len);
  for (size_t i = 0; i < n; i++)
    {
      cg_id id = node_of (row, row->order[i]);
      EXPECT (&bad, entries.order[i] == id, "place %zu: node %u", i,
              entries.order[i]);
      EXPECT (&bad, entries.index[id] == i + 1, "index of node %u", id);
    }
  CHECK (bad == 0, "%s", row->title);
  entry_order_free (&entries);
  cg_free (cg);
  symtab_free (symtab);
}

/* Time that was measured but does not count is no reason to come first.  */
static void
test_what_counts (void)
{
  struct symtab *symtab = symtab_new ();
  struct cg *cg = cg_new (2);
  struct entry_order entries;

  symtab_add (symtab, &(struct sym) { .addr = 1, .name = "a" });
  symtab_add (symtab, &(struct sym) { .addr = 2, .name = "b" });
  symtab_finalize (symtab, 3);
  cg->nodes[0].time = cg->nodes[0].child_time = 100;
  cg->nodes[1].prop_self = 1;
  entry_order_init (&entries, &style, cg, symtab);
  CHECK (entries.order[0] == 1 && entries.order[1] == 0,
         "only time that counts");
  entry_order_free (&entries);
  cg_free (cg);
  symtab_free (symtab);
}


/* Function and line by turns, "a", "a's line", "b", ...; a's line has time, b
   has calls, and the highest time, c's line, is of a function without an
   entry.  There is a cycle, which comes last in both arrays.  */
static void
number (const struct style *look, uint32_t index[7], bool shown[7])
{
  struct symtab *symtab = symtab_new ();
  struct cg *cg = cg_new (7);
  struct entry_order entries;

  cg->n_syms = 6;
  cg->n_cycles = 1;
  for (unsigned i = 0; i < 6; i++)
    symtab_add (symtab, &(struct sym) { .addr = i, .is_func = i % 2 == 0,
                                        .name = i < 2 ? "a" : i < 4 ? "b"
                                        : "c" });
  symtab_finalize (symtab, 6);
  for (unsigned i = 0; i < 8; i++)
    cg->nodes[i].print = i != cg_indirect (cg);
  cg->nodes[0].calls = 1;
  cg->nodes[1].prop_self = 3;
  cg->nodes[2].calls = 2;
  cg->nodes[5].prop_self = 9;
  cg->nodes[cg_cycle_node (cg, 1)].calls = 4;
  entry_order_init (&entries, look, cg, symtab);
  memcpy (index, entries.index, 6 * sizeof *index);
  memcpy (shown, entries.shown, 6 * sizeof *shown);
  index[6] = entries.index[cg_cycle_node (cg, 1)];
  shown[6] = entries.shown[cg_cycle_node (cg, 1)];
  entry_order_free (&entries);
  cg_free (cg);
  symtab_free (symtab);
}

static void
test_numbers (void)
{
  struct style line = { .line_mode = true };
  struct style strict = { .line_mode = true, .quirks = quirks_gnu () };
  static const uint32_t gnu[7] = { 5, 2, 4, 6, 7, 1, 3 };
  static const uint32_t entries[7] = { 3, 3, 2, 2, 7, 4, 1 };
  uint32_t index[7];
  bool shown[7];

  number (&strict, index, shown);
  CHECK (memcmp (index, gnu, sizeof gnu) == 0 && shown[5] && shown[3],
         "strict: all nodes have numbers of their own");
  number (&line, index, shown);
  CHECK (memcmp (index, entries, sizeof entries) == 0,
         "line mode: %u %u %u %u %u %u %u", index[0], index[1], index[2],
         index[3], index[4], index[5], index[6]);
  CHECK (shown[0] && shown[1] && shown[2] && shown[3] && shown[6]
         && !shown[4] && !shown[5], "what has an entry can be looked up");
}

int
main (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_row (&rows[i]);
  test_what_counts ();
  test_numbers ();
  return check_end ();
}
