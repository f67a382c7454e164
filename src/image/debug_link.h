/* image/debug_link.h -- checks links to debug files before libbfd follows
   them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEBUG_LINK_H
#define IMAGE_DEBUG_LINK_H

#include <stdbool.h>

/* Returns true if BFD may open the file LINK in the directory of the image
   IMAGE.  LINK may contain a directory only if IS_ALT is true: it then names
   the file that dwz made for several images to share.  Returns false if LINK
   is a device, a FIFO or an endless file of /proc.  */
bool debug_link_is_harmless (const char *image, const char *link,
                             bool is_alt);

#endif
