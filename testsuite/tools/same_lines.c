/* same_lines.c -- compares lines found by marks with those of all addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  same_lines IMAGE [DEBUG-FILE]

   Makes the line symbols of IMAGE, of all functions and of some alone, once
   with the marks of libdw and once by asking for every address.  Prints a line
   for each table that differs, and "N tables, L lines, M marks in K bytes", or
   "L lines, no marks" if there are none for this image.  L counts the symbols
   of source lines in the table of all functions.  */

#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "image/line_marks.h"
#include "image/line_syms.h"

/* How many functions are looked at alone.  */
#define ALONE 24

static struct diag *diag;
static const char *program, *debug_file;

static struct image *
open_image (void)
{
  struct image *image = image_open (diag, program, quirks_none ());
  if (!image || (debug_file && !image_attach_debug (image, debug_file)))
    exit (EXIT_FAILURE);
  return image;
}

/* All of FUNCTIONS, or that one ALONE.  On the heap.  */
static bool *
make_wanted (const struct symtab *functions, sym_id alone)
{
  size_t n = symtab_len (functions) + 1;
  bool *wanted = array_new (n, sizeof *wanted);
  for (size_t i = 0; i < n; i++)
    wanted[i] = alone == SYM_NONE || i == (size_t) alone + 1;
  return wanted;
}

/* Writes to TO the table with the lines of function ALONE, or of all if that is
   SYM_NONE; -a if NO_STATIC.  Returns how many of its symbols have a line.  */
static unsigned
write_table (FILE *to, sym_id alone, bool no_static, bool by_address)
{
  unsigned n_lines = 0;
  struct image *image = open_image ();
  struct sources *sources = sources_new ();
  struct sym_rules rules = { .no_static = no_static };
  struct symtab *functions
    = image_create_function_syms (image, diag, &rules, sources);
  struct line_request request = {
    .wanted = make_wanted (functions, alone),
    .all_named = !no_static,
    .by_address = by_address,
    .in_order = alone == SYM_NONE
  };
  struct symtab *lines = image_add_line_syms (image, diag, functions, &request,
                                              sources, arena_new ());
  for (sym_id id = 0; id < symtab_len (lines); id++)
    {
      const struct sym *sym = sym_get (lines, id);
      n_lines += sym->line && sym->line->line;
      fprintf (to, "%" PRIx64 " %" PRIx64 " %" PRIx64 " %s %s %u %d %d\n",
               sym->addr, sym->end_addr, sym_func_end (sym), sym->name,
               sym_file (sym) ? sym->line->file : "-",
               sym->line ? sym->line->line : 0, sym->is_static,
               sym->is_func);
    }
  /* Of one function not all files are met.  */
  for (source_id id = 0; request.in_order && id < sources_len (sources); id++)
    fprintf (to, "%s\n", source_file_name (sources, id));
  return n_lines;
}

/* The same by a process of its own: what is on the heap can change BFD's
   answers.  */
static FILE *
make_table (sym_id alone, bool no_static, bool by_address)
{
  FILE *file = tmpfile ();
  int status = 1;
  pid_t child = file ? fork () : -1;
  if (child == 0)
    {
      write_table (file, alone, no_static, by_address);
      _exit (fflush (file) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
  if (child < 0 || waitpid (child, &status, 0) < 0 || status != 0)
    {
      fputs ("same_lines: no table\n", stderr);
      exit (EXIT_FAILURE);
    }
  rewind (file);
  return file;
}

static bool
same_text (FILE *a, FILE *b)
{
  int c;
  while ((c = getc (a)) == getc (b))
    if (c == EOF)
      return true;
  return false;
}

static void
compare (sym_id alone, bool no_static)
{
  FILE *by_marks = make_table (alone, no_static, false);
  FILE *by_address = make_table (alone, no_static, true);
  if (!same_text (by_marks, by_address))
    printf ("differ: %s %" PRIu32 "\n", no_static ? "-a" : "", alone);
  fclose (by_marks);
  fclose (by_address);
}

/* Compares tables, and prints how many addresses would be asked.  */
static void
compare_all (void)
{
  struct image *image = open_image ();
  struct text_range text = image_text_range (image);
  struct sources *sources = sources_new ();
  struct symtab *functions
    = image_create_function_syms (image, diag, &(struct sym_rules) { 0 },
                                  sources);
  bool *wanted = make_wanted (functions, SYM_NONE);
  struct line_marks *marks = line_marks_read (image, functions, wanted);
  sym_id n = symtab_len (functions);
  uint64_t n_marks = 0;
  unsigned tables = 2;
  FILE *nowhere = fopen ("/dev/null", "w");
  if (!nowhere)
    exit (EXIT_FAILURE);
  compare (SYM_NONE, false);
  compare (SYM_NONE, true);
  for (sym_id id = 0; id < n; id += n / ALONE + 1, tables++)
    compare (id, false);
  for (uint64_t at = text.low; marks && at < text.high; n_marks++)
    at = line_marks_next (marks, at);
  unsigned n_lines = write_table (nowhere, SYM_NONE, false, true);
  fclose (nowhere);
  if (marks)
    printf ("%u tables, %u lines, %" PRIu64 " marks in %" PRIu64 " bytes\n",
            tables, n_lines, n_marks, text.high - text.low);
  else
    printf ("%u lines, no marks\n", n_lines);
  line_marks_free (marks);
  free (wanted);
  symtab_free (functions);
  sources_free (sources);
  image_free (image);
}

int
main (int argc, char **argv)
{
  if (argc < 2 || argc > 3)
    {
      fputs ("usage: same_lines IMAGE [DEBUG-FILE]\n", stderr);
      return EXIT_FAILURE;
    }
  program = argv[1];
  debug_file = argc > 2 ? argv[2] : NULL;
  diag = diag_new ("same_lines", NULL);
  compare_all ();
  diag_free (diag);
  return EXIT_SUCCESS;
}
