/* image/core.h -- the object file, through BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   core.c is the only file that includes <bfd.h>; everything else sees this
   opaque type.  BFD has process-wide state (error handler, last error), so
   two images must not be open in two threads at once.  */

#ifndef IMAGE_CORE_H
#define IMAGE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "image/elf_start.h"

struct core;

/* Opens the object file NAME (kept, not copied).  NULL after one diag_error:
   not there, not an object file, no text section.  DIAG is kept for later
   trouble.  */
struct core *core_init (struct diag *diag, const char *name);

/* Opens the file as core_init does, for the strict mode.  Messages of BFD go to
   standard error, where GNU gprof has them, and debugging information that BFD
   cannot find by itself is not found.  */
struct core *core_init_strict (struct diag *diag, const char *name);
void core_free (struct core *core);

/* Could all of the image, and of an attached debug file, be read so far, and
   are they as they were?  If not, BFD may have taken no answer for one: false
   after one diag_error.  */
bool core_is_sound (const struct core *core);

/* The name it was opened by.  */
const char *core_name (const struct core *core);

/* The bytes of the file, and of debug files that go with it.  */
uint64_t core_size (const struct core *core);

/* Byte order and address size of its profiles.  */
struct wire core_wire (const struct core *core);

/* The section the program's code starts in (".text").  */
struct text_range
{
  uint64_t low, high;           /* high is exclusive */
};
struct text_range core_text_range (const struct core *core);

/* Is there any byte of a section that holds code in [LOW, LAST]?  */
bool core_has_code (const struct core *core, uint64_t low, uint64_t last);

/* The last address of the code section that ADDR is in; sections that overlap
   count as one.  ADDR itself if it is in none.  */
uint64_t core_code_last (const struct core *core, uint64_t addr);

/* Can the size of the text section be believed?  It is in the file, or this is
   a debug file large enough for it.  */
bool core_text_is_real (const struct core *core);

/* Does the file hold the text section, or say that it does?  */
bool core_has_text (const struct core *core);

/* The bytes of the text section, on the heap: as many as core_text_range says.
   NULL if they cannot be had, or core_text_is_real says no.  */
unsigned char *core_get_text_space (const struct core *core);

struct core_machine
{
  enum core_arch arch;
  bool big_endian;              /* its instructions, not its data */
  const char *name;             /* as BFD calls it; borrowed */
};

/* The machine the code is for.  A BFD that was built for other machines does
   not know it; then the ELF header tells, unless BFD_ONLY.  */
struct core_machine core_machine (const struct core *core, bool bfd_only);

/* What the target puts before every C name ('_' on some), or 0.  */
char core_leading_char (const struct core *core);

/* The least distance between two instructions, in bytes.  */
unsigned core_insn_step (const struct core *core);

/* -- Separate debug files -------------------------------------------------- */

/* The build id, of LEN bytes; 0: has none.  */
struct core_build_id
{
  unsigned char bytes[64];
  size_t len;
};
void core_build_id (const struct core *core, struct core_build_id *id);

/* The name of the separate debug file, without a directory, and the checksum
   that it must have; on the heap, or NULL if there is no debug link.  */
char *core_debug_link (struct core *core, uint32_t *crc);

/* Such a checksum of the file NAME.  Returns NULL, or why it cannot be had;
   borrowed until the next call.  */
const char *core_file_crc (const char *name, uint32_t *crc);

/* Takes from the object file NAME the symbols, and the source lines, that CORE
   does not have itself; before core_read_syms.  False after one diag_warning if
   it is no object file, has another build id, or has its code elsewhere.  */
bool core_attach_debug (struct core *core, const char *name);

/* For the strict mode: BFD itself looks for source lines, if CORE has none, by
   build id and debug link in the directories of the system.  */
void core_let_bfd_follow (struct core *core);

/* -- Symbols --------------------------------------------------------------- */

/* Is there a static symbol table?  Also an attached one.  */
bool core_has_syms (const struct core *core);

/* One entry of the static symbol table.  */
struct core_sym
{
  const char *name;             /* borrowed, until core_drop_syms */
  uint64_t addr;
  char kind;                    /* the letter nm prints: T t W ... */
  bool is_func;                 /* typed as a function */
  bool is_local;
  bool is_odd;                  /* debugging, section or file symbol */
};

/* Reads the symbol table, unless it is there.  Unless KEEP, core_drop_syms may
   drop it, and core_find_line_or_sym cannot use it.  False after one
   diag_error; an image without symbols is no error (core_n_syms is then 0).  */
bool core_read_syms (struct core *core, bool keep);

/* Gives back the memory of the symbol table, unless that is to be kept or
   small, or needed for names: core_n_syms is then 0, and names that were not
   kept are gone.  */
void core_drop_syms (struct core *core);

/* NAME, of a symbol, for as long as the core lives: a copy if the symbols can
   be dropped and all copies are not larger than the files.  */
const char *core_keep_name (struct core *core, const char *name);

size_t core_n_syms (const struct core *core);
struct core_sym core_get_sym (const struct core *core, size_t i);

/* NAME as the programmer wrote it, by libiberty's FLAGS (DMGL_...): on the
   heap, or NULL where it is not a mangled name, or would be too long.  */
char *core_demangle (const struct core *core, const char *name, int flags);

/* Where ADDR comes from, by the debug information.  Empty fields are NULL or
   0; strings are borrowed and live as long as the core.  */
struct core_line
{
  const char *file, *function;
  unsigned line;
};

/* Are all fields known?  */
bool core_line_is_whole (const struct core_line *line);

/* Is there debug information that could know a line at all?  Also in an
   attached file, or one that BFD follows.  */
bool core_has_lines (const struct core *core);

/* A descriptor of the file that core_find_line reads, if that is DWARF of the
   addresses that it is asked for; -1: another format, or an object that is not
   linked.  Borrowed.  */
int core_lines_file (const struct core *core);

/* Are lines not looked up at all, since the debugging information is too large
   for the file?  core_init or core_attach_debug has warned of that.  */
bool core_lines_are_refused (const struct core *core);

/* Did BFD refuse debugging information as bad, while it looked for a line?  */
bool core_lines_failed (const struct core *core);

/* The section .debug_info that core_find_line reads, decompressed, on the heap,
   and its size to *LEN; NULL if there is none, or it cannot be read.  */
unsigned char *core_debug_info (const struct core *core, size_t *len);

/* What core_size would be if no debugging information were compressed.  Of
   information that is refused (core_lines_are_refused), as it is.  */
uint64_t core_lines_size (const struct core *core);

/* Looks ADDR up in the debug information alone; false if it says nothing.  */
bool core_find_line (struct core *core, uint64_t addr, struct core_line *line);

/* The same, the function's name taken from the symbol table where debug
   information has none: can be linear in the symbols, for line mode.  */
bool core_find_line_or_sym (struct core *core, uint64_t addr,
                            struct core_line *line);

#endif /* IMAGE_CORE_H */
