/* profile/word_size.h -- checks the word size of a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_WORD_SIZE_H
#define PROFILE_WORD_SIZE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"

/* Returns true if the LEN bytes at DATA, a file in the magic format, are a
   whole profile with addresses of 4 bytes where WIRE has 8, or of 8 bytes
   where WIRE has 4.  Returns false if they can be a profile of WIRE; that
   takes constant time.  */
bool word_size_is_other (const void *data, size_t len, struct wire wire);

/* Returns the byte order and word size of the LEN bytes at DATA, a file in the
   magic format; those of this machine where the file does not tell.  */
struct wire word_size_guess (const void *data, size_t len);

#endif /* PROFILE_WORD_SIZE_H */
