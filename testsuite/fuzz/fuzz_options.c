/* fuzz_options.c -- a fuzz target: the command line.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: arguments, each ended by a newline.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/options.h"

#define MAX_ARGS 200

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char name[] = "gprof", *argv[MAX_ARGS + 2] = { name }, *rest;
  struct diag *diag = diag_new (name, NULL);
  struct arena *arena = arena_new ();
  struct out *out = out_to_memory ();
  struct options options;
  int argc = 1;

  rest = arena_strndup (arena, size ? (const char *) data : "", size);
  while (*rest && argc <= MAX_ARGS)
    {
      argv[argc++] = rest;
      rest += strcspn (rest, "\n");
      if (*rest)
        *rest++ = '\0';
    }
  if (options_parse (&options, diag, argc, argv, NULL)
      && options.action == ACTION_HELP)
    options_help (out, options.program);
  options_free (&options);
  out_close (out);
  arena_free (arena);
  diag_free (diag);
  return 0;
}
