/* base/sha256.h -- the hash SHA-256 (FIPS 180-4).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

/* The length of a hash in bytes, and the size of its text in base64, with the
   NUL.  */
#define SHA256_LEN 32
#define SHA256_BASE64_SIZE 45

/* Sets HASH to the hash of the LEN bytes at DATA.  */
void sha256 (const void *data, size_t len, unsigned char hash[SHA256_LEN]);

/* Sets TEXT to HASH in base64, NUL-terminated.  */
void sha256_base64 (const unsigned char hash[SHA256_LEN],
                    char text[SHA256_BASE64_SIZE]);

#endif /* BASE_SHA256_H */
