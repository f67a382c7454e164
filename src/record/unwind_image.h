/* record/unwind_image.h -- the unwind tables and the code of a file that
   another process has mapped.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only programs of this machine, with addresses of this gprof's size, have
   tables here.  Files may be damaged in any way: every offset in them is
   compared with their size.  */

#ifndef RECORD_UNWIND_IMAGE_H
#define RECORD_UNWIND_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libgmon/unwind/cfi.h"

struct unwind_image;

/* Opens the ELF file NAME, which may be one below /proc/PID/root, or the one
   that FD is open for, and maps it for reading.  Returns the image, which
   unwind_image_close frees.  Returns NULL on failure and sets *WHY to the
   reason, a text for messages; borrowed until the next call.  The second one
   leaves FD open and where it was; the image does not need it.

   The whole file is mapped, but only what is looked at is read.  If another
   process shortens the file meanwhile, reading what is no longer there is a
   SIGBUS, which bus_errors.h turns into zeros.  */
struct unwind_image *unwind_image_open (const char *name, const char **why);
struct unwind_image *unwind_image_open_fd (int fd, const char **why);

/* Returns the image of an ELF file whose SIZE bytes are at BYTES, as they would
   be in the file; borrowed until unwind_image_close.  For files that cannot be
   opened, but read from the memory of a process.  Else as above.  */
struct unwind_image *unwind_image_in_memory (const void *bytes, size_t size,
                                             const char **why);

/* Returns the image of the kernel's code in each process, the vdso, which is no
   file.  That of this process is the same as that of others.  Else as
   above.  */
struct unwind_image *unwind_image_vdso (const char **why);

void unwind_image_close (struct unwind_image *image);   /* IMAGE may be NULL */

/* Stores in *TABLES the tables of IMAGE for a process that has mapped the file
   from OFFSET on at ADDRESS, as executable; so /proc/PID/maps and the kernel's
   records of mappings name it.  They are readable until unwind_image_close.  If
   the file has no tables, all but the bias is zero, and the result is still
   true.  Returns false if no code of the file is at OFFSET, and sets *WHY.  */
bool unwind_image_place (const struct unwind_image *image, uintptr_t address,
                         uint64_t offset, struct unwind_tables *tables,
                         const char **why);

/* Copies the SIZE bytes of the file at OFFSET to TO.  Returns how many the file
   has.  */
size_t unwind_image_read (const struct unwind_image *image, uint64_t offset,
                          void *to, size_t size);

/* Returns the bytes of the file of IMAGE, as many as it had when it was opened,
   and sets *SIZE to their number; borrowed until unwind_image_close.  They are
   those of the file that was opened, also if its name now leads to another one
   or to none, but another process may have written to it.  */
const void *unwind_image_bytes (const struct unwind_image *image, size_t *size);

/* Returns the row (libgmon/unwind/row.h) of the code of IMAGE at OFFSET of the
   file by other tables than those above, ROW_END for the code that begins a
   program; 0, ROW_NONE, if nothing tells it.  */
uint64_t unwind_image_row (const struct unwind_image *image, uint64_t offset);

#endif /* RECORD_UNWIND_IMAGE_H */
