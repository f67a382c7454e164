/* replay_main.c -- runs a fuzz target without a fuzzer, by any compiler.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  fuzz_NAME [-m TIMES] [FILE|DIRECTORY]...

   Runs the target on each file; with -m also on TIMES inputs that are made of
   it by a series of changes, the same ones on every machine.  Prints how many
   inputs there were.  make check replays the corpus with it.  */

#include <config.h>

#include "fuzz.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (1 << 20)          /* what an input may grow to */

/* Targets without a mutator of their own get the engine's.  */
#pragma weak LLVMFuzzerCustomMutator

static unsigned long times, inputs;

/* A few bytes changed, put in or taken out: enough for a test.  */
size_t
LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max)
{
  static uint32_t random = 1;

  random = random * 1664525 + 1013904223;
  size_t at = size ? (random >> 8) % size : 0;
  switch (size ? random >> 30 : 0)
    {
    case 0:
      if (size == max)
        return size;
      memmove (data + at + 1, data + at, size - at);
      data[at] = random >> 16;
      return size + 1;
    case 1:
      memmove (data + at, data + at + 1, size - at - 1);
      return size - 1;
    default:
      data[at] ^= random >> 20;
      return size;
    }
}

/* Of no more bytes than there are, so that a sanitizer sees who reads more.  */
static void
run_input (const uint8_t *data, size_t size)
{
  uint8_t *copy = malloc (size ? size : 1);

  if (!copy)
    exit (EXIT_FAILURE);
  memcpy (copy, data, size);
  LLVMFuzzerTestOneInput (copy, size);
  free (copy);
  inputs++;
}

static void
run_file (const char *name)
{
  size_t size;
  uint8_t *data = fuzz_load (name, &size);
  uint8_t *room = data ? realloc (data, size + ROOM) : NULL;

  if (!room)
    {
      fprintf (stderr, "cannot read %s\n", name);
      exit (EXIT_FAILURE);
    }
  run_input (room, size);
  for (unsigned long i = 0; i < times; i++)
    {
      size_t max = size + ROOM;
      size = (LLVMFuzzerCustomMutator
              ? LLVMFuzzerCustomMutator (room, size, max, i * 2654435761u)
              : LLVMFuzzerMutate (room, size, max));
      run_input (room, size);
    }
  free (room);
}

static void
run_name (const char *name)
{
  DIR *dir = opendir (name);
  struct dirent *entry;
  char path[PATH_MAX];

  if (!dir)
    {
      run_file (name);
      return;
    }
  while ((entry = readdir (dir)))
    if (entry->d_name[0] != '.')
      {
        snprintf (path, sizeof path, "%s/%s", name, entry->d_name);
        run_file (path);
      }
  closedir (dir);
}

int
main (int argc, char **argv)
{
  int first = 1;

  if (argc > 2 && strcmp (argv[1], "-m") == 0)
    {
      times = strtoul (argv[2], NULL, 10);
      first = 3;
    }
  for (int i = first; i < argc; i++)
    run_name (argv[i]);
  printf ("%lu inputs\n", inputs);
  return fflush (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
