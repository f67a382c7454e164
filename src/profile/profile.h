/* profile/profile.h -- a profile as recorded: histograms, arcs, block counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   There are no symbols here: addresses are those of the file.  Records of
   several files are added up.  Counts have 64 bits.  */

#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/quirks.h"
#include "libgmon/gmon_out.h"
#include "profile/bins.h"
#include "profile/process_sum.h"
#include "profile/sums.h"

/* How much widths of bins may differ by rounding, in units of two bytes.  */
#define PROFILE_SCALE_SLACK 1e-6

/* Histograms are compared only with histograms of their kind.  HIST_WHOLE
   exists only without even_bins, HIST_EMPTY only with it.  */
enum hist_kind
{
  HIST_PLAIN,
  HIST_WHOLE,                   /* of glibc, over the whole text: can move to
                                   the bin layout of libgmon (rebin.h) */
  HIST_EMPTY,                   /* empty range: of a BSD file without samples,
                                   or with high below low */
  HIST_KINDS
};

/* The counters of the addresses [low, high), laid out by hist_bin_start.  */
struct hist
{
  uint64_t low, high;           /* bytes; high is exclusive */
  enum hist_kind kind;
  uint32_t profil_scale;        /* in 1/GMON_PROFIL_ONE; 0: bins are even */
  struct bins bins;
  const char *file;             /* first file with this range; borrowed */
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

/* The contents of one input file.  */
struct profile_file
{
  const char *name;             /* borrowed from the options */
  uint32_t version;             /* a BSD file has that of the last magic file
                                   before it, or 0, as in GNU */
  size_t n_hists, n_arcs, n_blocks;     /* numbers of records */
  size_t process_size;          /* bytes of its process.h part; 0: none */
  uint64_t largest;             /* highest count of an arc or block */
  unsigned char identity[GMON_SPARE_SIZE];      /* of the header */
  bool has_padding;             /* counts of calls have 4 bytes, and 4 of
                                   padding that are not 0 (bsd_format.h) */
};

/* Which records of the profiles of processes are read.  */
enum process_use
{
  PROCESS_ALL,
  PROCESS_NO_STACKS,            /* all is checked; calls, call stacks and
                                   samples are not kept */
  PROCESS_NOTHING               /* nothing is read or checked */
};

struct profile
{
  struct hist *hists;           /* in the order read, without overlaps */
  size_t n_hists, cap_hists;
  struct raw_arc *arcs;         /* in the order first read, summed up */
  size_t n_arcs, cap_arcs;
  struct sums arc_sums;         /* index of arcs by their addresses */
  struct bb_count *blocks;      /* in the order read, not merged */
  size_t n_blocks, cap_blocks;
  struct sums block_sums;
  struct process_sum *process_sum;      /* NULL: no file has one */
  const struct process *process;        /* result of process_sum, or NULL */
  unsigned values;              /* the value types of PROCESS that reports
                                   show: bits 1 << enum gmon_value */
  enum process_use process_use; /* of the files that are read next */
  struct profile_file *files;
  size_t n_files, cap_files;
  uint64_t largest;             /* highest count since profile_add_file */

  /* Common to all histograms; see profile_has_unit.  */
  uint32_t rate;                /* samples per unit of the dimension */
  double scale;                 /* 2-byte units per bin of the first; or 0 */
  char dimension[GMON_DIMEN_SIZE + 1], abbrev;  /* "seconds", 's' */
  const char *rate_file;        /* file with the first unit; borrowed */

  /* The kinds of data read.  A BSD file has histograms and arcs, even none.  */
  bool has_hists, has_arcs, has_blocks;

  /* The spare bytes of the file headers: zeros unless all files agree.  */
  unsigned char identity[GMON_SPARE_SIZE];

  struct quirks quirks;         /* of GNU gprof, to emulate */
  bool summing;                 /* set by profile_sum_up */
  bool has_kind[HIST_KINDS];    /* a histogram of the kind was read */
  double kind_scale[HIST_KINDS];        /* of the first one */
  struct splay_tree_s *by_low[HIST_KINDS];      /* hists by low address */
};

/* Makes PROFILE empty.  Files are read into it by QUIRKS.  */
void profile_init (struct profile *profile, struct quirks quirks);
void profile_free (struct profile *profile);

/* Makes profile_add_block add up blocks of one address from now on.  */
void profile_sum_up (struct profile *profile);

/* The header of a histogram record, or of the histogram that it is part of.  */
struct hist_header
{
  uint64_t low, high;
  uint32_t nbins, rate;
  char dimension[GMON_DIMEN_SIZE + 1], abbrev;
  size_t offset;                /* of the record in its file, in bytes */
  uint32_t first, n_read;       /* bins in the record; n_read 0: all */
};

/* Adds a histogram record of file NAME (borrowed): to the histogram of its
   range, or as a new one.  BINS stands at the bins, which are copied.  Returns
   false after one diag_error if HEADER is malformed (no bins or an empty
   range, unless accept_malformed is set; more bins than BINS has bytes for) or
   does not fit the histograms of its kind: ranges that overlap in part, another
   bin width, dimension or (unless first_rate_wins) rate; a sum over 64 bits
   (with truncate_sums it wraps at 32 bits).  profile_rebin makes different
   kinds fit.  */
bool profile_add_hist (struct profile *profile, struct diag *diag,
                       const char *name, const struct hist_header *header,
                       struct reader *bins);

/* Adds histogram I of FROM to PROFILE, by the rules of profile_add_hist.  */
bool profile_join_hist (struct profile *profile, struct diag *diag,
                        const struct profile *from, size_t i);

/* Returns true if rate and dimension are set, and the next histogram must
   agree.  By default a histogram with bins sets them; with bsd_like_first
   any file.  */
bool profile_has_unit (const struct profile *profile);

/* The rate of off-CPU times, which are in ns.  No clock that takes samples has
   it.  */
#define PROFILE_OFF_CPU_RATE 1000000000

/* Makes the unit of PROFILE that of off-CPU times.  */
void profile_unit_ns (struct profile *profile);

/* Takes rate and dimension of a BSD file NAME (borrowed) without bins from
   HEADER, unless profile_has_unit.  */
void profile_set_unit (struct profile *profile, const char *name,
                       const struct hist_header *header);

/* Appends an entry for the file NAME (borrowed), whose arcs and blocks were
   added since the last call.  Returns it, valid until the next call.  */
struct profile_file *profile_add_file (struct profile *profile,
                                       const char *name);

/* Return for messages: the name of the only file, or "the profiles"; the file
   with the highest count, which most likely made a sum too large.  */
const char *profile_name (const struct profile *profile);
const char *profile_largest (const struct profile *profile);

/* For profile_rebin: sets *SAME to the histogram of KIND that starts at LOW.
   Returns another one that overlaps [LOW, HIGH).  Both can be NULL.  */
const struct hist *profile_find_hist (const struct profile *profile,
                                      enum hist_kind kind, uint64_t low,
                                      uint64_t high, struct hist **same);

/* For profile_rebin: appends a histogram of zeros with range and bins of
   HEADER, which overlaps none of PROFILE (NAME is borrowed); and drops the
   histograms whose bins are freed.  */
struct hist *profile_new_hist (struct profile *profile, const char *name,
                               const struct hist_header *header);
void profile_compact_hists (struct profile *profile);

/* Sums over the bins of all histograms.  */
struct hist_sums
{
  double samples;
  double clipped;               /* of them, in bins whose counter is full in the
                                   file: more may have been recorded */
  uint64_t most;                /* highest count of a bin */
};

/* Returns the sums of PROFILE.  This takes time linear in the bins.  */
struct hist_sums profile_hist_sums (const struct profile *profile);

/* Notes IDENTITY, the spare bytes of the next file to be added.  PROFILE keeps
   them while all files agree.  */
void profile_add_identity (struct profile *profile,
                           const unsigned char identity[GMON_SPARE_SIZE]);

/* Adds COUNT to the arc with these addresses.  A new arc is appended if there
   is none, or if the sum exceeds 64 bits.  */
void profile_add_arc (struct profile *profile, uint64_t from, uint64_t self,
                      uint64_t count);

/* Sets PROFILE->process to the sum of what has been read so far.  */
void profile_finish_process (struct profile *profile);
void profile_clear_arcs (struct profile *profile);
void profile_add_block (struct profile *profile, uint64_t addr, uint64_t count);

/* Adds OFFSET to every address; callers outside the image stay 0.  WIRE has
   the size of an address.  If a histogram would leave the address space, leaves
   PROFILE as it is, and returns false after one diag_error about NAME.  */
bool profile_move (struct profile *profile, struct diag *diag,
                   const char *name, struct wire wire, int64_t offset);

/* Brings PROFILE into a form that does not depend on order and grouping of the
   inputs: histograms by (low, high), arcs by (from, self), blocks by address,
   equal keys added up; zero counts stay.  Returns false after one diag_error
   if a sum exceeds 64 bits.  */
bool profile_merge (struct profile *profile, struct diag *diag);

#endif /* PROFILE_PROFILE_H */
