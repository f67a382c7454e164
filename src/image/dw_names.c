/* image/dw_names.c -- the names in an answer of the process of libdw.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/dw_names.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

#include <string.h>

#include "base/arena.h"

/* The limits of the names together, in bytes; the second is a factor of the
   size of the files.  */
#define TEXT_ROOM (64 << 20)
#define TEXT_RATIO 4

/* The text is shorter in any case, so that a place in it has 32 bits.  */
#define TEXT_MAX (UINT32_C (1) << 31)

uint64_t
dw_names_max (const struct image *image)
{
  uint64_t size = TEXT_ROOM + TEXT_RATIO * image_lines_size (image);
  return size < TEXT_MAX ? size : TEXT_MAX;
}

void
dw_names_init (struct dw_names *names, const struct image *image)
{
  names->arena = arena_new ();
  names->max = dw_names_max (image);
}

void
dw_names_next_unit (struct dw_names *names, const char *directory)
{
  names->directory = directory;
  names->last_file = NULL;
}

/* Appends NAME to the text, and returns its place.  */
static uint32_t
append_name (struct dw_names *names, const char *name)
{
  size_t at = names->text_size, size = strlen (name) + 1;
  ARRAY_ROOM (names->text, names->cap_text, at + size);
  memcpy (names->text + at, name, size);
  names->text_size += size;
  return (uint32_t) at;
}

/* Returns NAME, with the directory of the compilation if it is relative, as BFD
   has it.  libdw adds only the directories of the line table, of which the
   first is the one of the compilation.  The result is valid until the next
   call.  */
static const char *
whole_name (struct dw_names *names, const char *name)
{
  const char *directory = names->directory;
  size_t len = directory ? strlen (directory) : 0;
  if (!directory || *name == '/' || len >= DW_NAME_MAX_SIZE
      || (strncmp (name, directory, len) == 0 && name[len] == '/'))
    return name;
  size_t size = strlen (name) + 1;
  ARRAY_ROOM (names->whole, names->cap_whole, len + 1 + size);
  memcpy (names->whole, directory, len);
  names->whole[len] = '/';
  memcpy (names->whole + len + 1, name, size);
  return names->whole;
}

bool
dw_names_add (struct dw_names *names, const char *name, uint32_t *place)
{
  names->is_too_much |= (strnlen (name, DW_NAME_MAX_SIZE) >= DW_NAME_MAX_SIZE
                         || names->text_size >= names->max);
  if (names->is_too_much)
    return false;
  uint32_t number = name_enter (&names->table, names->arena, name);
  if (number == names->n_places)
    *ARRAY_APPEND (names->name_at, names->cap_places, names->n_places)
      = append_name (names, name);
  *place = names->name_at[number];
  return true;
}

bool
dw_names_file (struct dw_names *names, const char *name, uint32_t *place)
{
  if (name != names->last_file)
    {
      names->is_too_much
        |= strnlen (name, DW_NAME_MAX_SIZE) >= DW_NAME_MAX_SIZE;
      if (names->is_too_much
          || !dw_names_add (names, whole_name (names, name),
                            &names->last_place))
        return false;
      names->last_file = name;
    }
  *place = names->last_place;
  return true;
}

#endif
