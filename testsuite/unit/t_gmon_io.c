/* unit/t_gmon_io.c -- tests of profile/gmon_io: whole gmon.out files.

   SPDX-License-Identifier: GPL-3.0-or-later

   Every format in every byte order and address size, whole, cut at every byte
   and with every byte changed.  Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"
#include "quirks_if.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fileio.h"
#include "profile/gmon_io.h"

static struct diag *diag;

static const struct wire wires[] = {
  { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
  { true, false, 4, 0 }, { true, true, 4, 0 }
};

#define N_WIRES (sizeof wires / sizeof wires[0])

/* gmon_out_read with a blob of its own.  */
static bool
read_file (struct profile *profile, const char *name, enum gmon_format format,
           struct wire wire)
{
  struct blob blob = { .len = 0 };
  bool done = gmon_out_read (profile, diag, name, format, wire, &blob);

  blob_free (&blob);
  return done;
}

/* -- Files to read ------------------------------------------------------- */

static void
put_magic_header (struct writer *w, uint32_t version)
{
  wr_bytes (w, "gmon", 4);
  wr_u32 (w, version);
  wr_bytes (w, "spare bytes!", 12);     /* readers ignore them */
}

static void
put_hist (struct writer *w, uint64_t low, uint64_t high, uint32_t nbins)
{
  wr_u8 (w, GMON_TAG_TIME_HIST);
  wr_addr (w, low);
  wr_addr (w, high);
  wr_u32 (w, nbins);
  wr_u32 (w, 100);
  wr_bytes (w, "seconds\0\0\0\0\0\0\0\0s", 16);
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (w, (uint16_t) (i + 1));
}

static void
put_arc (struct writer *w, uint64_t from, uint64_t self, uint32_t count)
{
  wr_u8 (w, GMON_TAG_CG_ARC);
  wr_addr (w, from);
  wr_addr (w, self);
  wr_u32 (w, count);
}

static void
put_blocks (struct writer *w, uint32_t n)
{
  wr_u8 (w, GMON_TAG_BB_COUNT);
  wr_u32 (w, n);
  for (uint32_t i = 0; i < n; i++)
    {
      wr_addr (w, 0x1000 + i);
      wr_addr (w, i + 1);
    }
}

/* A file of all kinds of records.  */
static void
put_magic (struct writer *w)
{
  put_magic_header (w, 1);
  put_hist (w, 0x1000, 0x1010, 4);
  put_arc (w, 0x1004, 0x1008, 7);
  put_hist (w, 0x1010, 0x1020, 4);
  put_blocks (w, 2);
  put_arc (w, 0, 0x1008, 1);
  put_hist (w, 0x1000, 0x1010, 4);
}

/* A BSD file of NBINS bins from 0x1000 on and two arcs.  RATE 0: old BSD.  */
static void
put_bsd (struct writer *w, uint32_t nbins, uint32_t rate)
{
  const unsigned addr_size = w->wire.addr_size;
  size_t size = GMON_BSD_HEADER_SIZE (addr_size);

  if (rate)
    size = GMON_BSD44_HEADER_SIZE (addr_size);
  wr_addr (w, 0x1000);
  wr_addr (w, 0x1000 + nbins * 4);
  wr_u32 (w, (uint32_t) size + nbins * 2);
  if (rate)
    {
      wr_u32 (w, GMON_BSD44_MAGIC);
      wr_u32 (w, rate);
      wr_zeros (w, 12);
    }
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (w, (uint16_t) (i + 1));
  for (unsigned i = 1; i <= 2; i++)
    {
      wr_addr (w, 0x1004 * i);
      wr_addr (w, 0x1008);
      wr_addr (w, 9 * i);
    }
}

static bool
read_buffer (struct profile *p, const struct writer *w,
             enum gmon_format format)
{
  return gmon_read_buffer (p, diag, "file", w->data, w->len, format, w->wire);
}

static bool
said (const char *text)
{
  return strncmp (diag_last (diag), "file: ", 6) == 0
         && strstr (diag_last (diag), text);
}

/* -- The magic format ---------------------------------------------------- */

static bool
magic_is_read (const struct profile *p)
{
  const struct profile_file *file = &p->files[0];

  return p->n_hists == 2 && bin_of (p, 0, 3) == 8
         && p->hists[1].low == 0x1010 && bin_of (p, 1, 0) == 1
         && p->n_arcs == 2 && p->arcs[0].from == 0x1004
         && p->arcs[0].count == 7 && p->arcs[1].from == 0
         && p->n_blocks == 2 && p->blocks[1].addr == 0x1001
         && p->blocks[1].count == 2 && p->n_files == 1
         && strcmp (file->name, "file") == 0 && file->version == 1
         && file->n_hists == 3 && file->n_arcs == 2 && file->n_blocks == 1
         && p->has_hists && p->has_arcs && p->has_blocks;
}

static void
test_magic (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    for (unsigned format = 0; format < 2; format++)
      {
        struct writer w;
        struct profile p;

        writer_init (&w, wires[i]);
        put_magic (&w);
        profile_init (&p, quirks_none ());
        EXPECT (&bad, read_buffer (&p, &w, format ? GMON_FORMAT_MAGIC
                                   : GMON_FORMAT_AUTO)
                && magic_is_read (&p), "wire %zu", i);
        profile_free (&p);
        writer_free (&w);
      }
  CHECK (bad == 0, "magic files, every byte order and size");
}

/* Cut anywhere but between records, a file is refused with one message; what
   stood before the cut is there.  */
static void
test_magic_truncated (bool strict)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct writer w;
      size_t whole, ends = 0;

      writer_init (&w, wires[i]);
      put_magic (&w);
      whole = w.len;
      for (w.len = 0; w.len <= whole; w.len++)
        {
          unsigned before = diag_errors (diag);
          struct profile p;
          bool done;

          profile_init (&p, quirks_if (strict));
          done = read_buffer (&p, &w, GMON_FORMAT_AUTO);
          ends += done;
          EXPECT (&bad, diag_errors (diag) == before + !done, "messages");
          EXPECT (&bad, done || said (w.len < 20 ? "too short"
                                      : "unexpected end of file"),
                  "%zu bytes: %s", w.len, diag_last (diag));
          EXPECT (&bad, p.n_files == 1, "the file is listed");
          profile_free (&p);
        }
      EXPECT (&bad, ends == 7, "%zu whole prefixes, wire %zu", ends, i);
      writer_free (&w);
    }
  CHECK (bad == 0, "magic files cut anywhere, %s",
         strict ? "strict" : "default");
}

/* Whatever a byte says, reading ends, in a profile or a message.  */
static void
test_any_byte (void (*put) (struct writer *), const char *name)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct writer w;

      writer_init (&w, wires[i]);
      put (&w);
      for (size_t at = 0; at < w.len; at++)
        for (unsigned value = 0; value < 256; value += at < 80 ? 1 : 51)
          {
            unsigned char old = w.data[at];
            unsigned before = diag_errors (diag);
            struct profile p;
            bool done;

            w.data[at] = (unsigned char) value;
            profile_init (&p, quirks_if (at & 1));
            done = read_buffer (&p, &w, GMON_FORMAT_AUTO);
            EXPECT (&bad, diag_errors (diag) == before + !done,
                    "byte %zu = %u", at, value);
            EXPECT (&bad, p.cap_arcs < 1000 && p.cap_blocks < 1000
                    && p.n_hists < 10, "byte %zu = %u: memory", at, value);
            profile_free (&p);
            w.data[at] = old;
          }
      writer_free (&w);
    }
  CHECK (bad == 0, "%s with any byte changed", name);
}

static void
test_empty (void)
{
  struct profile p;
  struct writer w;

  writer_init (&w, wires[0]);
  put_magic_header (&w, 1);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) && p.n_files == 1
         && p.files[0].n_hists == 0 && !p.has_hists && !p.has_arcs,
         "a header alone is a profile");
  CHECK (!gmon_read_buffer (&p, diag, "file", NULL, 0, GMON_FORMAT_AUTO,
                            wires[0]) && said ("too short"), "no bytes");
  CHECK (!gmon_read_buffer (&p, diag, "file", "gmon", 4, GMON_FORMAT_AUTO,
                            wires[0]) && said ("too short"), "4 bytes");
  profile_free (&p);
  writer_free (&w);
}

static void
test_versions (void)
{
  struct profile p;
  struct writer w;

  for (uint32_t version = 0; version < 4; version++)
    {
      writer_init (&w, wires[1]);
      put_magic_header (&w, version);
      profile_init (&p, quirks_none ());
      CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) == (version < 2),
             "version %" PRIu32, version);
      profile_free (&p);
      writer_free (&w);
    }
  CHECK (said ("unsupported version 3"), "message of a later version");
  writer_init (&w, wires[0]);
  put_magic_header (&w, 0);
  wr_bytes (&w, "\2\1\0\0\0pre", 9);
  wr_u64 (&w, 5);
  wr_u64 (&w, 0x1000);
  wr_bytes (&w, "f\0g", 4);
  wr_u32 (&w, 1);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) && p.n_blocks == 1
         && p.blocks[0].addr == 0x1000 && p.blocks[0].count == 5
         && p.files[0].version == 0 && p.files[0].n_blocks == 1,
         "version 0 has blocks of its own");
  profile_free (&p);
  writer_free (&w);
}

static void
test_bad_tag (void)
{
  struct profile p;
  struct writer w;

  writer_init (&w, wires[0]);
  put_magic_header (&w, 1);
  put_arc (&w, 1, 2, 3);
  wr_u8 (&w, 3);
  profile_init (&p, quirks_none ());
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_AUTO)
         && said ("offset 41: found bad tag 3"), "a bad tag");
  CHECK (p.n_arcs == 1 && p.files[0].n_arcs == 1, "what stood before is kept");
  profile_free (&p);
  writer_free (&w);
}

/* A histogram that claims more than there is, in a file of many gigabytes by
   its own account.  */
static void
test_lying_hist (void)
{
  struct profile p;
  struct writer w;

  writer_init (&w, wires[0]);
  put_magic_header (&w, 1);
  put_hist (&w, 0x1000, 0x1010, 4);
  memset (w.data + 20 + 17, 0xff, 4);
  profile_init (&p, quirks_none ());
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_AUTO)
         && said ("offset 21: unexpected end of file in a histogram"),
         "4 G bins");
  CHECK (p.cap_hists == 0, "no memory was taken for them");
  profile_free (&p);
  writer_free (&w);
}

/* -- The BSD formats ----------------------------------------------------- */

static bool
bsd_is_read (const struct profile *p, uint32_t rate)
{
  return p->n_hists == 1 && p->hists[0].low == 0x1000
         && p->hists[0].high == 0x1020 && p->hists[0].bins.len == 8
         && bin_of (p, 0, 7) == 8 && p->rate == (rate ? rate : 100)
         && strcmp (p->dimension, "seconds") == 0 && p->abbrev == 's'
         && p->n_arcs == 2 && p->arcs[0].from == 0x1004
         && p->arcs[1].count == 18 && p->files[0].version == 0
         && p->files[0].n_hists == 1 && p->files[0].n_arcs == 2;
}

static void
test_bsd (uint32_t rate)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    for (enum gmon_format format = GMON_FORMAT_AUTO;
         format <= GMON_FORMAT_BSD44; format++)
      {
        bool wanted = format == GMON_FORMAT_AUTO || format == GMON_FORMAT_BSD
                      || (format == GMON_FORMAT_BSD44 && rate);
        struct writer w;
        struct profile p;

        writer_init (&w, wires[i]);
        put_bsd (&w, 8, rate);
        profile_init (&p, quirks_none ());
        EXPECT (&bad, read_buffer (&p, &w, format) == wanted,
                "wire %zu, format %d", i, (int) format);
        EXPECT (&bad, !wanted || bsd_is_read (&p, rate), "wire %zu", i);
        profile_free (&p);
        writer_free (&w);
      }
  CHECK (bad == 0, "%s files, every byte order and size, by each name",
         rate ? "4.4BSD" : "old BSD");
}

/* Counts are as wide as addresses, but never signed.  */
static void
test_bsd_counts (void)
{
  struct writer w;
  struct profile p;

  writer_init (&w, wires[4]);
  put_bsd (&w, 8, 0);
  memset (w.data + w.len - 12, 0xff, 12);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO)
         && p.arcs[1].from == UINT64_MAX && p.arcs[1].count == UINT32_MAX,
         "an arc of signed addresses and the highest count");
  profile_free (&p);
  writer_free (&w);
}

static void
test_bsd_truncated (uint32_t rate, bool strict)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      unsigned addr_size = wires[i].addr_size;
      size_t bins_end = GMON_BSD_HEADER_SIZE (addr_size) + 16;
      struct writer w;
      size_t whole;

      if (rate)
        bins_end = GMON_BSD44_HEADER_SIZE (addr_size) + 16;
      writer_init (&w, wires[i]);
      put_bsd (&w, 8, rate);
      whole = w.len;
      for (w.len = 0; w.len <= whole; w.len++)
        {
          size_t arcs = w.len < bins_end ? 0
                        : (w.len - bins_end) / (3 * addr_size);
          bool wanted = w.len >= bins_end && w.len >= 20
                        && (strict
                            || (w.len - bins_end) % (3 * addr_size) == 0);
          unsigned before = diag_errors (diag);
          struct profile p;

          profile_init (&p, quirks_if (strict));
          EXPECT (&bad, read_buffer (&p, &w, GMON_FORMAT_AUTO) == wanted,
                  "wire %zu, %zu bytes", i, w.len);
          EXPECT (&bad, diag_errors (diag) == before + !wanted, "messages");
          EXPECT (&bad, p.n_arcs == arcs, "%zu arcs in %zu bytes", p.n_arcs,
                  w.len);
          profile_free (&p);
        }
      writer_free (&w);
    }
  CHECK (bad == 0, "%s files cut anywhere, %s", rate ? "4.4BSD" : "old BSD",
         strict ? "strict" : "default");
}

static void
test_bsd_without_bins (void)
{
  struct profile p;
  struct writer w;

  writer_init (&w, wires[0]);
  put_bsd (&w, 0, 250);
  profile_init (&p, quirks_gnu ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) && p.n_hists == 1
         && p.hists[0].bins.len == 0 && p.hists[0].low == 0x1000
         && p.n_arcs == 2 && p.has_hists && p.has_arcs && p.rate == 250
         && p.scale == 0 && p.files[0].n_hists == 0,
         "no bins, strict: an empty histogram that does not count");
  w.len = GMON_BSD44_HEADER_SIZE (8);
  profile_free (&p);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) && p.has_hists && p.has_arcs
         && p.n_arcs == 0, "a header alone counts as both kinds");
  profile_free (&p);
  writer_free (&w);
}

/* A file without samples may come before or after those that have some.  */
static void
test_bsd_without_bins_first (bool first)
{
  struct profile p;
  struct writer none, bins;

  writer_init (&none, wires[0]);
  writer_init (&bins, wires[0]);
  put_bsd (&none, 0, 1000);
  none.len = GMON_BSD44_HEADER_SIZE (8);
  put_bsd (&bins, 8, 250);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, first ? &none : &bins, GMON_FORMAT_AUTO)
         && read_buffer (&p, first ? &bins : &none, GMON_FORMAT_AUTO)
         && p.rate == 250 && p.n_hists == 1,
         "no bins %s: the rate is that of the samples",
         first ? "first" : "second");
  profile_free (&p);
  writer_free (&none);
  writer_free (&bins);
}

/* A rate of 0 in a 4.4BSD header means that nobody knew.  */
static void
test_bsd_rate_0 (void)
{
  struct profile p;
  struct writer w;

  writer_init (&w, wires[0]);
  put_bsd (&w, 8, 250);
  memset (w.data + 24, 0, 4);
  profile_init (&p, quirks_none ());
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) && p.rate == 100,
         "rate 0 is read as 100");
  profile_free (&p);
  writer_free (&w);
}

/* What follows the old header may look like the magic number of 4.4BSD's, but
   its size tells.  */
static void
test_bsd_like_44 (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct writer w;
      struct profile p;

      writer_init (&w, wires[i]);
      put_bsd (&w, 0, 0);
      wr_u32 (&w, GMON_BSD44_MAGIC);
      w.len -= 4;
      memmove (w.data + GMON_BSD_HEADER_SIZE (wires[i].addr_size),
               w.data + w.len, 4);
      for (enum gmon_format format = GMON_FORMAT_AUTO;
           format <= GMON_FORMAT_BSD44; format++)
        {
          bool wanted = format == GMON_FORMAT_AUTO
                        || format == GMON_FORMAT_BSD;

          profile_init (&p, quirks_none ());
          EXPECT (&bad, read_buffer (&p, &w, format) == wanted,
                  "wire %zu, format %d", i, (int) format);
          EXPECT (&bad, !wanted || (p.n_arcs == 2 && p.arcs[1].count == 18
                                    && p.n_hists == 0),
                  "wire %zu: as old BSD", i);
          profile_free (&p);
        }
      profile_init (&p, quirks_gnu ());
      EXPECT (&bad, !read_buffer (&p, &w, GMON_FORMAT_AUTO),
              "wire %zu, strict", i);
      profile_free (&p);
      writer_free (&w);
    }
  CHECK (bad == 0, "an arc that looks like 4.4BSD's magic number");
}

static void
test_bsd_lies (void)
{
  static const char text[] = "This is just some text, and no profile.";
  struct profile p;
  struct writer w;

  profile_init (&p, quirks_gnu ());
  CHECK (!gmon_read_buffer (&p, diag, "file", text, sizeof text,
                            GMON_FORMAT_AUTO, wires[0])
         && p.n_hists == 0, "text is no BSD file");
  writer_init (&w, wires[0]);
  put_bsd (&w, 8, 0);
  w.data[16] = 19;
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_AUTO) && said ("gmon.out format"),
         "a size below that of the header");
  w.data[16] = 20 + 17;
  memset (w.data, 0xff, 8);
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_AUTO) && said ("gmon.out format"),
         "a range that ends before it begins");
  memset (w.data + 16, 0xff, 4);
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_AUTO), "4 GB of bins");
  writer_free (&w);
  profile_free (&p);
}

/* Which formats go by which name.  */
static void
test_wrong_format (void)
{
  struct profile p;
  struct writer w;

  profile_init (&p, quirks_none ());
  writer_init (&w, wires[0]);
  put_magic (&w);
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_BSD) && said ("magic"),
         "a magic file as BSD");
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_BSD44) && said ("magic"),
         "a magic file as 4.4BSD");
  writer_free (&w);
  writer_init (&w, wires[0]);
  put_bsd (&w, 8, 0);
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_MAGIC) && said ("magic"),
         "a BSD file as magic");
  CHECK (!read_buffer (&p, &w, GMON_FORMAT_BSD44) && said ("4.4BSD"),
         "an old BSD file as 4.4BSD");
  writer_free (&w);
  profile_free (&p);
}

/* Reads two BSD files; the second has RATE and is at 0x1000 + SHIFT.  */
static bool
read_two_bsd (bool strict, uint32_t first_rate, uint32_t rate, unsigned shift,
              uint64_t *sum)
{
  struct profile p;
  struct writer w;
  bool done;

  profile_init (&p, quirks_if (strict));
  writer_init (&w, wires[0]);
  put_bsd (&w, 8, first_rate);
  done = read_buffer (&p, &w, GMON_FORMAT_AUTO);
  w.len = 0;
  put_bsd (&w, 8, rate);
  w.data[0] = (unsigned char) (w.data[0] + shift);
  w.data[8] = (unsigned char) (w.data[8] + shift);
  done = read_buffer (&p, &w, GMON_FORMAT_AUTO) && done;
  *sum = bin_of (&p, 0, 7);
  writer_free (&w);
  profile_free (&p);
  return done;
}

/* A BSD file has no dimension; to GNU it has that of the files before it.  */
static void
test_bsd_after_cycles (bool strict)
{
  struct profile p;
  struct writer w;

  profile_init (&p, quirks_if (strict));
  writer_init (&w, wires[0]);
  wr_bytes (&w, GMON_MAGIC "\1\0\0", 8);
  wr_zeros (&w, GMON_SPARE_SIZE + 1);
  wr_u64 (&w, 0x1000);
  wr_u64 (&w, 0x1020);
  wr_u32 (&w, 8);
  wr_u32 (&w, 250);
  wr_bytes (&w, "cycles\0\0\0\0\0\0\0\0\0c", GMON_DIMEN_SIZE + 1);
  wr_zeros (&w, 16);
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO), "cycles: the magic file");
  w.len = 0;
  put_bsd (&w, 8, 250);
  CHECK (read_buffer (&p, &w, GMON_FORMAT_AUTO) == strict,
         "a BSD file after cycles, %s", strict ? "strict" : "default");
  profile_free (&p);
  writer_free (&w);
}

static void
test_several_bsd (void)
{
  uint64_t sum;

  for (unsigned strict = 0; strict < 2; strict++)
    {
      const char *mode = strict ? "strict" : "default";

      CHECK (read_two_bsd (strict, 250, 250, 0, &sum) && sum == 16,
             "two files add up, %s", mode);
      CHECK (!read_two_bsd (strict, 250, 100, 0, &sum) && said ("rate 100")
             && strstr (diag_last (diag), "250"), "rates differ, %s", mode);
      CHECK (!read_two_bsd (strict, 0, 250, 0, &sum), "100 and 250, %s", mode);
      CHECK (!read_two_bsd (strict, 250, 250, 16, &sum), "overlap, %s", mode);
    }
  CHECK (read_two_bsd (true, 250, 0, 0, &sum) && sum == 16,
         "a file without a rate takes that of those before, strict");
  CHECK (!read_two_bsd (false, 250, 0, 0, &sum) && said ("rate 100")
         && strstr (diag_last (diag), "250"),
         "in any order it is 100, default");
  CHECK (read_two_bsd (false, 100, 0, 0, &sum) && sum == 16,
         "and goes with that, default");
  CHECK (read_two_bsd (false, 250, 250, 32, &sum),
         "ranges side by side, default");
  CHECK (!read_two_bsd (true, 250, 250, 32, &sum) && said ("range"),
         "ranges side by side, strict");
}

/* -- Files on disk ------------------------------------------------------- */

/* A profile with all kinds of records and counts wider than the format's.  */
static void
fill (struct profile *p)
{
  struct writer w;

  writer_init (&w, wires[0]);
  put_magic (&w);
  profile_init (p, quirks_none ());
  read_buffer (p, &w, GMON_FORMAT_AUTO);
  writer_free (&w);
  bin_set (p, 1, 2, 200000);
  p->arcs[0].count = UINT64_C (0x300000005);
  p->blocks[0].count = UINT64_C (0x200000003);
}

static bool
same_sums (const struct profile *a, const struct profile *b)
{
  for (size_t i = 0; i < a->n_hists; i++)
    if (b->n_hists != a->n_hists || a->hists[i].low != b->hists[i].low
        || !bins_equal (&a->hists[i].bins, &b->hists[i].bins))
      return false;
  for (size_t i = 0; i < a->n_arcs; i++)
    if (b->n_arcs != a->n_arcs || a->arcs[i].from != b->arcs[i].from
        || a->arcs[i].count != b->arcs[i].count)
      return false;
  for (size_t i = 0; i < a->n_blocks; i++)
    if (b->n_blocks != a->n_blocks || a->blocks[i].addr != b->blocks[i].addr
        || a->blocks[i].count != b->blocks[i].count)
      return false;
  return a->rate == b->rate;
}

static void
test_write (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct profile p, back;

      fill (&p);
      EXPECT (&bad, gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[i],
                          false),
              "written");
      profile_init (&back, quirks_none ());
      EXPECT (&bad, read_file (&back, "sum", GMON_FORMAT_MAGIC, wires[i]),
              "read: %s", diag_last (diag));
      EXPECT (&bad, back.files[0].n_hists == 5 && back.files[0].n_arcs == 5,
              "wire %zu: %zu and %zu records", i, back.files[0].n_hists,
              back.files[0].n_arcs);
      profile_merge (&p, diag);
      profile_merge (&back, diag);
      EXPECT (&bad, same_sums (&p, &back), "wire %zu", i);
      profile_free (&p);
      profile_free (&back);
    }
  CHECK (bad == 0, "written and read, every byte order and size");
  unlink ("sum");
}

static void
test_write_cut (void)
{
  struct profile p, back;

  fill (&p);
  CHECK (gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[2],
                          true), "written, cut");
  profile_init (&back, quirks_gnu ());
  CHECK (read_file (&back, "sum", GMON_FORMAT_AUTO, wires[2]),
         "and read");
  CHECK (back.files[0].n_hists == 2 && back.files[0].n_arcs == 2
         && bin_of (&back, 1, 2) == (200000 & 0xffff)
         && back.arcs[0].count == 5 && back.blocks[0].count == 3,
         "one record each, of the low bits");
  profile_free (&p);
  profile_free (&back);
  unlink ("sum");
}

static void
test_write_header (void)
{
  struct profile p;
  struct blob blob;

  profile_init (&p, quirks_none ());
  CHECK (gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[1],
                          false)
         && blob_read (diag, "sum", &blob), "an empty profile written");
  CHECK (blob.len == 20 && memcmp (blob.data, "gmon\0\0\0\1\0\0\0\0\0\0\0\0"
                                   "\0\0\0\0", 20) == 0,
         "is a header, its spare bytes zero");
  blob_free (&blob);
  profile_free (&p);
  unlink ("sum");
}

/* A made-up count that would take billions of records.  */
static void
test_write_too_wide (void)
{
  struct profile p;
  unsigned before = diag_errors (diag);

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 1, 2, UINT64_MAX);
  CHECK (!gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[0],
                          false)
         && diag_errors (diag) == before + 1 && access ("sum", F_OK) != 0,
         "a count of 64 bits is not split into 4 G records");
  CHECK (gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[0],
                          true),
         "cut, it can be written");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  profile_add_block (&p, 1, UINT64_MAX);
  CHECK (gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[0],
                          false),
         "a block's 64 bits fit 8 bytes");
  CHECK (!gmon_out_write (&p, diag, "sum", GMON_FORMAT_AUTO, wires[2],
                          false),
         "but not 4 bytes");
  profile_free (&p);
  unlink ("sum");
}

static void
test_write_fails (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (!gmon_out_write (&p, diag, "absent/sum", GMON_FORMAT_AUTO, wires[0],
                          false)
         && strstr (diag_last (diag), "absent/sum"),
         "into a directory that is not there");
  CHECK (!gmon_out_write (&p, diag, "/dev/full", GMON_FORMAT_AUTO, wires[0],
                          false),
         "over a device");
  profile_free (&p);
}

static void
test_read_fails (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (!read_file (&p, "absent", GMON_FORMAT_AUTO, wires[0])
         && strstr (diag_last (diag), "absent: No such file")
         && strstr (diag_last (diag), "with -pg writes"),
         "a file that is not there");
  CHECK (!read_file (&p, ".", GMON_FORMAT_AUTO, wires[0]),
         "a directory");
  CHECK (!read_file (&p, "/dev/null", GMON_FORMAT_AUTO, wires[0])
         && strstr (diag_last (diag), "too short"), "an empty device");
  profile_free (&p);
}

/* A profile through a pipe on standard input, in any format.  */
static void
test_stdin (void (*put) (struct writer *), const char *name)
{
  int fds[2], saved = dup (STDIN_FILENO), status;
  struct profile p;
  struct writer w;
  pid_t pid;

  writer_init (&w, wires[0]);
  put (&w);
  if (pipe (fds) != 0 || (pid = fork ()) < 0)
    {
      unresolved ("a pipe: %s", strerror (errno));
      return;
    }
  if (pid == 0)
    _exit (write (fds[1], w.data, w.len) == (ssize_t) w.len ? 0 : 1);
  close (fds[1]);
  dup2 (fds[0], STDIN_FILENO);
  close (fds[0]);
  profile_init (&p, quirks_none ());
  CHECK (read_file (&p, "-", GMON_FORMAT_AUTO, wires[0])
         && p.n_arcs == 2 && strcmp (p.files[0].name, "-") == 0,
         "%s file through a pipe", name);
  profile_free (&p);
  writer_free (&w);
  dup2 (saved, STDIN_FILENO);
  close (saved);
  waitpid (pid, &status, 0);
}

static void
put_old_bsd (struct writer *w)
{
  put_bsd (w, 8, 0);
}

static void
put_bsd44 (struct writer *w)
{
  put_bsd (w, 8, 250);
}

int
main (void)
{
  char dir[] = "t_gmon_io.XXXXXX";

  if (!mkdtemp (dir) || chdir (dir) != 0)
    {
      unresolved ("a directory to work in: %s", strerror (errno));
      return check_end ();
    }
  diag = diag_new ("t_gmon_io", NULL);
  test_magic ();
  test_magic_truncated (false);
  test_magic_truncated (true);
  test_any_byte (put_magic, "a magic file");
  test_any_byte (put_old_bsd, "an old BSD file");
  test_any_byte (put_bsd44, "a 4.4BSD file");
  test_empty ();
  test_versions ();
  test_bad_tag ();
  test_lying_hist ();
  test_bsd (0);
  test_bsd (250);
  test_bsd_counts ();
  test_bsd_truncated (0, false);
  test_bsd_truncated (0, true);
  test_bsd_truncated (250, false);
  test_bsd_truncated (250, true);
  test_bsd_without_bins ();
  test_bsd_without_bins_first (true);
  test_bsd_without_bins_first (false);
  test_bsd_rate_0 ();
  test_bsd_like_44 ();
  test_bsd_lies ();
  test_wrong_format ();
  test_bsd_after_cycles (false);
  test_bsd_after_cycles (true);
  test_several_bsd ();
  test_write ();
  test_write_cut ();
  test_write_header ();
  test_write_too_wide ();
  test_write_fails ();
  test_read_fails ();
  test_stdin (put_magic, "a magic");
  test_stdin (put_old_bsd, "an old BSD");
  test_stdin (put_bsd44, "a 4.4BSD");
  diag_free (diag);
  if (chdir ("..") == 0)
    rmdir (dir);
  return check_end ();
}
