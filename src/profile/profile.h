/* profile/profile.h -- a profile as recorded: histograms, arcs, block counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   No symbols here: addresses are those of the file.  Records of several files
   are added up; counts are 64 bits wide, sums are checked unless strict.  */

#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "libgmon/gmon_out.h"
#include "profile/bins.h"
#include "profile/sums.h"

/* Units by which the widths of bins may differ, from rounding of ranges.  */
#define PROFILE_SCALE_SLACK 1e-6

/* What a histogram can be checked against.  Only the default mode knows a
   HIST_WHOLE, only the strict mode takes a HIST_EMPTY.  */
enum hist_kind
{
  HIST_PLAIN,
  HIST_WHOLE,                   /* the one of glibc, over the whole text: may
                                   go onto the grid of libgmon (regrid.h) */
  HIST_EMPTY,                   /* of no address: what a BSD file without
                                   samples has, or high is below low */
  HIST_KINDS
};

/* One histogram: counters of [low, high), laid out by hist_bin_start.  */
struct hist
{
  uint64_t low, high;           /* bytes; high is exclusive */
  enum hist_kind kind;
  uint32_t profil_scale;        /* by GMON_PROFIL_ONE; 0: evenly spread */
  struct bins bins;
  const char *file;             /* the first that had it; borrowed */
};

struct raw_arc
{
  uint64_t from, self;          /* return address in the caller, callee */
  uint64_t count;
};

struct bb_count
{
  uint64_t addr;
  uint64_t count;
};

/* What one input file held.  */
struct profile_file
{
  const char *name;             /* borrowed from the options */
  uint32_t version;             /* of a BSD file: that of the last magic file
                                   before it, or 0, as in GNU */
  size_t n_hists, n_arcs, n_blocks;     /* records, not entries */
  uint64_t largest;             /* count of an arc or block */
  unsigned char identity[GMON_SPARE_SIZE];      /* the spare bytes */
};

struct profile
{
  struct hist *hists;           /* in the order read, no two overlap */
  size_t n_hists, cap_hists;
  struct raw_arc *arcs;         /* in the order first read, added up */
  size_t n_arcs, cap_arcs;
  struct sums arc_sums;         /* finds those read last */
  struct bb_count *blocks;      /* in the order read, not merged */
  size_t n_blocks, cap_blocks;
  struct sums block_sums;
  struct profile_file *files;
  size_t n_files, cap_files;
  uint64_t largest;             /* count since profile_add_file */

  /* Of all histograms; see profile_has_unit.  */
  uint32_t rate;                /* samples per unit of the dimension */
  double scale;                 /* 2-byte units per bin; 0 without bins, or if
                                   the first has none */
  char dimension[GMON_DIMEN_SIZE + 1], abbrev;  /* "seconds", 's' */
  const char *rate_file;        /* the file that set these; borrowed */

  /* Which kinds of data the files held; a BSD file counts as both, also with
     no bins and no arcs.  */
  bool has_hists, has_arcs, has_blocks;

  /* The spare bytes of the file headers, where a runtime may leave an identity
     of the program: zeros unless all files agree.  */
  unsigned char identity[GMON_SPARE_SIZE];

  bool strict;                  /* GNU's rules for what fits together */
  bool summing;                 /* see profile_sum_up */
  bool has_kind[HIST_KINDS];    /* was there ever a hist of it? */
  double kind_scale[HIST_KINDS];        /* of the first; strict: all the same */
  struct splay_tree_s *by_low[HIST_KINDS];      /* hists by low address */
};

/* An empty profile; STRICT keeps the first rate where rates differ, as GNU.  */
void profile_init (struct profile *profile, bool strict);
void profile_free (struct profile *profile);

/* From now on adds up blocks, too, for who needs the sums alone.  */
void profile_sum_up (struct profile *profile);

/* What precedes the bins of a histogram record.  */
struct hist_header
{
  uint64_t low, high;
  uint32_t nbins, rate;
  char dimension[GMON_DIMEN_SIZE + 1], abbrev;
  size_t offset;                /* of the record in its file, for messages */
};

/* Adds a histogram record of file NAME: to the histogram of the same range, or
   as a new one.  BINS stands at its bins, which are read and copied.  False
   after one diag_error where the header makes no sense (no bins, unless
   strict; an empty range; more bins than BINS has bytes left) or does not fit
   what is already there: ranges that overlap in part, another bin width,
   dimension or (not strict) rate; a sum that passes 64 bits (strict: over 32
   bits it wraps).  What has to fit together is of one kind; profile_regrid is
   for the others.  */
bool profile_add_hist (struct profile *profile, struct diag *diag,
                       const char *name, const struct hist_header *header,
                       struct reader *bins);

/* Adds histogram I of FROM to PROFILE, as profile_add_hist adds what is read
   of the file that had it first.  */
bool profile_join_hist (struct profile *profile, struct diag *diag,
                        const struct profile *from, size_t i);

/* Must what is read next agree with the rate and dimension read so far?  By
   default only what has bins says them, whatever came first; to GNU the first
   file does.  */
bool profile_has_unit (const struct profile *profile);

/* Takes rate and dimension from HEADER of file NAME (borrowed), unless
   profile_has_unit.  For a BSD file without bins; profile_add_hist does it
   itself.  */
void profile_set_unit (struct profile *profile, const char *name,
                       const struct hist_header *header);

/* Appends an entry for the input file NAME (borrowed), whose arcs and blocks
   were added since the last call; returns it, valid until the next one.  */
struct profile_file *profile_add_file (struct profile *profile,
                                       const char *name);

/* In a message: its one file, or "the profiles"; the one with the largest
   count, which is to blame for a sum.  */
const char *profile_name (const struct profile *profile);
const char *profile_largest (const struct profile *profile);

/* For profile_regrid: the histogram of KIND that starts at LOW, or NULL, in
   *SAME; returns any other of that kind that has addresses of [LOW, HIGH), or
   NULL.  */
const struct hist *profile_find_hist (const struct profile *profile,
                                      enum hist_kind kind, uint64_t low,
                                      uint64_t high, struct hist **same);

/* For profile_regrid: appends a plain histogram of zeros with range and bins of
   HEADER, of which there is no part.  NAME is borrowed.  */
struct hist *profile_new_hist (struct profile *profile, const char *name,
                               const struct hist_header *header);

/* For profile_regrid: drops the histograms whose bins are freed.  */
void profile_compact_hists (struct profile *profile);

/* Takes in the spare bytes of the file that profile_add_file is called for
   next: PROFILE keeps them while all files agree.  */
void profile_add_identity (struct profile *profile,
                           const unsigned char identity[GMON_SPARE_SIZE]);

/* Adds COUNT to the arc of these ends; appends one if none is found, or where
   the sum passes 64 bits.  */
void profile_add_arc (struct profile *profile, uint64_t from, uint64_t self,
                      uint64_t count);

void profile_clear_arcs (struct profile *profile);
void profile_add_block (struct profile *profile, uint64_t addr, uint64_t count);

/* Adds OFFSET to every address, of which WIRE tells the size; callers outside
   the image stay 0.  False after one diag_error if a histogram would not lie in
   the address space then; nothing is changed.  NAME is what to call the
   profile.  */
bool profile_move (struct profile *profile, struct diag *diag,
                   const char *name, struct wire wire, int64_t offset);

/* Canonical form, the same for any order and grouping of inputs: histograms by
   (low, high), arcs by (from, self) and blocks by address, equal keys added
   up; zero counts are kept.  False after one diag_error on a sum that passes
   64 bits.  */
bool profile_merge (struct profile *profile, struct diag *diag);

#endif /* PROFILE_PROFILE_H */
