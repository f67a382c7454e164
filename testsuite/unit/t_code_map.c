/* t_code_map.c -- tests of record/call_stack: the code that a process maps.

   SPDX-License-Identifier: GPL-3.0-or-later

   Maps are compared with a model that has the image of each address.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record/call_stack.h"

/* Addresses 0 up to SPACE.  */
#define SPACE 64

struct model
{
  uint32_t image[SPACE];        /* 0: nothing is mapped */
  uint64_t offset[SPACE];       /* in the file */
};

/* Maps IMAGE from START up to END, from OFFSET of its file on, in both.  */
static void
map_both (struct code_map *map, struct model *model, uint64_t start,
          uint64_t end, uint32_t image, uint64_t offset)
{
  const struct code_mapping new = { .start = start, .end = end,
                                    .offset = offset, .load = start,
                                    .image = image };

  code_map_add (map, &new, image);
  for (uint64_t i = start; i < end; i++)
    {
      model->image[i] = image;
      model->offset[i] = offset + (i - start);
    }
}

/* Returns the number of addresses at which MAP and MODEL differ.  */
static unsigned
differences (const struct code_map *map, const struct model *model)
{
  unsigned bad = 0;

  for (uint64_t i = 0; i < SPACE; i++)
    {
      const struct code_mapping *found = code_map_find (map, i);

      if (!found)
        bad += model->image[i] != 0;
      else
        bad += found->image != model->image[i]
               || found->offset + (i - found->start) != model->offset[i];
    }
  for (size_t i = 1; i < map->len; i++)
    bad += map->items[i - 1].end > map->items[i].start;
  return bad;
}

static void
test_overlaps (void)
{
  static const struct { uint64_t start, end; const char *name; } parts[] = {
    { 0, 4, "before" }, { 8, 12, "at the begin" }, { 12, 16, "inside" },
    { 16, 20, "at the end" }, { 18, 24, "over the end" }, { 6, 9, "over the"
    " begin" }, { 0, 64, "over all" }, { 8, 20, "the same" },
  };

  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
      struct code_map map = { .items = NULL };
      struct model model = { .image = { 0 } };

      map_both (&map, &model, 8, 20, 1, 100);
      map_both (&map, &model, 24, 30, 2, 7);
      map_both (&map, &model, parts[i].start, parts[i].end, 3, 50);
      CHECK (differences (&map, &model) == 0, "a mapping %s of another",
             parts[i].name);
      CHECK (map.version == 3, "a mapping %s: the version", parts[i].name);
      code_map_free (&map);
    }
}

static void
test_copies (void)
{
  struct code_map map = { .items = NULL }, copy = { .items = NULL };
  struct model model = { .image = { 0 } }, none = { .image = { 0 } };

  map_both (&map, &model, 8, 20, 1, 100);
  map_both (&copy, &none, 0, 64, 9, 0);
  code_map_copy (&copy, &map);
  CHECK (differences (&copy, &model) == 0 && copy.version == map.version,
         "a copy replaces what was there");
  code_map_clear (&map);
  memset (&none, 0, sizeof none);
  CHECK (differences (&map, &none) == 0, "a map without mappings");
  CHECK (differences (&copy, &model) == 0, "the copy stays");
  code_map_free (&map);
  code_map_free (&copy);
  CHECK (!code_map_find (&map, 0), "nothing is found in an empty map");
}

static void
test_random (void)
{
  struct code_map map = { .items = NULL };
  struct model model = { .image = { 0 } };
  unsigned bad = 0;

  srand (1);
  for (uint32_t i = 1; i <= 20000; i++)
    {
      const uint64_t start = (uint64_t) rand () % SPACE;
      const uint64_t len = 1 + (uint64_t) rand () % (SPACE - start);

      map_both (&map, &model, start, start + len, i, (uint64_t) rand ());
      bad += differences (&map, &model);
    }
  CHECK (bad == 0, "20,000 mappings, each over others");
  code_map_free (&map);
}

int
main (void)
{
  test_overlaps ();
  test_copies ();
  test_random ();
  return check_end ();
}
