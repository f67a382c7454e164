/* fuzz_map.c -- a fuzz target: the map of -R.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a map.  Every object in it has to be found by its name.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>

#include "image/mapfile.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct diag *diag = diag_new ("fuzz_map", NULL);
  struct arena *arena = arena_new ();
  struct map *map = map_read (diag, fuzz_file (0, data, size), arena);

  for (size_t i = 0; map && i < map_n_objects (map); i++)
    if (map_find_object (map, map_object (map, i)) != i)
      abort ();
  if (map)
    map_find (map, "main");
  map_free (map);
  arena_free (arena);
  diag_free (diag);
  return 0;
}
