/* image/image.h -- the object file, through BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only image/bfd includes <bfd.h>; all other files use the opaque type below.
   BFD has process-wide state (error handler, last error), so two threads must
   not have images open at the same time.  */

#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/quirks.h"
#include "image/elf_start.h"

struct image;

/* Opens the object file NAME; image_free closes it.  NAME and DIAG are borrowed
   until then.  With show_bfd_messages in QUIRKS, messages of BFD go to standard
   error; with ignore_zdebug_ranges, only the debugging information that BFD
   finds by itself is used; with lines_from_bfd, libdw is not.  Returns NULL
   after one diag_error: NAME cannot be opened, is not an object file or has no
   text section.  */
struct image *image_open (struct diag *diag, const char *name,
                          struct quirks quirks);

/* Opens the object file FILE (borrowed), which has the contents that NAME had
   when the program ran, and is called NAME in reports and messages.  Else as
   above.  */
struct image *image_open_as (struct diag *diag, const char *name,
                             const char *file, struct quirks quirks);
void image_free (struct image *image);

/* Returns true if all reads from the image and its attached debug file have
   succeeded and neither file has changed.  Otherwise returns false after one
   diag_error: answers from BFD may be wrong.  */
bool image_is_sound (const struct image *image);

/* Returns the NAME given to image_open.  */
const char *image_name (const struct image *image);

/* Returns the name by which the file of IMAGE can be opened again: of
   image_open_as that of FILE.  */
const char *image_file (const struct image *image);

/* Returns the size in bytes of the file plus that of its debug files.  */
uint64_t image_size (const struct image *image);

/* Returns true if IMAGE is an image of Windows.  */
bool image_is_pe (const struct image *image);

/* Returns true if libgmon exists for the system of IMAGE, as far as the file
   tells: an ELF file that is not one of a BSD, Solaris or Android.  */
bool image_may_use_libgmon (const struct image *image);

/* Returns the byte order, address size and size of counts in profiles of the
   image.  */
struct wire image_wire (const struct image *image);

/* The text section (".text"): the addresses of the program's code.  */
struct text_range
{
  uint64_t low, high;           /* high is exclusive */
};
struct text_range image_text_range (const struct image *image);

/* Returns true if [LOW, LAST] has any byte of a section with code.  */
bool image_has_code (const struct image *image, uint64_t low, uint64_t last);

/* Returns the last address of the code section that contains ADDR, or ADDR if
   there is none.  Sections that overlap count as one section.  */
uint64_t image_code_last (const struct image *image, uint64_t addr);

/* Returns true if the size of the text section is plausible: the section fits
   into the file, or this is a debug file that is large enough for it.  */
bool image_text_is_real (const struct image *image);

/* Returns true if the section table claims that the file contains the text
   section.  */
bool image_has_text (const struct image *image);

/* Returns the bytes of the text section, all of image_text_range, on the heap.
   Returns NULL if they cannot be read or image_text_is_real returns false.  */
unsigned char *image_read_text_data (const struct image *image);

struct image_machine
{
  enum image_arch arch;
  bool big_endian;              /* byte order of instructions, not of data */
  const char *name;             /* BFD's name for it; borrowed */
};

/* Returns the machine that the code is for.  If BFD was built without support
   for it, the ELF header decides, unless BFD_ONLY is true.  */
struct image_machine image_machine (const struct image *image, bool bfd_only);

/* Returns the character that the target puts before every C name ('_' on some
   targets), or 0.  */
char image_leading_char (const struct image *image);

/* Returns the least distance between two instructions, in bytes.  */
unsigned image_insn_step (const struct image *image);

/* -- Separate debug files ------------------------------------------------- */

/* A build id of LEN bytes; LEN is 0 if the file has none.  */
struct image_build_id
{
  unsigned char bytes[64];
  size_t len;
};
void image_build_id (const struct image *image, struct image_build_id *id);

/* Returns the name of the separate debug file, without a directory, on the
   heap, or NULL if IMAGE has no debug link.  *CRC is its required checksum.  */
char *image_debug_link (struct image *image, uint32_t *crc);

/* Sets *CRC to the checksum of the file NAME.  Returns NULL, or the reason for
   a failure, borrowed until the next call.  */
const char *image_file_crc (const char *name, uint32_t *crc);

/* Makes IMAGE use the object file NAME for symbols and source lines that IMAGE
   does not have itself.  Call it before image_read_syms.  Returns false after
   one diag_warning if NAME is not an object file, has another build id, or has
   its code at another place.  image_debug_name returns NAME, or NULL.  */
bool image_attach_debug (struct image *image, const char *name);
const char *image_debug_name (const struct image *image);

/* Lets BFD itself look for source lines, if IMAGE has none, by build id and
   debug link in the directories of the system: what ignore_debug_files leaves
   of separate debug files.  */
void image_let_bfd_follow (struct image *image);

/* -- Symbols -------------------------------------------------------------- */

/* Returns true if IMAGE or its attached file has a static symbol table.  */
bool image_has_syms (const struct image *image);

/* One entry of the static symbol table.  */
struct image_sym
{
  const char *name;             /* borrowed until image_drop_syms */
  uint64_t addr;
  char kind;                    /* the letter that nm prints: T t W ... */
  bool is_func;                 /* typed as a function */
  bool is_local;
  bool is_odd;                  /* debugging, section or file symbol */
  bool is_file;                 /* the next local symbols are of this source
                                   file */
};

/* Reads the symbol table if it is not yet in memory.  If KEEP is false,
   image_drop_syms may drop it and image_find_line_or_sym cannot use it.
   Returns false after one diag_error.  A file without symbols is no error.  */
bool image_read_syms (struct image *image, bool keep);

/* Frees the symbol table, unless it is to be kept, small, or needed for names.
   Then image_n_syms is 0 and names without image_keep_name are invalid.  */
void image_drop_syms (struct image *image);

/* Returns NAME, the name of a symbol, valid until image_free.  It is a copy if
   the symbols can be dropped and all copies take less than the files.  */
const char *image_keep_name (struct image *image, const char *name);

size_t image_n_syms (const struct image *image);
struct image_sym image_get_sym (const struct image *image, size_t i);

/* Tells IMAGE that the program has Ada, so that names may be GNAT's.  */
void image_has_ada (struct image *image);

/* Returns NAME demangled with libiberty's FLAGS (DMGL_...), on the heap; NULL
   if it is not a mangled name or the result would be too long.  With DMGL_AUTO
   the form of the name tells the language, unless few_languages is set.  */
char *image_demangle (const struct image *image, const char *name, int flags);

/* A source position from the debug information.  Unknown fields are NULL or 0;
   the strings are borrowed and valid until image_free.  */
struct image_line
{
  const char *file, *function;
  unsigned line;
};

/* Returns true if all fields of LINE are known.  */
bool image_line_is_whole (const struct image_line *line);

/* Returns true if IMAGE, its attached file, or a file that BFD found by itself
   may have debug information with lines.  */
bool image_has_lines (const struct image *image);

/* Returns the descriptor, borrowed, of the file that image_find_line reads if
   libdw may read it: it is DWARF for the addresses of a linked image, and
   image_leave_libdw was not called.  Otherwise returns -1.  */
int image_lines_file (const struct image *image);

/* Makes image_lines_file return -1 from now on, since libdw has failed on that
   file; after one diag_warning if WARNS.  For the users of image/dw_process
   only.  */
void image_leave_libdw (struct image *image, bool warns);

/* Returns true if no lines are looked up because the debug information is too
   large for the file (image_open or image_attach_debug has warned).  */
bool image_lines_are_refused (const struct image *image);

/* Returns true if BFD found bad debug information when it looked for a
   line.  */
bool image_lines_failed (const struct image *image);

/* Returns true if there is a section .debug_info that image_find_line would
   read.  */
bool image_has_debug_info (const struct image *image);

/* Returns the section .debug_info that image_find_line reads, decompressed, on
   the heap, with its size in *LEN; NULL if it is missing or unreadable.  */
unsigned char *image_debug_info (const struct image *image, size_t *len);

/* Returns what image_size would be without compression of debug information.
   Information that is refused (image_lines_are_refused) counts as it is.  */
uint64_t image_lines_size (const struct image *image);

/* Finds the line of ADDR in the debug information only; false if none.  */
bool image_find_line (struct image *image, uint64_t addr,
                      struct image_line *line);

/* Finds the line of ADDR; the symbol table gives a function's name that debug
   information lacks.  May take time linear in the symbols; for line mode.  */
bool image_find_line_or_sym (struct image *image, uint64_t addr,
                             struct image_line *line);

#endif /* IMAGE_IMAGE_H */
