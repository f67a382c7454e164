/* image/symtab.c -- the sorted symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: symbols in the order of the object file.  Out: one symbol for each
   address, in address order.  */

#include <config.h>

#include "image/symtab.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"

struct symtab
{
  struct sym *syms;
  size_t len, cap;
  struct arena *lines;          /* owns the sym_lines; NULL if none */
  sym_id *function;             /* by sym_id: see sym_function */
  uint32_t *below;              /* number of symbols below each bucket */
  size_t n_buckets;             /* buckets begin at the first symbol */
  unsigned shift;               /* a bucket has 1 << SHIFT bytes */
  bool lost_any;                /* an alias or the last symbol was removed */
  bool dropped_last;            /* symtab_drop_empty_last removed a symbol */
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
  free (symtab->below);
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
  symtab->syms = array_reserve (symtab->syms, &symtab->cap, n,
                                sizeof *symtab->syms);
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

/* Divides the address range into equal buckets, up to two for each symbol, and
   counts the symbols below each.  A lookup then searches one bucket only.  A
   profile needs two lookups for each arc, and a search among all symbols would
   miss the cache at each step.  */
static void
count_buckets (struct symtab *symtab)
{
  const size_t n = symtab->len;
  const struct sym *syms = symtab->syms;
  free (symtab->below);
  symtab->below = NULL;
  symtab->n_buckets = 0;
  symtab->shift = 0;
  if (n == 0)
    return;
  uint64_t span = syms[n - 1].addr - syms[0].addr;
  while (span >> symtab->shift >= 2 * n)
    symtab->shift++;
  symtab->n_buckets = (span >> symtab->shift) + 1;
  symtab->below = array_new (symtab->n_buckets + 1, sizeof *symtab->below);
  for (size_t i = 0; i < n; i++)
    symtab->below[((syms[i].addr - syms[0].addr) >> symtab->shift) + 1]++;
  for (size_t b = 0; b < symtab->n_buckets; b++)
    symtab->below[b + 1] += symtab->below[b];
}

void
symtab_finalize (struct symtab *symtab, uint64_t text_high)
{
  sort_symbols (symtab);
  drop_aliases (symtab);
  find_functions (symtab);
  count_buckets (symtab);
  for (size_t i = 0; i < symtab->len; i++)
    {
      struct sym *sym = &symtab->syms[i];
      sym->end_addr = (i + 1 < symtab->len ? sym[1].addr : text_high) - 1;
    }
}

void
symtab_extend_last (struct symtab *symtab, uint64_t last)
{
  struct sym *sym;
  if (symtab->len == 0)
    return;
  sym = &symtab->syms[symtab->len - 1];
  if (last >= sym->addr)
    sym->end_addr = last;
}

void
symtab_drop_empty_last (struct symtab *symtab)
{
  size_t last = symtab->len - 1;
  if (symtab->len > 1
      && symtab->syms[last].end_addr < symtab->syms[last].addr)
    {
      symtab->len--;
      symtab->lost_any = true;
      symtab->dropped_last = true;
    }
}

uint64_t
symtab_credit_end (const struct symtab *symtab, bool lose_last)
{
  if (symtab->len == 0)
    return 0;
  const struct sym *last = &symtab->syms[symtab->len - 1];
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
  if (symtab->len == 0 || symtab->dropped_last)
    return UINT64_MAX;
  return (lose_last ? symtab->syms[symtab->len - 1].addr
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

/* Returns the number of symbols that start at or below ADDR.  The last symbol
   may have been removed after the buckets were counted.  */
static size_t
count_up_to (const struct symtab *symtab, uint64_t addr)
{
  const struct sym *syms = symtab->syms;
  if (symtab->n_buckets == 0 || addr < syms[0].addr)
    return 0;
  uint64_t bucket = (addr - syms[0].addr) >> symtab->shift;
  if (bucket >= symtab->n_buckets)
    return symtab->len;
  size_t low = symtab->below[bucket], high = symtab->below[bucket + 1];
  if (high > symtab->len)
    high = symtab->len;
  return low + search_up_to (syms + low, high - low, sizeof *syms, addr);
}

void
sym_prefetch (const struct symtab *symtab, uint64_t addr, bool is_near)
{
  if (symtab->n_buckets == 0 || addr < symtab->syms[0].addr)
    return;
  uint64_t bucket = (addr - symtab->syms[0].addr) >> symtab->shift;
  if (bucket >= symtab->n_buckets)
    return;
  if (is_near)
    __builtin_prefetch (&symtab->syms[symtab->below[bucket]]);
  else
    __builtin_prefetch (&symtab->below[bucket]);
}

sym_id
sym_lookup (const struct symtab *symtab, uint64_t addr)
{
  size_t n = count_up_to (symtab, addr);
  if (n == 0 || addr > symtab->syms[n - 1].end_addr)
    return SYM_NONE;
  return n - 1;
}

sym_id
sym_first_from (const struct symtab *symtab, uint64_t addr)
{
  return addr ? count_up_to (symtab, addr - 1) : 0;
}

sym_id
sym_function (const struct symtab *symtab, sym_id id)
{
  return symtab->function[id];
}
