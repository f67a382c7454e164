/* t_code_names.c -- tests of record/code_names: the names of code that a
   program makes.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  /tmp/perf-PID.map of this process, in several forms.  What is found is
   compared with a slow search: the last line that holds an address.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "record/code_names.h"

#define FUNCTIONS 40
#define SPACE 600

static char path[64], other[80];

/* What was found.  */
struct found
{
  unsigned functions, wrong;    /* wrong: overlaps, or not in order */
  uint64_t end;
  char names[SPACE][16];        /* by address */
};

static void
take (void *data, const struct made_function *function)
{
  struct found *found = data;

  found->functions++;
  found->wrong += function->start < found->end || function->size == 0;
  found->end = function->start + function->size;
  for (uint64_t i = function->start; i < found->end && i < SPACE; i++)
    snprintf (found->names[i], sizeof found->names[i], "%s", function->name);
}

/* Looks for the names of the addresses of USED in a file of this process.  */
static bool
find (struct found *found, const struct pair_table *used, uint64_t since)
{
  struct made_code self = { .is_found = false };
  bool done;

  memset (found, 0, sizeof *found);
  code_names_process (&self, getpid ());
  done = code_names_find (&self, used, since, take, found);
  code_names_free (&self);
  return done;
}

static void
write_file (const char *name, const char *text)
{
  FILE *file = fopen (name, "w");

  if (file)
    {
      fputs (text, file);
      fclose (file);
    }
}

/* Random functions that overlap.  */
static void
test_model (void)
{
  struct pair_table used = { .len = 0 };
  static struct found found;
  unsigned bad = 0;
  FILE *file = fopen (path, "w");
  static char model[SPACE][16];

  for (int i = 0; file && i < FUNCTIONS; i++)
    {
      const int start = rand () % (SPACE - 60), size = 1 + rand () % 60;

      fprintf (file, i % 2 ? "%x %x f %d\n" : "0x%x 0x%x f %d\n",
               (unsigned) start, (unsigned) size, i);
      for (int at = start; at < start + size; at++)
        snprintf (model[at], sizeof model[at], "f %d", i);
    }
  if (file)
    fclose (file);
  for (int i = 0; i < 100; i++)
    pair_enter (&used, 0, (uint32_t) (rand () % SPACE));
  CHECK (find (&found, &used, 0), "there are names");
  for (size_t i = 0; i < used.len; i++)
    EXPECT (&bad, strcmp (found.names[used.pairs[i].b],
                         model[used.pairs[i].b]) == 0,
            "%u: \"%s\", not \"%s\"", used.pairs[i].b,
            found.names[used.pairs[i].b], model[used.pairs[i].b]);
  CHECK (bad == 0 && found.wrong == 0, "the last function counts");
  pair_table_free (&used);
}

static void
test_damaged (void)
{
  struct pair_table used = { .len = 0 };
  static struct found found;

  for (uint32_t i = 0; i < SPACE; i++)
    pair_enter (&used, 0, i);
  write_file (path, "\n10 10 first\r\n\n 20\n-30 10 a\n40 -10 b\n50 0 c\n"
                    "60 10\n"
                    "70 10 \nffffffffffffffffff 10 d\n80 ffffffffffff0000 e\n"
                    "zz 10 f\nfffffffffffffff0 ff g\n90 8 the last(int, x)");
  CHECK (find (&found, &used, 0), "a file with damaged lines");
  CHECK_STR (found.names[0x10], "first", "a line that ends with CR");
  CHECK_STR (found.names[0x90], "the last(int, x", "a line without an end");
  CHECK_STR (found.names[0x80], "e", "a very large function");
  CHECK_STR (found.names[0x98], "e", "behind a newer one");
  CHECK (found.wrong == 0 && found.functions == 4, "%u functions",
         found.functions);
  write_file (path, "");
  CHECK (find (&found, &used, 0) && found.functions == 0, "an empty file");
  pair_table_free (&used);
}

/* Of a file that is too long, the end is read.  It begins in a line here.  */
static void
test_long (void)
{
  static const char line[] = "1030 10 cut\n", last[] = "\n10 8 late\n";
  const off_t before = 100, size = before + (64 << 20);
  const int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  struct pair_table used = { .len = 0 };
  static struct found found;

  pair_enter (&used, 0, 0x10);
  pair_enter (&used, 0, 0x30);
  CHECK (fd >= 0 && ftruncate (fd, size) == 0
         && pwrite (fd, line, sizeof line - 1, before - 2) > 0
         && pwrite (fd, last, sizeof last - 1,
                    size - (off_t) sizeof last + 1) > 0,
         "a long file");
  close (fd);
  CHECK (find (&found, &used, 0) && found.functions == 1, "%u functions",
         found.functions);
  CHECK_STR (found.names[0x10], "late", "its last line");
  pair_table_free (&used);
}

/* Files that are not this process's.  */
static void
test_refused (void)
{
  const struct timeval old[2] = { { 1000, 0 }, { 1000, 0 } };
  struct pair_table used = { .len = 0 };
  static struct found found;

  pair_enter (&used, 0, 0x10);
  write_file (path, "10 10 f\n");
  CHECK (find (&found, &used, (uint64_t) time (NULL) - 60), "a new file");
  CHECK (utimes (path, old) == 0 && !find (&found, &used, 1001)
         && find (&found, &used, 1000), "a file of before");
  if (geteuid () == 0)
    {
      CHECK (chown (path, 65534, 65534) == 0 && !find (&found, &used, 0),
             "a file of another user");
      CHECK (chown (path, 0, 0) == 0, "back");
    }
  CHECK (rename (path, other) == 0 && symlink (other, path) == 0
         && !find (&found, &used, 0), "a link");
  unlink (path);
  CHECK (!find (&found, &used, 0), "no file");
  CHECK (mkfifo (path, 0600) == 0 && !find (&found, &used, 0), "a FIFO");
  pair_table_free (&used);
}

int
main (void)
{
  snprintf (path, sizeof path, "/tmp/perf-%d.map", (int) getpid ());
  snprintf (other, sizeof other, "%s.other", path);
  test_model ();
  test_damaged ();
  test_long ();
  test_refused ();
  unlink (path);
  unlink (other);
  return check_end ();
}
