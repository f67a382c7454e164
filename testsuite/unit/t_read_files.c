/* unit/t_read_files.c -- tests of profile/read_files: workers change nothing.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit, in an empty directory of its own.  Linked with
   --wrap=pthread_create.  */

#include <config.h>

#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fileio.h"
#include "profile/read_files.h"

#define FILES 60
#define WORKERS 8

static struct diag *diag;
static struct wire wire = { false, false, 8, 0 };
static char names[FILES][16];
static const char *files[FILES];

static unsigned n_threads;      /* that were made */

int __wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attr,
                           void *(*start) (void *), void *arg);
int __real_pthread_create (pthread_t *thread, const pthread_attr_t *attr,
                           void *(*start) (void *), void *arg);

int
__wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attr,
                       void *(*start) (void *), void *arg)
{
  n_threads++;
  return __real_pthread_create (thread, attr, start, arg);
}

static void
put_hist (struct writer *w, uint64_t low, uint32_t nbins, uint32_t rate,
          uint32_t *state)
{
  wr_u8 (w, GMON_TAG_TIME_HIST);
  wr_addr (w, low);
  wr_addr (w, low + 4 * nbins);
  wr_u32 (w, nbins);
  wr_u32 (w, rate);
  wr_bytes (w, "seconds\0\0\0\0\0\0\0\0s", 16);
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (w, (uint16_t) (check_random (state) % 3 ? 0
                           : check_random (state)));
}

static void
put_counts (struct writer *w, uint32_t *state)
{
  for (unsigned i = check_random (state) % 50; i; i--)
    {
      wr_u8 (w, GMON_TAG_CG_ARC);
      wr_addr (w, 0x1000 + check_random (state) % 20);
      wr_addr (w, 0x1000 + check_random (state) % 20 * 16);
      wr_u32 (w, check_random (state));
    }
  wr_u8 (w, GMON_TAG_BB_COUNT);
  wr_u32 (w, 2);
  for (unsigned i = 0; i < 2; i++)
    {
      wr_addr (w, 0x1000 + check_random (state) % 9);
      wr_addr (w, check_random (state));
    }
}

/* File number I: some of the chunks, in any order; some are of glibc, whose
   range is theirs together.  */
static void
put_file (unsigned i, uint32_t rate)
{
  struct writer w;
  uint32_t state = i + 1;

  writer_init (&w, wire);
  wr_bytes (&w, GMON_MAGIC, GMON_MAGIC_SIZE);
  wr_u32 (&w, 1);
  wr_bytes (&w, "lgm\1identity", GMON_SPARE_SIZE);
  if (i % 5 == 0)
    put_hist (&w, 0x400000, 4 * GMON_CHUNK_BYTES / GMON_BIN_BYTES, rate,
              &state);
  else
    for (unsigned chunk = check_random (&state) % 4, n = 2; n; n--)
      {
        put_hist (&w, 0x400000 + chunk * GMON_CHUNK_BYTES,
                  GMON_CHUNK_BYTES / GMON_BIN_BYTES, rate, &state);
        chunk = (chunk + 3) % 4;
      }
  put_counts (&w, &state);
  file_replace (diag, files[i], w.data, w.len, false);
  writer_free (&w);
}

/* What was read of N files by WORKERS workers, as bytes: the order of files and
   histograms, then the sum.  *MESSAGE, on the heap, is what was said.  */
static struct blob
sum (size_t n, unsigned workers, size_t *good, char **message)
{
  struct diag *said = diag_new ("", NULL);
  struct gmon_files list = { files, n, GMON_FORMAT_AUTO, wire };
  struct progress progress;
  struct profile p;
  struct blob blob = { .len = 0 };
  char *text;
  FILE *stream = open_memstream (&text, &blob.cap);

  profile_init (&p, quirks_none ());
  progress_start (&progress, NULL, n);
  *good = gmon_sum_files (&p, said, &list, workers, &progress);
  for (size_t i = 0; i < p.n_files; i++)
    fprintf (stream, "%s %zu %zu %zu\n", p.files[i].name, p.files[i].n_hists,
             p.files[i].n_arcs, p.files[i].n_blocks);
  for (size_t i = 0; i < p.n_hists; i++)
    fprintf (stream, "%" PRIx64 " %s %d\n", p.hists[i].low, p.hists[i].file,
             (int) p.hists[i].kind);
  if (profile_merge (&p, said)
      && gmon_out_write (&p, said, "sum", GMON_FORMAT_AUTO, wire, false))
    {
      struct blob written;

      if (blob_read (diag, "sum", &written))
        fwrite (written.data, 1, written.len, stream);
      blob_free (&written);
    }
  fclose (stream);
  blob.data = (unsigned char *) text;
  blob.len = blob.cap;
  *message = strdup (diag_last (said));
  profile_free (&p);
  diag_free (said);
  return blob;
}

/* N files give the same for any number of workers, of whom GOOD are read; the
   message, if it is to be one, begins with SAYS.  */
static void
check_same (size_t n, size_t good, const char *says, const char *name)
{
  char *want_message, *message;
  size_t got;
  struct blob want = sum (n, 0, &got, &want_message);

  CHECK (got == good && strncmp (want_message, says, strlen (says)) == 0
         && (*says || !*want_message), "%s, no workers: '%s'", name,
         want_message);
  for (unsigned workers = 1; workers <= WORKERS; workers++)
    {
      n_threads = 0;
      struct blob blob = sum (n, workers, &got, &message);

      CHECK (n_threads == (workers > 1 ? workers : 0)
             && got == good && blob.len == want.len
             && memcmp (blob.data, want.data, blob.len) == 0
             && strcmp (message, want_message) == 0, "%s, %u workers", name,
             workers);
      free (message);
      blob_free (&blob);
    }
  free (want_message);
  blob_free (&want);
}

static void
put_all (void)
{
  for (unsigned i = 0; i < FILES; i++)
    {
      snprintf (names[i], sizeof names[i], "f%u", i);
      files[i] = names[i];
      unlink (names[i]);
      put_file (i, 100);
    }
}

static void
test_good (void)
{
  put_all ();
  check_same (FILES, FILES, "", "60 files");
  check_same (3, 3, "", "3 files");
  check_same (0, 0, "", "none");
}

static void
test_bad (void)
{
  put_file (17, 250);
  check_same (FILES, 17, "f17: offset", "another rate");
  put_file (0, 250);
  check_same (FILES, 1, "f1: offset", "another rate at first");
  put_all ();
  unlink ("f41");
  check_same (FILES, 41, "f41: ", "an absent file");
  if (truncate ("f13", 1000) != 0)
    unlink ("f13");
  check_same (FILES, 13, "f13: offset", "two that are bad");
}

/* One of the files is a FIFO, which can be read once; so nobody may before it
   is known that this is for good, as a file behind it is bad.  */
static void
test_fifo (void)
{
  char *want_message, *message;
  size_t got;
  struct blob content, want, blob;
  pid_t child;

  put_all ();
  unlink ("f50");
  want = sum (FILES, 0, &got, &want_message);
  if (!blob_read (diag, "f30", &content))
    return;
  unlink ("f30");
  if (mkfifo ("f30", 0600) != 0)
    return;
  child = fork ();
  if (child == 0)
    {
      FILE *file = fopen ("f30", "wb");

      _exit (!file || fwrite (content.data, 1, content.len, file)
             != content.len || fclose (file) != 0);
    }
  alarm (60);
  blob = sum (FILES, 4, &got, &message);
  alarm (0);
  CHECK (got == 50 && blob.len == want.len
         && memcmp (blob.data, want.data, blob.len) == 0
         && strcmp (message, want_message) == 0, "with a FIFO: %s", message);
  waitpid (child, NULL, 0);
  free (want_message);
  free (message);
  blob_free (&content);
  blob_free (&want);
  blob_free (&blob);
}

static void
test_number (void)
{
  long cpus = sysconf (_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    cpus = CPU_COUNT (&set);
#endif
  CHECK (gmon_sum_workers (1) < 2, "a few files are not worth a thread");
  CHECK_U64 (gmon_sum_workers (100000), cpus < WORKERS ? cpus : WORKERS,
             "many files: one for each processor");
}

int
main (void)
{
  diag = diag_new ("t_read_files", NULL);
  test_good ();
  test_bad ();
  test_fifo ();
  test_number ();
  diag_free (diag);
  return check_end ();
}
