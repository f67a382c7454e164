/* profile/gmon_io.c -- reads and writes gmon.out files in any format.

   SPDX-License-Identifier: GPL-3.0-or-later

   Also writes a profile in the magic format.  The layouts are in
   libgmon/gmon_out.h.  */

#include <config.h>

#include "profile/gmon_io.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/file_kind.h"
#include "compat/bsd_like_first.h"
#include "profile/basic_blocks.h"
#include "profile/bsd_format.h"
#include "profile/buffer_read.h"
#include "profile/call_graph.h"
#include "profile/container.h"
#include "profile/hist.h"
#include "profile/process_read.h"
#include "profile/process_write.h"
#include "profile/word_size.h"

/* The highest number of additional records that are written for counts of arcs
   and blocks that exceed the format, and the highest number of bytes of the
   histograms with such counts.  Only a forged count needs more; it could fill
   the disk.  */
#define EXTRA_RECORDS_MAX (1024 * 1024)
#define HIST_BYTES_MAX (UINT64_C (1) << 30)

/* The state of reading one file.  */
struct input
{
  struct profile *profile;
  struct diag *diag;
  const char *name;
  struct reader r;
  struct profile_file file;     /* counts so far */
  bool seekable;
  bool gives_rate;              /* the header of a BSD file has a rate */
  struct hist_group group;      /* the last histograms, not yet added */
  struct container container;   /* the profile of the whole process */
};

/* -- The magic format ----------------------------------------------------- */

/* Reports that the bytes that IN carries cannot be used.  OFFSET is the offset
   of the fault in the file.  */
static void
warn_process (const struct input *in, enum process_state state, size_t offset)
{
  if (state == PROCESS_CUT_OFF)
    diag_warning (in->diag, "%s: offset %zu: the profile of the whole process"
                  " is cut off; shared libraries, threads and call stacks are"
                  " left out", in->name, offset);
  else if (state == PROCESS_NEWER)
    diag_warning (in->diag, "%s: offset %zu: the profile of the whole process"
                  " is in a newer format; shared libraries, threads and call"
                  " stacks are left out; a newer gprof reads them", in->name,
                  offset);
  else if (state == PROCESS_TOO_LARGE)
    diag_warning (in->diag, "%s: offset %zu: the profile of the whole process"
                  " would take more memory than 64 MiB and 4 times the size of"
                  " the file; shared libraries, threads and call stacks are"
                  " left out", in->name, offset);
  else
    diag_warning (in->diag, "%s: offset %zu: the profile of the whole process"
                  " is damaged; shared libraries, threads and call stacks are"
                  " left out", in->name, offset);
}

/* Adds the profiles of whole processes that IN carries to the sum: one, but a
   pool has one of each process.  */
static void
read_process (struct input *in)
{
  const struct container *container = &in->container;
  struct profile *profile = in->profile;
  bool is_first = !profile->process_sum;
  size_t at = 0, offset;
  enum process_state state;

  if (profile->process_use == PROCESS_NOTHING)
    return;
  if (container->broken_at)
    {
      warn_process (in, PROCESS_DAMAGED, container->broken_at);
      return;
    }
  if (is_first)
    profile->process_sum
      = process_sum_new (profile->process_use == PROCESS_ALL);
  sum_input (profile->process_sum, (size_t) (in->r.end - in->r.start));
  for (;; is_first = false)
    {
      const unsigned char *data = container->payload + at;
      const size_t left = container->len - at;

      state = process_read (profile->process_sum, data, left, in->r.wire,
                            &offset);
      if (state != PROCESS_GOOD)
        break;
      at += container_next (in->r.wire, data, left);
      in->file.process_size = at;
      if (at == container->len)
        break;
    }
  if (state != PROCESS_GOOD)
    {
      warn_process (in, state, container_offset (container, at + offset));
      if (is_first)
        {
          /* An empty sum would be written by -s.  */
          process_sum_free (profile->process_sum);
          profile->process_sum = NULL;
        }
    }
}

/* Adds the histograms that have been read, but not added.  */
static bool
add_hists (struct input *in)
{
  return hist_add_group (in->profile, in->diag, in->name, &in->group);
}

/* Reads one record, tag and body.  */
static bool
read_record (struct input *in)
{
  size_t offset = rd_offset (&in->r);
  uint8_t tag = rd_u8 (&in->r);

  if (!in->profile->quirks.ignore_process)
    {
      if (tag == GMON_TAG_CG_ARC && container_take (&in->container, &in->r))
        return true;
      container_interrupt (&in->container, offset);
    }
  if (tag != GMON_TAG_TIME_HIST && !add_hists (in))
    return false;
  switch (tag)
    {
    case GMON_TAG_TIME_HIST:
      if (!hist_read_rec (in->profile, in->diag, in->name, &in->r, &in->group))
        return false;
      in->file.n_hists++;
      return true;
    case GMON_TAG_CG_ARC:
      if (!cg_read_rec (in->profile, in->diag, in->name, &in->r))
        return false;
      in->file.n_arcs++;
      return true;
    case GMON_TAG_BB_COUNT:
      if (!bb_read_rec (in->profile, in->diag, in->name, &in->r,
                        in->file.version))
        return false;
      in->file.n_blocks++;
      return true;
    default:
      diag_error (in->diag, "%s: offset %zu: found bad tag %u, with which no"
                  " record begins; is the file damaged, or of another kind of"
                  " machine than the program?", in->name, offset,
                  (unsigned) tag);
      return false;
    }
}

static bool
read_magic (struct input *in)
{
  const unsigned char *identity;
  uint32_t version;

  rd_bytes (&in->r, GMON_MAGIC_SIZE);
  version = rd_u32 (&in->r);
  identity = rd_bytes (&in->r, GMON_SPARE_SIZE);
  if (version > GMON_VERSION)
    {
      diag_error (in->diag, "%s: offset %d: unsupported version %" PRIu32
                  "; is it of a machine of another byte order than the"
                  " program?", in->name, GMON_VERSION_OFFSET, version);
      return false;
    }
  profile_add_identity (in->profile, identity);
  memcpy (in->file.identity, identity, GMON_SPARE_SIZE);
  in->file.version = version;
  while (rd_left (&in->r))
    if (!read_record (in))
      return false;
  if (!add_hists (in))
    return false;
  if (container_is_used (&in->container))
    read_process (in);
  return true;
}

/* -- The BSD formats ------------------------------------------------------ */

/* Returns true if a header with the magic number of 4.4BSD is a 4.4BSD header.
   The number stands where the samples or arcs of the older format begin.  SIZE
   is the size in the header; it must have room for a 4.4BSD header, unless
   accept_malformed is set.  */
static bool
is_bsd44 (const struct input *in, uint32_t size, enum gmon_format format)
{
  return (in->profile->quirks.accept_malformed || format == GMON_FORMAT_BSD44
          || size >= GMON_BSD44_HEADER_SIZE (in->r.wire.addr_size));
}

/* Reads a BSD header up to its bins into *HEADER; the rate is 0 if the file
   has none.  Returns false, without a message, if the data cannot be a
   header.  */
static bool
read_bsd_header (struct input *in, struct hist_header *header,
                 enum gmon_format format)
{
  const unsigned addr_size = in->r.wire.addr_size;
  size_t header_size = GMON_BSD_HEADER_SIZE (addr_size);
  struct reader after;
  uint32_t size;
  size_t spare;

  *header = (struct hist_header) { .dimension = "seconds", .abbrev = 's' };
  header->low = rd_addr (&in->r);
  header->high = rd_addr (&in->r);
  size = rd_u32 (&in->r);
  after = in->r;
  if (rd_u32 (&after) == GMON_BSD44_MAGIC && is_bsd44 (in, size, format))
    {
      in->r = after;
      header_size = GMON_BSD44_HEADER_SIZE (addr_size);
      header->rate = rd_u32 (&in->r);
      in->gives_rate = true;
      spare = header_size - rd_offset (&in->r);
      /* GNU gprof skips these bytes even if they are missing.  */
      if (in->profile->quirks.accept_malformed && rd_left (&in->r) < spare)
        spare = rd_left (&in->r);
      rd_bytes (&in->r, spare);
    }
  else if (format == GMON_FORMAT_BSD44
           || (in->profile->quirks.accept_malformed && after.failed))
    return false;               /* GNU gprof requires the bytes of the magic
                                   number */
  header->nbins = (uint32_t) ((size - header_size) / GMON_BIN_SIZE);
  return (!in->r.failed && size >= header_size
          && (header->high >= header->low
              || !in->profile->quirks.accept_malformed));
}

/* Returns true if HEADER agrees with the files before it, else false after one
   diag_error.  BSD files of one run must have one rate, in both modes.  A
   header without a rate means a constant one, so that the order of files does
   not matter.  A file without samples has no rate.  bsd_like_first changes
   that.  */
static bool
bsd_header_fits (struct input *in, struct hist_header *header)
{
  const struct profile *profile = in->profile;
  const struct quirks quirks = profile->quirks;
  bool compared = (profile_has_unit (profile)
                   && (quirks.bsd_like_first || header->nbins));
  bool given = header->rate != 0;

  if (!given)
    header->rate = (quirks.bsd_like_first
                    ? bsd_rate_like_first (profile, in->gives_rate,
                                           BSD_DEFAULT_RATE)
                    : BSD_DEFAULT_RATE);
  if (compared && profile->rate != header->rate && given)
    diag_error (in->diag, "%s: sampling rate %" PRIu32 " differs from the %"
                PRIu32 " of %s", in->name, header->rate, profile->rate,
                profile->rate_file);
  else if (compared && profile->rate != header->rate)
    diag_error (in->diag, "%s: sampling rate %" PRIu32 " (its header says"
                " none) differs from the %" PRIu32 " of %s", in->name,
                header->rate, profile->rate, profile->rate_file);
  else if (quirks.bsd_like_first && !bsd_is_like_first (profile, header))
    diag_error (in->diag, "%s: address range 0x%" PRIx64 "-0x%" PRIx64
                " or number of bins differs from that of %s", in->name,
                header->low, header->high, profile->rate_file);
  else
    {
      if (quirks.bsd_like_first)
        bsd_dimension_like_first (profile, header);
      return true;
    }
  return false;
}

/* Reads the arcs up to the end of the file.  SECONDS is the time of its
   samples.  */
static bool
read_bsd_arcs (struct input *in, double seconds)
{
  struct reader *r = &in->r;
  const size_t arc_size = GMON_BSD_ARC_SIZE (r->wire.addr_size);

  const bool padded = (!in->profile->quirks.count_padding
                       && bsd_counts_are_padded (*r, seconds));
  while (rd_left (r) >= arc_size)
    {
      uint64_t from = rd_addr (r);
      uint64_t self = rd_addr (r);
      uint64_t count = r->wire.addr_size == 8 ? rd_u64 (r) : rd_u32 (r);

      if (padded)
        {
          in->file.has_padding |= count >> 32 != 0;
          count = (uint32_t) count;
        }
      profile_add_arc (in->profile, from, self, count);
      in->file.n_arcs++;
    }
  if (rd_left (r) && !in->profile->quirks.accept_malformed)
    {
      diag_error (in->diag, "%s: offset %zu: unexpected end of file in an arc;"
                  " was it cut off?", in->name, rd_offset (r));
      return false;
    }
  return true;
}

static void
bad_bsd_header (const struct input *in, enum gmon_format format)
{
  if (in->r.failed)
    diag_error (in->diag, "%s: offset %zu: unexpected end of file in the"
                " header; was it cut off?", in->name, rd_offset (&in->r));
  else
    diag_error (in->diag, "%s: not in %s format: its first numbers are no"
                " such header; is it a profile, and of the same kind of"
                " machine as the program?", in->name,
                format == GMON_FORMAT_BSD44 ? "4.4BSD" : "gmon.out");
}

static bool
read_bsd (struct input *in, enum gmon_format format)
{
  static const unsigned char no_identity[GMON_SPARE_SIZE];
  const struct quirks quirks = in->profile->quirks;
  struct hist_header header;

  if (quirks.bsd_like_first && !in->seekable)
    {
      diag_error (in->diag, "%s: a BSD profile cannot be read from a pipe",
                  in->name);
      return false;
    }
  if (!read_bsd_header (in, &header, format))
    {
      bad_bsd_header (in, format);
      return false;
    }
  if (!bsd_header_fits (in, &header))
    return false;
  profile_add_identity (in->profile, no_identity);
  header.offset = rd_offset (&in->r);
  const double seconds = bsd_seconds (in->r, &header);
  if ((header.nbins || quirks.accept_malformed)
      && !profile_add_hist (in->profile, in->diag, in->name, &header, &in->r))
    return false;
  in->file.n_hists = header.nbins > 0;
  profile_set_unit (in->profile, in->name, &header);
  in->profile->has_arcs = true;
  if (quirks.bsd_like_first)
    in->profile->has_blocks = false;    /* GNU gprof forgets the blocks
                                           here */
  return read_bsd_arcs (in, seconds);
}

/* -- Files ---------------------------------------------------------------- */

/* Returns true, after one diag_error, if the profile is from a program with
   addresses of another size.  Such a file would look like a damaged one.  */
static bool
is_other_word_size (struct input *in, const void *data, size_t len)
{
  if (!word_size_is_other (data, len, in->r.wire))
    return false;
  if (in->r.wire.addr_size == 8)
    diag_error (in->diag, "%s: is the profile of a 32-bit program, but the"
                " program is a 64-bit one; name the program that wrote it",
                in->name);
  else
    diag_error (in->diag, "%s: is the profile of a 64-bit program, but the"
                " program is a 32-bit one; name the program that wrote it",
                in->name);
  return true;
}

/* Returns true, after one diag_error, if the file is of a kind that people
   name by mistake.  */
static bool
is_foreign (struct input *in, const void *data, size_t len)
{
  const char *kind = file_kind (data, len);

  if (!kind)
    return false;
  diag_error (in->diag, "%s: not a profile but %s", in->name, kind);
  return true;
}

static bool
read_format (struct input *in, enum gmon_format format, const void *data,
             size_t len)
{
  const struct quirks quirks = in->profile->quirks;
  bool is_magic;

  if (len == 0)
    {
      diag_error (in->diag, "%s: file is empty, so too short to be a profile;"
                  " did the program end before it wrote it?", in->name);
      return false;
    }
  if (len < GMON_HEADER_SIZE)
    {
      diag_error (in->diag,
                  P_("%s: file is too short to be a profile: %zu byte, cut off"
                     " while it was written or copied?",
                     "%s: file is too short to be a profile: %zu bytes, cut"
                     " off while it was written or copied?", len),
                  in->name, len);
      return false;
    }
  is_magic = memcmp (data, GMON_MAGIC, GMON_MAGIC_SIZE) == 0;
  if (!quirks.ignore_bare_memory && format == GMON_FORMAT_AUTO
      && buffer_is (data, len, in->r.wire))
    return buffer_read (in->profile, in->diag, in->name, &in->r, &in->file);
  if (is_magic && (format == GMON_FORMAT_AUTO || format == GMON_FORMAT_MAGIC))
    return ((quirks.accept_malformed || !is_other_word_size (in, data, len))
            && read_magic (in));
  /* GNU gprof accepts any BSD file with possible numbers.  */
  if (!quirks.accept_malformed && !is_magic && is_foreign (in, data, len))
    return false;
  if ((is_magic && !quirks.accept_malformed) || format == GMON_FORMAT_MAGIC)
    {
      if (is_magic)
        diag_error (in->diag, "%s: is in the magic format, not in a BSD one;"
                    " without -O the format is found out", in->name);
      else
        diag_error (in->diag, "%s: is not in the magic format (it does not"
                    " begin with \"gmon\"); if it is a BSD profile, leave out"
                    " -O", in->name);
      return false;
    }
  return read_bsd (in, format);
}

/* Reads the bytes of BLOB as the file IN->name, and may change them.  Returns
   false after one diag_error.  */
static bool
read_blob (struct input *in, const struct blob *blob, enum gmon_format format,
           struct wire wire)
{
  const struct profile *profile = in->profile;
  bool done;

  in->file.name = in->name;
  if (profile->n_files)
    in->file.version = profile->files[profile->n_files - 1].version;
  in->seekable = blob->seekable;
  in->container.file = blob->data;
  reader_init (&in->r, blob->data, blob->len, wire);
  done = read_format (in, format, blob->data, blob->len);
  hist_group_free (&in->group);
  in->file.largest = profile->largest;
  *profile_add_file (in->profile, in->name) = in->file;
  return done;
}

bool
gmon_read_buffer (struct profile *profile, struct diag *diag,
                  const char *name, const void *data, size_t len,
                  enum gmon_format format, struct wire wire)
{
  struct input in = { .profile = profile, .diag = diag, .name = name };
  struct writer copy;
  bool done;

  writer_init (&copy, wire);
  wr_bytes (&copy, data, len);
  done = read_blob (&in, &(struct blob) { copy.data, len, true, 0 }, format,
                    wire);
  writer_free (&copy);
  return done;
}

bool
gmon_out_read (struct profile *profile, struct diag *diag, const char *name,
               enum gmon_format format, struct wire wire, struct blob *blob)
{
  struct input in = { .profile = profile, .diag = diag, .name = name };

  if (format == GMON_FORMAT_PROF)
    {
      diag_error (diag, "%s: not read: the file format prof is not supported;"
                  " without -O the format is found out", name);
      return false;
    }
  if (file_is_absent (diag, name))
    {
      diag_error (diag, "%s: %s; a program compiled and linked with -pg writes"
                  " its profile when it ends, to the directory where it ends",
                  name, strerror (ENOENT));
      return false;
    }
  return (blob_reread (diag, name, blob)
          && read_blob (&in, blob, format, wire));
}

/* Returns true if the counts can be split over an acceptable number of
   records.  A BSD file splits only counts of arcs.  */
static bool
counts_fit (const struct profile *profile, struct wire wire, bool is_bsd)
{
  const uint64_t max = EXTRA_RECORDS_MAX;
  uint64_t extra = 0, bytes = 0;

  for (size_t i = 0; i < profile->n_arcs && extra <= max; i++)
    extra += (is_bsd ? bsd_arcs (&profile->arcs[i], wire)
              : cg_records (&profile->arcs[i])) - 1;
  if (is_bsd)
    return extra <= max;
  for (size_t i = 0; i < profile->n_hists && bytes <= HIST_BYTES_MAX; i++)
    if (hist_is_split (&profile->hists[i]))
      bytes += hist_bytes (&profile->hists[i], wire);
  for (size_t i = 0; i < profile->n_blocks && extra <= max; i++)
    extra += bb_entries (&profile->blocks[i], wire) - 1;
  return (extra <= max && bytes <= HIST_BYTES_MAX
          && profile->n_blocks <= UINT32_MAX - max);
}

static void
write_process (const struct process *process, struct writer *w)
{
  struct writer stream;

  writer_init (&stream, w->wire);
  process_write (process, &stream);
  container_write (w, stream.data, stream.len);
  writer_free (&stream);
}

static void
write_magic (const struct profile *profile, struct writer *w, bool truncate)
{
  wr_bytes (w, GMON_MAGIC, GMON_MAGIC_SIZE);
  wr_u32 (w, GMON_VERSION);
  if (truncate)
    wr_zeros (w, GMON_SPARE_SIZE);
  else
    wr_bytes (w, profile->identity, GMON_SPARE_SIZE);
  hist_write_bins (profile, w, truncate);
  cg_write_arcs (profile, w, truncate);
  bb_write_counts (profile, w, truncate);
  if (profile->process)
    write_process (profile->process, w);
}

/* Returns true if all counts of PROFILE can be written.  Else returns false
   after one diag_error.  */
static bool
check_counts (const struct profile *profile, struct diag *diag,
              const char *name, struct wire wire, bool is_bsd)
{
  if (counts_fit (profile, wire, is_bsd))
    return true;
  diag_error (diag, "%s: not written: a count is too large for the format",
              name);
  return false;
}

bool
gmon_out_write_or_keep (const struct profile *profile, struct diag *diag,
                        const char *name, struct wire wire, char **why)
{
  struct writer w;

  if (!check_counts (profile, diag, name, wire, false))
    return false;
  writer_init (&w, wire);
  write_magic (profile, &w, false);
  file_replace_or_keep (diag, name, w.data, w.len, why);
  writer_free (&w);
  return true;
}

bool
gmon_out_write (const struct profile *profile, struct diag *diag,
                const char *name, enum gmon_format format, struct wire wire,
                bool truncate)
{
  const bool is_bsd = format == GMON_FORMAT_BSD
                      || format == GMON_FORMAT_BSD44;
  struct writer w;
  bool done = true;

  if (!truncate && !check_counts (profile, diag, name, wire, is_bsd))
    return false;
  writer_init (&w, wire);
  if (is_bsd)
    done = bsd_write (profile, diag, name, &w, format == GMON_FORMAT_BSD44,
                      truncate);
  else
    write_magic (profile, &w, truncate);
  done = done && file_replace (diag, name, w.data, w.len, true);
  writer_free (&w);
  return done;
}
