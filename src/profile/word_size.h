/* profile/word_size.h -- is a profile of a machine of the program's word size?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_WORD_SIZE_H
#define PROFILE_WORD_SIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"

/* Are the LEN bytes at DATA, of a file in the magic format, a whole profile
   with addresses of 4 bytes where WIRE has 8, or of 8 bytes where WIRE has 4?
   False if they can be a profile of WIRE; that takes constant time.  */
bool word_size_is_other (const void *data, size_t len, struct wire wire);

#endif /* PROFILE_WORD_SIZE_H */
