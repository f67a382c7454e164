/* select/sym_ids.c -- include/exclude tables from symspecs.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: symspecs and symbols.  Out: for each table a set of symbols (or pairs of
   sets, for arcs), asked by the tally, the propagation and the reports.  */

#include <config.h>

#include "select/sym_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "select/symspec.h"

struct spec
{
  struct symspec parsed;
  enum sym_table table;
};

/* Arcs from any symbol of one set to any of another.  */
struct arc_pair
{
  enum sym_table table;
  bool from_anywhere;           /* no left side: also from outside */
  unsigned char *parents, *children;    /* by sym_id */
};

struct selection
{
  struct arena *arena;
  struct spec *specs;
  size_t n_specs, cap_specs;
  unsigned char *members[SYM_TABLES];   /* by sym_id; NULL: empty */
  bool any[SYM_TABLES];
  struct arc_pair *pairs;
  size_t n_pairs, cap_pairs;
};

/* One side of a spec, and the set that its symbols go to.  */
struct matcher
{
  struct symspec_side side;
  const char *file;             /* the source file meant by side.file */
  unsigned char *set;
};

struct matchers
{
  struct matcher *items;
  size_t len, cap;
  size_t n_names;               /* those in front want a name and no more */
};

struct selection *
selection_new (void)
{
  struct selection *selection = array_new (1, sizeof *selection);
  selection->arena = arena_new ();
  return selection;
}

void
selection_free (struct selection *selection)
{
  if (!selection)
    return;
  for (int t = 0; t < SYM_TABLES; t++)
    free (selection->members[t]);
  for (size_t i = 0; i < selection->n_pairs; i++)
    {
      free (selection->pairs[i].parents);
      free (selection->pairs[i].children);
    }
  free (selection->pairs);
  free (selection->specs);
  arena_free (selection->arena);
  free (selection);
}

void
sym_id_add (struct selection *selection, const char *spec,
            enum sym_table table)
{
  selection->specs
    = array_reserve (selection->specs, &selection->cap_specs,
                     selection->n_specs + 1, sizeof *selection->specs);
  selection->specs[selection->n_specs++]
    = (struct spec) { symspec_parse (selection->arena, spec), table };
}

void
sym_ids_add_hooks (struct selection *selection)
{
  static const char *const hooks[]
    = { "_gprof_mcount", "mcount", "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    {
      sym_id_add (selection, hooks[i], EXCL_TIME);
      sym_id_add (selection, hooks[i], EXCL_GRAPH);
      sym_id_add (selection, hooks[i], EXCL_FLAT);
    }
}

static bool
side_needs_lines (const struct symspec_side *side)
{
  return side->file || side->has_line;
}

bool
sym_ids_need_lines (const struct selection *selection)
{
  for (size_t i = 0; i < selection->n_specs; i++)
    {
      const struct symspec *spec = &selection->specs[i].parsed;
      if (side_needs_lines (&spec->left) || side_needs_lines (&spec->right))
        return true;
    }
  return false;
}

static bool
is_arc_table (enum sym_table table)
{
  return table == INCL_ARCS || table == EXCL_ARCS;
}

static bool
matches_all (const struct symspec_side *side)
{
  return !side->name && !side_needs_lines (side);
}

static void
add_matcher (struct matchers *matchers, struct symspec_side side,
             unsigned char *set)
{
  matchers->items = array_reserve (matchers->items, &matchers->cap,
                                   matchers->len + 1, sizeof *matchers->items);
  matchers->items[matchers->len++]
    = (struct matcher) { .side = side, .set = set };
}

/* Sorts the specs out into sets and what fills them.  An arc table takes no
   notice of a spec without '/'; the others look at the left side only.  */
static void
collect_matchers (struct selection *selection, struct matchers *matchers,
                  size_t n_syms)
{
  for (size_t i = 0; i < selection->n_specs; i++)
    {
      enum sym_table table = selection->specs[i].table;
      struct symspec spec = selection->specs[i].parsed;
      if (!is_arc_table (table))
        {
          if (!selection->members[table])
            selection->members[table] = array_new (n_syms, 1);
          add_matcher (matchers, spec.left, selection->members[table]);
        }
      else if (spec.is_arc)
        {
          struct arc_pair pair
            = { table, matches_all (&spec.left), array_new (n_syms, 1),
                array_new (n_syms, 1) };
          selection->pairs
            = array_reserve (selection->pairs, &selection->cap_pairs,
                             selection->n_pairs + 1, sizeof pair);
          selection->pairs[selection->n_pairs++] = pair;
          add_matcher (matchers, spec.left, pair.parents);
          add_matcher (matchers, spec.right, pair.children);
        }
    }
}

static bool
wants_name_only (const struct matcher *matcher)
{
  return matcher->side.name && !side_needs_lines (&matcher->side);
}

/* Name-only matchers first, sorted by name.  */
static int
compare_matchers (const void *a, const void *b)
{
  const struct matcher *x = a, *y = b;
  bool x_name = wants_name_only (x), y_name = wants_name_only (y);
  if (x_name != y_name)
    return x_name ? -1 : 1;
  return x_name ? strcmp (x->side.name, y->side.name) : 0;
}

/* The sets of all matchers that want just this NAME get ID: a binary search,
   so that many specs cost little on many symbols.  */
static void
match_name (const struct matchers *matchers, const char *name, sym_id id)
{
  size_t lo = 0, hi = matchers->n_names;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (strcmp (matchers->items[mid].side.name, name) < 0)
        lo = mid + 1;
      else
        hi = mid;
    }
  for (; lo < matchers->n_names
         && strcmp (matchers->items[lo].side.name, name) == 0; lo++)
    matchers->items[lo].set[id] = 1;
}

static bool
matches (const struct matcher *matcher, const char *name, struct place place)
{
  const struct symspec_side *side = &matcher->side;
  return ((!side->name || strcmp (side->name, name) == 0)
          && (!side->has_line || side->line == place.line)
          && (!side->file || (matcher->file && place.file
                              && strcmp (matcher->file, place.file) == 0)));
}

/* A base name stands for one source file: the last one met that has it.  */
static void
resolve_files (struct matchers *matchers, const struct symtab *symtab,
               const struct lines *lines)
{
  const char *last = NULL;
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    {
      struct place place = lines_get (lines, id);
      if (!place.file || (last && strcmp (last, place.file) == 0))
        continue;
      last = place.file;
      for (size_t i = matchers->n_names; i < matchers->len; i++)
        if (matchers->items[i].side.file
            && strcmp (matchers->items[i].side.file,
                       file_basename (place.file)) == 0)
          matchers->items[i].file = place.file;
    }
}

/* In line mode a function that is meant brings with it the lines up to its
   end, also those of other names (inlined functions); a run of symbols that
   are meant ends where the last of them does.  */
static void
cover_ranges (unsigned char *set, const struct symtab *symtab)
{
  uint64_t end = 0;
  bool any = false;
  for (sym_id id = 0; set && id < symtab_len (symtab); id++)
    {
      const struct sym *sym = sym_get (symtab, id);
      if (set[id])
        {
          any = true;
          end = sym->func_end;
        }
      else if (any && sym->addr <= end)
        set[id] = 1;
    }
}

static bool
any_set (const unsigned char *set, size_t len)
{
  return set && memchr (set, 1, len) != NULL;
}

/* A table whose specs match nothing restricts nothing; of arcs, one whose left
   sides match nothing.  */
static void
note_emptiness (struct selection *selection, size_t n_syms)
{
  for (int t = 0; t < SYM_TABLES; t++)
    selection->any[t] = any_set (selection->members[t], n_syms);
  for (size_t i = 0; i < selection->n_pairs; i++)
    if (any_set (selection->pairs[i].parents, n_syms))
      selection->any[selection->pairs[i].table] = true;
}

void
sym_id_parse (struct selection *selection, const struct symtab *symtab,
              const struct lines *lines, char leading)
{
  struct matchers matchers = { NULL, 0, 0, 0 };
  size_t n_syms = symtab_len (symtab);
  collect_matchers (selection, &matchers, n_syms);
  if (matchers.len)
    qsort (matchers.items, matchers.len, sizeof *matchers.items,
           compare_matchers);
  while (matchers.n_names < matchers.len
         && wants_name_only (&matchers.items[matchers.n_names]))
    matchers.n_names++;
  resolve_files (&matchers, symtab, lines);
  for (sym_id id = 0; id < n_syms; id++)
    {
      const char *name = sym_get (symtab, id)->name;
      if (leading && name[0] == leading)
        name++;
      match_name (&matchers, name, id);
      for (size_t i = matchers.n_names; i < matchers.len; i++)
        if (matches (&matchers.items[i], name, lines_get (lines, id)))
          matchers.items[i].set[id] = 1;
    }
  free (matchers.items);
  for (int t = 0; t < SYM_TABLES; t++)
    cover_ranges (selection->members[t], symtab);
  for (size_t i = 0; i < selection->n_pairs; i++)
    {
      cover_ranges (selection->pairs[i].parents, symtab);
      cover_ranges (selection->pairs[i].children, symtab);
    }
  note_emptiness (selection, n_syms);
}

bool
sym_table_empty (const struct selection *selection, enum sym_table table)
{
  return !selection->any[table];
}

bool
sym_in (const struct selection *selection, enum sym_table table, sym_id id)
{
  return selection->any[table] && selection->members[table][id];
}

bool
arc_in (const struct selection *selection, enum sym_table table,
        sym_id parent, sym_id child)
{
  if (!selection->any[table])
    return false;
  for (size_t i = 0; i < selection->n_pairs; i++)
    {
      const struct arc_pair *pair = &selection->pairs[i];
      if (pair->table == table && pair->children[child]
          && (parent == SYM_NONE ? pair->from_anywhere
              : pair->parents[parent]))
        return true;
    }
  return false;
}

bool
sym_selected (const struct selection *selection, enum sym_table incl,
              sym_id id)
{
  if (selection->any[incl])
    return sym_in (selection, incl, id);
  return !sym_in (selection, incl + 1, id);
}

bool
arc_selected (const struct selection *selection, sym_id parent,
              sym_id child)
{
  if (selection->any[INCL_ARCS])
    return arc_in (selection, INCL_ARCS, parent, child);
  return !arc_in (selection, EXCL_ARCS, parent, child);
}
