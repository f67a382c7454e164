/* match/rebase.c -- finds the address at which a profiled program ran.

   SPDX-License-Identifier: GPL-3.0-or-later

   A loader moves a program by whole pages.  The profile has the return address
   of the callee's call of mcount, a few bytes behind the start of the callee.
   This distance depends on the prologue, and a program has few kinds of
   prologues.  So each callee votes for every distance to a function that is a
   number of pages minus a few bytes.  The true distance of the most common
   prologue gets many votes; any other one gets votes only by chance.  */

#include <config.h>

#include "match/rebase.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/search.h"
#include "profile/hist.h"

#define PAGE 4096
#define PROLOGUES 8
#define VOTERS_MAX 256
#define VOTES_MAX ((size_t) 1 << 22)
#define CANDIDATES_MAX 64
#define CHECKED_MAX 16384
/* With fewer callees, nothing is known about where functions begin.  */
#define MISFITS_MIN 3

struct candidate
{
  uint64_t offset;              /* in bytes, a multiple of PAGE */
  size_t votes;
  size_t matches;               /* callees near the start of a function, with
                                   this offset */
  size_t alike;                 /* callees at one of the PROLOGUES most common
                                   distances behind a start */
  double inside;                /* samples and callers in code, with this
                                   offset */
};

struct candidates
{
  struct candidate items[CANDIDATES_MAX];
  size_t len;
};

static void
sort_addrs (struct rebase_addrs *addrs)
{
  size_t kept = 0;
  if (addrs->len == 0)
    return;
  qsort (addrs->items, addrs->len, sizeof *addrs->items, search_order);
  for (size_t i = 1; i < addrs->len; i++)
    if (addrs->items[i] != addrs->items[kept])
      addrs->items[++kept] = addrs->items[i];
  addrs->len = kept + 1;
}

/* Reduces ADDRS to at most MAX addresses, evenly spread.  */
static void
thin_out (struct rebase_addrs *addrs, size_t max)
{
  if (addrs->len <= max)
    return;
  for (size_t i = 0; i < max; i++)
    addrs->items[i] = addrs->items[(uint64_t) i * addrs->len / max];
  addrs->len = max;
}

struct rebase_addrs
rebase_callees (const struct profile *profile)
{
  struct rebase_addrs callees
    = { array_new (profile->n_arcs, sizeof (uint64_t)), profile->n_arcs };
  for (size_t i = 0; i < profile->n_arcs; i++)
    callees.items[i] = profile->arcs[i].self;
  sort_addrs (&callees);
  thin_out (&callees, CHECKED_MAX);
  return callees;
}

static struct rebase_addrs
collect_functions (const struct symtab *symtab)
{
  struct rebase_addrs functions
    = { array_new (symtab_len (symtab), sizeof (uint64_t)), 0 };
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    if (sym_get (symtab, id)->is_func)
      functions.items[functions.len++] = sym_get (symtab, id)->addr;
  sort_addrs (&functions);
  return functions;
}

/* -- Candidates ----------------------------------------------------------- */

/* Functions, sorted by the low bits of their address: those with page offset P
   are items[first[P]] up to, but without, items[first[P + 1]].  */
struct pages
{
  uint64_t *items;              /* heap */
  size_t *first;                /* heap; PAGE + 1 elements are used */
};

static struct pages
sort_by_page_offset (const struct rebase_addrs *functions)
{
  struct pages pages = { array_new (functions->len, sizeof (uint64_t)),
                         array_new (PAGE + 2, sizeof (size_t)) };
  size_t *next = pages.first + 1;
  for (size_t i = 0; i < functions->len; i++)
    next[functions->items[i] % PAGE + 1]++;
  for (size_t p = 0; p < PAGE; p++)
    next[p + 1] += next[p];
  /* This loop moves each next[P] up to the start of page offset P + 1, which
     makes it first[P + 1].  */
  for (size_t i = 0; i < functions->len; i++)
    pages.items[next[functions->items[i] % PAGE]++] = functions->items[i];
  return pages;
}

/* The offsets that keep the middle half of the callees among the functions:
   LOW up to LOW + WIDTH.  */
struct limits
{
  uint64_t low, width;
};

static struct limits
find_limits (const struct rebase_addrs *callees,
             const struct rebase_addrs *functions)
{
  uint64_t first = callees->items[callees->len / 4];
  uint64_t last = callees->items[callees->len - 1 - callees->len / 4];
  uint64_t span = functions->items[functions->len - 1] + REBASE_PROLOGUE_MAX
                  - functions->items[0];
  return (struct limits) { functions->items[0] - first,
                           last - first < span ? span - (last - first) : 0 };
}

/* Adds to VOTES, which has room for *CAP, the distances from CALLEE to each
   function of PAGES that it can be.  */
static void
rebase_vote (struct rebase_addrs *votes, size_t *cap, const struct pages *pages,
             const struct limits *limits, uint64_t callee)
{
  for (uint64_t d = 0; d < REBASE_PROLOGUE_MAX; d++)
    {
      const size_t *first = &pages->first[(callee - d) % PAGE];
      size_t n = first[1] - first[0];
      if (votes->len + n > VOTES_MAX)
        continue;
      ARRAY_ROOM (votes->items, *cap, votes->len + n + 1);
      for (size_t i = first[0]; i < first[1]; i++)
        if (pages->items[i] - callee + d - limits->low <= limits->width)
          votes->items[votes->len++] = pages->items[i] - callee;
    }
}

/* Returns the votes of at most VOTERS_MAX of CALLEES.  The caller frees the
   items.  */
static struct rebase_addrs
collect_votes (const struct rebase_addrs *callees,
               const struct rebase_addrs *functions)
{
  struct pages pages = sort_by_page_offset (functions);
  struct limits limits = find_limits (callees, functions);
  struct rebase_addrs votes = { NULL, 0 };
  size_t cap = 0, voters = callees->len < VOTERS_MAX ? callees->len
                           : VOTERS_MAX;
  for (size_t v = 0; v < voters; v++)
    rebase_vote (&votes, &cap, &pages, &limits,
                 callees->items[v * callees->len / voters]);
  free (pages.items);
  free (pages.first);
  return votes;
}

/* Enters OFFSET into the candidates, sorted by VOTES, if it is among those
   with the most votes.  Of candidates with equal votes, the first is kept.  */
static void
candidates_enter (struct candidates *candidates, uint64_t offset, size_t votes)
{
  size_t i = candidates->len;
  while (i > 0 && candidates->items[i - 1].votes < votes)
    i--;
  if (i == CANDIDATES_MAX)
    return;
  if (candidates->len < CANDIDATES_MAX)
    candidates->len++;
  for (size_t k = candidates->len - 1; k > i; k--)
    candidates->items[k] = candidates->items[k - 1];
  candidates->items[i] = (struct candidate) { .offset = offset,
                                              .votes = votes };
}

static void
count_votes (struct candidates *candidates, struct rebase_addrs *votes)
{
  if (votes->len)
    qsort (votes->items, votes->len, sizeof *votes->items, search_order);
  for (size_t i = 0, n; i < votes->len; i += n)
    {
      for (n = 1; i + n < votes->len && votes->items[i + n] == votes->items[i];
           n++)
        continue;
      /* Rounds up to the next page, which adds the few bytes.  */
      candidates_enter (candidates, (votes->items[i] + PAGE - 1) / PAGE * PAGE,
                        n);
    }
}

/* Without arcs: enters the offsets that move the first histogram to the start
   of the image and to the start of its text.  */
static void
guess_from_range (struct candidates *candidates,
                  const struct profile *profile, const struct image *image)
{
  uint64_t low = UINT64_MAX, text = image_text_range (image).low / PAGE * PAGE;
  for (size_t i = 0; i < profile->n_hists; i++)
    if (profile->hists[i].low < low)
      low = profile->hists[i].low;
  low = low / PAGE * PAGE;
  if (profile->n_hists == 0)
    return;
  candidates_enter (candidates, text - low, 0);
  if (text != 0)
    candidates_enter (candidates, -low, 0);
}

/* -- Choice --------------------------------------------------------------- */

static double
samples_inside (const struct profile *profile, const struct image *image,
                uint64_t offset, double *all)
{
  double inside = 0;
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *hist = &profile->hists[i];
      for (uint32_t bin = bins_next (&hist->bins, 0); bin < hist->bins.len;
           bin = bins_next (&hist->bins, bin + 1))
        {
          struct bin_range range = hist_bin_range (profile, hist, bin);
          double count = (double) bins_get (&hist->bins, bin);
          *all += count;
          if (image_has_code (image, range.low + offset, range.last + offset))
            inside += count;
        }
    }
  return inside;
}

static double
callers_inside (const struct profile *profile, const struct image *image,
                uint64_t offset)
{
  double inside = 0;
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      uint64_t from = profile->arcs[i].from;
      if (from != GMON_FROM_OUTSIDE)
        inside += image_has_code (image, from + offset, from + offset);
    }
  return inside;
}

/* Returns how many bytes ADDR is behind the start of one of FUNCTIONS, if that
   is less than REBASE_PROLOGUE_MAX; else REBASE_PROLOGUE_MAX.  */
static size_t
behind_start (const struct rebase_addrs *functions, uint64_t addr)
{
  size_t n = search_up_to (functions->items, functions->len,
                           sizeof *functions->items, addr);
  if (n == 0 || addr - functions->items[n - 1] >= REBASE_PROLOGUE_MAX)
    return REBASE_PROLOGUE_MAX;
  return addr - functions->items[n - 1];
}

static int
rebase_compare_counts (const void *a, const void *b)
{
  size_t x = *(const size_t *) a, y = *(const size_t *) b;
  return x < y ? 1 : x > y ? -1 : 0;
}

static void
count_matches (struct candidate *c, const struct rebase_addrs *callees,
               const struct rebase_addrs *functions)
{
  size_t behind[REBASE_PROLOGUE_MAX + 1] = { 0 };
  for (size_t i = 0; i < callees->len; i++)
    behind[behind_start (functions, callees->items[i] + c->offset)]++;
  c->matches = callees->len - behind[REBASE_PROLOGUE_MAX];
  qsort (behind, REBASE_PROLOGUE_MAX, sizeof *behind, rebase_compare_counts);
  c->alike = 0;
  for (size_t i = 0; i < PROLOGUES; i++)
    c->alike += behind[i];
}

static bool
is_better (const struct candidate *a, const struct candidate *b)
{
  if (a->alike != b->alike)
    return a->alike > b->alike;
  if (a->matches != b->matches)
    return a->matches > b->matches;
  return a->inside > b->inside;
}

/* Returns the best of CANDIDATES, whose numbers are filled in.  */
static struct rebase_guess
choose (const struct candidates *candidates)
{
  struct rebase_guess guess = { .result = REBASE_UNKNOWN };
  const struct candidate *best = NULL;
  for (size_t i = 0; i < candidates->len; i++)
    {
      const struct candidate *c = &candidates->items[i];
      if (best && is_better (best, c))
        continue;
      guess.result = best && !is_better (c, best) ? REBASE_UNCLEAR
                     : REBASE_FOUND;
      if (guess.result == REBASE_FOUND || c->offset == 0)
        best = c;
    }
  if (!best)
    return guess;
  if (best->offset == 0)
    guess.result = REBASE_FOUND;
  guess.offset = (int64_t) best->offset;
  guess.matches = best->matches;
  return guess;
}

/* Returns true if one of the first LEN candidates has this OFFSET.  Prologues
   of several lengths vote for one offset.  */
static bool
has_offset (const struct candidates *candidates, size_t len, uint64_t offset)
{
  for (size_t i = 0; i < len; i++)
    if (candidates->items[i].offset == offset)
      return true;
  return false;
}

/* Returns true if the callees fit by the numbers of C: three of four must be
   near the start of a function, and half of all must be at one of the common
   distances.  */
static bool
callees_fit (const struct candidate *c, const struct rebase_addrs *callees)
{
  return (4 * c->matches >= 3 * callees->len
          && 2 * c->alike >= callees->len);
}

size_t
rebase_misfits (const struct rebase_addrs *callees,
                const struct symtab *symtab)
{
  struct candidate as_is = { .offset = 0 };
  struct rebase_addrs functions;

  if (callees->len < MISFITS_MIN)
    return 0;
  functions = collect_functions (symtab);
  count_matches (&as_is, callees, &functions);
  free (functions.items);
  return callees_fit (&as_is, callees) ? 0 : callees->len - as_is.alike;
}

/* Fills in the numbers of C.  Returns false if C does not fit.  Without
   callees, all samples must lie in code.  */
static bool
measure (struct candidate *c, const struct profile *profile,
         const struct image *image, const struct rebase_addrs *callees,
         const struct rebase_addrs *functions)
{
  double all = 0;
  count_matches (c, callees, functions);
  if (!callees_fit (c, callees))
    return false;
  c->inside = samples_inside (profile, image, c->offset, &all);
  if (callees->len == 0 && (all == 0 || c->inside < all))
    return false;
  c->inside += callers_inside (profile, image, c->offset);
  return true;
}

/* Keeps only the candidates that fit, and fills in their numbers.  */
static void
keep_fitting (struct candidates *candidates, const struct profile *profile,
              const struct image *image, const struct rebase_addrs *callees,
              const struct rebase_addrs *functions)
{
  size_t kept = 0;
  for (size_t i = 0; i < candidates->len; i++)
    {
      struct candidate c = candidates->items[i];
      if (!has_offset (candidates, kept, c.offset)
          && measure (&c, profile, image, callees, functions))
        candidates->items[kept++] = c;
    }
  candidates->len = kept;
}

struct rebase_guess
rebase_find (const struct profile *profile, const struct image *image,
             const struct symtab *symtab)
{
  struct candidates candidates = { .len = 0 };
  struct rebase_addrs callees = rebase_callees (profile);
  struct rebase_addrs functions = collect_functions (symtab);
  struct rebase_guess guess;
  /* The profile may be right without a move, so 0 is always a candidate.  */
  candidates_enter (&candidates, 0, SIZE_MAX);
  if (callees.len && functions.len)
    {
      struct rebase_addrs votes = collect_votes (&callees, &functions);
      count_votes (&candidates, &votes);
      free (votes.items);
    }
  else if (callees.len == 0)
    guess_from_range (&candidates, profile, image);
  keep_fitting (&candidates, profile, image, &callees, &functions);
  guess = choose (&candidates);
  guess.callees = callees.len;
  free (callees.items);
  free (functions.items);
  return guess;
}

const char *
rebase_text (char text[REBASE_TEXT_SIZE], int64_t offset)
{
  uint64_t size = offset < 0 ? -(uint64_t) offset : (uint64_t) offset;
  snprintf (text, REBASE_TEXT_SIZE, "%s0x%" PRIx64, offset < 0 ? "-" : "",
            size);
  return text;
}

/* Prints the reason for GUESS, whose offset is TEXT.  */
static void
say_moved (struct diag *diag, const char *name,
           const struct rebase_guess *guess, const char *text,
           const struct image *image)
{
  if (guess->callees == CHECKED_MAX)
    diag_note (diag, "%s: moved by %s: %zu of %zu callees looked at are"
               " functions of %s then", name, text, guess->matches,
               guess->callees, image_name (image));
  else if (guess->callees)
    diag_note (diag,
               P_("%s: moved by %s: %zu of %zu callee is a function of %s"
                  " then",
                  "%s: moved by %s: %zu of %zu callees are functions of %s"
                  " then", guess->callees),
               name, text, guess->matches, guess->callees, image_name (image));
  else
    diag_note (diag, "%s: moved by %s: all its samples lie in code of %s then,"
               " if its range begins where the program or its text does; it"
               " has no calls that would tell", name, text, image_name (image));
}

bool
rebase_auto (struct profile *profile, struct diag *diag, const char *name,
             const struct image *image, const struct symtab *symtab)
{
  struct rebase_guess guess = rebase_find (profile, image, symtab);
  char text[REBASE_TEXT_SIZE];
  rebase_text (text, guess.offset);
  if (guess.result == REBASE_UNKNOWN)
    diag_warning (diag, "%s: no offset found that makes its callees functions "
                  "of %s: nothing is moved; is this the program that was "
                  "profiled?", name, image_name (image));
  else if (guess.result == REBASE_UNCLEAR)
    diag_warning (diag, "%s: several offsets fit %s equally well, %s is one of "
                  "them: nothing is moved; give the right one with "
                  "--rebase=OFFSET", name, image_name (image), text);
  else if (guess.offset == 0)
    diag_note (diag, "%s: its addresses are those of %s: nothing is moved",
               name, image_name (image));
  else
    {
      say_moved (diag, name, &guess, text, image);
      return profile_move (profile, diag, name, image_wire (image),
                           guess.offset);
    }
  return true;
}
