/* base/file_kind.h -- what a file is that was named by mistake.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_FILE_KIND_H
#define BASE_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* The number of bytes that file_kind examines.  */
#define FILE_KIND_HEAD 64

/* Returns true if the LEN bytes at DATA are the start of a program or library:
   an ELF file that is not a core dump.  */
bool file_is_program (const void *data, size_t len);

/* Returns the name of the format if the LEN bytes at DATA are the start of a
   program in another format than ELF, else NULL.  */
const char *file_program_format (const void *data, size_t len);

/* Returns the kind of a file and advice for the user, as translated words that
   follow "not a ... but"; NULL if the kind is unknown.  The LEN bytes at DATA
   are at least the first FILE_KIND_HEAD bytes of the file, or the whole
   file.  */
const char *file_kind (const void *data, size_t len);

#endif /* BASE_FILE_KIND_H */
