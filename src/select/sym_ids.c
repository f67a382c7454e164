/* select/sym_ids.c -- include/exclude tables from symspecs.

   SPDX-License-Identifier: GPL-3.0-or-later

   The tally, the propagation and the reports use these sets.  */

#include <config.h>

#include "select/sym_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "select/matchers.h"

/* A range of the addresses that a side of a spec matches.  There is one range
   for each run of adjacent symbols that match, in address order.  */
struct range
{
  uint64_t start, end;          /* inclusive */
};

struct ranges
{
  struct range *items;
  size_t len, cap;
  sym_id last;                  /* the last symbol of the last range */
};

/* A spec for a table of symbols.  */
struct set_spec
{
  enum sym_table table;
  struct ranges ranges;
};

/* An arc spec: calls from PARENTS to CHILDREN.  */
struct arc_spec
{
  enum sym_table table;
  bool from_anywhere;           /* no left side: also calls from outside the
                                   image */
  struct ranges parents, children;
};

/* A range of callers, and the spec with their callees.  If several rules have
   one start address, only that of the last spec is kept, as in GNU.  */
struct arc_rule
{
  struct range parents;
  size_t outer;                 /* 1 + the index of the nearest earlier rule
                                   that ends after this rule, or 0 */
  size_t spec;                  /* index in selection->arcs */
};

struct arc_rules
{
  struct arc_rule *items;
  size_t len, cap;
};

/* The callees of arcs from outside the image, sorted by START.  The END of a
   range is the highest end of this range and all ranges before it.  */
struct outside
{
  struct range *items;
  size_t len, cap;
};

struct selection
{
  struct specs specs;
  unsigned char *members[SYM_TABLES];   /* by sym_id, 0 or 1; NULL: empty */
  bool any[SYM_TABLES];                 /* the table is not empty */
  struct set_spec *sets;
  size_t n_sets, cap_sets;
  struct arc_spec *arcs;
  size_t n_arcs, cap_arcs;
  struct arc_rules rules[2];            /* include, exclude */
  struct outside outside[2];            /* include, exclude */
  const struct symtab *symtab;          /* borrowed; set by sym_id_parse */
  const bool *shown;                    /* by object, or NULL; borrowed */
};

struct selection *
selection_new (void)
{
  struct selection *selection = array_new (1, sizeof *selection);
  specs_init (&selection->specs);
  return selection;
}

void
selection_free (struct selection *selection)
{
  if (!selection)
    return;
  for (int t = 0; t < SYM_TABLES; t++)
    free (selection->members[t]);
  for (size_t i = 0; i < selection->n_sets; i++)
    free (selection->sets[i].ranges.items);
  free (selection->sets);
  for (size_t i = 0; i < selection->n_arcs; i++)
    {
      free (selection->arcs[i].parents.items);
      free (selection->arcs[i].children.items);
    }
  free (selection->arcs);
  free (selection->rules[0].items);
  free (selection->rules[1].items);
  free (selection->outside[0].items);
  free (selection->outside[1].items);
  specs_free (&selection->specs);
  free (selection);
}

void
sym_id_put (struct selection *selection, const char *spec,
            enum sym_table table)
{
  specs_add (&selection->specs, spec, table,
             spec_is_arc_table (table) ? SYM_TABLES : table);
}

void
sym_id_add_name (struct selection *selection, const char *spec,
                 enum sym_table table, enum sym_table whole)
{
  specs_add (&selection->specs, spec, table, whole);
}

void
sym_ids_resolve (struct selection *selection, const struct symtab *symtab,
                 const struct image *image, int flags)
{
  if (selection->specs.len)
    specs_resolve (&selection->specs, symtab, image, flags);
}

void
sym_ids_add_hooks (struct selection *selection)
{
  static const char *const hooks[]
    = { "_gprof_mcount", "mcount", "_mcount", "__mcount",
        "__mcount_internal", "__mcleanup" };
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    {
      sym_id_put (selection, hooks[i], EXCL_TIME);
      sym_id_put (selection, hooks[i], EXCL_GRAPH);
      sym_id_put (selection, hooks[i], EXCL_FLAT);
    }
}

static bool
side_needs_lines (const struct symspec_side *side)
{
  return side->file || side->line;
}

bool
sym_ids_need_lines (const struct selection *selection)
{
  for (size_t i = 0; i < selection->specs.len; i++)
    {
      const struct spec *spec = &selection->specs.items[i];
      if ((!spec->names[0] && side_needs_lines (&spec->parsed.left))
          || (!spec->names[1] && side_needs_lines (&spec->parsed.right)))
        return true;
    }
  return false;
}

static bool
matches_all (const struct symspec_side *side)
{
  return !side->name && !side_needs_lines (side);
}

/* Adds the matchers for a side (0 left, 1 right) of SPEC: one for each name
   that the side stands for, or a single one for the fields of the grammar.  TO
   is a matcher with the destination of the symbols.  */
static void
add_side (struct matchers *matchers, struct spec *spec, int side,
          struct matcher to)
{
  const struct spec_name *names = spec->names[side];
  to.is_child = side;
  to.met = &spec->met[side];
  to.side = side ? spec->parsed.right : spec->parsed.left;
  if (!names)
    matchers_add (matchers, to);
  for (size_t i = 0; names && i < names->n_raw; i++)
    {
      to.side = (struct symspec_side) { .name = names->raw[i],
                                        .object = spec->objects[side] };
      matchers_add (matchers, to);
    }
}

/* Adds SPEC as an arc spec.  A spec without '/' has callers but no callees.
   It matches no arc, but replaces earlier specs for its callers, as in
   GNU.  */
static void
add_arc_spec (struct selection *selection, struct matchers *matchers,
              struct spec *spec)
{
  size_t arc = selection->n_arcs++;
  bool is_named = spec->names[0] != NULL;
  ARRAY_ROOM (selection->arcs, selection->cap_arcs, arc + 1);
  selection->arcs[arc] = (struct arc_spec) {
    .table = spec->table,
    .from_anywhere = !is_named && matches_all (&spec->parsed.left)
  };
  for (int side = 0; side < (spec->parsed.is_arc ? 2 : 1); side++)
    add_side (matchers, spec, side, (struct matcher) { .spec = arc });
}

static void
add_set_spec (struct selection *selection, struct matchers *matchers,
              struct spec *spec)
{
  size_t set = selection->n_sets++;
  ARRAY_ROOM (selection->sets, selection->cap_sets, set + 1);
  selection->sets[set] = (struct set_spec) { .table = spec->table };
  add_side (matchers, spec, 0,
            (struct matcher) { .is_set = true, .spec = set });
}

/* Divides the specs into those for symbols and those for arcs, and makes their
   matchers.  A spec for a table of symbols uses its left side only.  If it has
   a '/', it is added as an arc spec, too, for the order of functions.  */
static void
collect_matchers (struct selection *selection, struct matchers *matchers)
{
  for (size_t i = 0; i < selection->specs.len; i++)
    {
      struct spec *spec = &selection->specs.items[i];
      if (!spec_is_arc_table (spec->table))
        add_set_spec (selection, matchers, spec);
      if (spec_is_arc_table (spec->table) || spec->parsed.is_arc)
        add_arc_spec (selection, matchers, spec);
    }
}

/* Adds the symbol ID to RANGES.  If the last range ends with the symbol before
   ID, extends that range.  */
static void
add_to_ranges (struct ranges *ranges, const struct symtab *symtab, sym_id id)
{
  const struct sym *sym = sym_get (symtab, id);
  if (ranges->len > 0 && ranges->last == id)
    return;
  if (ranges->len == 0 || ranges->last + 1 != id)
    {
      ARRAY_APPEND (ranges->items, ranges->cap, ranges->len)->start
        = sym->addr;
    }
  ranges->items[ranges->len - 1].end = sym_func_end (sym);
  ranges->last = id;
}

/* The symbol that is being matched.  */
struct candidate
{
  struct selection *selection;
  sym_id id;
};

/* Returns true if the symbol ID of SYMTAB is in an object of the base name
   NAME.  */
static bool
is_in_object (const struct symtab *symtab, sym_id id, const char *name)
{
  const char *object
    = symtab_object_name (symtab, symtab_object_of (symtab, id));
  return object && strcmp (object, name) == 0;
}

/* Adds the candidate DATA, which MATCHER matches, to the ranges of the
   matcher's spec.  A matcher_fn.  */
static void
sym_ids_take (void *data, const struct matcher *matcher)
{
  const struct candidate *candidate = data;
  struct selection *selection = candidate->selection;
  struct ranges *ranges;
  if (matcher->side.object
      && !is_in_object (selection->symtab, candidate->id,
                        matcher->side.object))
    return;
  if (matcher->is_set)
    ranges = &selection->sets[matcher->spec].ranges;
  else if (matcher->is_child)
    ranges = &selection->arcs[matcher->spec].children;
  else
    ranges = &selection->arcs[matcher->spec].parents;
  *matcher->met = true;
  add_to_ranges (ranges, selection->symtab, candidate->id);
}

/* A range of addresses in a table of symbols.  */
struct set_range
{
  struct range range;
  enum sym_table table;
  size_t spec;
};

static int
compare_set_ranges (const void *a, const void *b)
{
  const struct set_range *x = a, *y = b;
  if (x->table != y->table)
    return x->table < y->table ? -1 : 1;
  if (x->range.start != y->range.start)
    return x->range.start < y->range.start ? -1 : 1;
  return (x->spec > y->spec) - (x->spec < y->spec);
}

/* Returns the ranges of all tables of symbols, sorted, on the heap, and sets
   *N to their number.  */
static struct set_range *
collect_set_ranges (const struct selection *selection, size_t *n)
{
  struct set_range *ranges = NULL;
  size_t cap = 0;
  *n = 0;
  for (size_t i = 0; i < selection->n_sets; i++)
    {
      const struct set_spec *set = &selection->sets[i];
      ARRAY_ROOM (ranges, cap, *n + set->ranges.len);
      for (size_t j = 0; j < set->ranges.len; j++)
        ranges[(*n)++]
          = (struct set_range) { set->ranges.items[j], set->table, i };
    }
  if (*n > 1)
    qsort (ranges, *n, sizeof *ranges, compare_set_ranges);
  return ranges;
}

/* Fills the tables of symbols.  For each symbol, the range that decides is the
   last one that starts at or before it; if several start there, that of the
   last spec.  The symbol is in the table if that range contains it.  So, as in
   GNU, a range within a longer range hides the rest of the longer one.  In
   line mode, a function that matches includes the line symbols up to its end,
   also those with other names (inlined functions).  A run of symbols that
   match ends with the end of its last symbol.  */
static void
fill_tables (struct selection *selection)
{
  const struct symtab *symtab = selection->symtab;
  size_t n_syms = symtab_len (symtab), n;
  struct set_range *ranges = collect_set_ranges (selection, &n);
  for (size_t i = 0; i < n; i++)
    {
      unsigned char **members = &selection->members[ranges[i].table];
      sym_id id = sym_first_from (symtab, ranges[i].range.start);
      bool is_last
        = i + 1 == n || ranges[i + 1].table != ranges[i].table;
      if (!*members)
        *members = array_new (n_syms, 1);
      for (; id < n_syms; id++)
        {
          uint64_t addr = sym_get (symtab, id)->addr;
          if (addr > ranges[i].range.end
              || (!is_last && addr >= ranges[i + 1].range.start))
            break;
          (*members)[id] = 1;
        }
    }
  free (ranges);
}

static bool
any_set (const unsigned char *set, size_t len)
{
  return set && memchr (set, 1, len) != NULL;
}

static int
compare_rules (const void *a, const void *b)
{
  const struct arc_rule *x = a, *y = b;
  if (x->parents.start != y->parents.start)
    return x->parents.start < y->parents.start ? -1 : 1;
  return (x->spec > y->spec) - (x->spec < y->spec);
}

/* Returns the index in selection->rules and selection->outside for the arc
   table TABLE.  */
static int
rules_index (enum sym_table table)
{
  return table == EXCL_ARCS;
}

static void
add_rules (struct selection *selection, size_t spec)
{
  const struct arc_spec *arc = &selection->arcs[spec];
  if (!spec_is_arc_table (arc->table))
    return;
  struct arc_rules *rules = &selection->rules[rules_index (arc->table)];
  ARRAY_ROOM (rules->items, rules->cap, rules->len + arc->parents.len);
  for (size_t i = 0; i < arc->parents.len; i++)
    {
      struct range parents = arc->parents.items[i];
      /* A range that ends before it starts is empty.  The last symbol, if it
         is behind the text, has such a range.  */
      if (parents.start <= parents.end)
        rules->items[rules->len++]
          = (struct arc_rule) { .parents = parents, .spec = spec };
    }
}

/* Sorts the rules, keeps only the rule of the last spec for each start, and
   sets `outer'.  */
static void
finish_rules (struct arc_rules *rules)
{
  size_t kept = 0;
  if (rules->len == 0)
    return;
  qsort (rules->items, rules->len, sizeof *rules->items, compare_rules);
  for (size_t i = 1; i < rules->len; i++)
    {
      if (rules->items[i].parents.start != rules->items[kept].parents.start)
        kept++;
      rules->items[kept] = rules->items[i];
    }
  rules->len = kept + 1;
  for (size_t i = 0; i < rules->len; i++)
    {
      struct arc_rule *rule = &rules->items[i];
      rule->outer = i;
      while (rule->outer > 0
             && rules->items[rule->outer - 1].parents.end <= rule->parents.end)
        rule->outer = rules->items[rule->outer - 1].outer;
    }
}

static void
add_outside (struct selection *selection, const struct arc_spec *arc)
{
  if (!arc->from_anywhere || !spec_is_arc_table (arc->table))
    return;
  struct outside *outside = &selection->outside[rules_index (arc->table)];
  ARRAY_ROOM (outside->items, outside->cap, outside->len + arc->children.len);
  for (size_t i = 0; i < arc->children.len; i++)
    outside->items[outside->len++] = arc->children.items[i];
}

static int
compare_starts (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return (x->start > y->start) - (x->start < y->start);
}

static void
finish_outside (struct outside *outside)
{
  if (outside->len)
    qsort (outside->items, outside->len, sizeof *outside->items,
           compare_starts);
  for (size_t i = 1; i < outside->len; i++)
    if (outside->items[i].end < outside->items[i - 1].end)
      outside->items[i].end = outside->items[i - 1].end;
}

/* Sets `any'.  A table whose specs match nothing has no effect; a table of
   arcs has none if the left sides of its specs match nothing.  */
static void
note_emptiness (struct selection *selection, size_t n_syms)
{
  for (int t = 0; t < SYM_TABLES; t++)
    selection->any[t] = any_set (selection->members[t], n_syms);
  selection->any[INCL_ARCS] = selection->rules[0].len > 0;
  selection->any[EXCL_ARCS] = selection->rules[1].len > 0;
}

void
sym_id_parse (struct selection *selection, const struct symtab *symtab,
              const struct lines *lines, char leading)
{
  struct matchers matchers = { .items = NULL };
  size_t n_syms = symtab_len (symtab);
  selection->symtab = symtab;
  collect_matchers (selection, &matchers);
  matchers_finish (&matchers, lines_sources (lines));
  for (sym_id id = 0; id < n_syms; id++)
    {
      const char *name = sym_plain_name (sym_get (symtab, id)->name, leading);
      struct candidate candidate = { selection, id };
      if (!matchers_may_mean (&matchers, name))
        continue;
      matchers_each (&matchers, name, lines_get (lines, id), sym_ids_take,
                     &candidate);
    }
  matchers_free (&matchers);
  fill_tables (selection);
  for (size_t i = 0; i < selection->n_arcs; i++)
    {
      add_rules (selection, i);
      add_outside (selection, &selection->arcs[i]);
    }
  for (int i = 0; i < 2; i++)
    {
      finish_rules (&selection->rules[i]);
      finish_outside (&selection->outside[i]);
    }
  note_emptiness (selection, n_syms);
}

void
sym_ids_warn (struct selection *selection, struct diag *diag,
              const struct lines *lines, const struct image *image, int flags)
{
  specs_warn (&selection->specs, diag, selection->symtab, lines, image, flags,
              selection->any);
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

/* Returns true if one range of RANGES contains all of CALLEE.  In line mode no
   range contains a function whose lines are interrupted by lines with other
   names, as in GNU.  */
static bool
in_ranges (const struct ranges *ranges, const struct sym *callee)
{
  size_t n = search_up_to (ranges->items, ranges->len, sizeof *ranges->items,
                           callee->addr);
  return n > 0 && sym_func_end (callee) <= ranges->items[n - 1].end;
}

/* Returns the number of RULES that start at or below ADDR.  */
static size_t
count_rules (const struct arc_rules *rules, uint64_t addr)
{
  return search_up_to (rules->items, rules->len, sizeof *rules->items, addr);
}

/* Returns true if TABLE contains the arc from outside the image to CALLEE.  */
static bool
is_outside_arc_in (const struct selection *selection, enum sym_table table,
                   const struct sym *callee)
{
  const struct outside *outside = &selection->outside[rules_index (table)];
  size_t n = search_up_to (outside->items, outside->len,
                           sizeof *outside->items, callee->addr);
  return n > 0 && sym_func_end (callee) <= outside->items[n - 1].end;
}

bool
arc_in (const struct selection *selection, enum sym_table table,
        sym_id parent, sym_id child)
{
  if (!selection->any[table])
    return false;
  const struct sym *callee = sym_get (selection->symtab, child);
  if (parent == SYM_NONE)
    return is_outside_arc_in (selection, table, callee);
  const struct arc_rules *rules = &selection->rules[rules_index (table)];
  uint64_t caller = sym_get (selection->symtab, parent)->addr;
  size_t i = count_rules (rules, caller);
  while (i > 0)
    {
      const struct arc_rule *rule = &rules->items[i - 1];
      if (rule->parents.end < caller)
        i = rule->outer;
      else if (in_ranges (&selection->arcs[rule->spec].children, callee))
        return true;
      else
        i--;
    }
  return false;
}

void
sym_ids_limit_objects (struct selection *selection, const bool *shown)
{
  selection->shown = shown;
}

bool
sym_object_shown (const struct selection *selection, sym_id id)
{
  return (!selection->shown
          || selection->shown[symtab_object_of (selection->symtab, id)]);
}

bool
sym_selected (const struct selection *selection, enum sym_table incl,
              sym_id id)
{
  if (incl != INCL_TIME && !sym_object_shown (selection, id))
    return false;
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

size_t
sym_ids_n_arcs (const struct selection *selection)
{
  return selection->n_arcs;
}

static const struct ranges *
spec_side (const struct selection *selection, size_t i, bool children)
{
  const struct arc_spec *arc = &selection->arcs[i];
  return children ? &arc->children : &arc->parents;
}

size_t
sym_ids_n_runs (const struct selection *selection, size_t i, bool children)
{
  return spec_side (selection, i, children)->len;
}

sym_id
sym_ids_run (const struct selection *selection, size_t i, bool children,
             size_t k)
{
  return sym_first_from (selection->symtab,
                         spec_side (selection, i, children)->items[k].start);
}
