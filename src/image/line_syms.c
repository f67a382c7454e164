/* image/line_syms.c -- symbols for source lines, of line mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the functions and the debug information of the object file; unless
   strict, the set of functions that have data.  Out: a finalized symbol table
   of functions and source lines.

   BFD has no public function that walks a line table, only one that looks up
   the line of an address.  So addresses are looked up one by one.  The strict
   mode looks up all addresses, as GNU does.  The default mode looks up only
   code that is wanted, and there only the addresses where line_marks has a
   mark, or all if there are no marks.  */

#include <config.h>

#include "image/line_syms.h"

#include <stdlib.h>
#include <string.h>

#include "image/line_marks.h"
#include "image/lines.h"

/* The number of steps back from the start of an extent in which the line
   before it is searched.  Padding between functions is shorter.  */
#define LOOK_BACK 64

/* The state of a sweep over addresses.  */
struct sweep
{
  struct core *core;
  const struct symtab *functions;       /* finalized */
  const struct symtab *names;   /* names of functions that debug information
                                   does not name; NULL: ask BFD for them */
  struct symtab *symtab;        /* result; NULL: lines are not kept */
  struct sources *sources;
  struct arena *arena;
  struct text_range text;
  unsigned step;
  struct line_marks *marks;     /* NULL: look up every address */
  struct place *places;         /* by sym_id of functions; NULL: not kept */
  struct core_line last;        /* the last line added */
  bool last_is_static;
  bool late;                    /* a line was found after a lookup without a
                                   result in one range */
};

static void
sweep_init (struct sweep *s, struct core *core, const struct symtab *functions,
            struct symtab *symtab, struct sources *sources,
            struct arena *arena)
{
  *s = (struct sweep) { .core = core, .functions = functions,
                        .symtab = symtab, .sources = sources,
                        .arena = arena,
                        .text = core_text_range (core),
                        .step = core_insn_step (core) };
}

/* Sets *LINE to the line at ADDR.  Returns true if all of its fields are
   known.  */
static bool
find_line (const struct sweep *s, uint64_t addr, struct core_line *line)
{
  if (!s->names)
    return (core_find_line_or_sym (s->core, addr, line)
            && core_line_is_whole (line));
  if (!core_find_line (s->core, addr, line))
    return false;
  sym_id id = line->function ? SYM_NONE : sym_lookup (s->names, addr);
  if (id != SYM_NONE)
    line->function = sym_get (s->names, id)->name;
  return core_line_is_whole (line);
}

static bool
same_line (const struct core_line *a, const struct core_line *b)
{
  return (a->file && a->line == b->line
          && strcmp (a->function, b->function) == 0
          && strcmp (a->file, b->file) == 0);
}

/* Returns true if LINE at ADDR belongs to a static function.  If the last line
   has the same function and file, its value is used, otherwise that of the
   symbol at ADDR.  */
static bool
is_static_line (const struct sweep *s, uint64_t addr,
                const struct core_line *line)
{
  if (s->last.file && strcmp (s->last.function, line->function) == 0
      && strcmp (s->last.file, line->file) == 0)
    return s->last_is_static;
  sym_id id = sym_lookup (s->functions, addr);
  return id != SYM_NONE && sym_get (s->functions, id)->is_static;
}

/* Makes LINE at ADDR the last line.  Its strings are copied, since BFD reuses
   the memory of some of its answers.  */
static void
keep_line (struct sweep *s, uint64_t addr, const struct core_line *line)
{
  bool same_function = (s->last.function
                        && strcmp (s->last.function, line->function) == 0);
  s->last_is_static = is_static_line (s, addr, line);
  s->last = (struct core_line) {
    .file = source_file_intern (s->sources, line->file),
    .function = (same_function ? s->last.function
                 : arena_strdup (s->arena, line->function)),
    .line = line->line
  };
}

/* Returns the distance from ADDR to the next address to look up, in bytes.  It
   is a multiple of the step.  */
static uint64_t
stride (const struct sweep *s, uint64_t addr)
{
  if (!s->marks)
    return s->step;
  uint64_t way = line_marks_next (s->marks, addr) - addr;
  return (way + s->step - 1) / s->step * s->step;
}

/* Looks up the lines in [LOW, HIGH), and adds a symbol wherever the line
   changes.  If PLACE is not NULL, sets *PLACE to the position found at
   LOW.  */
static void
sweep_range (struct sweep *s, uint64_t low, uint64_t high,
             struct place *place)
{
  struct core_line line;
  bool missing = false;
  for (uint64_t at = 0; at < high - low; at += stride (s, low + at))
    {
      uint64_t addr = low + at;
      if (!find_line (s, addr, &line))
        {
          missing = true;
          continue;
        }
      s->late |= missing;
      if (s->symtab && !same_line (&s->last, &line))
        {
          keep_line (s, addr, &line);
          const struct sym_line found = { .file = s->last.file,
                                          .line = s->last.line };
          symtab_add (s->symtab,
                      &(struct sym) { .addr = addr, .name = s->last.function,
                                      .at = &found,
                                      .is_static = s->last_is_static });
        }
      if (at == 0 && place)
        *place = (struct place) { s->last.file, s->last.line };
    }
}

/* Adds FUNCTIONS to SYMTAB.  The line symbols are added before them; that
   order decides between a line symbol and an untyped function at one address.
   PLACES has positions by sym_id, or is NULL.  */
static void
add_functions (struct symtab *symtab, const struct symtab *functions,
               const struct place *places)
{
  for (sym_id id = 0; id < symtab_len (functions); id++)
    {
      struct sym sym = *sym_get (functions, id);
      struct sym_line at = sym.at ? *sym.at : (struct sym_line) { NULL, 0, 0 };
      at.func_end = sym_func_end (&sym);
      if (places && places[id].file)
        {
          at.file = places[id].file;
          at.line = places[id].line;
        }
      sym.at = &at;
      symtab_add (symtab, &sym);
    }
}

static bool
can_sweep (const struct core *core)
{
  return core_has_lines (core) && core_text_is_real (core);
}

/* -- Strict mode ---------------------------------------------------------- */

struct symtab *
core_create_line_syms (struct core *core, struct diag *diag,
                       const struct sym_rules *rules, struct sources *sources,
                       struct arena *arena)
{
  struct symtab *functions
    = core_collect_functions (core, diag, rules, sources);
  if (!functions)
    return NULL;
  struct symtab *symtab = symtab_new ();
  struct sweep s;
  core_finish_syms (core, functions, true);
  sweep_init (&s, core, functions, NULL, sources, arena);
  /* GNU sweeps the text once to count the lines and once more to keep them.
     The second sweep can get other answers than the first.  */
  if (can_sweep (core))
    {
      sweep_range (&s, s.text.low, s.text.high, NULL);
      s.symtab = symtab;
      sweep_range (&s, s.text.low, s.text.high, NULL);
    }
  add_functions (symtab, functions, NULL);
  symtab_free (functions);
  core_finish_syms (core, symtab, true);
  symtab_drop_empty_last (symtab);
  return symtab;
}

/* -- Default mode --------------------------------------------------------- */

/* Makes BFD read all units.  BFD reads units as it needs them, and some of its
   answers depend on the units that it has read.  Registers source files in the
   order of the symbols in the object file, as GNU does.  */
static void
read_units (const struct sweep *s)
{
  size_t len = symtab_len (s->functions);
  sym_id *order = array_new (len, sizeof *order);
  struct core_line line;
  symtab_file_order (s->functions, order);
  for (size_t i = 0; i < len; i++)
    if (find_line (s, sym_get (s->functions, order[i])->addr, &line))
      source_file_intern (s->sources, line.file);
  free (order);
}

/* Sets the last line to that of the nearest address before ADDR that has one,
   or to none.  So a sweep from ADDR adds no symbol if the line at ADDR only
   continues the line before it.  */
static void
look_back (struct sweep *s, uint64_t addr)
{
  struct core_line line;
  s->last = (struct core_line) { NULL, NULL, 0 };
  for (unsigned i = 0; i < LOOK_BACK && addr - s->text.low >= s->step; i++)
    {
      addr -= s->step;
      if (find_line (s, addr, &line))
        {
          keep_line (s, addr, &line);
          return;
        }
    }
}

/* Returns the start of the extent of function ID: its address, or the end of
   the text if ID is behind the last function.  The result is moved into the
   text and up to a whole number of steps.  */
static uint64_t
extent_start (const struct sweep *s, sym_id id)
{
  uint64_t addr = (id < symtab_len (s->functions)
                   ? sym_get (s->functions, id)->addr : s->text.high);
  if (addr <= s->text.low)
    return s->text.low;
  if (addr >= s->text.high)
    return s->text.high;
  uint64_t odd = (addr - s->text.low) % s->step;
  if (odd)
    addr += s->step - odd;
  return addr < s->text.high ? addr : s->text.high;
}

/* Sweeps the extents that are WANTED.  Extent 0 is the text before the first
   function, extent ID + 1 is that of function ID.  */
static void
sweep_wanted (struct sweep *s, const bool *wanted)
{
  s->last = (struct core_line) { NULL, NULL, 0 };
  uint64_t low = s->text.low, swept = low;
  for (sym_id id = 0; id <= symtab_len (s->functions); id++)
    {
      uint64_t high = extent_start (s, id);
      if (wanted[id] && low < high)
        {
          if (low != swept)
            look_back (s, low);
          sweep_range (s, low, high,
                       id > 0 && sym_get (s->functions, id - 1)->addr == low
                       ? &s->places[id - 1] : NULL);
          swept = high;
        }
      low = high;
    }
}

/* Returns all functions of CORE.  These include functions that the user's
   rules leave out of the table, since their code needs names, too.  */
static struct symtab *
collect_names (struct core *core, struct diag *diag, struct sources *sources)
{
  const struct sym_rules all = { .no_static = false };
  return core_create_function_syms (core, diag, &all, sources);
}

struct symtab *
core_add_line_syms (struct core *core, struct diag *diag,
                    const struct symtab *functions,
                    const struct line_request *request,
                    struct sources *sources, struct arena *arena)
{
  struct symtab *symtab = symtab_new (), *names = NULL;
  struct place *places = array_new (symtab_len (functions), sizeof *places);
  struct sweep s;
  if (can_sweep (core))
    {
      if (!request->all_named)
        names = collect_names (core, diag, sources);
      sweep_init (&s, core, functions, symtab, sources, arena);
      s.names = names ? names : functions;
      s.places = places;
      if (!request->by_address)
        s.marks = line_marks_read (core, functions, request->wanted);
      if (s.marks)
        line_marks_add_names (s.marks, s.names);
      if (request->in_order || !s.marks || !line_marks_are_apart (s.marks))
        read_units (&s);
      sweep_wanted (&s, request->wanted);
      if (s.late)
        {
          /* BFD read a unit only in the middle of a range.  Now it has read
             all units that have answers, so the second sweep is complete.  */
          symtab_free (s.symtab);
          s.symtab = symtab_new ();
          sweep_wanted (&s, request->wanted);
        }
      symtab = s.symtab;
      line_marks_free (s.marks);
      symtab_free (names);
    }
  add_functions (symtab, functions, places);
  free (places);
  core_finish_syms (core, symtab, false);
  return symtab;
}
