/* unit/t_image.c -- tests of image/bfd/image: facts about object files.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of an image made by mkimage, and of ELF files written here, of either byte
   order and size.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include <demangle.h>

#include "base/out.h"
#include "image.h"

static const char *program;
static struct diag *diag;

/* -- Files that are no images -------------------------------------------- */

static void
test_refused (const char *name, const char *why)
{
  unsigned before = diag_errors (diag);
  struct image *image = image_open (diag, name, quirks_none ());

  CHECK (!image && diag_errors (diag) == before + 1, "%s: refused", name);
  CHECK (strncmp (diag_last (diag), name, strlen (name)) == 0
         && strstr (diag_last (diag), why), "%s: '%s' says why", name,
         diag_last (diag));
  image_free (image);
}

/* -- ELF files from here ------------------------------------------------- */

/* A relocatable file of the generic kind: the ELF header, a section of 32
   bytes of code at 0x1000 called NAME, and the names of the sections.  MACHINE
   and FLAGS are the fields of the header.  */
static void
write_elf_for (const char *file, struct wire wire, const char *name,
               uint16_t machine, uint32_t flags)
{
  unsigned wide = wire.addr_size == 8;
  unsigned header = wide ? 64 : 52, section = wide ? 64 : 40;
  struct { uint32_t name, type; uint64_t flags, addr, offset, size; }
    sections[3] = {
      { 0, 0, 0, 0, 0, 0 },
      { 1, 1, 6, 0x1000, header, 32 },
      { 16, 3, 0, 0, header + 32, 32 }
    };
  struct writer w;
  char names[32] = { 0 };

  writer_init (&w, wire);
  wr_bytes (&w, "\177ELF", 4);
  wr_u8 (&w, wide ? 2 : 1);
  wr_u8 (&w, wire.big_endian ? 2 : 1);
  wr_u8 (&w, 1);
  wr_zeros (&w, 9);
  wr_u16 (&w, 1);
  wr_u16 (&w, machine);
  wr_u32 (&w, 1);
  wr_addr (&w, 0);
  wr_addr (&w, 0);
  wr_addr (&w, header + 64);
  wr_u32 (&w, flags);
  wr_u16 (&w, (uint16_t) header);
  wr_zeros (&w, 4);
  wr_u16 (&w, (uint16_t) section);
  wr_u16 (&w, 3);
  wr_u16 (&w, 2);
  wr_zeros (&w, 32);
  snprintf (names + 1, 14, "%s", name);
  snprintf (names + 16, 14, ".shstrtab");
  wr_bytes (&w, names, sizeof names);
  for (unsigned i = 0; i < 3; i++)
    {
      wr_u32 (&w, sections[i].name);
      wr_u32 (&w, sections[i].type);
      wr_addr (&w, sections[i].flags);
      wr_addr (&w, sections[i].addr);
      wr_addr (&w, sections[i].offset);
      wr_addr (&w, sections[i].size);
      wr_zeros (&w, 8);
      wr_addr (&w, i > 0);
      wr_addr (&w, 0);
    }
  image_write (file, w.data, w.len);
  writer_free (&w);
}

static void
write_elf (const char *file, struct wire wire, const char *name)
{
  write_elf_for (file, wire, name, 0, 0);
}

/* Which machine the header means, and the byte order of its instructions,
   which is not always that of its data.  */
static void
test_machines (void)
{
  static const struct
  {
    uint16_t machine;
    uint32_t flags;
    enum image_arch arch;
    bool big_data, big_code;
  } rows[] = {
    { 40, 0x05000000, IMAGE_ARCH_ARM, false, false },
    { 40, 0x05000000, IMAGE_ARCH_ARM, true, true },
    { 40, 0x05800000, IMAGE_ARCH_ARM, true, false },    /* BE8 */
    { 8, 0x00001000, IMAGE_ARCH_MIPS, true, true },
    { 20, 0, IMAGE_ARCH_PPC, true, true },
    { 2, 0, IMAGE_ARCH_SPARC, true, true },
    { 243, 0, IMAGE_ARCH_RISCV, false, false },
    { 9999, 0, IMAGE_ARCH_OTHER, false, false }
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      struct wire wire = { .big_endian = rows[i].big_data, .addr_size = 4 };
      struct image_machine machine;
      struct image *image;

      write_elf_for ("machine", wire, ".text", rows[i].machine,
                     rows[i].flags);
      image = image_open (diag, "machine", quirks_none ());
      if (!image)
        {
          untested ("machine %u: BFD refuses it (%s)", rows[i].machine,
                    diag_last (diag));
          continue;
        }
      machine = image_machine (image, false);
      CHECK (machine.arch == rows[i].arch
             && machine.big_endian == rows[i].big_code,
             "machine %u, flags %#x", rows[i].machine,
             (unsigned) rows[i].flags);
      image_free (image);
    }
}

static void
test_wire (struct wire wire)
{
  char name[16];
  struct image *image;

  snprintf (name, sizeof name, "elf%u%s", 8 * wire.addr_size,
            wire.big_endian ? "be" : "le");
  write_elf (name, wire, ".text");
  image = image_open (diag, name, quirks_none ());
  if (!image)
    {
      untested ("%s: BFD does not know it (%s)", name, diag_last (diag));
      return;
    }
  CHECK (image_wire (image).big_endian == wire.big_endian, "%s: byte order",
         name);
  CHECK_U64 (image_wire (image).addr_size, wire.addr_size, "address size");
  CHECK (image_text_range (image).low == 0x1000
         && image_text_range (image).high == 0x1020, "%s: text", name);
  CHECK (image_read_syms (image, true) && image_n_syms (image) == 0,
         "%s: no symbols are no error", name);
  CHECK (!image_has_lines (image), "%s: no lines", name);
  image_free (image);
}

/* -- An image ------------------------------------------------------------ */

static const char source[] =
  "file part.c\n"
  "base 0x401000\n"
  "line src/a.c 10\n"
  "func f 16\n"
  "line src/a.c 12\n"
  "space 16\n"
  "line lib/b.c 3\n"
  "func _Z3fooi 16 local\n"
  "sym label local notype\n"
  "space 8\n"
  "sym last weak func\n"
  "space 8\n"
  "subprogram f f _Z3fooi\n"
  "section .init 0x400000\n"
  "func _init 9\n"
  "section .fini 0x402000\n"
  "func _fini 9\n"
  "section .data 0x500000\n"
  "sym datum global object\n"
  "space 8\n";

static void
test_code (const struct image *image)
{
  static const struct { uint64_t addr, last; } rows[] = {
    { 0, 0 }, { 0x3fffff, 0 }, { 0x400000, 0x400008 }, { 0x400008, 0x400008 },
    { 0x400009, 0 }, { 0x400fff, 0 }, { 0x401000, 0x40103f },
    { 0x40103f, 0x40103f }, { 0x401040, 0 }, { 0x402000, 0x402008 },
    { 0x402009, 0 }, { 0x500000, 0 }, { UINT64_MAX, 0 }
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      uint64_t addr = rows[i].addr, last = rows[i].last;

      EXPECT (&bad, image_code_last (image, addr) == (last ? last : addr),
              "%#" PRIx64, addr);
      EXPECT (&bad, image_has_code (image, addr, addr) == (last != 0),
              "%#" PRIx64, addr);
    }
  CHECK (bad == 0, "what is code, and where it ends");
  CHECK (image_has_code (image, 0, UINT64_MAX)
         && image_has_code (image, 0x401030, 0x401fff)
         && image_has_code (image, 0x3ff000, 0x400000)
         && !image_has_code (image, 0x401040, 0x401fff), "ranges with code");
  CHECK (image_text_is_real (image), "the text is in the file");
  CHECK (image_text_range (image).low == 0x401000
         && image_text_range (image).high == 0x401040, "text is .text alone");
}

/* Describes the symbol NAME: its letter, and F, L and O for what it is.  */
static const char *
describe (const struct image *image, const char *name, uint64_t *addr)
{
  static char text[8];

  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);

      if (strcmp (sym.name, name) != 0)
        continue;
      *addr = sym.addr;
      snprintf (text, sizeof text, "%c%s%s%s", sym.kind,
                sym.is_func ? "F" : "", sym.is_local ? "L" : "",
                sym.is_odd ? "O" : "");
      return text;
    }
  return "none";
}

static void
test_symbols (struct image *image)
{
  static const struct { const char *name, *want; uint64_t addr; } rows[] = {
    { "f", "TF", 0x401000 }, { "_Z3fooi", "tFL", 0x401020 },
    { "label", "tL", 0x401030 }, { "last", "WF", 0x401038 },
    { "_init", "TF", 0x400000 }, { "datum", "D", 0x500000 },
    { "nobody", "none", 0 }
  };
  uint64_t addr = 0;

  CHECK_U64 (image_n_syms (image), 0, "no symbols before they are read");
  CHECK (image_read_syms (image, true) && image_n_syms (image) > 6,
         "symbols are read");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      addr = 0;
      CHECK_STR (describe (image, rows[i].name, &addr), rows[i].want,
                 rows[i].name);
      CHECK_U64 (addr, rows[i].addr, "its address");
    }
  CHECK (strchr (describe (image, "part.c", &addr), 'O') != NULL,
         "a file's name is odd");
}

static bool
is_line (bool found, const struct image_line *got, const char *file,
         unsigned line, const char *function)
{
  return (found && got->file && strcmp (got->file, file) == 0
          && got->line == line
          && (function ? got->function
              && strcmp (got->function, function) == 0 : !got->function));
}

static void
test_lines (struct image *image)
{
  struct image_line line;
  bool found;

  CHECK (image_has_lines (image), "there are lines");
  found = image_find_line (image, 0x401000, &line);
  CHECK (is_line (found, &line, "src/a.c", 10, "f"), "a function's line");
  found = image_find_line (image, 0x40101f, &line);
  CHECK (is_line (found, &line, "src/a.c", 12, "f"), "a line in it");
  found = image_find_line (image, 0x401020, &line);
  CHECK (is_line (found, &line, "lib/b.c", 3, NULL),
         "a line of no known function");
  found = image_find_line_or_sym (image, 0x401020, &line);
  CHECK (is_line (found, &line, "lib/b.c", 3, "_Z3fooi"),
         "which the symbols know");
  found = image_find_line (image, 0x403000, &line);
  CHECK (!found, "an address without a line");
}

static void
test_names (const struct image *image)
{
  char *plain = image_demangle (image, "_Z3fooi", DMGL_ANSI | DMGL_PARAMS);
  char *bare = image_demangle (image, "_Z3fooi", DMGL_ANSI);

  CHECK_STR (plain, "foo(int)", "demangled");
  CHECK_STR (bare, "foo", "without its parameters");
  CHECK (!image_demangle (image, "f", DMGL_ANSI | DMGL_PARAMS),
         "not a mangled name");
  free (plain);
  free (bare);
  CHECK_STR (image_name (image), "image", "the name of the image");
  CHECK (image_leading_char (image) == 0, "no leading character");
  CHECK_U64 (image_insn_step (image), 1, "instructions begin anywhere");
}

/* Sections that overlap, as in objects that are not linked, are one.  */
static void
test_overlaps (void)
{
  struct image *image;

  setenv ("LD", "ld --no-check-sections", 1);
  image = image_made (diag, program, "overlaps", "base 0x401000\n"
                      "func f 64\nsection .init 0x401010\nfunc g 8\n");
  unsetenv ("LD");
  CHECK (image_has_code (image, 0x401030, 0x401030)
         && image_code_last (image, 0x401030) == 0x40103f,
         "code behind the end of a section within another");
  image_free (image);
}

/* Only the size of the text is left in a debug file: one of up to 16 times the
   file is believed, since its lines take room.  */
static void
test_debug_text (void)
{
  static const struct { const char *source; bool is_real; } rows[] = {
    { "func f 12000\nline src/a.c 10\n", true },
    { "func f 4000000\nline src/a.c 10\n", false }
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      struct image *image;

      image_make (program, "large", rows[i].source);
      if (system ("objcopy --only-keep-debug large large.debug") != 0
          || !(image = image_open (diag, "large.debug", quirks_none ())))
        {
          unresolved ("no debug file");
          continue;
        }
      CHECK (!image_has_text (image)
             && image_text_is_real (image) == rows[i].is_real,
             "the text's size in a debug file, number %zu", i);
      image_free (image);
    }
}

/* A program that kept its relocations: debug information alone is asked, which
   does not know the function NODEBUG.  With the symbols, BFD would look through
   all of them.  */
static void
test_kept_relocations (void)
{
  struct image_line line;
  struct image *image;

  setenv ("LD", "ld --emit-relocs", 1);
  image = image_made (diag, program, "relocs", "base 0x401000\n"
                      "func nodebug 16\nline src/a.c 10\nfunc f 16\n"
                      "func end 16\nsubprogram f f end\n");
  unsetenv ("LD");
  CHECK (image_read_syms (image, true)
         && image_find_line (image, 0x401010, &line) && line.line == 10,
         "a line of a program with relocations");
  CHECK (!image_find_line (image, 0x401000, &line) || !line.function,
         "a function that only the symbol table knows");
  image_free (image);
}

/* Writes N functions behind HEAD: to mkimage, on the heap.  */
static char *
many_functions (const char *head, unsigned n)
{
  struct out *out = out_to_memory ();
  char *text;

  out_text (out, head);
  for (unsigned i = 0; i < n; i++)
    out_printf (out, "func f%u 2\n", i);
  text = strdup (out_memory (out, NULL));
  out_close (out);
  return text;
}

/* Can the symbols of such an image be dropped?  Kept names stay.  */
static bool
drops (const char *name, const char *head, unsigned n, bool keep)
{
  char *text = many_functions (head, n);
  struct image *image = image_made (diag, program, name, text);
  const char *first = NULL, *again = NULL;
  bool dropped;
  uint64_t addr;

  CHECK (image_read_syms (image, keep) && image_n_syms (image) >= n,
         "%s: many symbols are read", name);
  for (size_t i = 0; i < image_n_syms (image) && !first; i++)
    if (strcmp (image_get_sym (image, i).name, "f0") == 0)
      first = image_keep_name (image, image_get_sym (image, i).name);
  image_drop_syms (image);
  dropped = image_n_syms (image) == 0;
  CHECK_STR (first, "f0", "a name that was kept");
  CHECK (image_text_range (image).high - image_text_range (image).low >= 2 * n,
         "%s: the text is still known", name);
  again = image_read_syms (image, keep) ? describe (image, "f4095", &addr) : "";
  CHECK_STR (again, n > 4095 ? "TF" : "none", "read again");
  image_drop_syms (image);
  CHECK_STR (first, "f0", "and kept");
  image_free (image);
  free (text);
  return dropped;
}

static void
test_drop (void)
{
  CHECK (drops ("many", "", 5000, false), "many symbols are dropped");
  CHECK (!drops ("many", "", 5000, true), "unless they are to be kept");
  CHECK (!drops ("few", "", 100, false), "few are kept");
  CHECK (!drops ("parts", "link object\nline a.c 1\n", 5000, false),
         "those that debug information refers to are kept");
}

/* -- Separate debug files ------------------------------------------------ */

static void
test_debug_files (struct image *image)
{
  struct image_build_id id;
  uint32_t crc = 1;
  unsigned warnings = diag_warnings (diag);

  image_build_id (image, &id);
  CHECK_U64 (id.len, 0, "no build id");
  CHECK (!image_debug_link (image, &crc), "no debug link");
  image_write ("digits", "123456789", 9);
  CHECK (!image_file_crc ("digits", &crc) && crc == 0xcbf43926,
         "the checksum of a file");
  CHECK_STR (image_file_crc ("nowhere/digits", &crc),
             "No such file or directory", "of none");
  CHECK (!image_attach_debug (image, "digits")
         && diag_warnings (diag) == warnings + 1
         && strstr (diag_last (diag), "digits: not used"),
         "a file that is no object");
  CHECK (!image_attach_debug (image, "elf64le")
         && strstr (diag_last (diag), "place or size"), "one of other code");
  CHECK (image_attach_debug (image, "image") && image_has_syms (image),
         "one of the same code");
}

int
main (int argc, char **argv)
{
  static const struct wire wires[] = {
    { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
    { true, false, 4, 0 }
  };
  struct image *image;

  (void) argc;
  program = argv[0];
  diag = diag_new ("t_image", NULL);
  test_refused ("missing", "No such file");
  image_write ("empty", "", 0);
  test_refused ("empty", "not a program or object file");
  image_write ("text", "hello, world\n", 13);
  test_refused ("text", "not a program or object file");
  write_elf ("no-text", wires[0], ".code");
  test_refused ("no-text", "no .text section");
  for (size_t i = 0; i < sizeof wires / sizeof wires[0]; i++)
    test_wire (wires[i]);
  test_machines ();
  image = image_made (diag, program, "image", source);
  test_code (image);
  test_symbols (image);
  test_lines (image);
  test_names (image);
  test_debug_files (image);
  test_kept_relocations ();
  test_drop ();
  test_overlaps ();
  test_debug_text ();
  image_free (image);
  image_free (NULL);
  diag_free (diag);
  return check_end ();
}
