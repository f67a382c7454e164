/* unit/t_callee_starts.c -- tests of match/callee_starts: do functions begin
   where a profile was called?

   SPDX-License-Identifier: GPL-3.0-or-later

   Five functions of 32 bytes from 0x1000 on; each calls the counter 4 bytes
   behind its start, so that its callee is 9 bytes behind it, and then a helper.
   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "image.h"
#include "image/source.h"
#include "image/sym_load.h"
#include "match/callee_starts.h"

#define FUNCTION(name, bind, counter) \
  "sym " name " " bind " func 32\nbytes 554889e5\ncall " counter " 6\n" \
  "call helper 22\n"
#define FUNCTIONS(bind, counter) \
  FUNCTION ("f0", "global", counter) FUNCTION ("f1", bind, counter) \
  FUNCTION ("f2", bind, counter) FUNCTION ("f3", bind, counter) \
  FUNCTION ("f4", bind, counter)
#define HELPER "func helper 32\n"
#define STUB "section .plt 0x3000\nsym stub local notype\nspace 16\n"

static const char by_name[]
  = "base 0x1000\n" FUNCTIONS ("global", "mcount") HELPER "func mcount 32\n";
static const char by_stub[]
  = "base 0x1000\n" FUNCTIONS ("local", "stub") HELPER STUB;
/* Without the names of f1 to f4.  */
static const char no_statics[]
  = "base 0x1000\n"
    "sym f0 global func 32\nbytes 554889e5\ncall stub 6\ncall helper 22\n"
    "bytes 554889e5\ncall stub 6\ncall helper 22\n"
    "bytes 554889e5\ncall stub 6\ncall helper 22\n"
    "bytes 554889e5\ncall stub 6\ncall helper 22\n"
    "bytes 554889e5\ncall stub 6\ncall helper 22\n" HELPER STUB;
/* The counter's address is in the word at 0x3000.  */
static const char by_word[]
  = "base 0x1000\n"
    "sym f0 global func 32\nbytes ff15fa1f0000\ncall helper 26\n"
    "sym f1 global func 32\nbytes ff15da1f0000\ncall helper 26\n"
    "sym f2 global func 32\nbytes ff15ba1f0000\ncall helper 26\n"
    HELPER "section .data 0x3000\nspace 8\n";
/* A static program: f1 to f4 have no -pg and call a nameless stub first.  */
#define PLAIN(name) \
  "sym " name " local func 32\nbytes 554889e5\ncall stub 6\n" \
  "call helper 22\n"
static const char few_with_hooks[]
  = "base 0x1000\n" FUNCTION ("f0", "global", "_mcount")
    PLAIN ("f1") PLAIN ("f2") PLAIN ("f3") PLAIN ("f4")
    HELPER "func _mcount 32\n" STUB;
/* Code that calls nothing.  */
static const char no_calls[]
  = "base 0x1000\nfunc f0 128\nfunc f1 128 local\nfunc f2 128 local\n"
    "func f3 128 local\nfunc f4 128 local\n";
/* Code that calls, but no counter, although there is one.  */
#define SILENT(name, bind) \
  "sym " name " " bind " func 64\nbytes 5590909090\ncall helper 59\n"
static const char no_counter[]
  = "base 0x1000\n" SILENT ("f0", "global") SILENT ("f1", "local")
    SILENT ("f2", "local") HELPER "func mcount 32\n";
static const char no_calls_no_statics[]
  = "base 0x1000\nfunc f0 128\nfunc f1 128\nfunc f2 128\n";
/* Up to six callees, and how many of them are wrong.  */
static const struct row
{
  const char *name, *source;
  uint64_t callees[6];
  size_t want;
  int64_t offset;
} rows[] = {
  { "no calls were recorded", by_name, { 0 }, 0, 0 },
  { "this build", by_name, { 0x1009, 0x1029, 0x1049, 0x1069, 0x1089 }, 0, 0 },
  { "one callee of this build", by_name, { 0x1049 }, 0, 0 },
  { "all moved by 16 bytes", by_name,
    { 0x1019, 0x1039, 0x1059, 0x1079, 0x1099 }, 5, 0 },
  { "the last two moved", by_name,
    { 0x1009, 0x1029, 0x1049, 0x1079, 0x1099 }, 2, 0 },
  { "starts of functions, as GNU gprof -s writes", by_name,
    { 0x1000, 0x1020, 0x1040, 0x1060, 0x1080 }, 0, 0 },
  { "starts that have moved, but statics are missing", by_name,
    { 0x1000, 0x1030, 0x1050, 0x1070, 0x1090 }, 0, 0 },
  { "starts that have moved", by_stub,
    { 0x1000, 0x1030, 0x1050, 0x1070, 0x1090 }, 4, 0 },
  { "moved back by what is told", by_name,
    { 0x9009, 0x9029, 0x9049, 0x9069, 0x9089 }, 0, -0x8000 },
  { "moved back by a page too little", by_name,
    { 0x9009, 0x9029, 0x9049, 0x9069, 0x9089 }, 0, -0x7000 },
  { "moved by 16 bytes too many", by_name,
    { 0x9009, 0x9029, 0x9049, 0x9069, 0x9089 }, 5, -0x7ff0 },
  { "one callee, moved", by_name, { 0x1039 }, 1, 0 },
  { "a callee behind the call of another function", by_name,
    { 0x1009, 0x1029, 0x104e }, 1, 0 },
  { "a callee outside the text", by_name, { 0x1009, 0x1029, 0x5009 }, 0, 0 },
  { "a shared library's counter", by_stub,
    { 0x1009, 0x1029, 0x1049, 0x1069, 0x1089 }, 0, 0 },
  { "a shared library's counter, all moved", by_stub,
    { 0x1019, 0x1039, 0x1059, 0x1079, 0x1099 }, 5, 0 },
  { "one function with -pg, other ones call a stub", few_with_hooks,
    { 0x1009 }, 0, 0 },
  { "one function with -pg, moved", few_with_hooks, { 0x1019 }, 1, 0 },
  { "names of statics are missing", no_statics,
    { 0x1029, 0x1049, 0x1069, 0x1089 }, 0, 0 },
  { "names of statics are missing, one callee", no_statics, { 0x1049 }, 0, 0 },
  { "a counter by way of a word", by_word, { 0x1006, 0x1026, 0x1046 }, 0, 0 },
  { "a counter by way of a word, moved", by_word,
    { 0x1016, 0x1036, 0x1056 }, 3, 0 },
  { "no counter is called: near the starts", no_calls,
    { 0x1009, 0x1089, 0x1109, 0x1189 }, 0, 0 },
  { "no counter is called: far from the starts", no_calls,
    { 0x1050, 0x10d4, 0x1158, 0x11dc }, 4, 0 },
  { "a counter that nobody calls", no_counter,
    { 0x100f, 0x1052, 0x1091 }, 3, 0 },
  { "a counter that nobody calls, and starts", no_counter,
    { 0x1000, 0x1040, 0x1080 }, 0, 0 },
  { "no counter is called, and two callees", no_calls,
    { 0x1050, 0x10d4 }, 0, 0 },
  { "no counter is called, nor are statics known", no_calls_no_statics,
    { 0x1050, 0x10d4, 0x1158 }, 0, 0 }
};

static struct diag *diag;

static void
test_row (const struct row *row, const struct image *image,
          const struct symtab *symtab)
{
  struct profile profile;
  struct callee_starts starts;
  size_t inside = 0;

  profile_init (&profile, quirks_none ());
  for (unsigned i = 0; i < 6 && row->callees[i]; i++)
    {
      profile_add_arc (&profile, 0x1010, row->callees[i], 1);
      profile_add_arc (&profile, 0x1014, row->callees[i], 1);
      inside += row->callees[i] + (uint64_t) row->offset < 0x2000;
    }
  starts = callee_starts_check (&profile, image, symtab, row->offset);
  CHECK_U64 (starts.callees, inside, row->name);
  CHECK_U64 (starts.wrong, row->want, row->name);
  profile_free (&profile);
}

static void
test_source (const char *program, const struct row *row)
{
  const struct sym_rules rules = { .quirks = { 0 } };
  struct sources *sources = sources_new ();
  struct image *image
    = image_made (diag, program, "image-entries", row->source);
  struct symtab *symtab = NULL;

  if (image_read_syms (image, true))
    symtab = image_create_function_syms (image, diag, &rules, sources);
  if (symtab)
    test_row (row, image, symtab);
  else
    unresolved ("%s: %s", row->name, diag_last (diag));
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
}

int
main (int argc, char **argv)
{
  (void) argc;
  diag = diag_new ("t_callee_starts", NULL);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    test_source (argv[0], &rows[i]);
  diag_free (diag);
  return check_end ();
}
