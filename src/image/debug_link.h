/* image/debug_link.h -- which links to debug files libbfd may follow by itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEBUG_LINK_H
#define IMAGE_DEBUG_LINK_H

#include <stdbool.h>

/* May the file LINK be looked for in the directory of the image called IMAGE?
   It may have a directory itself only if IS_ALT, what several files share by
   dwz.  Not if a device, a FIFO or an endless file of /proc is there.  */
bool debug_link_is_harmless (const char *image, const char *link,
                             bool is_alt);

#endif
