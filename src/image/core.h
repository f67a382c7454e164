/* image/core.h -- the object file, through BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only image/bfd includes <bfd.h>; all other files use the opaque type below.
   BFD has process-wide state (error handler, last error), so two threads must
   not have images open at the same time.  */

#ifndef IMAGE_CORE_H
#define IMAGE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/quirks.h"
#include "image/elf_start.h"

struct core;

/* Opens the object file NAME; core_free closes it.  NAME and DIAG are borrowed
   until then.  With show_bfd_messages in QUIRKS, messages of BFD go to standard
   error; with ignore_zdebug_ranges, only the debugging information that BFD
   finds by itself is used.  Returns NULL after one diag_error: NAME cannot be
   opened, is not an object file or has no text section.  */
struct core *core_open (struct diag *diag, const char *name,
                        struct quirks quirks);
void core_free (struct core *core);

/* Returns true if all reads from the image and its attached debug file have
   succeeded and neither file has changed.  Otherwise returns false after one
   diag_error: answers from BFD may be wrong.  */
bool core_is_sound (const struct core *core);

/* Returns the NAME given to core_open.  */
const char *core_name (const struct core *core);

/* Returns the size in bytes of the file plus that of its debug files.  */
uint64_t core_size (const struct core *core);

/* Returns true if CORE is an image of Windows.  */
bool core_is_pe (const struct core *core);

/* Returns true if libgmon exists for the system of CORE, as far as the file
   tells: an ELF file that is not one of a BSD, Solaris or Android.  */
bool core_may_use_libgmon (const struct core *core);

/* Returns the byte order, address size and size of counts in profiles of the
   image.  */
struct wire core_wire (const struct core *core);

/* The text section (".text"): the addresses of the program's code.  */
struct text_range
{
  uint64_t low, high;           /* high is exclusive */
};
struct text_range core_text_range (const struct core *core);

/* Returns true if [LOW, LAST] has any byte of a section with code.  */
bool core_has_code (const struct core *core, uint64_t low, uint64_t last);

/* Returns the last address of the code section that contains ADDR, or ADDR if
   there is none.  Sections that overlap count as one section.  */
uint64_t core_code_last (const struct core *core, uint64_t addr);

/* Returns true if the size of the text section is plausible: the section fits
   into the file, or this is a debug file that is large enough for it.  */
bool core_text_is_real (const struct core *core);

/* Returns true if the section table claims that the file contains the text
   section.  */
bool core_has_text (const struct core *core);

/* Returns the bytes of the text section, all of core_text_range, on the heap.
   Returns NULL if they cannot be read or core_text_is_real returns false.  */
unsigned char *core_read_text_data (const struct core *core);

struct core_machine
{
  enum core_arch arch;
  bool big_endian;              /* byte order of instructions, not of data */
  const char *name;             /* BFD's name for it; borrowed */
};

/* Returns the machine that the code is for.  If BFD was built without support
   for it, the ELF header decides, unless BFD_ONLY is true.  */
struct core_machine core_machine (const struct core *core, bool bfd_only);

/* Returns the character that the target puts before every C name ('_' on some
   targets), or 0.  */
char core_leading_char (const struct core *core);

/* Returns the least distance between two instructions, in bytes.  */
unsigned core_insn_step (const struct core *core);

/* -- Separate debug files ------------------------------------------------- */

/* A build id of LEN bytes; LEN is 0 if the file has none.  */
struct core_build_id
{
  unsigned char bytes[64];
  size_t len;
};
void core_build_id (const struct core *core, struct core_build_id *id);

/* Returns the name of the separate debug file, without a directory, on the
   heap, or NULL if CORE has no debug link.  *CRC is its required checksum.  */
char *core_debug_link (struct core *core, uint32_t *crc);

/* Sets *CRC to the checksum of the file NAME.  Returns NULL, or the reason for
   a failure, borrowed until the next call.  */
const char *core_file_crc (const char *name, uint32_t *crc);

/* Makes CORE use the object file NAME for symbols and source lines that CORE
   does not have itself.  Call it before core_read_syms.  Returns false after
   one diag_warning if NAME is not an object file, has another build id, or has
   its code at another place.  core_debug_name returns NAME, or NULL.  */
bool core_attach_debug (struct core *core, const char *name);
const char *core_debug_name (const struct core *core);

/* Lets BFD itself look for source lines, if CORE has none, by build id and
   debug link in the directories of the system: what ignore_debug_files leaves
   of separate debug files.  */
void core_let_bfd_follow (struct core *core);

/* -- Symbols -------------------------------------------------------------- */

/* Returns true if CORE or its attached file has a static symbol table.  */
bool core_has_syms (const struct core *core);

/* One entry of the static symbol table.  */
struct core_sym
{
  const char *name;             /* borrowed until core_drop_syms */
  uint64_t addr;
  char kind;                    /* the letter that nm prints: T t W ... */
  bool is_func;                 /* typed as a function */
  bool is_local;
  bool is_odd;                  /* debugging, section or file symbol */
};

/* Reads the symbol table if it is not yet in memory.  If KEEP is false,
   core_drop_syms may drop it and core_find_line_or_sym cannot use it.  Returns
   false after one diag_error.  An image without symbols is not an error.  */
bool core_read_syms (struct core *core, bool keep);

/* Frees the symbol table, unless it is to be kept, small, or needed for names.
   Then core_n_syms is 0 and names without core_keep_name are invalid.  */
void core_drop_syms (struct core *core);

/* Returns NAME, the name of a symbol, valid until core_free.  It is a copy if
   the symbols can be dropped and all copies take less than the files.  */
const char *core_keep_name (struct core *core, const char *name);

size_t core_n_syms (const struct core *core);
struct core_sym core_get_sym (const struct core *core, size_t i);

/* Tells CORE that the program has Ada, so that names may be GNAT's.  */
void core_has_ada (struct core *core);

/* Returns NAME demangled with libiberty's FLAGS (DMGL_...), on the heap; NULL
   if it is not a mangled name or the result would be too long.  With DMGL_AUTO
   the form of the name tells the language, unless few_languages is set.  */
char *core_demangle (const struct core *core, const char *name, int flags);

/* A source position from the debug information.  Unknown fields are NULL or 0;
   the strings are borrowed and valid until core_free.  */
struct core_line
{
  const char *file, *function;
  unsigned line;
};

/* Returns true if all fields of LINE are known.  */
bool core_line_is_whole (const struct core_line *line);

/* Returns true if CORE, its attached file, or a file that BFD found by itself
   may have debug information with lines.  */
bool core_has_lines (const struct core *core);

/* Returns the descriptor, borrowed, of the file that core_find_line reads if
   it is DWARF for the addresses of a linked image, otherwise -1.  */
int core_lines_file (const struct core *core);

/* Returns true if no lines are looked up because the debug information is too
   large for the file (core_open or core_attach_debug has warned).  */
bool core_lines_are_refused (const struct core *core);

/* Returns true if BFD found bad debug information when it looked for a
   line.  */
bool core_lines_failed (const struct core *core);

/* Returns the section .debug_info that core_find_line reads, decompressed, on
   the heap, with its size in *LEN; NULL if it is missing or unreadable.  */
unsigned char *core_debug_info (const struct core *core, size_t *len);

/* Returns what core_size would be without compression of debug information.
   Information that is refused (core_lines_are_refused) counts as it is.  */
uint64_t core_lines_size (const struct core *core);

/* Finds the line of ADDR in the debug information only; false if none.  */
bool core_find_line (struct core *core, uint64_t addr, struct core_line *line);

/* Finds the line of ADDR; the symbol table gives a function's name that debug
   information lacks.  May take time linear in the symbols; for line mode.  */
bool core_find_line_or_sym (struct core *core, uint64_t addr,
                            struct core_line *line);

#endif /* IMAGE_CORE_H */
