/* mkimage.c -- a list of symbols to the assembly of an image that has them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkimage [SYMBOLS] > image.s

   Reads SYMBOLS (default: standard input), prints GNU assembly.  Its first
   line is "# BITS link OPTIONS" for the assembler and the linker, or "# BITS
   object" if the object itself is the image; image.sh does the rest.  Used for
   the golden, random oracle and bad-input tests, so that no binary need be
   kept in the tree and the truth about every address is known.

   One directive a line, `#' starts a comment:

     machine x86-64|i386    (default x86-64)
     base ADDR              link address of .text (default 0x401000)
     link static|pie|object how to make the image (default static)
     section NAME [ADDR]    go on in this section (at first: .text); ADDR is
                            its link address.  Names that begin with .data or
                            .bss hold data, all others code
     space N                N bytes
     align N                up to a multiple of N bytes
     sym NAME BIND TYPE [SIZE]
                            a symbol here; BIND: global local weak unique
                            hidden; TYPE: func notype object ifunc
     func NAME SIZE [BIND]  a function symbol (default global) and its bytes
     abs NAME VALUE [BIND]  an absolute symbol
     file NAME              a file symbol
     line FILE LINE         the code that follows is of this source line;
                            gives the image DWARF line numbers for .text
     subprogram NAME LOW-LABEL HIGH-LABEL
                            a DWARF function between two symbols (optional)  */

#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>

#define MAX_LINE 65536
#define MAX_WORDS 6
#define MAX_FILES 64
#define MAX_SECTIONS 32
#define MAX_SUBPROGRAMS 256

struct subprogram
{
  char *name, *low, *high;
};

struct state
{
  unsigned line;
  bool i386;
  char *base;
  char *link;
  char *section_names[MAX_SECTIONS];
  char *section_addrs[MAX_SECTIONS];
  unsigned nsections;
  char *files[MAX_FILES];               /* DWARF files, number = index + 1 */
  unsigned nfiles;
  struct subprogram subprograms[MAX_SUBPROGRAMS];
  unsigned nsubprograms;
  FILE *body;                           /* the assembly but its first line */
};

static void
fail (const struct state *st, const char *why, const char *what)
{
  fprintf (stderr, "mkimage: line %u: %s `%s'\n", st->line, why, what);
  exit (EXIT_FAILURE);
}

static char *
copy (const char *s)
{
  char *p = strdup (s);

  if (!p)
    abort ();
  return p;
}

static void
define (struct state *st, const char *name, const char *bind, const char *type)
{
  if (strcmp (bind, "local") != 0)
    {
      if (strcmp (bind, "weak") == 0)
        fprintf (st->body, "\t.weak \"%s\"\n", name);
      else
        fprintf (st->body, "\t.globl \"%s\"\n", name);
    }
  if (strcmp (bind, "hidden") == 0)
    fprintf (st->body, "\t.hidden \"%s\"\n", name);
  if (strcmp (bind, "unique") == 0)
    type = "gnu_unique_object";
  else if (strcmp (type, "ifunc") == 0)
    type = "gnu_indirect_function";
  else if (strcmp (type, "func") == 0)
    type = "function";
  if (strcmp (type, "notype") != 0)
    fprintf (st->body, "\t.type \"%s\", @%s\n", name, type);
}

static void
do_machine (struct state *st, char **words, unsigned n)
{
  (void) n;
  if (strcmp (words[1], "i386") != 0 && strcmp (words[1], "x86-64") != 0)
    fail (st, "unknown machine", words[1]);
  st->i386 = words[1][0] == 'i';
}

static void
do_base (struct state *st, char **words, unsigned n)
{
  (void) n;
  st->base = copy (words[1]);
}

static void
do_link (struct state *st, char **words, unsigned n)
{
  (void) n;
  st->link = copy (words[1]);
}

static void
do_section (struct state *st, char **words, unsigned n)
{
  const char *name = words[1];
  const char *flags = "ax";

  if (strncmp (name, ".data", 5) == 0 || strncmp (name, ".bss", 4) == 0)
    flags = "aw";
  fprintf (st->body, "\t.section %s,\"%s\",@%s\n", name, flags,
           strncmp (name, ".bss", 4) == 0 ? "nobits" : "progbits");
  if (n < 3)
    return;
  if (st->nsections == MAX_SECTIONS)
    fail (st, "too many sections:", name);
  st->section_names[st->nsections] = copy (name);
  st->section_addrs[st->nsections++] = copy (words[2]);
}

static void
put_bytes (struct state *st, const char *size)
{
  unsigned long n = strtoul (size, NULL, 0);

  /* A line entry needs an instruction.  */
  if (n > 0)
    fputs ("\tnop\n", st->body);
  if (n > 1)
    fprintf (st->body, "\t.skip %lu, 0x90\n", n - 1);
}

static void
do_space (struct state *st, char **words, unsigned n)
{
  (void) n;
  put_bytes (st, words[1]);
}

static void
do_align (struct state *st, char **words, unsigned n)
{
  (void) n;
  fprintf (st->body, "\t.balign %s, 0x90\n", words[1]);
}

static void
do_sym (struct state *st, char **words, unsigned n)
{
  define (st, words[1], words[2], words[3]);
  fprintf (st->body, "\"%s\":\n", words[1]);
  if (n > 4)
    fprintf (st->body, "\t.size \"%s\", %s\n", words[1], words[4]);
}

static void
do_func (struct state *st, char **words, unsigned n)
{
  define (st, words[1], n > 3 ? words[3] : "global", "func");
  fprintf (st->body, "\"%s\":\n\t.size \"%s\", %s\n", words[1], words[1],
           words[2]);
  put_bytes (st, words[2]);
}

static void
do_abs (struct state *st, char **words, unsigned n)
{
  define (st, words[1], n > 3 ? words[3] : "global", "notype");
  fprintf (st->body, "\t.set \"%s\", %s\n", words[1], words[2]);
}

static void
do_file (struct state *st, char **words, unsigned n)
{
  (void) n;
  fprintf (st->body, "\t.file \"%s\"\n", words[1]);
}

static void
do_line (struct state *st, char **words, unsigned n)
{
  unsigned i;

  (void) n;
  for (i = 0; i < st->nfiles; i++)
    if (strcmp (st->files[i], words[1]) == 0)
      break;
  if (i == MAX_FILES)
    fail (st, "too many files:", words[1]);
  if (i == st->nfiles)
    {
      st->files[st->nfiles++] = copy (words[1]);
      fprintf (st->body, "\t.file %u \"%s\"\n", i + 1, words[1]);
    }
  fprintf (st->body, "\t.loc %u %s\n", i + 1, words[2]);
}

static void
do_subprogram (struct state *st, char **words, unsigned n)
{
  struct subprogram *sub = &st->subprograms[st->nsubprograms];

  (void) n;
  if (st->nsubprograms++ == MAX_SUBPROGRAMS)
    fail (st, "too many subprograms:", words[1]);
  sub->name = copy (words[1]);
  sub->low = copy (words[2]);
  sub->high = copy (words[3]);
}

static const struct directive
{
  const char *name;
  unsigned min_words, max_words;
  void (*run) (struct state *st, char **words, unsigned n);
} directives[] = {
  { "machine", 2, 2, do_machine },
  { "base", 2, 2, do_base },
  { "link", 2, 2, do_link },
  { "section", 2, 3, do_section },
  { "space", 2, 2, do_space },
  { "align", 2, 2, do_align },
  { "sym", 4, 5, do_sym },
  { "func", 3, 4, do_func },
  { "abs", 3, 4, do_abs },
  { "file", 2, 2, do_file },
  { "line", 3, 3, do_line },
  { "subprogram", 4, 4, do_subprogram },
};

static void
run_line (struct state *st, char *line)
{
  char *words[MAX_WORDS], *save;
  unsigned n = 0;

  for (char *p = strtok_r (line, " \t\r\n", &save); p && *p != '#';
       p = strtok_r (NULL, " \t\r\n", &save))
    {
      if (n == MAX_WORDS)
        fail (st, "too many words:", p);
      words[n++] = p;
    }
  if (n == 0)
    return;
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    if (strcmp (words[0], directives[i].name) == 0)
      {
        if (n < directives[i].min_words || n > directives[i].max_words)
          fail (st, "wrong number of words:", words[0]);
        directives[i].run (st, words, n);
        return;
      }
  fail (st, "unknown directive", words[0]);
}

/* The least DWARF 4 that makes a line table found by address.  */
static void
print_debug_info (const struct state *st)
{
  FILE *out = st->body;
  const char *address = st->i386 ? ".long" : ".quad";

  fputs ("\t.section .debug_abbrev,\"\",@progbits\n"
         /* 1: compile unit with children; producer-free */
         "\t.uleb128 1, 0x11\n\t.byte 1\n"
         "\t.uleb128 0x10, 0x17, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0\n"
         /* 2: subprogram: name, low, high */
         "\t.uleb128 2, 0x2e\n\t.byte 0\n"
         "\t.uleb128 0x03, 0x08, 0x11, 0x01, 0x12, 0x01, 0, 0\n"
         "\t.byte 0\n"
         "\t.section .debug_info,\"\",@progbits\n"
         "\t.long 2f - 1f\n1:\t.value 4\n\t.long .debug_abbrev\n", out);
  fprintf (out, "\t.byte %d\n\t.uleb128 1\n\t.long .debug_line\n",
           st->i386 ? 4 : 8);
  fprintf (out, "\t.asciz \"%s\"\n\t%s .Ltext0\n\t.long .Letext0-.Ltext0\n",
           st->files[0], address);
  for (unsigned i = 0; i < st->nsubprograms; i++)
    fprintf (out, "\t.uleb128 2\n\t.asciz \"%s\"\n\t%s \"%s\", \"%s\"\n",
             st->subprograms[i].name, address, st->subprograms[i].low,
             st->subprograms[i].high);
  fputs ("\t.byte 0\n2:\n\t.section .debug_line,\"\",@progbits\n", out);
}

static void
print_link_line (const struct state *st)
{
  int bits = st->i386 ? 32 : 64;

  if (strcmp (st->link, "object") == 0)
    {
      printf ("# %d object\n", bits);
      return;
    }
  printf ("# %d link -m %s %s -Ttext=%s", bits,
          st->i386 ? "elf_i386" : "elf_x86_64", strcmp (st->link, "pie") == 0
          ? "-pie --no-dynamic-linker" : "-static", st->base);
  for (unsigned i = 0; i < st->nsections; i++)
    printf (" --section-start=%s=%s", st->section_names[i],
            st->section_addrs[i]);
  putchar ('\n');
}

static void
free_state (struct state *st)
{
  free (st->base);
  free (st->link);
  for (unsigned i = 0; i < st->nsections; i++)
    {
      free (st->section_names[i]);
      free (st->section_addrs[i]);
    }
  for (unsigned i = 0; i < st->nfiles; i++)
    free (st->files[i]);
  for (unsigned i = 0; i < st->nsubprograms; i++)
    {
      free (st->subprograms[i].name);
      free (st->subprograms[i].low);
      free (st->subprograms[i].high);
    }
}

int
main (int argc, char **argv)
{
  static struct state st;
  static char line[MAX_LINE];
  FILE *in = argc > 1 ? fopen (argv[1], "r") : stdin;
  char *text = NULL;
  size_t size = 0;

  if (!in)
    {
      perror (argv[1]);
      return EXIT_FAILURE;
    }
  st.base = copy ("0x401000");
  st.link = copy ("static");
  st.body = open_memstream (&text, &size);
  if (!st.body)
    return EXIT_FAILURE;
  fputs ("\t.text\n.Ltext0:\n", st.body);
  while (fgets (line, sizeof line, in))
    {
      st.line++;
      run_line (&st, line);
    }
  fputs ("\t.text\n.Letext0:\n", st.body);
  if (st.nfiles > 0)
    print_debug_info (&st);
  fputs ("\t.section .note.GNU-stack,\"\",@progbits\n", st.body);
  fclose (st.body);
  print_link_line (&st);
  fwrite (text, size, 1, stdout);
  free (text);
  free_state (&st);
  if (in != stdin)
    fclose (in);
  return fflush (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
