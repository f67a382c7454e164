/* image/symtab.c -- the sorted symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/symtab.h"

#include <stdlib.h>
#include <string.h>

#include <ansidecl.h>
#include <hashtab.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"

/* The symbols of one object.  */
struct part
{
  size_t first, len;
  uint32_t *below;              /* number of symbols of the part below each
                                   bucket */
  size_t n_buckets;             /* buckets begin at the first symbol */
  unsigned shift;               /* a bucket has 1 << SHIFT bytes */
  const char *name;             /* base name of the object; borrowed; NULL:
                                   unknown */
};

struct symtab
{
  struct sym *syms;
  size_t len, cap;
  struct arena *lines;          /* owns the sym_lines; NULL if none */
  sym_id *function;             /* by sym_id: see sym_function */
  sym_id *home;                 /* by sym_id of the program: see sym_home;
                                   NULL: no symbol is a part of another */
  struct part program;          /* object 0 */
  struct part *objects;         /* by number; [0] is not used; those without
                                   symbols are empty */
  size_t n_objects, cap_objects;        /* n_objects is 0 without libraries */
  struct part inlined;          /* inlined functions, the last symbols */
  struct inlined_sym *inlined_syms;     /* heap; those of this part */
  bool *has_inlined;            /* by sym_id: see symtab_has_inlined; NULL:
                                   there are none */
  bool lost_any;                /* an alias or the last symbol was removed */
  bool dropped_last;            /* symtab_drop_empty_last removed a symbol */
  struct landmarks marks;
};

struct symtab *
symtab_new (void)
{
  return array_new (1, sizeof (struct symtab));
}

void
symtab_free (struct symtab *symtab)
{
  if (!symtab)
    return;
  free (symtab->syms);
  arena_free (symtab->lines);
  free (symtab->function);
  free (symtab->home);
  free (symtab->program.below);
  for (size_t i = 0; i < symtab->n_objects; i++)
    free (symtab->objects[i].below);
  free (symtab->objects);
  free (symtab->inlined.below);
  free (symtab->inlined_syms);
  free (symtab->has_inlined);
  free (symtab);
}

static const struct sym_line *
copy_line (struct symtab *symtab, const struct sym_line *line)
{
  if (!symtab->lines)
    symtab->lines = arena_new ();
  struct sym_line *copy = arena_alloc (symtab->lines, sizeof *copy);
  *copy = *line;
  return copy;
}

void
symtab_reserve (struct symtab *symtab, size_t n)
{
  ARRAY_ROOM (symtab->syms, symtab->cap, n);
}

void
symtab_add (struct symtab *symtab, const struct sym *sym)
{
  symtab_reserve (symtab, symtab->len + 1);
  struct sym *added = &symtab->syms[symtab->len];
  *added = *sym;
  added->order = symtab->len++;
  if (sym->line)
    added->line = copy_line (symtab, sym->line);
}

/* The key of a symbol in a sort.  */
struct sort_key
{
  uint64_t addr;                /* the address, or the order */
  uint32_t index;
};

static void
sort_symbols (struct symtab *symtab)
{
  struct sort_key *keys = array_new (symtab->len, sizeof *keys);
  struct sym *sorted = array_new (symtab->len, sizeof *sorted);
  for (size_t i = 0; i < symtab->len; i++)
    keys[i] = (struct sort_key) { symtab->syms[i].addr, i };
  sort_stable (keys, symtab->len, sizeof *keys, search_order);
  for (size_t i = 0; i < symtab->len; i++)
    sorted[i] = symtab->syms[keys[i].index];
  free (keys);
  free (symtab->syms);
  symtab->syms = sorted;
  symtab->cap = symtab->len;
}

/* Returns true if NEXT is a better name for an address than KEPT, which was
   added earlier.  A global symbol is better than a static one, and a function
   better than another symbol.  Then the name with fewer leading underscores is
   better, since programmers use it.  */
static bool
is_better_alias (const struct sym *next, const struct sym *kept)
{
  if (next->is_static != kept->is_static)
    return kept->is_static;
  if (next->is_func != kept->is_func)
    return next->is_func;
  if (kept->name[0] != '_')
    return false;
  return (next->name[0] != '_'
          || (kept->name[1] == '_' && next->name[1] != '_'));
}

static void
drop_aliases (struct symtab *symtab)
{
  size_t kept = 0;
  for (size_t i = 1; i < symtab->len; i++)
    {
      const struct sym *next = &symtab->syms[i];
      if (next->addr != symtab->syms[kept].addr)
        symtab->syms[++kept] = *next;
      else if (is_better_alias (next, &symtab->syms[kept]))
        {
          uint32_t first = symtab->syms[kept].order;
          symtab->syms[kept] = *next;
          symtab->syms[kept].order = first;
        }
    }
  if (symtab->len == 0)
    return;
  symtab->lost_any = kept + 1 < symtab->len;
  symtab->len = kept + 1;
}

/* Sets `function': for each symbol, the nearest symbol at or before it that is
   typed as a function.  */
static void
find_functions (struct symtab *symtab)
{
  sym_id nearest = SYM_NONE;
  free (symtab->function);
  symtab->function = array_new (symtab->len, sizeof *symtab->function);
  for (size_t i = 0; i < symtab->len; i++)
    {
      if (symtab->syms[i].is_func)
        nearest = i;
      symtab->function[i] = nearest;
    }
}

/* Divides the address range of PART into equal buckets, up to two for each
   symbol, and counts the symbols below each.  A lookup then searches one bucket
   only.  A profile needs two lookups for each arc, and a search among all
   symbols would miss the cache at each step.  */
static void
count_buckets (const struct symtab *symtab, struct part *part)
{
  const size_t n = part->len;
  const struct sym *syms = symtab->syms + part->first;
  free (part->below);
  part->below = NULL;
  part->n_buckets = 0;
  part->shift = 0;
  if (n == 0)
    return;
  uint64_t span = syms[n - 1].addr - syms[0].addr;
  while (span >> part->shift >= 2 * n)
    part->shift++;
  part->n_buckets = (span >> part->shift) + 1;
  part->below = array_new (part->n_buckets + 1, sizeof *part->below);
  for (size_t i = 0; i < n; i++)
    part->below[((syms[i].addr - syms[0].addr) >> part->shift) + 1]++;
  for (size_t b = 0; b < part->n_buckets; b++)
    part->below[b + 1] += part->below[b];
}

void
symtab_finalize (struct symtab *symtab, uint64_t text_high)
{
  sort_symbols (symtab);
  drop_aliases (symtab);
  find_functions (symtab);
  symtab->program.len = symtab->len;
  count_buckets (symtab, &symtab->program);
  for (size_t i = 0; i < symtab->len; i++)
    {
      struct sym *sym = &symtab->syms[i];
      uint64_t last = (i + 1 < symtab->len ? sym[1].addr : text_high) - 1;
      if (!sym->size_known || sym->end_addr > last)
        sym->end_addr = last;
    }
}

/* Returns a copy, owned by SYMTAB, of SYM moved up by BASE.  */
static struct sym
moved_symbol (struct symtab *symtab, const struct sym *sym, uint64_t base)
{
  struct sym moved = *sym;
  moved.addr += base;
  moved.end_addr += base;
  if (sym->line)
    {
      struct sym_line line = *sym->line;
      if (line.func_end)
        line.func_end += base;
      moved.line = copy_line (symtab, &line);
    }
  return moved;
}

/* Returns the symbol that calls to symbol ID of FUNCTIONS are attributed to,
   as sym_function does, but only if its extent holds ID.  */
static sym_id
enclosing_function (const struct symtab *functions, sym_id id)
{
  sym_id function = functions->function[id];
  if (function == SYM_NONE
      || sym_func_end (&functions->syms[function]) < functions->syms[id].addr)
    return id;
  return function;
}

/* Appends the symbols of FUNCTIONS, moved up by BASE, to SYMTAB.  */
static void
append_symbols (struct symtab *symtab, const struct symtab *functions,
                uint64_t base)
{
  const size_t first = symtab->len;
  for (size_t i = 0; i < functions->len; i++)
    {
      struct sym *sym = &symtab->syms[first + i];
      *sym = moved_symbol (symtab, &functions->syms[i], base);
      sym->order += first;
      symtab->function[first + i]
        = (sym_id) first + enclosing_function (functions, (sym_id) i);
    }
  symtab->len += functions->len;
}

void
symtab_add_object (struct symtab *symtab, uint32_t number,
                   const struct symtab *functions, const char *name,
                   const char *plain)
{
  const uint64_t base = object_address (number, 0);
  const size_t first = symtab->len;
  size_t cap = first;
  ARRAY_ROOM (symtab->objects, symtab->cap_objects, (size_t) number + 1);
  for (; symtab->n_objects < number; symtab->n_objects++)
    symtab->objects[symtab->n_objects] = (struct part) { .first = first };
  struct part *part = &symtab->objects[symtab->n_objects++];
  *part = (struct part) { .first = first, .name = plain };
  part->len = (functions ? functions->len : 0) + 1;
  symtab_reserve (symtab, first + part->len);
  ARRAY_ROOM (symtab->function, cap, symtab->cap);
  if (functions)
    append_symbols (symtab, functions, base);
  symtab->syms[symtab->len]
    = (struct sym) { .addr = base + OBJECT_LAST_OFFSET,
                     .end_addr = base + OBJECT_LAST_OFFSET, .name = name,
                     .order = (uint32_t) symtab->len, .is_func = true,
                     .size_known = true };
  symtab->function[symtab->len] = (sym_id) symtab->len;
  symtab->len++;
  count_buckets (symtab, part);
}

/* Sets the symbol ID to inlined function NUMBER, FUNCTION.  */
static void
set_inlined (struct symtab *symtab, sym_id id, size_t number,
             const struct inlined_sym *function)
{
  const struct sym_line line = { .file = function->file,
                                 .line = function->line };
  const uint64_t addr = inlined_address (number);
  const sym_id home = function->home;
  symtab->syms[id] = (struct sym) {
    .addr = addr, .end_addr = addr, .name = function->name, .order = id,
    .line = function->file ? copy_line (symtab, &line) : NULL,
    .is_func = true, .size_known = true,
    .is_ambiguous = home != SYM_NONE && symtab->syms[home].is_ambiguous
  };
  symtab->function[id] = home == SYM_NONE ? id : home;
  symtab->has_inlined[home == SYM_NONE ? id : home] = true;
}

void
symtab_add_inlined (struct symtab *symtab, const struct inlined_sym *inlined,
                    size_t n)
{
  const size_t first = symtab->len;
  size_t cap = first;
  symtab_reserve (symtab, first + n);
  ARRAY_ROOM (symtab->function, cap, symtab->cap);
  symtab->inlined = (struct part) { .first = first, .len = n };
  symtab->inlined_syms = array_new (n, sizeof *symtab->inlined_syms);
  symtab->has_inlined = array_new (first + n, sizeof *symtab->has_inlined);
  for (size_t i = 0; i < n; i++)
    {
      symtab->inlined_syms[i] = inlined[i];
      set_inlined (symtab, (sym_id) (first + i), i, &inlined[i]);
    }
  symtab->len += n;
  count_buckets (symtab, &symtab->inlined);
}

size_t
symtab_n_inlined (const struct symtab *symtab)
{
  return symtab->inlined.len;
}

bool
symtab_is_inlined (const struct symtab *symtab, sym_id id)
{
  return symtab->inlined.len > 0 && id >= symtab->inlined.first;
}

bool
symtab_has_inlined (const struct symtab *symtab, sym_id id)
{
  return symtab->has_inlined && symtab->has_inlined[id];
}

/* Returns inlined function ID.  */
static const struct inlined_sym *
inlined_sym (const struct symtab *symtab, sym_id id)
{
  return &symtab->inlined_syms[id - symtab->inlined.first];
}

void
symtab_extend_last (struct symtab *symtab, uint64_t last)
{
  struct sym *sym;
  if (symtab->len == 0)
    return;
  sym = &symtab->syms[symtab->len - 1];
  if (last >= sym->addr && !sym->size_known)
    sym->end_addr = last;
}

void
symtab_drop_empty_last (struct symtab *symtab)
{
  size_t last = symtab->len - 1;
  if (symtab->len > 1
      && symtab->syms[last].end_addr < symtab->syms[last].addr)
    {
      symtab->program.len = --symtab->len;
      symtab->lost_any = true;
      symtab->dropped_last = true;
    }
}

uint64_t
symtab_credit_end (const struct symtab *symtab, bool lose_last)
{
  if (symtab->program.len == 0)
    return 0;
  const struct sym *last = &symtab->syms[symtab->program.len - 1];
  if ((lose_last && symtab->lost_any) || last->end_addr < last->addr)
    return last->addr;
  return last->end_addr == UINT64_MAX ? UINT64_MAX : last->end_addr + 1;
}

void
symtab_file_order (const struct symtab *symtab, sym_id *order)
{
  struct sort_key *keys = array_new (symtab->len, sizeof *keys);
  for (size_t i = 0; i < symtab->len; i++)
    keys[i] = (struct sort_key) { symtab->syms[i].order, i };
  sort_stable (keys, symtab->len, sizeof *keys, search_order);
  for (size_t i = 0; i < symtab->len; i++)
    order[i] = keys[i].index;
  free (keys);
}

uint64_t
symtab_code_end (const struct symtab *symtab, bool lose_last)
{
  if (symtab->program.len == 0 || symtab->dropped_last)
    return UINT64_MAX;
  return (lose_last ? symtab->syms[symtab->program.len - 1].addr
          : symtab_credit_end (symtab, false));
}

size_t
symtab_len (const struct symtab *symtab)
{
  return symtab->len;
}

const struct sym *
sym_get (const struct symtab *symtab, sym_id id)
{
  return &symtab->syms[id];
}

/* Returns the object that ADDR belongs to, or NULL.  */
static inline const struct part *
object_part_of (const struct symtab *symtab, uint64_t addr)
{
  const uint64_t number = addr >> OBJECT_SHIFT;
  if (number == OBJECTS_MAX && symtab->inlined.len > 0)
    return &symtab->inlined;
  if (symtab->n_objects == 0 || number == 0)
    return &symtab->program;
  return number < symtab->n_objects ? &symtab->objects[number] : NULL;
}

/* Returns the number of symbols of PART that start at or below ADDR.  The last
   symbol may have been removed after the buckets were counted.  */
static size_t
count_up_to (const struct symtab *symtab, const struct part *part,
             uint64_t addr)
{
  const struct sym *syms = symtab->syms + part->first;
  if (part->n_buckets == 0 || addr < syms[0].addr)
    return 0;
  uint64_t bucket = (addr - syms[0].addr) >> part->shift;
  if (bucket >= part->n_buckets)
    return part->len;
  size_t low = part->below[bucket], high = part->below[bucket + 1];
  if (high > part->len)
    high = part->len;
  return low + search_up_to (syms + low, high - low, sizeof *syms, addr);
}

void
sym_prefetch (const struct symtab *symtab, uint64_t addr, bool is_near)
{
  const struct part *part = object_part_of (symtab, addr);
  const struct sym *syms;
  if (!part || part->n_buckets == 0)
    return;
  syms = symtab->syms + part->first;
  if (addr < syms[0].addr)
    return;
  uint64_t bucket = (addr - syms[0].addr) >> part->shift;
  if (bucket >= part->n_buckets)
    return;
  if (is_near)
    __builtin_prefetch (&syms[part->below[bucket]]);
  else
    __builtin_prefetch (&part->below[bucket]);
}

sym_id
sym_lookup (const struct symtab *symtab, uint64_t addr)
{
  const struct part *part = object_part_of (symtab, addr);
  size_t n = part ? count_up_to (symtab, part, addr) : 0;
  if (n > 0 && addr <= symtab->syms[part->first + n - 1].end_addr)
    return (sym_id) (part->first + n - 1);
  /* The last symbol of a library is for all addresses in no other symbol.  */
  if (!part || part == &symtab->program || part == &symtab->inlined
      || part->len == 0)
    return SYM_NONE;
  return (sym_id) (part->first + part->len - 1);
}

sym_id
sym_first_from (const struct symtab *symtab, uint64_t addr)
{
  const struct part *part = object_part_of (symtab, addr ? addr - 1 : 0);
  if (addr == 0)
    return 0;
  return (sym_id) (part ? part->first + count_up_to (symtab, part, addr - 1)
                   : symtab->len);
}

sym_id
sym_function (const struct symtab *symtab, sym_id id)
{
  return symtab->function[id];
}

void
symtab_join (struct symtab *symtab, uint64_t piece, uint64_t function)
{
  const sym_id part = sym_lookup (symtab, piece);
  const sym_id home = sym_lookup (symtab, function);
  if (part == SYM_NONE || symtab->syms[part].addr != piece
      || home == SYM_NONE || symtab->syms[home].addr != function)
    return;
  if (!symtab->home)
    {
      symtab->home = array_new (symtab->len, sizeof *symtab->home);
      for (size_t i = 0; i < symtab->len; i++)
        symtab->home[i] = (sym_id) i;
    }
  symtab->home[part] = home;
  symtab->function[part] = home;
}

sym_id
sym_home (const struct symtab *symtab, sym_id id)
{
  if (symtab_is_inlined (symtab, id))
    {
      const sym_id home = inlined_sym (symtab, id)->home;
      return home == SYM_NONE ? id : home;
    }
  return (symtab->home && id < symtab->program.len ? symtab->home[id] : id);
}

uint64_t
symtab_file_address (const struct symtab *symtab, sym_id id)
{
  uint64_t addr = symtab->syms[id].addr;
  if (symtab_is_inlined (symtab, id))
    return 0;
  return id < symtab->program.len ? addr : addr & OBJECT_LAST_OFFSET;
}

uint32_t
symtab_object_of (const struct symtab *symtab, sym_id id)
{
  if (id < symtab->program.len)
    return 0;
  if (symtab_is_inlined (symtab, id))
    return inlined_sym (symtab, id)->object;
  return (uint32_t) (symtab->syms[id].addr >> OBJECT_SHIFT);
}

const char *
symtab_object_name (const struct symtab *symtab, uint32_t number)
{
  return (number == 0 ? symtab->program.name
          : number < symtab->n_objects ? symtab->objects[number].name : NULL);
}

size_t
symtab_program_len (const struct symtab *symtab)
{
  return symtab->program.len;
}

size_t
symtab_n_objects (const struct symtab *symtab)
{
  return symtab->n_objects ? symtab->n_objects : 1;
}

/* A name in a library, and the object of the first symbol that has it.  */
struct owned_name
{
  const char *name;
  uint32_t object;
};

static hashval_t
symtab_hash_name (const void *entry)
{
  return htab_hash_string (((const struct owned_name *) entry)->name);
}

static int
is_equal_name (const void *a, const void *b)
{
  return strcmp (((const struct owned_name *) a)->name,
                 ((const struct owned_name *) b)->name) == 0;
}

/* Enters the symbols of all libraries into NAMES, a table of the elements of
   OWNED.  A name of two libraries gets the object OBJECTS_MAX.  */
static void
enter_names (const struct symtab *symtab, htab_t names,
             struct owned_name *owned)
{
  for (size_t id = symtab->program.len; id < symtab->len; id++)
    {
      *owned = (struct owned_name) { symtab->syms[id].name,
                                     symtab_object_of (symtab, (sym_id) id) };
      void **slot = htab_find_slot (names, owned, INSERT);
      struct owned_name *found = *slot;
      if (!found)
        *slot = owned++;
      else if (found->object != owned->object)
        found->object = OBJECTS_MAX;
    }
}

void
symtab_find_ambiguous (struct symtab *symtab, const char *program)
{
  struct owned_name *owned
    = array_new (symtab->len - symtab->program.len + 1, sizeof *owned);
  htab_t names = htab_create (64, symtab_hash_name, is_equal_name, NULL);
  symtab->program.name = program;
  enter_names (symtab, names, owned);
  for (size_t id = 0; id < symtab->len; id++)
    {
      struct owned_name key = { .name = symtab->syms[id].name };
      struct owned_name *found = htab_find (names, &key);
      if (found && id < symtab->program.len)
        found->object = OBJECTS_MAX;
      symtab->syms[id].is_ambiguous = found && found->object == OBJECTS_MAX;
    }
  htab_delete (names);
  free (owned);
}

void
symtab_set_landmarks (struct symtab *symtab, const struct landmarks *marks)
{
  symtab->marks = *marks;
}

const struct landmarks *
symtab_landmarks (const struct symtab *symtab)
{
  return &symtab->marks;
}
