/* image/line_syms.c -- symbols for source lines, of line mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the functions and the debug information of the object file; unless
   strict, which functions have data.  Out: a finalized symbol table of
   functions and source lines.  Called by program.c.

   There is no public call of BFD that walks a line table, only one that says
   which line an address belongs to.  So addresses are asked one by one: all of
   them as GNU does; or of functions that have something to show those where
   the answer can change, as far as line_marks knows that.  */

#include <config.h>

#include "image/line_syms.h"

#include <stdlib.h>
#include <string.h>

#include "image/line_marks.h"
#include "image/lines.h"

/* How far back, in steps, the line is looked for that an extent goes on
   with.  Padding between functions is shorter.  */
#define LOOK_BACK 64

/* What a sweep over addresses carries along.  */
struct sweep
{
  struct core *core;
  const struct symtab *functions;       /* finalized */
  const struct symtab *names;   /* of code that debug information has no name
                                   for; NULL: asked of BFD */
  struct symtab *symtab;        /* gets the lines; NULL: none kept */
  struct sources *sources;
  struct arena *arena;
  struct text_range text;
  unsigned step;
  struct line_marks *marks;     /* where answers can change; NULL: anywhere */
  struct place *places;         /* by sym_id of functions; NULL: not kept */
  struct core_line last;        /* the last line added */
  bool last_is_static;
  bool late;                    /* an answer came after one was missing */
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

/* The whole line at ADDR.  */
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

/* Does the LINE at ADDR belong to a static function?  As the last line, if
   that is of the same function; else as the symbol there.  */
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

/* The LINE at ADDR becomes the last one.  BFD reuses the memory of some of its
   answers.  */
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

/* How far from ADDR, in whole steps, the answer can be another one.  */
static uint64_t
stride (const struct sweep *s, uint64_t addr)
{
  if (!s->marks)
    return s->step;
  uint64_t way = line_marks_next (s->marks, addr) - addr;
  return (way + s->step - 1) / s->step * s->step;
}

/* Asks for the line of every address in [LOW, HIGH), and adds a symbol
   wherever the answer changes.  *PLACE, unless NULL, is what was found at
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

/* Adds FUNCTIONS to the lines of SYMTAB, after them: that is the order that
   settles ties with untyped functions.  PLACES by sym_id, or NULL.  */
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

/* -- As GNU does it -------------------------------------------------------- */

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
  /* GNU sweeps the text once to count the lines and once more to keep them;
     the answers of the second time can be others.  */
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

/* -- As needed ------------------------------------------------------------- */

/* BFD reads units as it comes to them, and some answers depend on which it has
   read: after this, all.  Source files are met in the order of the symbols, as
   GNU meets them.  */
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

/* Finds the line that the one at ADDR goes on with, if it is the same.  */
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

/* The address of function ID, or the end of the text behind the last one, moved
   into the text and up to a whole number of steps.  */
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

/* Sweeps the extents that are WANTED: number 0 is the text before the first
   function, number ID + 1 that of function ID.  */
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

/* All functions, also those that the user's rules leave out of the table:
   their code has names.  */
static struct symtab *
collect_names (struct core *core, struct diag *diag, struct sources *sources)
{
  const struct sym_rules all = { .strict = false };
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
          /* A unit was read not before the middle of a function; now all that
             have an answer are.  */
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
