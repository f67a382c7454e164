/* profile/profile.c -- a profile as recorded: collects and adds up records.

   SPDX-License-Identifier: GPL-3.0-or-later

   A splay tree (of libiberty) finds histograms by address, so that files of
   many small ranges stay cheap.  A hash finds arcs by their ends.  Blocks are
   only appended; the code that reads blocks adds them up.  */

#include <config.h>

#include "profile/profile.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>
#include <splay-tree.h>

#include "base/arena.h"
#include "base/search.h"
#include "profile/process_sum.h"

/* A key of the tree.  It is on the heap, since hists moves when it grows.  */
struct hist_key
{
  uint64_t low;
  size_t id;                    /* index into hists */
};

static int
compare_u64 (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

static int
compare_hist_keys (splay_tree_key a, splay_tree_key b)
{
  return compare_u64 (((const struct hist_key *) a)->low,
                      ((const struct hist_key *) b)->low);
}

static void
free_key (splay_tree_key key)
{
  free ((void *) key);
}

static void
index_new (struct profile *profile)
{
  for (int kind = 0; kind < HIST_KINDS; kind++)
    profile->by_low[kind] = splay_tree_new (compare_hist_keys, free_key, NULL);
}

static void
index_free (struct profile *profile)
{
  for (int kind = 0; kind < HIST_KINDS; kind++)
    if (profile->by_low[kind])
      splay_tree_delete (profile->by_low[kind]);
}

void
profile_init (struct profile *profile, struct quirks quirks)
{
  *profile = (struct profile) { .quirks = quirks, .values = GMON_CPU_VALUES };
  index_new (profile);
}

void
profile_free (struct profile *profile)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    bins_free (&profile->hists[i].bins);
  free (profile->hists);
  profile_clear_arcs (profile);
  free (profile->blocks);
  free (profile->files);
  sums_free (&profile->block_sums);
  process_sum_free (profile->process_sum);
  index_free (profile);
  *profile = (struct profile) { .quirks = profile->quirks };
}

void
profile_finish_process (struct profile *profile)
{
  if (!profile->process_sum)
    return;
  profile->process = process_sum_finish (profile->process_sum);
  profile->has_arcs |= profile->process->n_arcs != 0;
}

/* -- Histograms ----------------------------------------------------------- */

/* Stores SCALE as the scale of KIND, if it is of the first histogram of
   KIND.  */
static void
note_scale (struct profile *profile, enum hist_kind kind, double scale)
{
  for (int i = 0; i < HIST_KINDS; i++)
    if ((i == (int) kind || profile->quirks.even_bins)
        && !profile->has_kind[i])
      {
        profile->has_kind[i] = true;
        profile->kind_scale[i] = scale;
      }
}

static struct hist *
hist_of (const struct profile *profile, splay_tree_node node)
{
  if (!node)
    return NULL;
  return &profile->hists[((const struct hist_key *) node->key)->id];
}

/* Returns the kind of the histogram of HEADER.  The histogram of glibc is one
   piece, and has as many bins of about four bytes as fill memory in whole
   words.  A range up to the size of a chunk, with bins of exactly four bytes,
   is what libgmon writes.  */
static enum hist_kind
hist_kind_of (const struct profile *profile, const struct hist_header *header)
{
  const uint64_t size = header->high - header->low;
  const uint64_t excess = (uint64_t) header->nbins * GMON_BIN_BYTES - size;

  if (profile->quirks.even_bins)
    return header->high <= header->low ? HIST_EMPTY : HIST_PLAIN;
  if (header->low % GMON_BIN_BYTES == 0 && size % GMON_BIN_BYTES == 0
      && excess < GMON_GLIBC_ROUND && (excess > 0 || size > GMON_CHUNK_BYTES))
    return HIST_WHOLE;
  return HIST_PLAIN;
}

/* Returns the scale by which the runtime of glibc maps addresses to the bins
   of HEADER, a HIST_WHOLE.  The scale is the number of bins for
   GMON_PROFIL_ONE units, truncated to a whole number.  The runtime rounds it
   to the 24 bits of a float before; so the quotient is computed with 25 bits
   here, and the last bit is rounded.  (On i386 the runtime does not round.
   There the result is wrong for one in a thousand of the text sizes below 400
   KB.)  */
static uint32_t
profil_scale (const struct hist_header *header)
{
  const uint64_t size = header->high - header->low;
  const uint64_t quotient = ((uint64_t) header->nbins << 26) / size;
  const uint64_t scale = (quotient + 1) >> 9;

  return scale < GMON_PROFIL_ONE ? (uint32_t) scale : GMON_PROFIL_ONE;
}

/* Clears the scale of profil if HIST has counts behind the last bin in which
   profil counts: then another program wrote the histogram.  */
static void
check_profil_scale (struct hist *hist)
{
  const uint64_t last = (hist->high - hist->low) / 2 - 1;
  uint64_t unused;

  if (!hist->profil_scale)
    return;
  unused = last * hist->profil_scale / GMON_PROFIL_ONE + 1;
  if (unused < hist->bins.len
      && bins_next (&hist->bins, (uint32_t) unused) < hist->bins.len)
    hist->profil_scale = 0;
}

/* Enters histogram ID into the tree of its kind, which has no histogram with
   its low address.  */
static void
index_hist (struct profile *profile, size_t id)
{
  struct hist_key *key = array_new (1, sizeof *key);

  key->low = profile->hists[id].low;
  key->id = id;
  splay_tree_insert (profile->by_low[profile->hists[id].kind],
                     (splay_tree_key) key, 0);
}

static void
index_again (struct profile *profile)
{
  index_free (profile);
  index_new (profile);
  for (size_t i = 0; i < profile->n_hists; i++)
    index_hist (profile, i);
}

const struct hist *
profile_find_hist (const struct profile *profile, enum hist_kind kind,
                   uint64_t low, uint64_t high, struct hist **same)
{
  splay_tree tree = profile->by_low[kind];
  struct hist_key key = { low, 0 };
  splay_tree_key k = (splay_tree_key) &key;
  const struct hist *near;

  *same = hist_of (profile, splay_tree_lookup (tree, k));
  near = hist_of (profile, splay_tree_predecessor (tree, k));
  if (near && near->high > low)
    return near;
  near = hist_of (profile, splay_tree_successor (tree, k));
  return near && near->low < high ? near : NULL;
}

/* Returns the width of a bin in units of two bytes: infinite without bins, NaN
   if the range is empty as well.  */
static double
scale_of (const struct hist_header *header)
{
  return (double) ((header->high - header->low) / 2) / header->nbins;
}

/* Returns the number of bins of the record with HEADER.  */
static uint32_t
record_bins (const struct hist_header *header)
{
  return header->n_read ? header->n_read : header->nbins;
}

static bool
header_is_sane (const struct profile *profile, struct diag *diag,
                const char *name, const struct hist_header *header,
                const struct reader *bins)
{
  const char *wrong = NULL;

  if (header->nbins == 0 && !profile->quirks.accept_malformed)
    wrong = _("a histogram without bins");
  else if (header->high <= header->low
           && !profile->quirks.accept_malformed)
    wrong = _("a histogram of an empty address range");
  else if (record_bins (header) > rd_left (bins) / GMON_BIN_SIZE)
    wrong = _("unexpected end of file in a histogram; was it cut off?");
  if (wrong)
    diag_error (diag, "%s: offset %zu: %s", name, header->offset, wrong);
  return !wrong;
}

/* Returns true if the bins of HEADER differ in width from other histograms of
   KIND.  A NaN, which accept_malformed allows, never differs.  */
static bool
scale_differs (const struct profile *profile, enum hist_kind kind,
               const struct hist_header *header)
{
  double scale = scale_of (header);

  return (profile->has_kind[kind]
          && fabs (scale - profile->kind_scale[kind]) > PROFILE_SCALE_SLACK);
}

/* Returns the abbreviation ABBREV for a message: a blank if it is a NUL.  */
static char
shown (char abbrev)
{
  return abbrev ? abbrev : ' ';
}

/* Returns true if HEADER agrees with the properties that all histograms share:
   dimension, rate, and width of bins.  Else returns false after one
   diag_error.  */
static bool
header_agrees (const struct profile *profile, struct diag *diag,
               const char *name, enum hist_kind kind,
               const struct hist_header *header)
{
  if (strcmp (profile->dimension, header->dimension) != 0
      || profile->abbrev != header->abbrev)
    diag_error (diag, "%s: offset %zu: dimension '%s' (%c) differs from the"
                " '%s' (%c) of %s, so they cannot be added", name,
                header->offset, header->dimension, shown (header->abbrev),
                profile->dimension, shown (profile->abbrev),
                profile->rate_file);
  else if (profile->rate != header->rate
           && !profile->quirks.first_rate_wins)
    diag_error (diag, "%s: offset %zu: sampling rate %" PRIu32 " differs from"
                " the %" PRIu32 " of %s, so they cannot be added", name,
                header->offset, header->rate,
                profile->rate, profile->rate_file);
  else if (scale_differs (profile, kind, header))
    diag_error (diag, "%s: offset %zu: histogram bins of another width than"
                " in %s; were these recorded by the same runtime?", name,
                header->offset, profile->rate_file);
  else
    return true;
  return false;
}

static bool
header_fits (const struct profile *profile, struct diag *diag,
             const char *name, enum hist_kind kind,
             const struct hist_header *header, struct hist **same)
{
  const struct hist *near;

  if (profile_has_unit (profile)
      && !header_agrees (profile, diag, name, kind, header))
    return false;
  near = profile_find_hist (profile, kind, header->low, header->high, same);
  if (*same && ((*same)->high != header->high
                || (*same)->bins.len != header->nbins))
    near = *same;
  if (near)
    diag_error (diag, "%s: offset %zu: histogram of 0x%" PRIx64 "-0x%" PRIx64
                " overlaps that of 0x%" PRIx64 "-0x%" PRIx64 " in %s;"
                " were these recorded by the same build of the program?", name,
                header->offset, header->low, header->high, near->low,
                near->high, near->file);
  return !near;
}

bool
profile_has_unit (const struct profile *profile)
{
  return (profile->quirks.bsd_like_first ? profile->has_hists
          : profile->n_hists > 0);
}

void
profile_unit_ns (struct profile *profile)
{
  profile->rate = PROFILE_OFF_CPU_RATE;
  memcpy (profile->dimension, "seconds", sizeof "seconds");
  profile->abbrev = 's';
}

void
profile_set_unit (struct profile *profile, const char *name,
                  const struct hist_header *header)
{
  if (profile_has_unit (profile))
    return;
  profile->has_hists = true;
  profile->rate = header->rate;
  memcpy (profile->dimension, header->dimension, sizeof profile->dimension);
  profile->abbrev = header->abbrev;
  profile->rate_file = name;
}

struct hist *
profile_new_hist (struct profile *profile, const char *name,
                  const struct hist_header *header)
{
  size_t id = profile->n_hists++;
  enum hist_kind kind = hist_kind_of (profile, header);
  double scale = scale_of (header);
  struct hist *hist;

  if (id == 0 && header->nbins)
    profile->scale = scale;
  note_scale (profile, kind, scale);
  ARRAY_ROOM (profile->hists, profile->cap_hists, id + 1);
  hist = &profile->hists[id];
  hist->low = header->low;
  hist->high = header->high;
  hist->kind = kind;
  hist->profil_scale = kind == HIST_WHOLE ? profil_scale (header) : 0;
  hist->file = name;
  bins_init (&hist->bins, header->nbins, profile->quirks.truncate_sums);
  index_hist (profile, id);
  return hist;
}

bool
profile_add_hist (struct profile *profile, struct diag *diag,
                  const char *name, const struct hist_header *header,
                  struct reader *bins)
{
  struct hist *hist = NULL;

  if (!header_is_sane (profile, diag, name, header, bins)
      || !header_fits (profile, diag, name, hist_kind_of (profile, header),
                       header, &hist))
    return false;
  profile_set_unit (profile, name, header);
  if (!hist)
    hist = profile_new_hist (profile, name, header);
  if (bins_add_record (&hist->bins, header->first, record_bins (header), bins))
    {
      check_profil_scale (hist);
      return true;
    }
  diag_error (diag, "%s: offset %zu: histogram sum exceeds 64 bits", name,
              header->offset);
  return false;
}

bool
profile_join_hist (struct profile *profile, struct diag *diag,
                   const struct profile *from, size_t i)
{
  const struct hist *part = &from->hists[i];
  struct hist_header header = { .low = part->low, .high = part->high,
                                .nbins = part->bins.len, .rate = from->rate,
                                .abbrev = from->abbrev };
  struct hist *hist = NULL;
  bool fits = true;

  memcpy (header.dimension, from->dimension, sizeof header.dimension);
  if (!header_fits (profile, diag, part->file, part->kind, &header, &hist))
    return false;
  profile_set_unit (profile, part->file, &header);
  if (!hist)
    hist = profile_new_hist (profile, part->file, &header);
  for (uint32_t bin = bins_next (&part->bins, 0); bin < part->bins.len;
       bin = bins_next (&part->bins, bin + 1))
    fits &= bins_add (&hist->bins, bin, bins_get (&part->bins, bin));
  check_profil_scale (hist);
  if (!fits)
    diag_error (diag, "%s: histogram sum exceeds 64 bits", part->file);
  return fits;
}

/* -- Files, arcs, blocks -------------------------------------------------- */

void
profile_add_identity (struct profile *profile,
                      const unsigned char identity[GMON_SPARE_SIZE])
{
  if (profile->n_files == 0)
    memcpy (profile->identity, identity, GMON_SPARE_SIZE);
  else if (memcmp (profile->identity, identity, GMON_SPARE_SIZE) != 0)
    memset (profile->identity, 0, GMON_SPARE_SIZE);
}

struct profile_file *
profile_add_file (struct profile *profile, const char *name)
{
  struct profile_file *file;

  file = ARRAY_APPEND (profile->files, profile->cap_files, profile->n_files);
  *file = (struct profile_file) { .name = name, .largest = profile->largest };
  profile->largest = 0;
  return file;
}

const char *
profile_name (const struct profile *profile)
{
  return profile->n_files == 1 ? profile->files[0].name : "the profiles";
}

const char *
profile_largest (const struct profile *profile)
{
  const struct profile_file *found = profile->files;

  for (size_t i = 1; i < profile->n_files; i++)
    if (profile->files[i].largest > found->largest)
      found = &profile->files[i];
  return found ? found->name : "the profile";
}

static void
note_count (struct profile *profile, uint64_t count)
{
  if (count > profile->largest)
    profile->largest = count;
}

void
profile_sum_up (struct profile *profile)
{
  profile->summing = true;
}

void
profile_add_arc (struct profile *profile, uint64_t from, uint64_t self,
                 uint64_t count)
{
  profile->has_arcs = true;
  note_count (profile, count);
  if (sums_add (&profile->arc_sums, (uint64_t *) profile->arcs,
                profile->n_arcs, 3, (const uint64_t[]) { from, self, count }))
    return;
  *ARRAY_APPEND (profile->arcs, profile->cap_arcs, profile->n_arcs)
    = (struct raw_arc) { from, self, count };
}

void
profile_clear_arcs (struct profile *profile)
{
  free (profile->arcs);
  sums_free (&profile->arc_sums);
  profile->arcs = NULL;
  profile->n_arcs = profile->cap_arcs = 0;
}

void
profile_add_block (struct profile *profile, uint64_t addr, uint64_t count)
{
  profile->has_blocks = true;
  note_count (profile, count);
  if (profile->summing
      && sums_add (&profile->block_sums, (uint64_t *) profile->blocks,
                   profile->n_blocks, 2, (const uint64_t[]) { addr, count }))
    return;
  *ARRAY_APPEND (profile->blocks, profile->cap_blocks, profile->n_blocks)
    = (struct bb_count) { addr, count };
}

/* -- Moved addresses ------------------------------------------------------ */

/* Returns ADDR plus OFFSET, as an address of the size in WIRE.  */
static uint64_t
moved (struct wire wire, uint64_t addr, int64_t offset)
{
  return wire_addr (wire, addr + (uint64_t) offset);
}

/* Returns true if ADDR plus OFFSET is not in the address space.  */
static bool
moves_outside (struct wire wire, uint64_t addr, int64_t offset)
{
  uint64_t to = moved (wire, addr, offset);

  return offset < 0 ? to > addr : to < addr;
}

static bool
hists_can_move (const struct profile *profile, struct diag *diag,
                const char *name, struct wire wire, int64_t offset)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *hist = &profile->hists[i];

      if (!moves_outside (wire, hist->low, offset)
          && !moves_outside (wire, hist->high, offset))
        continue;
      diag_error (diag, "%s: the histogram of 0x%" PRIx64 "-0x%" PRIx64
                  " cannot be moved by %s0x%" PRIx64 ": it would pass the end"
                  " of the address space", name, hist->low, hist->high,
                  offset < 0 ? "-" : "",
                  offset < 0 ? -(uint64_t) offset : (uint64_t) offset);
      return false;
    }
  return true;
}

bool
profile_move (struct profile *profile, struct diag *diag, const char *name,
              struct wire wire, int64_t offset)
{
  if (!hists_can_move (profile, diag, name, wire, offset))
    return false;
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      profile->hists[i].low = moved (wire, profile->hists[i].low, offset);
      profile->hists[i].high = moved (wire, profile->hists[i].high, offset);
    }
  index_again (profile);
  sums_free (&profile->arc_sums);
  sums_free (&profile->block_sums);
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      struct raw_arc *arc = &profile->arcs[i];

      if (arc->from != GMON_FROM_OUTSIDE)
        arc->from = moved (wire, arc->from, offset);
      arc->self = moved (wire, arc->self, offset);
    }
  for (size_t i = 0; i < profile->n_blocks; i++)
    profile->blocks[i].addr
      = moved (wire, profile->blocks[i].addr, offset);
  return true;
}

/* -- Canonical form ------------------------------------------------------- */

static int
profile_compare_arcs (const void *a, const void *b)
{
  const struct raw_arc *x = a, *y = b;
  int order = compare_u64 (x->from, y->from);

  return order ? order : compare_u64 (x->self, y->self);
}

static void
profile_sort (void *array, size_t n, size_t size,
              int (*compare) (const void *, const void *))
{
  if (n > 1)
    qsort (array, n, size, compare);
}

static void
sort_hists (struct profile *profile)
{
  profile_sort (profile->hists, profile->n_hists, sizeof *profile->hists,
                search_order);
  index_again (profile);
}

void
profile_compact_hists (struct profile *profile)
{
  size_t n = 0;

  for (size_t i = 0; i < profile->n_hists; i++)
    if (profile->hists[i].bins.chunks)
      profile->hists[n++] = profile->hists[i];
  profile->n_hists = n;
  index_again (profile);
}

struct hist_sums
profile_hist_sums (const struct profile *profile)
{
  struct hist_sums sums = { 0, 0, 0 };

  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct bins *bins = &profile->hists[i].bins;

      for (uint32_t bin = bins_next (bins, 0); bin < bins->len;
           bin = bins_next (bins, bin + 1))
        {
          const uint64_t count = bins_get (bins, bin);

          sums.samples += (double) count;
          sums.clipped += count == GMON_BIN_MAX ? (double) count : 0;
          sums.most = count > sums.most ? count : sums.most;
        }
    }
  return sums;
}

/* Adds up arcs with equal addresses.  Returns NULL, or an arc whose sum
   exceeds 64 bits.  */
static const struct raw_arc *
merge_arcs (struct profile *profile)
{
  struct raw_arc *arcs = profile->arcs, *too_large = NULL;
  size_t n = 0;

  sums_free (&profile->arc_sums);
  profile_sort (arcs, profile->n_arcs, sizeof *arcs, profile_compare_arcs);
  for (size_t i = 0; i < profile->n_arcs; i++)
    if (!n || profile_compare_arcs (&arcs[n - 1], &arcs[i]) != 0)
      arcs[n++] = arcs[i];
    else if (__builtin_add_overflow (arcs[n - 1].count, arcs[i].count,
                                     &arcs[n - 1].count))
      too_large = &arcs[n - 1];
  profile->n_arcs = n;
  return too_large;
}

static const struct bb_count *
profile_merge_blocks (struct profile *profile)
{
  struct bb_count *blocks = profile->blocks, *too_large = NULL;
  size_t n = 0;

  sums_free (&profile->block_sums);
  profile_sort (blocks, profile->n_blocks, sizeof *blocks, search_order);
  for (size_t i = 0; i < profile->n_blocks; i++)
    if (!n || blocks[n - 1].addr != blocks[i].addr)
      blocks[n++] = blocks[i];
    else if (__builtin_add_overflow (blocks[n - 1].count, blocks[i].count,
                                     &blocks[n - 1].count))
      too_large = &blocks[n - 1];
  profile->n_blocks = n;
  return too_large;
}

bool
profile_merge (struct profile *profile, struct diag *diag)
{
  const struct raw_arc *arc = merge_arcs (profile);
  const struct bb_count *block = profile_merge_blocks (profile);

  sort_hists (profile);
  if (arc)
    diag_error (diag, "%s: the counts of the calls from 0x%" PRIx64
                " to 0x%" PRIx64 " add up to more than 64 bits",
                profile_largest (profile), arc->from, arc->self);
  else if (block)
    diag_error (diag, "%s: the counts of the block at 0x%" PRIx64
                " add up to more than 64 bits", profile_largest (profile),
                block->addr);
  return !arc && !block;
}
