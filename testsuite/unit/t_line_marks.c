/* unit/t_line_marks.c -- tests of image/line_marks: where lines can change.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of images made by mkimage.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/out.h"
#include "image.h"
#include "image/line_marks.h"
#include "image/sym_load.h"
#include "symtab_show.h"

#define LINKED "base 0x401000\n"

static const char *program;
static struct diag *diag;

/* The marks of the image NAME, made of SYMBOLS, if functions with 1 in WANTED
   are wanted: "apart" if that is known, and their distances from the text.  On
   the heap; NULL without marks.  */
static char *
marks_of (const char *name, const char *symbols, const char *wanted)
{
  struct image *image = image_made (diag, program, name, symbols);
  struct text_range text = image_text_range (image);
  struct sources *sources = sources_new ();
  struct symtab *functions
    = image_create_function_syms (image, diag, &(struct sym_rules) { 0 },
                                  sources);
  bool is_wanted[8] = { false };
  for (size_t i = 0; wanted[i]; i++)
    is_wanted[i] = wanted[i] == '1';
  struct line_marks *marks = line_marks_read (image, functions, is_wanted);
  struct out *out = out_to_memory ();
  char *shown = NULL;
  if (marks)
    {
      out_text (out, line_marks_are_apart (marks) ? "apart" : "mixed");
      for (uint64_t at = text.low; at < text.high; )
        {
          at = line_marks_next (marks, at);
          out_printf (out, " %" PRIx64, at - text.low);
        }
      shown = strdup (out_memory (out, NULL));
    }
  out_close (out);
  line_marks_free (marks);
  symtab_free (functions);
  sources_free (sources);
  image_free (image);
  return shown;
}

static void
test_marks (const char *name, const char *symbols, const char *wanted,
            const char *want)
{
  char *got = marks_of (name, symbols, wanted);
  CHECK_STR (got ? got : "none", want, name);
  free (got);
}

int
main (int argc, char **argv)
{
  (void) argc;
  program = argv[0];
  diag = diag_new ("t_line_marks", NULL);
  char *probe = marks_of ("probe", LINKED SHOW_LINES, "0100");
  if (!probe)
    untested ("marks: no libdw");
  else
    {
      test_marks ("lines", LINKED SHOW_LINES, "0100",
                  "apart 2 4 5 8 a e");
      test_marks ("before", LINKED "space 4\n" SHOW_LINES, "1000",
                  "apart 4 6 8 9 c e 12");
      test_marks ("nothing", LINKED SHOW_LINES, "0000", "apart e");
    }
  free (probe);
  test_marks ("object", "link object\n" SHOW_LINES, "0100", "none");
  test_marks ("no-lines", LINKED "func f 16\n", "11", "none");
  diag_free (diag);
  return check_end ();
}
