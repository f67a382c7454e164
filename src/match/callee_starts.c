/* match/callee_starts.c -- checks that callees are starts of functions.

   SPDX-License-Identifier: GPL-3.0-or-later

       f:  push   %rbp                   g:  push   %rbp
           mov    %rsp, %rbp                 mov    %rsp, %rbp
           call   mcount                     call   mcount
       callee --> ...                        ...    <-- callee of another build

   The counter is the function that the code calls right before callees, and
   that functions call first: mcount by name, or the stub of a mcount in a
   shared library.  */

#include <config.h>

#include "match/callee_starts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "image/find_call.h"
#include "match/rebase.h"

enum
{
  /* The longest distance, in bytes, from the beginning of a call to its return
     address, with the instruction in its delay slot.  */
  CALL_MAX = 8
};

/* A call of TO that returns to a callee, an index into callees, or to a place
   near it.  */
struct site
{
  uint64_t to;
  size_t callee;
};

struct search
{
  const struct symtab *symtab;
  const struct image *image;
  struct rebase_addrs callees;
  size_t next_callee;           /* the first callee behind the last call
                                   found */
  struct site *sites;           /* heap */
  size_t n_sites, cap_sites;
  sym_id next_sym;              /* the first symbol that begins behind that
                                   call */
  bool looked;                  /* the function before next_sym has voted
                                   already */
  bool has_calls;               /* the code was decoded, and calls something */
  bool has_counter;             /* a function may be the counter */
  uint64_t *votes;              /* heap; targets of the first calls of
                                   functions and of the calls before
                                   callees */
  size_t n_votes, cap_votes;
};

/* Adds a vote that the counter is the function at TO.  */
static void
starts_vote (struct search *search, uint64_t to)
{
  *ARRAY_APPEND (search->votes, search->cap_votes, search->n_votes) = to;
}

/* Votes for TO, the target of a call at AT, if the call is the first one of
   its function, and stands where compilers put the call of mcount.  */
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
  starts_vote (search, to);
}

/* Notes that there is a call of TO at AT.  Calls come in ascending order of
   their addresses.  */
static void
note_call (void *data, uint64_t at, uint64_t to)
{
  struct search *search = data;
  const struct rebase_addrs *callees = &search->callees;

  search->has_calls = true;
  note_first (search, at, to);
  while (search->next_callee < callees->len
         && callees->items[search->next_callee] <= at)
    search->next_callee++;
  for (size_t i = search->next_callee;
       i < callees->len && callees->items[i] - at <= CALL_MAX; i++)
    {
      *ARRAY_APPEND (search->sites, search->cap_sites, search->n_sites)
        = (struct site) { to, i };
      starts_vote (search, to);
    }
}

/* Returns true if ADDR is the start of a symbol.  GNU gprof -s writes callees
   in this form.  */
static bool
is_start (const struct search *search, uint64_t addr)
{
  sym_id id = sym_lookup (search->symtab, addr);

  return id != SYM_NONE && sym_get (search->symtab, id)->addr == addr;
}

/* How sure it is that a function is the counter.  */
enum counter_kind
{
  COUNTER_NOT,
  COUNTER_MAYBE,                /* a stub of a shared library, or a function
                                   that is stripped of its name */
  COUNTER_BY_NAME
};

/* Returns what the function at ADDR is.  One with a symbol in the text section
   is judged by its name.  */
static enum counter_kind
judge_counter (const struct search *search, uint64_t addr)
{
  struct text_range text = image_text_range (search->image);
  const char *name;

  if (addr < text.low || addr >= text.high || !is_start (search, addr))
    return COUNTER_MAYBE;
  name = sym_get (search->symtab, sym_lookup (search->symtab, addr))->name;
  return (strstr (name, "mcount") || strstr (name, "__fentry__")
          ? COUNTER_BY_NAME : COUNTER_NOT);
}

/* Sets *COUNTER to the counter: of those that are known by their names the one
   with the most votes, since other functions than these may call a stub first;
   if there is none, of those that may be the counter.  Returns its votes.  */
static size_t
find_counter (const struct search *search, uint64_t *counter)
{
  const uint64_t *votes = search->votes;
  enum counter_kind best = COUNTER_MAYBE;
  size_t most = 0;

  if (search->n_votes)
    qsort (search->votes, search->n_votes, sizeof *votes, search_order);
  for (size_t i = 0, n; i < search->n_votes; i += n)
    {
      enum counter_kind kind = judge_counter (search, votes[i]);

      for (n = 1; i + n < search->n_votes && votes[i + n] == votes[i]; n++)
        continue;
      if (kind > best || (kind == best && n > most))
        {
          best = kind;
          most = n;
          *counter = votes[i];
        }
    }
  return most;
}

/* Returns true if the last of LEN bytes of x86 code before END are a CALL
   through a register or memory: opcode FF, with 2 in the middle bits of the
   next byte.  It has 2 to 7 bytes.  */
static bool
is_indirect_call (const unsigned char *end, size_t len)
{
  for (size_t n = 2; n <= 7 && n <= len; n++)
    if (end[-(ptrdiff_t) n] == 0xFF
        && (end[1 - (ptrdiff_t) n] & 0x38) == 0x10)
      return true;
  return false;
}

/* Returns how many callees may stand right behind a call of mcount that
   find_call_sites does not report: one through a register or a table, as
   -mcmodel=large and -fPIC for i386 generate it.  Sets BEHIND[i] for these
   callees I, if BEHIND is not NULL.  */
static size_t
find_indirect (const struct search *search, bool *behind)
{
  const struct rebase_addrs *callees = &search->callees;
  const struct text_range text = image_text_range (search->image);
  size_t found = 0;
  if (image_machine (search->image, false).arch != IMAGE_ARCH_X86)
    return 0;
  unsigned char *code = image_read_text_data (search->image);
  for (size_t i = 0; code && i < callees->len; i++)
    {
      const size_t at = callees->items[i] - text.low;
      const bool is_behind = is_indirect_call (code + at, at);
      found += is_behind;
      if (behind && is_behind)
        behind[i] = true;
    }
  free (code);
  return found;
}

/* Numbers of callees, by kind.  */
struct counts
{
  size_t behind;                /* callees right behind a call of a counter */
  size_t starts;                /* callees that are the start of a symbol */
  size_t right;                 /* callees of either kind */
};

/* Counts the callees by kind.  COUNTER is the address with the most votes.
   Another function is a counter, too, if it is called before many callees: a
   large program may have several stubs.  If most callees are behind calls
   through a register or a table, these are calls of the counter.  */
static struct counts
count_callees (const struct search *search, uint64_t counter)
{
  const size_t many = search->callees.len / 16 + 2;
  const struct site *sites = search->sites;
  bool *behind = array_new (search->callees.len, sizeof *behind);
  struct counts counts = { 0, 0, 0 };
  size_t n_behind = 0;

  if (search->n_sites)
    qsort (search->sites, search->n_sites, sizeof *sites, search_order);
  for (size_t i = 0, n; i < search->n_sites; i += n)
    {
      for (n = 1; i + n < search->n_sites && sites[i + n].to == sites[i].to;
           n++)
        continue;
      if (sites[i].to == counter
          || (n >= many && judge_counter (search, sites[i].to)))
        for (size_t j = i; j < i + n; j++)
          behind[sites[j].callee] = true;
    }
  for (size_t i = 0; i < search->callees.len; i++)
    n_behind += behind[i];
  if (2 * n_behind < search->callees.len
      && 2 * find_indirect (search, NULL) > search->callees.len)
    find_indirect (search, behind);
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

/* Returns true if SYMTAB has static functions.  Each program has some.  A
   table without static functions belongs to a stripped program, or -a left
   them out.  */
static bool
has_static_functions (const struct symtab *symtab)
{
  sym_id id = 0;

  while (id < symtab_len (symtab)
         && !(sym_get (symtab, id)->is_func && sym_get (symtab, id)->is_static))
    id++;
  return id < symtab_len (symtab);
}

/* Returns true if the program calls no counter, so that it records no calls.
   Of its symbols none is called mcount or the like; or its code was decoded,
   and there is no call before any callee, nor a counter among the functions
   that others call first.  */
static bool
lacks_counter (const struct search *search)
{
  const struct landmarks *marks = symtab_landmarks (search->symtab);

  return (marks->are_known
          && (!(marks->shown & CALLS_HOOK)
              || (search->has_calls && search->n_sites == 0
                  && !search->has_counter
                  && find_indirect (search, NULL) == 0)));
}

/* Returns how many callees are wrong, from the COUNTS of callees and the VOTES
   for the counter.  If the code does not show that, callees must be near
   starts of functions.  Callees of a sum by GNU gprof are starts
   themselves.  */
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
  if (lacks_counter (search))
    return n - counts->starts;
  return (is_sum && 2 * votes >= n ? n - counts->starts
          : rebase_misfits (&search->callees, search->symtab));
}

/* Returns the callees of PROFILE, moved by OFFSET, that lie in the text
   section of IMAGE.  The caller frees the items.  */
static struct rebase_addrs
callees_in_text (const struct profile *profile, const struct image *image,
                 int64_t offset)
{
  struct rebase_addrs callees = rebase_callees (profile);
  struct text_range text = image_text_range (image);
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

struct callee_starts
callee_starts_check (const struct profile *profile, const struct image *image,
                     const struct symtab *symtab, int64_t offset)
{
  struct search search = { .symtab = symtab, .image = image,
                           .callees = callees_in_text (profile, image,
                                                       offset) };
  struct callee_starts starts = { .callees = search.callees.len };
  uint64_t counter = 0;
  struct counts counts;
  size_t votes;

  /* Calls that are found by guessing do not count.  */
  if (starts.callees && !find_call_sites (image, symtab, note_call, &search))
    {
      search.n_sites = search.n_votes = 0;
      search.has_calls = false;
    }
  votes = find_counter (&search, &counter);
  search.has_counter = votes != 0;
  counts = count_callees (&search, counter);
  if (starts.callees)
    starts.wrong = count_wrong (&search, &counts, votes);
  free (search.callees.items);
  free (search.sites);
  free (search.votes);
  return starts;
}
