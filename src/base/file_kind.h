/* base/file_kind.h -- what a file is that was named by mistake.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_FILE_KIND_H
#define BASE_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes file_kind looks at.  */
#define FILE_KIND_HEAD 64

/* True if the LEN bytes at DATA begin a program or library: an ELF file, but
   not a core dump.  */
bool file_is_program (const void *data, size_t len);

/* What a file with the LEN bytes at DATA (the first FILE_KIND_HEAD or more, or
   all) is and what to do about it, to follow "not a ... but"; NULL where that
   cannot be told.  */
const char *file_kind (const void *data, size_t len);

#endif /* BASE_FILE_KIND_H */
