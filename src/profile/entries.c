/* profile/entries.c -- do functions begin where a profile was called?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the callees of a profile, the code and the functions of an image.  Out:
   how many of the callees are the entry of no function.

       f:  push   %rbp                   g:  push   %rbp
           mov    %rsp, %rbp                 mov    %rsp, %rbp
           call   mcount                     call   mcount
       callee --> ...                        ...    <-- callee of another build

   The counter is what the code calls before callees, and what it calls first
   in its functions: mcount by name, or the stub that leads to a shared
   library's.  */

#include <config.h>

#include "profile/entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "image/find_call.h"
#include "profile/rebase.h"

enum
{
  /* The longest distance in bytes from the beginning of a call to the address
     it returns to, with the instruction in its delay slot.  */
  CALL_MAX = 8
};

/* A call of TO that returns to the callee of this index, or near it.  */
struct site
{
  uint64_t to;
  size_t callee;
};

struct search
{
  const struct symtab *symtab;
  const struct core *core;
  struct rebase_addrs callees;
  size_t next_callee;           /* the first behind the last call found */
  struct site *sites;           /* heap */
  size_t n_sites, cap_sites;
  sym_id next_sym;              /* the first that begins behind that call */
  bool looked;                  /* the function before NEXT_SYM had a call */
  uint64_t *votes;              /* heap: targets of the first calls of functions
                                   and of those before callees */
  size_t n_votes, cap_votes;
};

/* Notes that the counter may be at TO.  */
static void
vote (struct search *search, uint64_t to)
{
  search->votes = array_reserve (search->votes, &search->cap_votes,
                                 search->n_votes + 1, sizeof *search->votes);
  search->votes[search->n_votes++] = to;
}

/* Notes the target of a call at AT if it is the first of its function, and
   where compilers put that of mcount.  */
static void
note_first (struct search *search, uint64_t at, uint64_t to)
{
  const struct symtab *symtab = search->symtab;

  while (search->next_sym < symtab_len (symtab)
         && sym_get (symtab, search->next_sym)->addr <= at)
    {
      search->next_sym++;
      search->looked = false;
    }
  if (search->next_sym == 0 || search->looked
      || at - sym_get (symtab, search->next_sym - 1)->addr
         >= REBASE_PROLOGUE_MAX)
    return;
  search->looked = true;
  vote (search, to);
}

/* There is a call of TO at AT.  Calls come in ascending order.  */
static void
note_call (void *data, uint64_t at, uint64_t to)
{
  struct search *search = data;
  const struct rebase_addrs *callees = &search->callees;

  note_first (search, at, to);
  while (search->next_callee < callees->len
         && callees->items[search->next_callee] <= at)
    search->next_callee++;
  for (size_t i = search->next_callee;
       i < callees->len && callees->items[i] - at <= CALL_MAX; i++)
    {
      search->sites = array_reserve (search->sites, &search->cap_sites,
                                     search->n_sites + 1,
                                     sizeof *search->sites);
      search->sites[search->n_sites++] = (struct site) { to, i };
      vote (search, to);
    }
}

static int
compare_u64 (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return x < y ? -1 : x > y;
}

static int
compare_sites (const void *a, const void *b)
{
  return compare_u64 (&((const struct site *) a)->to,
                      &((const struct site *) b)->to);
}

/* Is ADDR the start of a symbol?  GNU gprof -s writes callees so.  */
static bool
is_start (const struct search *search, uint64_t addr)
{
  sym_id id = sym_lookup (search->symtab, addr);

  return id != SYM_NONE && sym_get (search->symtab, id)->addr == addr;
}

/* May what is called at ADDR be a counter?  By its name, if it has one in the
   text; else it may be a stub of a shared library, or stripped of its name.  */
static bool
may_count (const struct search *search, uint64_t addr)
{
  struct text_range text = core_text_range (search->core);
  const char *name;

  if (addr < text.low || addr >= text.high || !is_start (search, addr))
    return true;
  name = sym_get (search->symtab, sym_lookup (search->symtab, addr))->name;
  return strstr (name, "mcount") || strstr (name, "__fentry__");
}

/* Puts what has the most votes, of what may be a counter, into *COUNTER, and
   returns their number.  */
static size_t
find_counter (const struct search *search, uint64_t *counter)
{
  const uint64_t *votes = search->votes;
  size_t most = 0;

  if (search->n_votes)
    qsort (search->votes, search->n_votes, sizeof *votes, compare_u64);
  for (size_t i = 0, n; i < search->n_votes; i += n)
    {
      for (n = 1; i + n < search->n_votes && votes[i + n] == votes[i]; n++)
        continue;
      if (n > most && may_count (search, votes[i]))
        {
          most = n;
          *counter = votes[i];
        }
    }
  return most;
}

/* Of the callees, how many ...  */
struct counts
{
  size_t behind;                /* come right behind a call of a counter */
  size_t starts;                /* are the start of a symbol */
  size_t right;                 /* are one or the other */
};

/* COUNTER is what has the most votes.  What else is called before many callees
   is a counter, too: a large program may have several stubs.  */
static struct counts
count_callees (const struct search *search, uint64_t counter)
{
  const size_t many = search->callees.len / 16 + 2;
  const struct site *sites = search->sites;
  bool *behind = array_new (search->callees.len, sizeof *behind);
  struct counts counts = { 0, 0, 0 };

  if (search->n_sites)
    qsort (search->sites, search->n_sites, sizeof *sites, compare_sites);
  for (size_t i = 0, n; i < search->n_sites; i += n)
    {
      for (n = 1; i + n < search->n_sites && sites[i + n].to == sites[i].to;
           n++)
        continue;
      if (sites[i].to == counter
          || (n >= many && may_count (search, sites[i].to)))
        for (size_t j = i; j < i + n; j++)
          behind[sites[j].callee] = true;
    }
  for (size_t i = 0; i < search->callees.len; i++)
    {
      bool start = is_start (search, search->callees.items[i]);

      counts.behind += behind[i];
      counts.starts += start;
      counts.right += behind[i] || start;
    }
  free (behind);
  return counts;
}

/* Symbol tables without any are of programs that were stripped of them, or -a
   left them out: each program has some.  */
static bool
has_static_functions (const struct symtab *symtab)
{
  sym_id id = 0;

  while (id < symtab_len (symtab)
         && !(sym_get (symtab, id)->is_func && sym_get (symtab, id)->is_static))
    id++;
  return id < symtab_len (symtab);
}

/* How many callees are wrong, given the COUNTS of them and the VOTES for the
   counter.  If the code says nothing it is asked whether they are near starts;
   a sum by GNU gprof has the starts themselves.  */
static size_t
count_wrong (const struct search *search, const struct counts *counts,
             size_t votes)
{
  const size_t n = search->callees.len;
  bool is_sum = counts->starts && !counts->behind;

  if ((2 * votes >= n || 2 * counts->behind >= n) && !is_sum)
    return n - counts->right;
  if (!has_static_functions (search->symtab))
    return 0;
  return (is_sum && 2 * votes >= n ? n - counts->starts
          : rebase_misfits (&search->callees, search->symtab));
}

/* The callees of PROFILE, moved by OFFSET, that the code of CORE can be asked
   of.  */
static struct rebase_addrs
callees_in_text (const struct profile *profile, const struct core *core,
                 int64_t offset)
{
  struct rebase_addrs callees = rebase_callees (profile);
  struct text_range text = core_text_range (core);
  size_t kept = 0;

  for (size_t i = 0; i < callees.len; i++)
    {
      uint64_t addr = callees.items[i] + (uint64_t) offset;

      if (addr >= text.low && addr <= text.high)
        callees.items[kept++] = addr;
    }
  callees.len = kept;
  return callees;
}

struct entries
entries_check (const struct profile *profile, const struct core *core,
               const struct symtab *symtab, int64_t offset)
{
  struct search search = { .symtab = symtab, .core = core,
                           .callees = callees_in_text (profile, core,
                                                       offset) };
  struct entries entries = { .callees = search.callees.len };
  uint64_t counter = 0;
  struct counts counts;
  size_t votes;

  /* What was found by a guess does not count.  */
  if (entries.callees && !find_call_sites (core, symtab, note_call, &search))
    search.n_sites = search.n_votes = 0;
  votes = find_counter (&search, &counter);
  counts = count_callees (&search, counter);
  if (entries.callees)
    entries.wrong = count_wrong (&search, &counts, votes);
  free (search.callees.items);
  free (search.sites);
  free (search.votes);
  return entries;
}
