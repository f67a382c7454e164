/* image/bfd/core.c -- the object file, through BFD.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: an image on disk.  Out: facts about its format, sections, symbols and
   source lines.  */

#include <config.h>

#include "image/core.h"

#include <bfd.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/file_kind.h"
#include "base/safe_text.h"
#include "base/stream.h"
#include "image/bfd/bfd_message.h"
#include "image/code_ranges.h"
#include "image/debug_link.h"
#include "image/demangle.h"

/* Lines are read if the debugging information, decompressed, has at most
   DEBUG_RATIO times the size of the file plus DEBUG_ROOM bytes.  Compressed
   programs grow to 3 to 5 times their size.  The room is small, since BFD
   allocates up to 140 bytes for each byte.  */
#define DEBUG_RATIO 8
#define DEBUG_ROOM (1 << 20)

struct core
{
  struct diag *diag;
  const char *name;
  struct quirks quirks;
  struct stream *file;          /* BFD reads the image through it */
  bfd *bfd;
  asection *text;
  bfd *sym_bfd;                 /* the file opened again, for symbols that can
                                   be dropped; NULL: the symbols stay */
  struct arena *names;          /* copies of names in sym_bfd, or NULL */
  uint64_t names_size;          /* bytes of all names to copy */
  asymbol **syms;               /* NULL-terminated, heap; NULL if not read */
  asymbol *no_syms[1];          /* an empty symbol table, see syms_of_debug */
  char *kinds;                  /* letter of each symbol, heap */
  size_t n_syms;
  struct code_ranges code;      /* addresses of all sections with code */
  struct stream *debug_file;
  bfd *debug;                   /* attached debug file, or NULL */
  asection *debug_text;
  char *debug_name;             /* heap */
  char *link;                   /* heap; file name in the debug link or NULL */
  unsigned long link_crc;
  bool bfd_follows;             /* BFD has found a debug file by itself */
  uint64_t followed_size;       /* bytes of the largest such file */
  size_t *demangle_room;        /* see image/demangle.h; heap */
  bool own_too_large;           /* see is_too_large */
  bool debug_too_large;
  bool lines_failed;            /* see core_lines_failed */
};

/* Returns true if ABFD, which was just opened, is an object file.  BFD prints
   warnings about a damaged section table, with the name of the file, without
   using the handler.  So ABFD has a safe name meanwhile.  */
static bool
is_object (bfd *abfd)
{
  const char *given = abfd->filename;
  size_t len = strlen (given);
  char *shown = array_new (len + 1, SAFE_GROWTH);
  bool is;

  shown[safe_write (shown, given, len, safe_locale ())] = '\0';
  abfd->filename = shown;
  abfd->flags |= BFD_DECOMPRESS;
  is = bfd_check_format (abfd, bfd_object);
  abfd->filename = given;
  free (shown);
  return is;
}

/* Returns the reason why reads from FILE failed, or BFD's last error.  */
static const char *
why_failed (const struct stream *file)
{
  const char *trouble = stream_trouble (file);
  return trouble ? trouble : bfd_errmsg (bfd_get_error ());
}

static void
bfd_failed (const struct core *core, const char *what)
{
  diag_error (core->diag, "%s: %s: %s", core->name, _(what),
              why_failed (core->file));
}

/* -- BFD's input ---------------------------------------------------------- */

static void *
open_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream)
{
  return stream;
}

static file_ptr
read_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream, void *data,
             file_ptr len, file_ptr at)
{
  ssize_t n = stream_read (stream, data, len, at);
  if (n < 0)
    bfd_set_error (bfd_error_system_call);
  return n;
}

/* Does nothing: the core owns the stream and closes it after the bfd.  */
static int
close_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream ATTRIBUTE_UNUSED)
{
  return 0;
}

static int
stat_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream, struct stat *st)
{
  *st = *stream_stat (stream);
  return 0;
}

/* Returns the file NAME, which is open as STREAM, as a bfd; NULL on failure.
   TARGET is the name of a BFD target, or NULL.  */
static bfd *
open_bfd (const char *name, const char *target, struct stream *stream)
{
  return bfd_openr_iovec (name, target, open_stream, stream, read_stream,
                          close_stream, stat_stream);
}

/* -- Links to other files ------------------------------------------------- */

static void
hide_sections (bfd *abfd, const char *name)
{
  for (asection *s; (s = bfd_get_section_by_name (abfd, name)); )
    bfd_rename_section (s, ".not_followed");
}

/* Checks the link to the file LINK (heap, freed here; NULL: no link) in the
   sections SECTION.  If it is harmful, hides the sections and returns
   false.  */
static bool
check_link (bfd *abfd, const char *section, char *link, bool is_alt)
{
  bool is_harmless = !link || debug_link_is_harmless (bfd_get_filename (abfd),
                                                      link, is_alt);
  if (!is_harmless)
    hide_sections (abfd, section);
  free (link);
  return is_harmless;
}

static bool
check_links (bfd *abfd)
{
  unsigned long crc;
  bfd_size_type id_len;
  bfd_byte *id = NULL;
  bool are_harmless = check_link (abfd, ".gnu_debuglink",
                                  bfd_get_debug_link_info (abfd, &crc), false);
  are_harmless &= check_link (abfd, ".gnu_debugaltlink",
                              bfd_get_alt_debug_link_info (abfd, &id_len, &id),
                              true);
  free (id);
  return are_harmless;
}

/* -- Opening -------------------------------------------------------------- */

static void
collect_code (struct core *core)
{
  struct code_ranges *code = &core->code;
  code->ranges = array_new (bfd_count_sections (core->bfd),
                            sizeof *code->ranges);
  for (asection *s = core->bfd->sections; s; s = s->next)
    if ((bfd_section_flags (s) & SEC_CODE) && bfd_section_size (s))
      {
        uint64_t low = bfd_section_vma (s), last;
        if (__builtin_add_overflow (low, bfd_section_size (s) - 1, &last))
          last = UINT64_MAX;
        code->ranges[code->len++] = (struct code_range) { low, last };
      }
  code_ranges_join (code);
}

/* Reports the reason why CORE is not an object file.  */
static void
not_an_object (const struct core *core)
{
  char head[FILE_KIND_HEAD];
  bfd_error_type code = bfd_get_error ();
  ssize_t len = stream_read (core->file, head, sizeof head, 0);
  const char *kind = len > 0 ? file_kind (head, len) : NULL;
  bool is_program = len > 0 && file_is_program (head, (size_t) len);

  if (kind && !is_program && (code == bfd_error_file_not_recognized
                              || code == bfd_error_wrong_format))
    diag_error (core->diag, "%s: not a program or object file but %s",
                core->name, kind);
  else
    bfd_failed (core, N_("not a program or object file"));
}

static void
cannot_open (const struct core *core)
{
  if (errno == EISDIR)
    diag_error (core->diag, "%s: is a directory, not a program", core->name);
  else if (errno == EINVAL)
    diag_error (core->diag, "%s: is not a regular file, so it cannot be a"
                " program", core->name);
  else
    diag_error (core->diag, "%s: cannot open the program: %s", core->name,
                strerror (errno));
}

/* Returns true, after a warning, if the debugging information of ABFD (file
   NAME) would take far more memory than the size of the file.  BFD reads all
   sections of a kind.  It accepts a compressed section of up to 10 times the
   file's size, and sections may share their bytes in the file.  */
static bool
is_too_large (const struct core *core, bfd *abfd, const char *name)
{
  uint64_t left = bfd_get_file_size (abfd) * DEBUG_RATIO + DEBUG_ROOM;
  for (const asection *s = abfd->sections; s; s = s->next)
    if (bfd_section_flags (s) & SEC_DEBUGGING)
      {
        if (bfd_section_size (s) > left)
          {
            diag_warning (core->diag, "%s: source lines are not read: its"
                          " debugging information would take over %d times"
                          " the file; is it damaged?", name, DEBUG_RATIO);
            return true;
          }
        left -= bfd_section_size (s);
      }
  return false;
}

/* Renames the section .zdebug_rnglists, since libbfd 2.40 finds it only by its
   plain name.  It finds all other sections that -gz=zlib-gnu compresses.  */
static void
rename_ranges (bfd *abfd)
{
  asection *s = bfd_get_section_by_name (abfd, ".zdebug_rnglists");
  if (s)
    bfd_rename_section (s, ".debug_rnglists");
}

static bool
open_object (struct core *core)
{
  core->file = stream_open (core->name);
  if (!core->file)
    {
      cannot_open (core);
      return false;
    }
  core->bfd = open_bfd (core->name, NULL, core->file);
  if (!core->bfd || !is_object (core->bfd))
    {
      not_an_object (core);
      return false;
    }
  core->link = bfd_get_debug_link_info (core->bfd, &core->link_crc);
  check_links (core->bfd);
  core->own_too_large = is_too_large (core, core->bfd, core->name);
  if (!core->quirks.ignore_zdebug_ranges)
    rename_ranges (core->bfd);
  core->text = bfd_get_section_by_name (core->bfd, ".text");
  if (!core->text)
    core->text = bfd_get_section_by_name (core->bfd, "$CODE$");
  if (!core->text)
    {
      diag_error (core->diag, "%s: has no .text section, so no code to "
                  "attribute samples to", core->name);
      return false;
    }
  return true;
}

struct core *
core_init (struct diag *diag, const char *name, struct quirks quirks)
{
  struct core *core = array_new (1, sizeof *core);
  core->diag = diag;
  core->name = name;
  core->quirks = quirks;
  core->demangle_room = array_new (1, sizeof *core->demangle_room);
  bfd_init ();
  bfd_set_error_handler (quirks.show_bfd_messages ? bfd_message_show
                         : bfd_message_ignore);
  if (!open_object (core))
    {
      core_free (core);
      return NULL;
    }
  *core->demangle_room = DEMANGLE_ROOM + core_size (core);
  collect_code (core);
  return core;
}

static void
free_syms (struct core *core)
{
  free (core->syms);
  free (core->kinds);
  if (core->sym_bfd)
    bfd_close_all_done (core->sym_bfd);
  core->syms = NULL;
  core->kinds = NULL;
  core->sym_bfd = NULL;
  core->n_syms = 0;
}

static void
close_debug (struct core *core)
{
  if (core->debug)
    bfd_close_all_done (core->debug);
  stream_close (core->debug_file);
  free (core->debug_name);
  core->debug = NULL;
  core->debug_file = NULL;
  core->debug_name = NULL;
}

void
core_free (struct core *core)
{
  if (!core)
    return;
  if (core->bfd)
    bfd_close_all_done (core->bfd);
  close_debug (core);
  free_syms (core);
  stream_close (core->file);
  arena_free (core->names);
  free (core->link);
  free (core->demangle_room);
  free (core->code.ranges);
  free (core);
}

bool
core_is_sound (const struct core *core)
{
  const char *name = core->name, *trouble = stream_trouble (core->file);
  if (!trouble && core->debug_file)
    {
      name = core->debug_name;
      trouble = stream_trouble (core->debug_file);
    }
  if (trouble)
    diag_error (core->diag, "%s: %s", name, trouble);
  return !trouble;
}

const char *
core_name (const struct core *core)
{
  return core->name;
}

struct wire
core_wire (const struct core *core)
{
  /* Use the ELF class if there is one.  BFD's generic ELF targets do not know
     the machine, and so they do not know its address bits.  */
  int bits = bfd_get_arch_size (core->bfd);
  if (bits <= 0)
    bits = bfd_arch_bits_per_address (core->bfd);
  return (struct wire) {
    .big_endian = bfd_big_endian (core->bfd),
    .sign_extend = bfd_get_sign_extend_vma (core->bfd) > 0,
    .addr_size = bits > 32 ? 8 : 4,
  };
}

struct text_range
core_text_range (const struct core *core)
{
  uint64_t low = bfd_section_vma (core->text);
  return (struct text_range) { low, low + bfd_section_size (core->text) };
}

bool
core_has_code (const struct core *core, uint64_t low, uint64_t last)
{
  return code_ranges_meet (&core->code, low, last);
}

uint64_t
core_code_last (const struct core *core, uint64_t addr)
{
  return code_ranges_last (&core->code, addr);
}

bool
core_text_is_real (const struct core *core)
{
  /* A debug file has the size of the text but not its bytes.  Its lines take
     more than a sixteenth of the size of the text.  */
  bool has_bytes = bfd_section_flags (core->text) & SEC_HAS_CONTENTS;
  return (bfd_section_size (core->text) / (has_bytes ? 1 : 16)
          <= bfd_get_file_size (core->bfd));
}

bool
core_has_text (const struct core *core)
{
  return (bfd_section_flags (core->text) & SEC_HAS_CONTENTS) != 0;
}

unsigned char *
core_get_text_space (const struct core *core)
{
  if (!core_has_text (core) || !core_text_is_real (core))
    return NULL;
  size_t size = bfd_section_size (core->text);
  unsigned char *bytes = array_new (size, 1);
  if (bfd_get_section_contents (core->bfd, core->text, bytes, 0, size))
    return bytes;
  free (bytes);
  return NULL;
}

static enum core_arch
arch_of_bfd (enum bfd_architecture arch)
{
  switch (arch)
    {
    case bfd_arch_aarch64:
      return CORE_ARCH_AARCH64;
    case bfd_arch_alpha:
      return CORE_ARCH_ALPHA;
    case bfd_arch_arm:
      return CORE_ARCH_ARM;
    case bfd_arch_i386:
      return CORE_ARCH_X86;
    case bfd_arch_mips:
      return CORE_ARCH_MIPS;
    case bfd_arch_powerpc:
      return CORE_ARCH_PPC;
    case bfd_arch_riscv:
      return CORE_ARCH_RISCV;
    case bfd_arch_s390:
      return CORE_ARCH_S390;
    case bfd_arch_sparc:
      return CORE_ARCH_SPARC;
    default:
      return CORE_ARCH_OTHER;
    }
}

/* Returns true if instructions are big-endian.  Some machines have
   little-endian instructions with big-endian data; ARM has a flag (BE8).  */
static bool
has_big_insns (const struct core *core, enum core_arch arch, uint32_t flags)
{
  if (!bfd_big_endian (core->bfd) || arch == CORE_ARCH_AARCH64
      || arch == CORE_ARCH_RISCV)
    return false;
  return !(arch == CORE_ARCH_ARM && (flags & 0x00800000));
}

struct core_machine
core_machine (const struct core *core, bool bfd_only)
{
  struct core_machine machine = {
    .arch = arch_of_bfd (bfd_get_arch (core->bfd)),
    .big_endian = bfd_big_endian (core->bfd),
    .name = bfd_printable_name (core->bfd),
  };
  if (bfd_only)
    return machine;
  struct elf_start start = elf_start_read (core->file);
  if (bfd_get_arch (core->bfd) == bfd_arch_unknown)
    machine.arch = elf_start_arch (&start);
  machine.big_endian = has_big_insns (core, machine.arch, start.arm_flags);
  return machine;
}

char
core_leading_char (const struct core *core)
{
  return bfd_get_symbol_leading_char (core->bfd);
}

unsigned
core_insn_step (const struct core *core)
{
  switch (bfd_get_arch (core->bfd))
    {
    case bfd_arch_mips:
    case bfd_arch_powerpc:
    case bfd_arch_riscv:
    case bfd_arch_sh:
      return 2;
    case bfd_arch_alpha:
      return 4;
    default:
      return 1;
    }
}

/* Returns true if ABFD has a static symbol table.  BFD counts a NULL after the
   symbols.  Its flag HAS_SYMS includes dynamic symbols.  */
static bool
has_symtab (bfd *abfd)
{
  return bfd_get_symtab_upper_bound (abfd) > (long) sizeof (asymbol *);
}

bool
core_has_syms (const struct core *core)
{
  return (has_symtab (core->bfd) || (core->debug && has_symtab (core->debug)));
}

/* Sets `kinds'.  BFD derives the letter from the section's name for each
   symbol anew.  Adjacent symbols with one section and equal flags have one
   letter.  */
static void
find_kinds (struct core *core)
{
  core->kinds = array_new (core->n_syms, 1);
  for (size_t i = 0; i < core->n_syms; i++)
    {
      const asymbol *sym = core->syms[i];
      bool is_next = (i > 0 && sym->section == core->syms[i - 1]->section
                      && sym->flags == core->syms[i - 1]->flags);
      core->kinds[i] = (is_next ? core->kinds[i - 1]
                        : bfd_decode_symclass (core->syms[i]));
    }
}

/* Returns true if the object file ABFD is not linked.  A linked program may
   have relocations (--emit-relocs), but they were applied.  */
static bool
is_unlinked (const bfd *abfd)
{
  return (abfd->flags & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
}

/* Opens ABFD, the program or the debug file, once more.  Returns NULL if that
   fails or its symbol table does not have SIZE bytes.  */
static bfd *
open_again (const struct core *core, bfd *abfd, long size)
{
  bfd *again = open_bfd (bfd_get_filename (abfd), bfd_get_target (abfd),
                         abfd == core->bfd ? core->file : core->debug_file);
  if (again && is_object (again)
      && bfd_get_symtab_upper_bound (again) == size)
    return again;
  if (again)
    bfd_close_all_done (again);
  return NULL;
}

static bool
has_stab_relocs (bfd *abfd)
{
  return ((abfd->flags & HAS_RELOC) != 0
          && bfd_get_section_by_name (abfd, ".stab") != NULL);
}

/* Returns true if BFD needs symbols to read the debugging information of ABFD.
   BFD applies relocations of stabs again if --emit-relocs kept them.  */
static bool
refers_to_syms (bfd *abfd)
{
  return is_unlinked (abfd) || has_stab_relocs (abfd);
}

/* More symbols than this are read by opening the file once more, which costs
   as much as reading a few hundred symbols: BFD uses 100 bytes for a symbol
   and frees them only when it closes a file.  A damaged file (BFD makes it
   read_only) is not opened again, since BFD would repeat its warnings.  */
#define FEW_SYMS 4096

bool
core_read_syms (struct core *core, bool keep)
{
  if (core->syms)
    return true;
  bfd *abfd = has_symtab (core->bfd) || !core->debug ? core->bfd : core->debug;
  long size = bfd_get_symtab_upper_bound (abfd);
  if (size < 0)
    {
      bfd_failed (core, N_("cannot read the symbol table"));
      return false;
    }
  if (!keep && !refers_to_syms (core->bfd) && !abfd->read_only
      && size > FEW_SYMS * (long) sizeof *core->syms)
    core->sym_bfd = open_again (core, abfd, size);
  if (core->sym_bfd)
    abfd = core->sym_bfd;
  core->syms = array_new ((size_t) size + sizeof *core->syms, 1);
  long n = size == 0 ? 0 : bfd_canonicalize_symtab (abfd, core->syms);
  if (n < 0)
    {
      bfd_failed (core, N_("cannot read the symbol table"));
      return false;
    }
  core->n_syms = n;
  find_kinds (core);
  return true;
}

/* Returns true if copies of all names would take more memory than the files,
   so that the symbols stay.  Symbols may share a name, or the end of one, in
   the file, so copies could take any amount of memory.  */
static bool
names_are_shared (const struct core *core)
{
  return core->names_size > core_size (core);
}

void
core_drop_syms (struct core *core)
{
  if (core->sym_bfd && !names_are_shared (core))
    free_syms (core);
}

const char *
core_keep_name (struct core *core, const char *name)
{
  if (!core->sym_bfd)
    return name;
  core->names_size += strlen (name) + 1;
  if (names_are_shared (core))
    return name;
  if (!core->names)
    core->names = arena_new ();
  return arena_strdup (core->names, name);
}

size_t
core_n_syms (const struct core *core)
{
  return core->n_syms;
}

struct core_sym
core_get_sym (const struct core *core, size_t i)
{
  asymbol *sym = core->syms[i];
  return (struct core_sym) {
    .name = bfd_asymbol_name (sym),
    .addr = bfd_asymbol_value (sym),
    .kind = core->kinds[i],
    .is_func = (sym->flags & BSF_FUNCTION) != 0,
    .is_local = (sym->flags & BSF_LOCAL) != 0,
    .is_odd
      = (sym->flags & (BSF_DEBUGGING | BSF_SECTION_SYM | BSF_FILE)) != 0,
  };
}

char *
core_demangle (const struct core *core, const char *name, int flags)
{
  char leading = core_leading_char (core);
  if (!demangle_is_bearable (name + (leading && *name == leading), flags,
                             core->demangle_room))
    return NULL;
  return bfd_demangle (core->bfd, name, flags);
}

bool
core_line_is_whole (const struct core_line *line)
{
  return line->file && line->function && line->line;
}

/* Returns true if CORE itself may have lines.  Sections with only stack frames
   or an index do not count: they stay when the rest is moved to a debug
   file.  */
static bool
has_own_lines (const struct core *core)
{
  for (const asection *s = core->bfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0
          || (bfd_section_flags (s) & SEC_DEBUGGING
              && strcmp (name, ".debug_frame") != 0
              && strcmp (name, ".gdb_index") != 0))
        return true;
    }
  return bfd_get_flavour (core->bfd) != bfd_target_elf_flavour;
}

bool
core_has_lines (const struct core *core)
{
  return core->debug || core->bfd_follows || has_own_lines (core);
}

/* Returns true if lines are looked up in the attached debug file.  */
static bool
asks_debug (const struct core *core)
{
  return core->debug && !has_own_lines (core);
}

/* Returns the file in which lines are looked up.  */
static bfd *
lines_bfd (const struct core *core)
{
  return asks_debug (core) ? core->debug : core->bfd;
}

bool
core_lines_are_refused (const struct core *core)
{
  return asks_debug (core) ? core->debug_too_large : core->own_too_large;
}

int
core_lines_file (const struct core *core)
{
  bfd *abfd = lines_bfd (core);
  if (bfd_get_flavour (abfd) != bfd_target_elf_flavour || core->bfd_follows
      || !(core->bfd->flags & (EXEC_P | DYNAMIC))
      || core_lines_are_refused (core))
    return -1;
  for (const asection *s = abfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0 || strcmp (name, ".debug") == 0)
        return -1;
    }
  return stream_fd (asks_debug (core) ? core->debug_file : core->file);
}

bool
core_lines_failed (const struct core *core)
{
  return core->lines_failed;
}

uint64_t
core_lines_size (const struct core *core)
{
  uint64_t size = core_size (core);
  if (!core_lines_are_refused (core))
    for (const asection *s = lines_bfd (core)->sections; s; s = s->next)
      if ((bfd_section_flags (s) & SEC_DEBUGGING)
          && s->compress_status != COMPRESS_SECTION_NONE
          && bfd_section_size (s) > s->compressed_size)
        size += bfd_section_size (s) - s->compressed_size;
  return size;
}

unsigned char *
core_debug_info (const struct core *core, size_t *len)
{
  bfd *abfd = lines_bfd (core);
  asection *s = bfd_get_section_by_name (abfd, ".debug_info");
  bfd_byte *bytes = NULL;
  if (!s)
    s = bfd_get_section_by_name (abfd, ".zdebug_info");
  if (!s || core_lines_are_refused (core)
      || !bfd_malloc_and_get_section (abfd, s, &bytes))
    {
      free (bytes);
      return NULL;
    }
  *len = bfd_section_size (s);
  return bytes;
}

static bool
find_line (struct core *core, asymbol **syms, uint64_t addr,
           struct core_line *line)
{
  bfd *abfd = lines_bfd (core);
  asection *text = asks_debug (core) ? core->debug_text : core->text;
  *line = (struct core_line) { NULL, NULL, 0 };
  if (core_lines_are_refused (core) || (!syms && has_stab_relocs (abfd)))
    return false;
  bfd_set_error (bfd_error_no_error);
  if (bfd_find_nearest_line (abfd, text, syms, addr - bfd_section_vma (text),
                             &line->file, &line->function, &line->line))
    return true;
  core->lines_failed |= bfd_get_error () == bfd_error_bad_value;
  *line = (struct core_line) { NULL, NULL, 0 };
  return false;
}

/* Returns the symbol table to pass to BFD for a lookup in debugging
   information only, or NULL.  BFD is slow with the real table, and without a
   table it does not decompress sections, so it gets an empty one.  But if
   debugging information refers to symbols, by their index in its file, BFD
   would read past the end of the empty table.  */
static asymbol **
syms_of_debug (struct core *core)
{
  if (!refers_to_syms (lines_bfd (core)))
    return core->no_syms;
  return core->debug ? NULL : core->syms;
}

bool
core_find_line (struct core *core, uint64_t addr, struct core_line *line)
{
  return find_line (core, syms_of_debug (core), addr, line);
}

bool
core_find_line_or_sym (struct core *core, uint64_t addr,
                       struct core_line *line)
{
  return find_line (core, core->syms, addr, line);
}

/* -- Separate debug files ------------------------------------------------- */

/* Sets *ID to the build id of ABFD, which is mostly the only note in its
   section.  A note consists of the lengths of name and contents, a type, the
   name "GNU" and the contents.  */
static void
read_build_id (bfd *abfd, struct core_build_id *id)
{
  asection *s = bfd_get_section_by_name (abfd, ".note.gnu.build-id");
  bfd_byte *note = NULL;
  id->len = 0;
  if (!s || !(bfd_section_flags (s) & SEC_HAS_CONTENTS)
      || bfd_section_size (s) < 16 || bfd_section_size (s) > 4096
      || !bfd_malloc_and_get_section (abfd, s, &note))
    {
      free (note);
      return;
    }
  uint64_t len = bfd_get_32 (abfd, note + 4);
  if (bfd_get_32 (abfd, note) == 4 && bfd_get_32 (abfd, note + 8) == 3
      && len <= bfd_section_size (s) - 16 && len <= sizeof id->bytes)
    {
      id->len = len;
      memcpy (id->bytes, note + 16, len);
    }
  free (note);
}

void
core_build_id (const struct core *core, struct core_build_id *id)
{
  read_build_id (core->bfd, id);
}

char *
core_debug_link (struct core *core, uint32_t *crc)
{
  const char *name = core->link ? lbasename (core->link) : "";
  *crc = *name ? core->link_crc : 0;
  return *name ? xstrdup (name) : NULL;
}

const char *
core_file_crc (const char *name, uint32_t *crc)
{
  unsigned char buffer[8192];
  unsigned long sum = 0;
  uint64_t at = 0;
  ssize_t n;
  struct stream *stream = stream_open (name);
  if (!stream)
    return strerror (errno);
  while ((n = stream_read (stream, buffer, sizeof buffer, at)) > 0)
    {
      sum = bfd_calc_gnu_debuglink_crc32 (sum, buffer, n);
      at += (uint64_t) n;
    }
  const char *trouble = stream_trouble (stream);
  stream_close (stream);
  *crc = sum;
  return trouble;
}

/* Returns the reason why ABFD is not a debug file of CORE, NULL if it is.  */
static const char *
misfit (const struct core *core, bfd *abfd, const asection *text)
{
  struct core_build_id ours, theirs;
  read_build_id (core->bfd, &ours);
  read_build_id (abfd, &theirs);
  if (ours.len && theirs.len
      && (ours.len != theirs.len
          || memcmp (ours.bytes, theirs.bytes, ours.len) != 0))
    return _("it has another build id");
  if (!text || bfd_section_vma (text) != bfd_section_vma (core->text)
      || bfd_section_size (text) != bfd_section_size (core->text))
    return _("its code has another place or size");
  return NULL;
}

/* Opens NAME as the debug file of CORE; returns NULL, or why it cannot be.  */
static const char *
open_debug (struct core *core, const char *name)
{
  core->debug_name = xstrdup (name);
  core->debug_file = stream_open (core->debug_name);
  if (!core->debug_file)
    return strerror (errno);
  core->debug = open_bfd (core->debug_name, NULL, core->debug_file);
  if (!core->debug || !is_object (core->debug))
    {
      const char *trouble = stream_trouble (core->debug_file);
      return trouble ? trouble : _("it is no object file");
    }
  check_links (core->debug);
  rename_ranges (core->debug);
  core->debug_text
    = bfd_get_section_by_name (core->debug, bfd_section_name (core->text));
  return misfit (core, core->debug, core->debug_text);
}

bool
core_attach_debug (struct core *core, const char *name)
{
  const char *why = open_debug (core, name);
  if (!why)
    {
      diag_trace (core->diag, TRACE_SYMBOLS, "%s: the debug file of %s", name,
                  core->name);
      core->debug_too_large = is_too_large (core, core->debug, name);
      return true;
    }
  diag_warning (core->diag, "%s: not used as the debug file of %s: %s", name,
                core->name, why);
  close_debug (core);
  return false;
}

/* Takes note of the debug file NAME (heap, freed here; or NULL), which BFD has
   found through SECTION and will read by itself.  If its own links are
   harmful, hides SECTION from BFD.  */
static void
follow (struct core *core, const char *section, char *name)
{
  struct stat st;
  if (!name)
    return;
  core->bfd_follows = true;
  bfd *abfd = bfd_openr (name, NULL);
  if (abfd && bfd_check_format (abfd, bfd_object) && !check_links (abfd))
    hide_sections (core->bfd, section);
  if (abfd)
    bfd_close_all_done (abfd);
  if (stat (name, &st) == 0 && (uint64_t) st.st_size > core->followed_size)
    core->followed_size = (uint64_t) st.st_size;
  free (name);
}

void
core_let_bfd_follow (struct core *core)
{
  static const char dir[] = "/usr/lib/debug";
  follow (core, ".note.gnu.build-id",
          bfd_follow_build_id_debuglink (core->bfd, dir));
  follow (core, ".gnu_debuglink",
          bfd_follow_gnu_debuglink (core->bfd, dir));
}

uint64_t
core_size (const struct core *core)
{
  uint64_t size = (uint64_t) stream_stat (core->file)->st_size;
  if (core->debug_file)
    size += (uint64_t) stream_stat (core->debug_file)->st_size;
  return size + core->followed_size;
}
