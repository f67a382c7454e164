/* unit/t_names.c -- tests of report/names, and of the numbers of report/view.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "quirks_if.h"

#include <math.h>

#include <demangle.h>

#include "image.h"
#include "report/names.h"

/* Four symbols and two cycles, and what a report sees of them.  */
struct stage
{
  struct style style;
  struct profile profile;
  struct symtab *symtab;
  struct sources *sources;
  struct lines *lines;
  struct cg *cg;
  struct entry_order entries;
  struct names *names;
  struct view view;
};

static void
stage_open (struct stage *stage, const struct image *image,
            const struct style *style)
{
  static const struct sym_line places[]
    = { { .file = "src/lib/a.cc", .line = 12 }, { .file = "b.c", .line = 7 } };
  static const struct sym syms[] = {
    { .addr = 0x1000, .name = "_Z3fooi", .line = &places[0] },
    { .addr = 0x1010, .name = "_plain" },
    { .addr = 0xfedcba9876543210, .name = "high", .line = &places[1] },
    { .addr = 0xfedcba9876543220, .name = "_ZN1A1bEv" }
  };

  stage->style = *style;
  stage->symtab = symtab_new ();
  for (size_t i = 0; i < 4; i++)
    symtab_add (stage->symtab, &syms[i]);
  symtab_finalize (stage->symtab, 0xfedcba9876543230);
  stage->sources = sources_new ();
  stage->lines = lines_new (NULL, stage->symtab, stage->sources, LINES_ALL);
  for (sym_id id = 0; id < 4; id++)
    lines_need (stage->lines, id);
  lines_find (stage->lines);
  stage->cg = cg_new (6);
  stage->cg->n_syms = 4;
  stage->cg->n_cycles = 2;
  entry_order_init (&stage->entries, &stage->style, stage->cg, stage->symtab);
  stage->names = names_new (image, 4, false);
  profile_init (&stage->profile, style->quirks);
  stage->view = (struct view) {
    .style = &stage->style, .symtab = stage->symtab, .lines = stage->lines,
    .profile = &stage->profile, .cg = stage->cg, .names = stage->names
  };
}

static void
stage_close (struct stage *stage)
{
  names_free (stage->names);
  entry_order_free (&stage->entries);
  cg_free (stage->cg);
  lines_free (stage->lines);
  sources_free (stage->sources);
  symtab_free (stage->symtab);
  profile_free (&stage->profile);
}

/* -- Names --------------------------------------------------------------- */

static void
test_name_of (const struct image *image)
{
  struct style raw = { .demangle = false, .demangle_flags = DMGL_PARAMS };
  struct style full = { .demangle = true,
                        .demangle_flags = DMGL_PARAMS | DMGL_ANSI };
  struct style bare = { .demangle = true, .demangle_flags = DMGL_ANSI };
  struct style bsd = { .demangle = true, .bsd_layout = true,
                       .demangle_flags = DMGL_PARAMS | DMGL_ANSI };
  struct stage s;

  stage_open (&s, image, &raw);
  CHECK_STR (name_of (&s.view, 0), "_Z3fooi", "raw names");
  stage_close (&s);
  stage_open (&s, image, &full);
  CHECK_STR (name_of (&s.view, 0), "foo(int)", "demangled names");
  CHECK_STR (name_of (&s.view, 1), "_plain", "of what is not mangled");
  CHECK_STR (name_of (&s.view, 3), "A::b()", "of a member");
  CHECK (name_of (&s.view, 0) == name_of (&s.view, 0),
         "each is demangled once");
  stage_close (&s);
  stage_open (&s, image, &bare);
  CHECK_STR (name_of (&s.view, 0), "foo", "without parameters");
  stage_close (&s);
  stage_open (&s, image, &bsd);
  CHECK_STR (name_of (&s.view, 0), "_Z3fooi", "raw in the BSD layout");
  stage_close (&s);
  names_free (NULL);
}

static void
test_file_of (const struct image *image)
{
  struct style base = { .full_path = false }, full = { .full_path = true };
  struct stage s;

  stage_open (&s, image, &base);
  CHECK_STR (file_of (&s.view, 0), "a.cc", "base names of files");
  CHECK (!file_of (&s.view, 1), "a symbol without a file");
  stage_close (&s);
  stage_open (&s, image, &full);
  CHECK_STR (file_of (&s.view, 0), "src/lib/a.cc", "whole names of files");
  CHECK (!file_of (&s.view, 1), "and without");
  stage_close (&s);
}

static void
test_name_only (struct stage *s, sym_id id, const char *want)
{
  struct out *out = out_to_memory ();
  size_t n = name_print_bare (out, &s->view, id);

  CHECK_STR (out_memory (out, NULL), want, want);
  CHECK_U64 (n, strlen (want), "its length");
  out_close (out);
}

static void
test_line_names (const struct image *image)
{
  struct style lines = { .line_mode = true };
  struct style all = { .line_mode = true, .full_path = true,
                       .demangle = true,
                       .demangle_flags = DMGL_PARAMS | DMGL_ANSI };
  struct style functions = { .line_mode = false };
  struct style inline_names = { .inline_file_names = true };
  struct style both = { .inline_file_names = true, .line_mode = true };
  struct stage s;

  stage_open (&s, image, &lines);
  test_name_only (&s, 0, "_Z3fooi (a.cc:12 @ 1000)");
  test_name_only (&s, 1, "_plain");
  test_name_only (&s, 2, "high (b.c:7 @ fedcba9876543210)");
  stage_close (&s);
  stage_open (&s, image, &all);
  test_name_only (&s, 0, "foo(int) (src/lib/a.cc:12 @ 1000)");
  stage_close (&s);
  stage_open (&s, image, &functions);
  test_name_only (&s, 0, "_Z3fooi");
  stage_close (&s);
  stage_open (&s, image, &inline_names);
  test_name_only (&s, 0, "_Z3fooi (a.cc:12)");
  test_name_only (&s, 1, "_plain");
  stage_close (&s);
  stage_open (&s, image, &both);
  test_name_only (&s, 0, "_Z3fooi (a.cc:12 @ 1000)");
  stage_close (&s);
}

/* -- Nodes --------------------------------------------------------------- */

static void
test_node (struct stage *s, cg_id id, const char *want)
{
  struct out *out = out_to_memory ();

  print_name (out, &s->view, id);
  CHECK_STR (out_memory (out, NULL), want, *want ? want : "an empty name");
  out_close (out);
}

/* What labels have of cycles and calls, before the name was asked for and
   then.  */
static void
test_labels (struct stage *s)
{
  for (cg_id id = 0; id < 7; id++)
    s->cg->nodes[id].calls = 10 + id;
  names_free (s->names);
  s->view.names = s->names = names_new (NULL, 4, true);
  for (int round = 0; round < 2; round++)
    {
      CHECK (cycle_of (&s->view, 0) == 2 && cycle_of (&s->view, 1) == 1
             && cycle_of (&s->view, 2) == 0 && cycle_of (&s->view, 4) == 0
             && cycle_of (&s->view, 6) == 2, "cycles, round %d", round);
      CHECK (callee_calls (&s->view, 0) == 16
             && callee_calls (&s->view, 1) == 15
             && callee_calls (&s->view, 2) == 12
             && callee_calls (&s->view, 4) == 14, "calls, round %d", round);
    }
  names_free (s->names);
  s->view.names = s->names = names_new (NULL, 4, false);
  CHECK (callee_calls (&s->view, 0) == 16 && callee_calls (&s->view, 1) == 15
         && callee_calls (&s->view, 2) == 12, "calls into a cycle are those of"
         " the whole also without labels");
}

/* The entries are ordered by falling time: high, cycle 1, _plain, ...  */
static void
test_nodes (const struct image *image)
{
  static const double times[6] = { 1, 20, 60, 5, 40, 3 };
  struct style style = { .demangle = false };
  struct stage s;

  stage_open (&s, image, &style);
  for (cg_id id = 0; id < 6; id++)
    s.cg->nodes[id < 4 ? id : id + 1].prop_self = times[id];
  for (uint32_t c = 1; c <= 2; c++)
    s.cg->nodes[cg_cycle_node (s.cg, c)].cycle = c;
  s.cg->nodes[0].cycle = 2;
  s.cg->nodes[1].cycle = 1;
  s.cg->nodes[1].print = s.cg->nodes[2].print = s.cg->nodes[5].print = true;
  test_node (&s, 0, "_Z3fooi <cycle 2>");
  test_node (&s, 2, "high");
  test_node (&s, 6, " <cycle 2 as a whole>");
  entry_order_free (&s.entries);
  entry_order_init (&s.entries, &s.style, s.cg, s.symtab);
  s.view.entries = &s.entries;
  names_free (s.names);
  s.view.names = s.names = names_new (image, 4, true);
  test_node (&s, 2, "high [1]");
  test_node (&s, 5, " <cycle 1 as a whole> [2]");
  test_node (&s, 1, "_plain <cycle 1> [3]");
  test_node (&s, 3, "_ZN1A1bEv (4)");
  test_node (&s, 6, " <cycle 2 as a whole> (5)");
  test_node (&s, 0, "_Z3fooi <cycle 2> (6)");
  test_node (&s, 4, "<indirect child>");
  test_labels (&s);
  stage_close (&s);
}

/* -- Numbers ------------------------------------------------------------- */

static void
test_numbers (const struct image *image, bool strict)
{
  struct style style = { .quirks = quirks_if (strict) };
  struct stage s;

  stage_open (&s, image, &style);
  s.profile.rate = 100;
  CHECK (view_time (&s.view, 250) == 2.5, "samples in seconds");
  s.profile.rate = 0;
  if (strict)
    CHECK (isnan (view_time (&s.view, 0)) && signbit (view_time (&s.view, 0))
           && isinf (view_time (&s.view, 3)) && view_time (&s.view, 3) > 0,
           "strict: a rate of zero divides by zero");
  else
    CHECK (view_time (&s.view, 3) == 0 && view_time (&s.view, 0) == 0,
           "a rate of zero: no time");
  s.profile.scale = 2;
  CHECK (view_granularity (&s.view) == 4, "4 bytes a sample");
  s.profile.scale = 1.99;
  CHECK (view_granularity (&s.view) == 2, "whole units of 2 bytes");
  s.profile.scale = 0x1p62 + 0x1p20;
  CHECK (view_granularity (&s.view) == INT64_MIN + 0x200000,
         "wraps as GNU's does");
  stage_close (&s);
}

int
main (int argc, char **argv)
{
  struct diag *diag = diag_new ("t_names", NULL);
  struct image *image = image_made (diag, argv[0], "image", "func f 16\n");

  (void) argc;
  test_name_of (image);
  test_file_of (image);
  test_line_names (image);
  test_nodes (image);
  test_numbers (image, false);
  test_numbers (image, true);
  image_free (image);
  diag_free (diag);
  return check_end ();
}
