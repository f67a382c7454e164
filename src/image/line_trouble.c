/* image/line_trouble.c -- why an object file has no source lines to show.

   SPDX-License-Identifier: GPL-3.0-or-later

   libbfd 2.40 reads most debugging information in 64-bit DWARF and most units
   that -gsplit-dwarf leaves in the program.  So these forms are a reason only
   if no line was found.  */

#include <config.h>

#include "image/line_trouble.h"

#include <stdlib.h>

/* The value of a 32-bit length after which a 64-bit length follows.  */
#define LONG_FORM UINT32_C (0xFFFFFFFF)

/* The type of a unit that refers to a .dwo file, from DWARF 5 on.  */
#define UNIT_SKELETON 4

/* The forms of DWARF among the units of a file.  */
struct unit_forms
{
  bool has_64bit, has_split;
};

/* Reads the header of the unit at R, adds its form to FORMS, and moves R to
   the next unit.  Returns false at the end or if there is no valid unit.  */
static bool
read_unit (struct reader *r, struct unit_forms *forms)
{
  uint64_t len = rd_u32 (r);
  bool is_64bit = len == LONG_FORM;
  if (is_64bit)
    len = rd_u64 (r);
  if (r->failed || len > rd_left (r) || len < 3)
    return false;
  struct reader unit = *r;
  uint16_t version = rd_u16 (&unit);
  uint8_t type = rd_u8 (&unit);
  forms->has_64bit |= is_64bit;
  forms->has_split |= version >= 5 && type == UNIT_SKELETON;
  rd_bytes (r, (size_t) len);
  return true;
}

static struct unit_forms
read_forms (const struct image *image)
{
  struct unit_forms forms = { false, false };
  size_t len;
  unsigned char *bytes = image_debug_info (image, &len);
  if (bytes)
    {
      struct reader r;
      reader_init (&r, bytes, len, image_wire (image));
      while (read_unit (&r, &forms))
        continue;
    }
  free (bytes);
  return forms;
}

enum line_trouble
line_trouble_find (const struct image *image)
{
  if (image_lines_are_refused (image))
    return LINE_TROUBLE_TOO_LARGE;
  if (!image_has_lines (image))
    return LINE_TROUBLE_NO_DEBUG;
  struct unit_forms forms = read_forms (image);
  return forms.has_64bit ? LINE_TROUBLE_64BIT
         : forms.has_split ? LINE_TROUBLE_SPLIT
         : image_lines_failed (image) ? LINE_TROUBLE_UNREADABLE
         : LINE_TROUBLE_OTHER_CODE;
}
