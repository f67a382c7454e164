/* unit/t_find_call.c -- tests of image/find_call: whose calls, and of whom.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of images made by mkimage, and of an ELF file of another machine written
   here.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/out.h"
#include "image.h"
#include "image/find_call.h"

static const char *program;
static struct diag *diag;

/* Functions a, b, c, d of 16 bytes from 0x1000 on; a calls c and d, b calls a
   and itself, c calls b and what is behind b's start, d calls c, and so does
   what lies in another section.  */
static const char source[] =
  "base 0x1000\n"
  "sym a global func 16\n"
  "call c 8\n"
  "call d 8\n"
  "sym b global func 16\n"
  "call a 6\n"
  "call b 10\n"
  "sym c global func 16\n"
  "call b 8\n"
  "bytes e8e4ffffff909090\n"
  "sym d global func 16\n"
  "call c 16\n"
  "section .other 0x2000\n"
  "sym far global func 16\n"
  "call c 16\n";

static struct symtab *
make_symtab (unsigned count, uint64_t thumb)
{
  static const char names[][2] = { "a", "b", "c", "d", "e" };
  struct symtab *symtab = symtab_new ();

  for (unsigned i = 0; i < count; i++)
    symtab_add (symtab, &(struct sym) { .addr = i < 4 ? 0x1000 + 16 * i + thumb
                                        : 0x2000, .name = names[i],
                                        .is_func = true });
  symtab_finalize (symtab, 0x1040);
  return symtab;
}

static void
add_pair (void *data, sym_id caller, sym_id callee)
{
  struct out *out = data;

  out_printf (out, "%c%c ", 'a' + (int) caller,
              callee == SYM_NONE ? '*' : 'a' + (int) callee);
}

/* The pairs found in IMAGE are WANT.  */
static void
test_calls (const struct image *image, unsigned count,
            const struct call_rules *rules, const char *want,
            const char *title)
{
  struct symtab *symtab = make_symtab (count, 0);
  struct out *out = out_to_memory ();

  find_call (image, diag, symtab, rules, add_pair, out);
  CHECK_STR (out_memory (out, NULL), want, title);
  out_close (out);
  symtab_free (symtab);
}

static void
test_limits (const struct image *image)
{
  static const struct text_range
    all[] = { { 0x1000, 0x2010 } },
    early[] = { { 0x1000, 0x1030 } },
    late[] = { { 0x1004, 0x1040 } },
    first_wins[] = { { 0x1008, 0x100a }, { 0x1000, 0x1004 },
                     { 0x1020, 0x1040 } };
  struct call_rules rules = { .quirks = quirks_gnu (), .limits = all,
                              .n_limits = 1 };

  test_calls (image, 5, &rules, "ac ad ", "strict: forward only");
  rules.limits = early;
  test_calls (image, 5, &rules, "ac ", "strict: targets outside are none");
  rules.limits = late;
  test_calls (image, 5, &rules, "ad ", "strict: nor is code");
  rules.limits = first_wins;
  rules.n_limits = 3;
  test_calls (image, 5, &rules, "ad ", "strict: a symbol's first limit read");
  rules.n_limits = 0;
  test_calls (image, 5, &rules, "", "strict: without limits nothing");
}

/* -- A file of another machine ------------------------------------------- */

/* A relocatable ARM file: 32 bytes of code at 0x1000, said to be TEXT_SIZE.
   The first half is Thumb:
   BL to 0x1010, then BLX to it; the other is A32: BL to 0x1000, BLX to it.  */
static void
write_arm (const char *name, uint32_t text_size)
{
  static const char names[] = "\0.text\0.shstrtab";
  static const uint32_t code[] = {
    0xf806f000, 0xe804f000, 0xbf00bf00, 0xbf00bf00,
    0xebfffffa, 0xfafffff9, 0xe12fff1e, 0
  };
  struct writer w;

  writer_init (&w, (struct wire) { .addr_size = 4 });
  wr_bytes (&w, "\177ELF\1\1\1", 7);
  wr_zeros (&w, 9);
  wr_u16 (&w, 1);
  wr_u16 (&w, 40);
  wr_u32 (&w, 1);
  wr_zeros (&w, 8);
  wr_u32 (&w, 52 + 32 + 20);            /* section headers */
  wr_u32 (&w, 0);
  wr_u16 (&w, 52);
  wr_zeros (&w, 4);
  wr_u16 (&w, 40);
  wr_u16 (&w, 3);
  wr_u16 (&w, 2);
  for (size_t i = 0; i < 8; i++)
    wr_u32 (&w, code[i]);
  wr_bytes (&w, names, sizeof names);
  wr_zeros (&w, 20 - sizeof names + 40);
  for (unsigned i = 0; i < 2; i++)
    {
      wr_u32 (&w, i == 0 ? 1 : 7);
      wr_u32 (&w, i == 0 ? 1 : 3);
      wr_u32 (&w, i == 0 ? 6 : 0);
      wr_u32 (&w, i == 0 ? 0x1000 : 0);
      wr_u32 (&w, i == 0 ? 52 : 84);
      wr_u32 (&w, i == 0 ? text_size : sizeof names);
      wr_zeros (&w, 8);
      wr_u32 (&w, 4);
      wr_u32 (&w, 0);
    }
  image_write (name, w.data, w.len);
  writer_free (&w);
}

static struct image *
open_arm (const char *name, uint32_t text_size)
{
  struct image *image;

  write_arm (name, text_size);
  image = image_open (diag, name, quirks_none ());
  if (image)
    return image;
  unresolved ("cannot open %s: %s", name, diag_last (diag));
  exit (EXIT_FAILURE);
}

static void
test_other_machine (void)
{
  struct call_rules rules = { .quirks = { 0 } };
  struct symtab *symtab = symtab_new ();
  struct out *out = out_to_memory ();
  struct image *image;
  unsigned before;

  image = open_arm ("find-arm.o", 32);
  symtab_add (symtab, &(struct sym) { .addr = 0x1001, .name = "thumb" });
  symtab_add (symtab, &(struct sym) { .addr = 0x1010, .name = "a32" });
  symtab_finalize (symtab, 0x1020);
  find_call (image, diag, symtab, &rules, add_pair, out);
  CHECK_STR (out_memory (out, NULL), "ab ab ba ba ",
             "ARM: the ELF header says so, and odd addresses that it is Thumb");
  out_close (out);
  out = out_to_memory ();
  before = diag_warnings (diag);
  rules.quirks = quirks_gnu ();
  find_call (image, diag, symtab, &rules, add_pair, out);
  CHECK_STR (out_memory (out, NULL), "", "ARM: strict finds nothing");
  CHECK (diag_warnings (diag) == before + 1
         && strstr (diag_last (diag), "find-arm.o: -c does not know"),
         "and says so once: '%s'", diag_last (diag));
  out_close (out);
  symtab_free (symtab);
  image_free (image);
}

/* Nothing is allocated for a size that cannot be true.  */
static void
test_text_size (void)
{
  struct call_rules rules = { .quirks = { 0 } };
  struct image *image = open_arm ("find-cut.o", 0xfffffff0);

  CHECK (!image_read_text_data (image), "a text section larger than its file");
  test_calls (image, 4, &rules, "", "has no calls");
  CHECK (strstr (diag_last (diag), "find-cut.o: cannot read the code"),
         "and that is said: '%s'", diag_last (diag));
  image_free (image);
}

int
main (int argc, char **argv)
{
  struct call_rules rules = { .quirks = { 0 } };
  struct image *image;

  program = argc ? argv[0] : "t_find_call";
  diag = diag_new (program, NULL);
  image = image_made (diag, program, "find-call.image", source);
  test_calls (image, 4, &rules, "ac ad ba bb cb dc ", "calls of functions");
  test_calls (image, 5, &rules, "ac ad ba bb cb dc ",
              "code outside the text section is not looked at");
  test_calls (image, 2, &rules, "ba bb bb ",
              "a call counts for the symbol that it lies in");
  test_calls (image, 0, &rules, "", "no symbols");
  test_limits (image);
  image_free (image);
  test_other_machine ();
  test_text_size ();
  diag_free (diag);
  return check_end ();
}
