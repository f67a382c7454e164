/* image/line_trouble.h -- why an object file has no source lines to show.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_LINE_TROUBLE_H
#define IMAGE_LINE_TROUBLE_H

#include "image/image.h"

/* The reasons for which image_find_line finds no line.  */
enum line_trouble
{
  LINE_TROUBLE_TOO_LARGE,       /* the debugging information is too large: a
                                   warning was printed when it was opened */
  LINE_TROUBLE_NO_DEBUG,        /* there is no debugging information */
  LINE_TROUBLE_64BIT,           /* it is 64-bit DWARF */
  LINE_TROUBLE_SPLIT,           /* it is in .dwo files (-gsplit-dwarf) */
  LINE_TROUBLE_UNREADABLE,      /* BFD reports that it is bad */
  LINE_TROUBLE_OTHER_CODE       /* it is about other code */
};

/* Returns the reason why image_find_line found no line for the code that
   matters.  Call it after those lookups.  */
enum line_trouble line_trouble_find (const struct image *image);

#endif /* IMAGE_LINE_TROUBLE_H */
