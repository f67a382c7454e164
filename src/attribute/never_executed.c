/* attribute/never_executed.c -- blocks of the program that never ran.

   SPDX-License-Identifier: GPL-3.0-or-later

   A call at the beginning of each block counts the block.  So a block that
   never ran is such a call without a recorded count:

       code      call T   lea; call T   call f   call T   lea; call T
       recorded  ^        ^                               ^
       found                                     ^

   The target T is known by its name.  Without a name (a shared library's
   function is called through a stub), T is the function that is called where
   blocks are recorded.  A block begins with the instructions that prepare the
   call.  Their lengths are known from the recorded blocks; of these lengths
   the one at which a line begins is taken.

   The runtime libgmon does not record the first block of a function whose
   calls it counted, if GNU gprof would print that number twice.  Such a block
   ran as often as the function was called.  */

#include <config.h>

#include "attribute/never_executed.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "image/find_call.h"

enum
{
  NEAR = 32,                    /* longest distance from a block to its call,
                                   in bytes */
  STUBS = 16 << 20,             /* longest distance of a stub from the text, in
                                   bytes */
  MAX_TARGETS = 16
};

/* A function that is called at the beginning of blocks.  */
struct target
{
  uint64_t to;
  size_t calls;                 /* number of blocks whose first call this
                                   is */
  size_t exact;                 /* of these, calls at the address recorded */
  uint32_t distances;           /* bit N: a block begins N bytes before its
                                   call */
};

struct search
{
  const struct symtab *symtab;
  struct text_range text;
  struct bb_count *blocks;      /* by address */
  size_t n, next;               /* next: the first block behind the code that
                                   is scanned already */
  struct target targets[MAX_TARGETS];
  size_t n_targets;
  uint64_t *calls;              /* by sym_id: calls of functions */
  sym_id function;              /* function of the last block found */
  struct block_list found;
  size_t cap_found;
};

static struct target *
find_target (struct search *search, uint64_t to)
{
  for (size_t i = 0; i < search->n_targets; i++)
    if (search->targets[i].to == to)
      return &search->targets[i];
  return NULL;
}

/* Returns true if something can be called at TO.  The scanner takes bytes of
   other instructions for calls, too, whose targets are anywhere.  */
static bool
can_be_called (const struct search *search, uint64_t to)
{
  return (to < search->text.high ? search->text.low < to + STUBS
          : to - search->text.high < STUBS);
}

/* Notes that the code has a call of TO at AT: TO is a target of the blocks
   shortly before AT.  */
static void
note_target (void *data, uint64_t at, uint64_t to)
{
  struct search *search = data;
  if (to == CALL_UNKNOWN || !can_be_called (search, to))
    return;
  for (; search->next < search->n && search->blocks[search->next].addr <= at;
       search->next++)
    {
      uint64_t addr = search->blocks[search->next].addr;
      struct target *target = find_target (search, to);
      if (at - addr >= NEAR)
        continue;
      if (!target && search->n_targets < MAX_TARGETS)
        {
          target = &search->targets[search->n_targets++];
          *target = (struct target) { .to = to };
        }
      if (target)
        {
          target->calls++;
          target->exact += addr == at;
          target->distances |= (uint32_t) 1 << (at - addr);
        }
    }
}

/* Returns true if SYM is a function that compilers call in each block.  */
static bool
is_counter (const struct sym *sym, char leading)
{
  static const char prefix[] = "__sanitizer_cov_trace_pc";
  return strncmp (sym_plain_name (sym->name, leading), prefix,
                  sizeof prefix - 1) == 0;
}

/* Returns true if there is such a function at ADDR.  */
static bool
is_known (const struct symtab *symtab, char leading, uint64_t addr)
{
  sym_id id = sym_lookup (symtab, addr);
  return (id != SYM_NONE && sym_get (symtab, id)->addr == addr
          && is_counter (sym_get (symtab, id), leading));
}

/* Keeps only the targets that count blocks.  Returns false if they do not
   explain nearly all recorded blocks: then the records belong to other
   code.  */
static bool
choose_targets (struct search *search, const struct image *image)
{
  const struct text_range text = search->text;
  size_t kept = 0, explained = 0;
  for (size_t i = 0; i < search->n_targets; i++)
    {
      struct target target = search->targets[i];
      bool is_stub = target.to < text.low || target.to >= text.high;
      if (is_known (search->symtab, image_leading_char (image), target.to)
          || target.exact > search->n / 4
          || (is_stub && target.calls > search->n / 4))
        {
          search->targets[kept++] = target;
          explained += target.calls;
        }
    }
  search->n_targets = kept;
  return kept && explained >= search->n - search->n / 10;
}

/* Returns the address at which the block with the call of TARGET at AT begins.
   If no line begins there, AT is good enough.  */
static uint64_t
target_block_start (const struct search *search, const struct target *target,
                    uint64_t at)
{
  sym_id id = sym_lookup (search->symtab, at);
  uint64_t distance = id == SYM_NONE ? NEAR
                      : at - sym_get (search->symtab, id)->addr;
  return (distance < NEAR && target->distances >> distance & 1
          ? at - distance : at);
}

/* Returns the function that ADDR is in, or SYM_NONE.  */
static sym_id
function_at (const struct symtab *symtab, uint64_t addr)
{
  sym_id id = sym_lookup (symtab, addr);
  return id == SYM_NONE ? id : sym_function (symtab, id);
}

static void
targets_count_calls (struct search *search, const struct profile *profile)
{
  search->calls = array_new (symtab_len (search->symtab),
                             sizeof *search->calls);
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      sym_id id = function_at (search->symtab, profile->arcs[i].self);
      if (id != SYM_NONE)
        search->calls[id] += profile->arcs[i].count;
    }
}

/* Returns the calls of the function that begins with the block at AT, or 0 if
   no function begins with it.  Blocks must come in ascending order.  */
static uint64_t
calls_by_entry (struct search *search, uint64_t at)
{
  sym_id id = function_at (search->symtab, at);
  bool first = id != search->function;
  search->function = id;
  return first && id != SYM_NONE ? search->calls[id] : 0;
}

static void
note_never_executed (void *data, uint64_t at, uint64_t to)
{
  struct search *search = data;
  const struct target *target = find_target (search, to);
  bool recorded = false;
  if (!target)
    return;
  uint64_t calls = calls_by_entry (search, at);
  for (; search->next < search->n && search->blocks[search->next].addr <= at;
       search->next++)
    recorded = true;
  if (recorded)
    return;
  *ARRAY_APPEND (search->found.blocks, search->cap_found, search->found.n)
    = (struct bb_count) { target_block_start (search, target, at), calls };
}

struct block_list
never_executed_blocks (const struct profile *profile, const struct image *image,
                       const struct symtab *symtab)
{
  struct search search = { .symtab = symtab, .text = image_text_range (image),
                           .n = profile->n_blocks, .function = SYM_NONE };
  if (search.n == 0)
    return search.found;
  search.blocks = array_new (search.n, sizeof *search.blocks);
  memcpy (search.blocks, profile->blocks, search.n * sizeof *search.blocks);
  qsort (search.blocks, search.n, sizeof *search.blocks, search_order);
  find_call_sites (image, symtab, note_target, &search);
  search.next = 0;
  targets_count_calls (&search, profile);
  if (choose_targets (&search, image))
    find_call_sites (image, symtab, note_never_executed, &search);
  free (search.blocks);
  free (search.calls);
  return search.found;
}

/* The state of code_counts_blocks.  */
struct counter
{
  const struct image *image;
  const struct symtab *symtab;
  bool found;
};

static void
note_counter (void *data, uint64_t at, uint64_t to)
{
  struct counter *counter = data;
  (void) at;
  counter->found = (counter->found
                    || is_known (counter->symtab,
                                 image_leading_char (counter->image), to));
}

bool
code_counts_blocks (const struct image *image, const struct symtab *symtab)
{
  struct counter counter = { .image = image, .symtab = symtab };
  sym_id id = 0;
  /* Looks for the name first: few programs have such a function, and decoding
     all code takes long.  */
  while (id < symtab_len (symtab)
         && !is_counter (sym_get (symtab, id), image_leading_char (image)))
    id++;
  if (id < symtab_len (symtab))
    find_call_sites (image, symtab, note_counter, &counter);
  return counter.found;
}
