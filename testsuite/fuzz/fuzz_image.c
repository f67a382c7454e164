/* fuzz_image.c -- a fuzz target: all of gprof, on a program and a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: four bytes, each bit an option; a byte (a symspec, and HOW below); the
   size of the program, three bytes; the program; with SPLIT the size of its
   debug file, three bytes, and that; the profile.  a.c, which programs may say
   they were made of, is there.  -y is left out: what it writes is named by the
   program.  */

#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/options.h"
#include "gprof.h"

#define HEAD 8                  /* bytes before the program */
#define SIZE 3                  /* bytes of a size */
#define MANY 16                 /* profiles: as many as are read by workers */

/* What the fifth byte says besides.  */
enum how
{
  LISTED = 8,                   /* symbols from a.nm */
  MAPPED = 16,                  /* objects from a.map */
  NAMED = 32,                   /* the profile by --files0-from */
  SPLIT = 64,                   /* a debug file, by build id or link */
  TWICE = 128                   /* the profile; NAMED: MANY times */
};

static const char *const switches[32] = {
  "-p", "-q", "-l", "-z", "-A", "-c", "--compat=gnu", "-C",
  "-b", "-T", "-s", "-i", "-x", "-D", "-a", "--inline-file-names",
  "-r", "-L", "--rebase=auto", "--no-demangle", "-Obsd", "-Obsd44", "-w1",
  "-m0", "-t3", "-P", "-Q", "-Z", "--rebase=-0x400000", "-d4095", "-B", "-J"
};

static const char *const specs[8] = {
  NULL, "-pmain", "-qleaf/main", "-Qa.c:7", "-k/leaf", "-e_Z1fi", "-fmain",
  "-qa.c"
};

/* Where gprof looks for the debug file: of the build id 1234, of a program
   in /proc/self/fd.  */
static const char *const debug_names[] = {
  ".build-id/12/34.debug", "proc/self/fd/x.debug"
};

static void
make_file (const char *name, const char *text, size_t size)
{
  FILE *file = fopen (name, "wb");
  if (!file || fwrite (text, 1, size, file) != size || fclose (file) != 0)
    exit (EXIT_FAILURE);
}

/* A link NAME to TO, and the directories for it.  */
static void
make_link (const char *name, const char *to)
{
  char path[64];

  for (const char *end = name; (end = strchr (end, '/')); end++)
    {
      snprintf (path, sizeof path, "%.*s", (int) (end - name), name);
      mkdir (path, 0777);
    }
  unlink (name);
  if (symlink (to, name) != 0)
    exit (EXIT_FAILURE);
}

/* All that the options name, in this directory.  */
static void
make_files (void)
{
  static const char list[] = "401000 T main\n401020 t leaf\n"
                             "401040 T f.part.0\n";
  static const char map[] = "a.o:0 T main\na.o:0 t leaf\nb.o:0 T f.part.0\n";
  static bool done;
  char text[2000];
  size_t len = 0;

  if (done)
    return;
  done = true;
  make_file ("a.nm", list, sizeof list - 1);
  make_file ("a.map", map, sizeof map - 1);
  for (int i = 1; i < 20; i++)
    len += snprintf (text + len, sizeof text - len, "line %d\n", i);
  make_file ("a.c", text, len);
  len = 0;
  for (int i = 0; i < MANY; i++)
    len += snprintf (text + len, sizeof text - len, "%s", fuzz_name (1)) + 1;
  make_file ("name", text, len / MANY);
  make_file ("names", text, len);
  for (size_t i = 0; i < sizeof debug_names / sizeof *debug_names; i++)
    make_link (debug_names[i], fuzz_name (2));
}

static void
run (int argc, char **argv)
{
  struct diag *diag = diag_new ("fuzz_image", NULL);
  struct out *out = out_to_memory ();
  struct options options;

  if (options_parse (&options, diag, argc, argv, NULL))
    {
      struct gprof *gprof = gprof_new (&options, diag, out);
      gprof_run (gprof);
      gprof_free (gprof);
    }
  options_free (&options);
  out_close (out);
  diag_free (diag);
}

/* The size at DATA of what is in the LEFT bytes behind it, or all of them.  */
static size_t
part_size (const uint8_t *data, size_t left)
{
  size_t size = data[0] | data[1] << 8 | data[2] << 16;
  return size < left ? size : left;
}

/* The options that the HEAD says; returns how many arguments there are.  */
static int
choose (const uint8_t *head, const char **argv)
{
  int argc = 1;

  for (int i = 0; i < 32; i++)
    if (head[i / 8] >> i % 8 & 1)
      argv[argc++] = switches[i];
  if (specs[head[4] % 8])
    argv[argc++] = specs[head[4] % 8];
  if (head[4] & LISTED)
    argv[argc++] = "-Sa.nm";
  if (head[4] & MAPPED)
    argv[argc++] = "-Ra.map";
  if (head[4] & SPLIT)
    argv[argc++] = "--debug-directory=.";
  if (head[4] & NAMED)
    argv[argc++] = head[4] & TWICE ? "--files0-from=names"
                   : "--files0-from=name";
  return argc;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *argv[48] = { "gprof" };
  unsigned how;
  size_t len;
  int argc;

  make_files ();
  if (size < HEAD)
    return 0;
  argc = choose (data, argv);
  how = data[4];
  len = part_size (data + 5, size - HEAD);
  argv[argc++] = fuzz_file (0, data + HEAD, len);
  data += HEAD + len, size -= HEAD + len;
  if (how & SPLIT && size >= SIZE)
    {
      len = part_size (data, size - SIZE);
      fuzz_file (2, data + SIZE, len);
      data += SIZE + len, size -= SIZE + len;
    }
  const char *profile = fuzz_file (1, data, size);
  for (int i = 0; i < (how & TWICE ? 2 : 1) && !(how & NAMED); i++)
    argv[argc++] = profile;
  run (argc, (char **) argv);
  return 0;
}

/* Changes the LEN bytes of the program: mostly a field of the headers in front
   of it or behind, where sections are described, sometimes any bytes.  */
static void
mutate_program (uint8_t *data, size_t len, unsigned seed)
{
  static const uint8_t values[] = { 0, 1, 2, 4, 7, 8, 16, 64, 127, 128, 255 };
  size_t n = 1 + (seed >> 4) % 4;
  size_t at = (seed >> 8) % len;

  if (seed & 4)
    at = seed & 8 ? at % 64 : len - 1 - at % 1024 % len;
  at &= ~(size_t) 3;
  for (; n > 0 && at < len; n--, at++)
    data[at] = (seed & 2 ? values[(seed >> n) % sizeof values]
                : data[at] + (seed >> 24) - 128);
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
                         unsigned int seed)
{
  unsigned kind = seed % 8;
  size_t len, at = HEAD;

  seed = seed / 8 * 2654435761u;
  if (size <= HEAD || (kind == 0 && LLVMFuzzerMutate))
    return LLVMFuzzerMutate ? LLVMFuzzerMutate (data, size, max) : size;
  len = part_size (data + 5, size - HEAD);
  if (len == 0)
    len = size - HEAD;
  if (data[4] & SPLIT && size - HEAD - len > SIZE
      && (kind & 1 || kind > 4))        /* the debug file, or what is behind */
    {
      at += len + SIZE;
      len = part_size (data + at - SIZE, size - at);
    }
  if (kind == 1)
    data[(seed >> 5) % 5] ^= 1 << (seed >> 2) % 8;
  else if (kind < 5 && len > 0)
    mutate_program (data + at, len, seed);
  else
    return at + len + gmon_mutate (data + at + len, size - at - len,
                                   max - at - len,
                                   fuzz_wire (data[HEAD + 4] & 2), seed);
  return size;
}
