/* fuzz_image.c -- a fuzz target: all of gprof, on a program and a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: four bytes, each bit an option; a byte (a symspec); the size of the
   program, three bytes; the program; the profile.  a.c, which programs may say
   they were made of, is there.  -y is left out: what it writes is named by the
   program.  */

#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "gprof.h"
#include "options.h"

#define HEAD 8                  /* bytes before the program */

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

static void
make_source (void)
{
  static bool done;
  FILE *file = done ? NULL : fopen ("a.c", "wb");

  for (int i = 1; file && i < 20; i++)
    fprintf (file, "line %d\n", i);
  if (file)
    fclose (file);
  done = true;
}

static void
run (int argc, char **argv)
{
  struct diag *diag = diag_new ("fuzz_image", NULL);
  struct out *out = out_to_memory ();
  struct options options;

  if (options_parse (&options, diag, argc, argv))
    {
      struct gprof *gprof = gprof_new (&options, diag, out);
      gprof_run (gprof);
      gprof_free (gprof);
    }
  options_free (&options);
  out_close (out);
  diag_free (diag);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *argv[40] = { "gprof" };
  int argc = 1;
  size_t len;

  make_source ();
  if (size < HEAD)
    return 0;
  for (int i = 0; i < 32; i++)
    if (data[i / 8] >> i % 8 & 1)
      argv[argc++] = switches[i];
  if (specs[data[4] % 8])
    argv[argc++] = specs[data[4] % 8];
  len = data[5] | data[6] << 8 | data[7] << 16;
  if (len > size - HEAD)
    len = size - HEAD;
  argv[argc++] = fuzz_file (0, data + HEAD, len);
  argv[argc] = fuzz_file (1, data + HEAD + len, size - HEAD - len);
  argc++;
  if (data[4] & 128)            /* the profile twice */
    {
      argv[argc] = argv[argc - 1];
      argc++;
    }
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
  size_t len;

  seed = seed / 8 * 2654435761u;
  if (size <= HEAD || (kind == 0 && LLVMFuzzerMutate))
    return LLVMFuzzerMutate ? LLVMFuzzerMutate (data, size, max) : size;
  len = data[5] | data[6] << 8 | data[7] << 16;
  if (len == 0 || len > size - HEAD)
    len = size - HEAD;
  if (kind == 1)
    data[(seed >> 5) % 5] ^= 1 << (seed >> 2) % 8;
  else if (kind < 5)
    mutate_program (data + HEAD, len, seed);
  else
    return HEAD + len + gmon_mutate (data + HEAD + len, size - HEAD - len,
                                     max - HEAD - len,
                                     fuzz_wire (data[HEAD + 4] & 2), seed);
  return size;
}
