/* mkimage.c -- a list of symbols to the assembly of an image that has them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkimage [SYMBOLS] > image.s

   Reads SYMBOLS (default: standard input), prints GNU assembly.  Its first
   line is "# TOOLS FLAGS link OPTIONS" for the assembler and the linker, or
   "# TOOLS FLAGS object" if the object itself is the image; TOOLS is "native"
   or the triplet of cross tools, FLAGS "-" for none.  If the second line is
   "# convert FORMAT", that is for objcopy.  image.sh does the rest.
   Used for the golden, oracle, random and bad-input tests, so that no binary
   need be kept in the tree and the truth about every address is known.

   One directive a line, `#' starts a comment:

     machine NAME           x86-64 (default), i386, or a triplet of machines[]
     convert FORMAT         make the image one of this BFD target, by objcopy
     base ADDR              link address of .text (default 0x401000)
     link static|pie|object how to make the image (default static)
     section NAME [ADDR]    go on in this section (at first: .text); ADDR is
                            its link address.  Names that begin with .data or
                            .bss hold data, all others code
     space N                N bytes
     align N                up to a multiple of N bytes
     call NAME ROOM         a call of that symbol, and ROOM bytes with it
     bytes HEX              these bytes, at most 32
     sym NAME BIND TYPE [SIZE]
                            a symbol here; BIND: global local weak unique
                            hidden; TYPE: func notype object ifunc
     func NAME SIZE [BIND]  a function symbol (default global) and its bytes
     abs NAME VALUE [BIND]  an absolute symbol
     file NAME              a file symbol
     line FILE LINE         the code that follows is of this source line;
                            gives the image DWARF line numbers
     unit FILE              a new DWARF unit begins here, named FILE (the first
                            one begins by itself, named after the first line)
     label NAME             a label here; one that begins with .L is no symbol
     subprogram NAME LOW HIGH
                            a DWARF function of this unit, between two labels
     inline DEPTH NAME LOW HIGH LINE
                            a function inlined in the last subprogram (DEPTH
                            1) or in the last inline of DEPTH - 1

   Code for a foreign machine comes in multiples of its instructions.  */

#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>

#define MAX_LINE 65536
#define MAX_WORDS 7
#define MAX_FILES 64
#define MAX_SECTIONS 32
#define MAX_DIES 8192
#define MAX_ROWS 65536

/* The differences between machines in the assembly.  */
struct machine
{
  const char *name;             /* the triplet of cross tools */
  const char *tools;            /* "native", or NULL: the name */
  const char *flags;            /* of the assembler */
  const char *link;             /* of the linker */
  unsigned bits;
  unsigned nop_size;
  const char *call;             /* the instruction, before its target */
  const char *head;             /* first of all */
};

static const struct machine machines[] = {
  { "x86-64", "native", "--64", "-m elf_x86_64", 64, 1, "call", "" },
  { "i386", "native", "--32", "-m elf_i386", 32, 1, "call", "" },
  { "i686-linux-gnu", NULL, "-", "", 32, 1, "call", "" },
  { "aarch64-linux-gnu", NULL, "-", "", 64, 4, "bl", "" },
  { "arm-linux-gnueabihf", NULL, "-", "", 32, 4, "bl", "" },
  { "riscv64-linux-gnu", NULL, "-", "", 64, 4, "jal ra,",
    "\t.option norelax\n\t.option norvc\n" },
  { "powerpc64le-linux-gnu", NULL, "-", "", 64, 4, "bl", "" },
  { "powerpc-linux-gnu", NULL, "-", "", 32, 4, "bl", "" },
  { "s390x-linux-gnu", NULL, "-", "", 64, 4, "brasl %r14,", "" },
  { "mips64el-linux-gnuabi64", NULL, "-", "", 64, 4, "jal",
    "\t.set noreorder\n" },
  { "mips-linux-gnu", NULL, "-", "", 32, 4, "jal", "\t.set noreorder\n" },
  { "m68k-linux-gnu", NULL, "-", "", 32, 2, "bsr.l", "" },
  { "sparc64-linux-gnu", NULL, "-", "", 64, 4, "call", "" },
  { "alpha-linux-gnu", NULL, "-", "", 64, 4, "bsr $26,", "" },
};

/* Line LINE of file FILE (an index) begins at label .Lrow<its index>; 0 ends a
   sequence of such.  */
struct row
{
  unsigned file, line;
};

/* One entry of the debug information.  */
struct die
{
  unsigned depth;               /* 0: unit, 1: subprogram, more: inlined */
  unsigned row;                 /* unit: the first of its rows */
  char *name, *low, *high;      /* unit: low and high are NULL */
  unsigned line;                /* inlined: of the call */
};

struct state
{
  unsigned line;
  const struct machine *machine;
  char *convert;
  char *base;
  char *link;
  char *section_names[MAX_SECTIONS];
  char *section_addrs[MAX_SECTIONS];
  unsigned nsections;
  char *files[MAX_FILES];               /* DWARF files, number = index + 1 */
  unsigned nfiles;
  struct die dies[MAX_DIES];
  unsigned ndies, last_unit;
  bool unit_ended;
  struct row rows[MAX_ROWS];
  unsigned nrows;
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
  char *p = s ? strdup (s) : NULL;

  if (s && !p)
    abort ();
  return p;
}

static void
add_row (struct state *st, unsigned file, unsigned line)
{
  if (st->nrows == MAX_ROWS)
    fail (st, "too many lines", "");
  fprintf (st->body, ".Lrow%u:\n", st->nrows);
  st->rows[st->nrows++] = (struct row) { file, line };
}

/* What has line numbers ends here.  */
static void
end_sequence (struct state *st)
{
  if (st->nrows > 0 && st->rows[st->nrows - 1].line > 0)
    add_row (st, 0, 0);
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
    fprintf (st->body, "\t.type \"%s\", \"%s\"\n", name, type);
}

static void
do_machine (struct state *st, char **words, unsigned n)
{
  (void) n;
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
    if (strcmp (words[1], machines[i].name) == 0)
      {
        st->machine = &machines[i];
        fputs (st->machine->head, st->body);
        return;
      }
  fail (st, "unknown machine", words[1]);
}

static void
do_convert (struct state *st, char **words, unsigned n)
{
  (void) n;
  st->convert = copy (words[1]);
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

/* A unit is code of one section; the first one may be all of .text.  */
static void
end_unit (struct state *st)
{
  end_sequence (st);
  if (!st->unit_ended)
    fprintf (st->body, ".Lhigh%u:\n", st->last_unit);
  st->unit_ended = true;
}

static void
do_section (struct state *st, char **words, unsigned n)
{
  const char *name = words[1];
  const char *flags = "ax";

  if (strncmp (name, ".data", 5) == 0 || strncmp (name, ".bss", 4) == 0)
    flags = "aw";
  if (st->last_unit > 0)
    end_unit (st);
  end_sequence (st);
  fprintf (st->body, "\t.section %s,\"%s\",\"%s\"\n", name, flags,
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
  unsigned long n = strtoul (size, NULL, 0), nop = st->machine->nop_size;

  /* A line entry needs an instruction.  */
  if (n >= nop)
    fputs ("\tnop\n", st->body);
  else
    nop = 0;
  if (n > nop)
    fprintf (st->body, "\t.skip %lu, 0x90\n", n - nop);
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
do_call (struct state *st, char **words, unsigned n)
{
  (void) n;
  fprintf (st->body, "1:\t%s \"%s\"\n\t.skip %s - (. - 1b), 0\n",
           st->machine->call, words[1], words[2]);
}

static void
do_bytes (struct state *st, char **words, unsigned n)
{
  (void) n;
  if (strlen (words[1]) > 64)
    fail (st, "too many bytes", words[1]);
  for (const char *p = words[1]; p[0] && p[1]; p += 2)
    fprintf (st->body, "\t.byte 0x%.2s\n", p);
}

static void
do_label (struct state *st, char **words, unsigned n)
{
  (void) n;
  fprintf (st->body, "\"%s\":\n", words[1]);
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
  fprintf (st->body, "\t.equ \"%s\", %s\n", words[1], words[2]);
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
    st->files[st->nfiles++] = copy (words[1]);
  add_row (st, i, (unsigned) strtoul (words[2], NULL, 0));
}

/* The first unit has the name of the first file, not known yet.  */
static void
add_die (struct state *st, unsigned depth, const char *name, const char *low,
         const char *high, unsigned line)
{
  if (st->ndies == 0 && depth > 0)
    add_die (st, 0, NULL, NULL, NULL, 0);
  if (st->ndies == MAX_DIES)
    fail (st, "too much debug information:", name);
  st->dies[st->ndies++] = (struct die) {
    .depth = depth, .row = name ? st->nrows : 0, .name = copy (name),
    .low = copy (low), .high = copy (high), .line = line
  };
}

static void
do_unit (struct state *st, char **words, unsigned n)
{
  (void) n;
  end_unit (st);
  if (st->ndies == 0)
    add_die (st, 0, NULL, NULL, NULL, 0);
  fprintf (st->body, ".Llow%u:\n", st->ndies);
  st->last_unit = st->ndies;
  st->unit_ended = false;
  add_die (st, 0, words[1], NULL, NULL, 0);
}

static void
do_subprogram (struct state *st, char **words, unsigned n)
{
  (void) n;
  add_die (st, 1, words[1], words[2], words[3], 0);
}

static void
do_inline (struct state *st, char **words, unsigned n)
{
  (void) n;
  add_die (st, 1 + (unsigned) strtoul (words[1], NULL, 0), words[2], words[3],
           words[4], (unsigned) strtoul (words[5], NULL, 0));
}

static const struct directive
{
  const char *name;
  unsigned min_words, max_words;
  void (*run) (struct state *st, char **words, unsigned n);
} directives[] = {
  { "machine", 2, 2, do_machine },
  { "convert", 2, 2, do_convert },
  { "base", 2, 2, do_base },
  { "link", 2, 2, do_link },
  { "section", 2, 3, do_section },
  { "space", 2, 2, do_space },
  { "align", 2, 2, do_align },
  { "call", 3, 3, do_call },
  { "bytes", 2, 2, do_bytes },
  { "label", 2, 2, do_label },
  { "unit", 2, 2, do_unit },
  { "sym", 4, 5, do_sym },
  { "func", 3, 4, do_func },
  { "abs", 3, 4, do_abs },
  { "file", 2, 2, do_file },
  { "line", 3, 3, do_line },
  { "subprogram", 4, 4, do_subprogram },
  { "inline", 6, 6, do_inline },
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

/* The least DWARF 4 that makes lines and functions found by address.  */
static const char abbreviations[] =
  "\t.section .debug_abbrev,\"\",\"progbits\"\n"
  /* 1: compile unit: statements, name, language (C), low, high */
  "\t.byte 1, 0x11\n\t.byte 1\n"
  "\t.byte 0x10, 0x17, 0x03, 0x08, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x01\n"
  "\t.byte 0, 0\n"
  /* 2: subprogram: name, low, high */
  "\t.byte 2, 0x2e\n\t.byte 1\n"
  "\t.byte 0x03, 0x08, 0x11, 0x01, 0x12, 0x01, 0, 0\n"
  /* 3: abstract subprogram: name, inline */
  "\t.byte 3, 0x2e\n\t.byte 0\n"
  "\t.byte 0x03, 0x08, 0x20, 0x0b, 0, 0\n"
  /* 4: inlined subroutine: origin, low, high, file and line of the call */
  "\t.byte 4, 0x1d\n\t.byte 1\n"
  "\t.byte 0x31, 0x13, 0x11, 0x01, 0x12, 0x01, 0x58, 0x0b, 0x59, 0x05\n"
  "\t.byte 0, 0\n"
  "\t.byte 0\n";

static const char *
address_directive (const struct state *st)
{
  return st->machine->bits == 32 ? ".4byte" : ".8byte";
}

/* What the inlined functions of unit FIRST, up to END, are copies of.  */
static void
print_abstract (const struct state *st, unsigned first, unsigned end)
{
  for (unsigned i = first + 1; i < end; i++)
    if (st->dies[i].depth > 1)
      fprintf (st->body, ".Lorigin%u:\n\t.uleb128 3\n\t.asciz \"%s\"\n"
               "\t.byte 3\n", i, st->dies[i].name);
}

static void
print_range (const struct state *st, const char *low, const char *high)
{
  const char *address = address_directive (st);

  fprintf (st->body, "\t%s \"%s\"\n\t%s \"%s\"\n", address, low, address,
           high);
}

/* The unit FIRST and what belongs to it, up to END.  */
static void
print_unit (const struct state *st, unsigned first, unsigned end)
{
  FILE *out = st->body;
  unsigned depth = 1;
  char low[32], high[32];

  fprintf (out, ".Lunit%u:\n\t.4byte .Lend%u - .Lbegin%u\n.Lbegin%u:\n"
           "\t.2byte 4\n\t.4byte .debug_abbrev\n\t.byte %u\n\t.uleb128 1\n"
           "\t.4byte .Lline%u\n\t.asciz \"%s\"\n\t.byte 0x0c\n", first, first,
           first, first, st->machine->bits / 8, first,
           st->dies[first].name ? st->dies[first].name : st->files[0]);
  snprintf (low, sizeof low, ".Llow%u", first);
  snprintf (high, sizeof high, ".Lhigh%u", first);
  print_range (st, low, high);
  print_abstract (st, first, end);
  for (unsigned i = first + 1; i < end; i++)
    {
      const struct die *die = &st->dies[i];

      for (; depth > die->depth; depth--)
        fputs ("\t.byte 0\n", out);
      if (die->depth == 1)
        fprintf (out, "\t.uleb128 2\n\t.asciz \"%s\"\n", die->name);
      else
        fprintf (out, "\t.uleb128 4\n\t.4byte .Lorigin%u - .Lunit%u\n", i,
                 first);
      print_range (st, die->low, die->high);
      if (die->depth > 1)
        fprintf (out, "\t.byte 1\n\t.2byte %u\n", die->line);
      depth = die->depth + 1;
    }
  for (; depth > 0; depth--)
    fputs ("\t.byte 0\n", out);
  fprintf (out, ".Lend%u:\n", first);
}

/* The line table of unit FIRST: its rows up to END.  */
static void
print_lines (const struct state *st, unsigned first, unsigned end)
{
  FILE *out = st->body;
  const char *address = address_directive (st);
  unsigned line = 1, size = st->machine->bits / 8;

  fprintf (out, ".Lline%u:\n\t.4byte .Llines%u - .Lhead%u\n.Lhead%u:\n"
           "\t.2byte 4\n\t.4byte .Lprogram%u - .Llength%u\n.Llength%u:\n"
           "\t.byte 1, 1, 1, 1, 1, 10\n\t.byte 0, 1, 1, 1, 1, 0, 0, 0, 1\n"
           "\t.byte 0\n", first, first, first, first, first, first, first);
  for (unsigned i = 0; i < st->nfiles; i++)
    fprintf (out, "\t.asciz \"%s\"\n\t.byte 0, 0, 0\n", st->files[i]);
  fprintf (out, "\t.byte 0\n.Lprogram%u:\n", first);
  for (unsigned i = st->dies[first].row; i < end; i++)
    {
      const struct row *row = &st->rows[i];

      fprintf (out, "\t.byte 0, %u, 2\n\t%s .Lrow%u\n", 1 + size, address, i);
      if (row->line == 0)
        fputs ("\t.byte 0, 1, 1\n", out);
      else
        fprintf (out, "\t.byte 4, %u, 3\n\t.sleb128 %d\n\t.byte 1\n",
                 row->file + 1, (int) (row->line - line));
      line = row->line ? row->line : 1;
    }
  fprintf (out, ".Llines%u:\n", first);
}

static void
print_debug_info (struct state *st)
{
  fputs (abbreviations, st->body);
  fputs ("\t.section .debug_info,\"\",\"progbits\"\n", st->body);
  for (unsigned first = 0, end; first < st->ndies; first = end)
    {
      for (end = first + 1; end < st->ndies && st->dies[end].depth > 0; end++)
        continue;
      print_unit (st, first, end);
    }
  fputs ("\t.section .debug_line,\"\",\"progbits\"\n", st->body);
  for (unsigned first = 0, end; first < st->ndies; first = end)
    {
      for (end = first + 1; end < st->ndies && st->dies[end].depth > 0; end++)
        continue;
      print_lines (st, first, end < st->ndies ? st->dies[end].row
                   : st->nrows);
    }
}

static void
print_link_line (const struct state *st)
{
  const struct machine *m = st->machine;

  printf ("# %s %s ", m->tools ? m->tools : m->name, m->flags);
  if (strcmp (st->link, "object") == 0)
    {
      puts ("object");
      return;
    }
  printf ("link %s %s -Ttext=%s", m->link, strcmp (st->link, "pie") == 0
          ? "-pie --no-dynamic-linker" : "-static", st->base);
  for (unsigned i = 0; i < st->nsections; i++)
    printf (" --section-start=%s=%s", st->section_names[i],
            st->section_addrs[i]);
  putchar ('\n');
}

static void
free_state (struct state *st)
{
  free (st->convert);
  free (st->base);
  free (st->link);
  for (unsigned i = 0; i < st->nsections; i++)
    {
      free (st->section_names[i]);
      free (st->section_addrs[i]);
    }
  for (unsigned i = 0; i < st->nfiles; i++)
    free (st->files[i]);
  for (unsigned i = 0; i < st->ndies; i++)
    {
      free (st->dies[i].name);
      free (st->dies[i].low);
      free (st->dies[i].high);
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
  st.machine = machines;
  st.body = open_memstream (&text, &size);
  if (!st.body)
    return EXIT_FAILURE;
  fputs ("\t.text\n.Llow0:\n", st.body);
  while (fgets (line, sizeof line, in))
    {
      st.line++;
      run_line (&st, line);
    }
  end_sequence (&st);
  if (st.ndies == 0)
    add_die (&st, 0, NULL, NULL, NULL, 0);
  if (st.last_unit == 0)
    fputs ("\t.text\n", st.body);
  end_unit (&st);
  if (st.nfiles > 0)
    print_debug_info (&st);
  fputs ("\t.section .note.GNU-stack,\"\",\"progbits\"\n", st.body);
  fclose (st.body);
  print_link_line (&st);
  if (st.convert)
    printf ("# convert %s\n", st.convert);
  fwrite (text, size, 1, stdout);
  free (text);
  free_state (&st);
  if (in != stdin)
    fclose (in);
  return fflush (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
