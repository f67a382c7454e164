/* unit/scene.h -- small call graphs for the unit programs, from text.

   SPDX-License-Identifier: GPL-3.0-or-later

   Functions are called "a", "b", ...; calls are words like "ab:3", 3 calls
   from a to b; "*b:2" are 2 calls of b from outside the image.  Included by
   the tests of graph and of what reports derive from it.  */

#ifndef UNIT_SCENE_H
#define UNIT_SCENE_H

#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_arcs.h"
#include "quirks_if.h"

struct scene
{
  struct profile profile;
  struct symtab *symtab;
  struct selection *selection;
  struct sources *sources;      /* none is ever met */
  struct lines *lines;          /* none is ever looked up */
  struct flat flat;
  struct cg *cg;
  bool tallied;
};

/* Function number I is [0x1000 + 16 * I, 0x100f + 16 * I].  */
static inline uint64_t
scene_addr (char name)
{
  return 0x1000 + 16 * (uint64_t) (name - 'a');
}

/* The COUNT symbols SYMS; the text ends before TEXT_HIGH.  */
static inline void
scene_open_syms (struct scene *s, const struct sym *syms, size_t count,
                 uint64_t text_high, bool strict)
{
  memset (s, 0, sizeof *s);
  profile_init (&s->profile, quirks_if (strict));
  s->symtab = symtab_new ();
  for (size_t i = 0; i < count; i++)
    symtab_add (s->symtab, &syms[i]);
  symtab_finalize (s->symtab, text_high);
  s->selection = selection_new ();
  s->sources = sources_new ();
  s->lines = lines_new (NULL, s->symtab, s->sources, LINES_ALL);
  s->flat.time = array_new (count, sizeof *s->flat.time);
  s->cg = cg_new (count);
}

/* COUNT functions, at most 26.  */
static inline void
scene_open (struct scene *s, unsigned count, bool strict)
{
  static const char names[][2] = {
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
    "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"
  };
  struct sym syms[26];

  for (unsigned i = 0; i < count; i++)
    syms[i] = (struct sym) { .addr = scene_addr (names[i][0]),
                             .name = names[i], .is_func = true };
  scene_open_syms (s, syms, count, 0x1000 + 16 * count, strict);
}

static inline void
scene_close (struct scene *s)
{
  cg_free (s->cg);
  flat_free (&s->flat);
  lines_free (s->lines);
  sources_free (s->sources);
  selection_free (s->selection);
  symtab_free (s->symtab);
  profile_free (&s->profile);
}

/* The next word of calls at *TEXT; false at the end.  */
static inline bool
scene_next (const char **text, char ends[2], uint64_t *count)
{
  char *end;

  while (**text == ' ')
    ++*text;
  if (**text == '\0')
    return false;
  memcpy (ends, *text, 2);
  *count = strtoull (*text + 3, &end, 10);
  *text = end;
  return true;
}

/* Raw arcs, from return addresses in the middle of the callers.  */
static inline void
scene_calls (struct scene *s, const char *calls)
{
  char ends[2];
  uint64_t count;

  while (scene_next (&calls, ends, &count))
    profile_add_arc (&s->profile,
                     ends[0] == '*' ? GMON_FROM_OUTSIDE
                     : scene_addr (ends[0]) + 5,
                     scene_addr (ends[1]), count);
}

static inline void
scene_select (struct scene *s, const char *spec, enum sym_table table)
{
  sym_id_put (s->selection, spec, table);
}

static inline void
scene_tally (struct scene *s)
{
  sym_id_parse (s->selection, s->symtab, s->lines, 0);
  struct diag *diag = diag_new ("scene", NULL);
  const struct arc_list calls = { s->profile.arcs, s->profile.n_arcs, NULL };
  s->tallied = cg_tally (s->cg, diag, &s->profile, &calls, s->symtab,
                         s->selection);
  diag_free (diag);
}

/* TIMES are the samples of the functions, in order.  */
static inline void
scene_run (struct scene *s, const double *times)
{
  for (size_t i = 0; i < s->cg->n_syms; i++)
    s->flat.time[i] = times[i];
  scene_tally (s);
  cg_assemble (s->cg, &s->flat, s->selection, s->profile.quirks);
}

static inline struct cg_node *
scene_node (const struct scene *s, char name)
{
  return &s->cg->nodes[name - 'a'];
}

static inline struct cg_node *
scene_cycle (const struct scene *s, uint32_t cycle)
{
  return &s->cg->nodes[cg_cycle_node (s->cg, cycle)];
}

/* The arc between two functions, or NULL.  */
static inline const struct cg_arc *
scene_arc (const struct cg *cg, const char *ends)
{
  for (size_t i = 0; i < cg->n_arcs; i++)
    if (cg->arcs[i].parent == (cg_id) (ends[0] - 'a')
        && cg->arcs[i].child == (cg_id) (ends[1] - 'a'))
      return &cg->arcs[i];
  return NULL;
}

/* Just a graph of COUNT functions, its arcs indexed.  */
static inline struct cg *
scene_graph (unsigned count, const char *calls)
{
  struct cg *cg = cg_new (count);
  struct slot_index index = { .slots = NULL };
  char ends[2];
  uint64_t n;

  while (scene_next (&calls, ends, &n))
    arc_add (&index, cg, ends[0] - 'a', ends[1] - 'a', n);
  slot_index_free (&index);
  cg_index_arcs (cg);
  return cg;
}

#endif /* UNIT_SCENE_H */
