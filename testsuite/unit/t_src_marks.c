/* unit/t_src_marks.c -- tests of report/text/src_marks: marks of source lines.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "report/text/src_marks.h"

/* A symbol of 16 bytes on a line: its file, whether it is a function, calls,
   and blocks as "offset:count" words.  */
struct row
{
  const char *file;
  unsigned line;
  bool is_func;
  uint64_t calls;
  const char *blocks;
};

static const struct row rows[] = {
  { "a.c", 3, true, 7, "0:7 4:9" },
  { "a.c", 4, false, 0, "0:9 4:9 8:2" },
  { "a.c", 5, false, 0, "4:3" },
  { "a.c", 6, false, 0, "" },
  { "b.c", 2, true, 0, "" },
  { "a.c", 8, true, 5, "0:1" },         /* merged with the next but one */
  { "b.c", 9, true, 40000000000, "0:50000000000" },
  { "a.c", 8, true, 6, "0:2" },
  { "a.c", 9, false, 0, "0:4" },        /* merged with the next */
  { "a.c", 9, true, 8, "" },
  { "c.c", 1, true, 3, "" },            /* its first block is on line 2 */
  { "c.c", 2, false, 0, "0:3 4:0 8:4" },
  { "c.c", 3, false, 0, "4:1" },
  { "c.c", 5, false, 0, "0:1 1:22 2:333 3:4444 4:55555 5:666666 6:7777777"
    " 7:88888888 8:999999999 9:1" },
  { "c.c", 2, false, 0, "" },
  { "c.c", 4, true, 0, "0:20 4:20" },   /* without -pg */
  { "c.c", 7, false, 0, "0:1 1:2 2:1 3:2 4:1 5:2 6:1 7:2" },
  { NULL, 0, true, 99, "" },
};
enum { N_ROWS = sizeof rows / sizeof *rows };

struct stage
{
  struct style style;
  struct symtab *symtab;
  struct sources *sources;
  struct lines *lines;
  struct selection *selection;
  struct profile profile;
  struct bb_counts blocks;
  struct flat flat;
  struct cg *cg;
  struct view view;
  struct src_marks marks;
};

static void
add_blocks (struct stage *stage, uint64_t addr, const char *words)
{
  for (char *end; *words; words = *end ? end + 1 : end)
    {
      uint64_t offset = strtoull (words, &end, 10);
      uint64_t count = strtoull (end + 1, &end, 10);
      profile_add_block (&stage->profile, addr + offset, count);
    }
}

static void
stage_open (struct stage *stage, const struct style *style, const char *spec,
            enum sym_table table)
{
  memset (stage, 0, sizeof *stage);
  stage->style = *style;
  stage->symtab = symtab_new ();
  stage->sources = sources_new ();
  stage->selection = selection_new ();
  profile_init (&stage->profile, quirks_none ());
  stage->cg = cg_new (N_ROWS);
  stage->flat.time = array_new (N_ROWS, sizeof *stage->flat.time);
  for (size_t i = 0; i < N_ROWS; i++)
    {
      uint64_t addr = 0x1000 + 16 * i;
      const struct sym_line at = { rows[i].file, 0, rows[i].line };
      symtab_add (stage->symtab,
                  &(struct sym) { .addr = addr, .name = "f", .line = &at,
                                  .is_func = rows[i].is_func });
      stage->cg->nodes[i].calls = rows[i].calls;
      stage->flat.time[i] = i;
      add_blocks (stage, addr, rows[i].blocks);
    }
  symtab_finalize (stage->symtab, 0x1000 + 16 * N_ROWS);
  stage->lines = lines_new (NULL, stage->symtab, stage->sources, LINES_ALL);
  lines_need_all (stage->lines);
  if (spec)
    sym_id_put (stage->selection, spec, table);
  sym_id_parse (stage->selection, stage->symtab, stage->lines, 0);
  bb_assign (&stage->blocks, &stage->profile, NULL, stage->symtab);
  stage->view = (struct view) {
    .style = &stage->style, .symtab = stage->symtab, .lines = stage->lines,
    .selection = stage->selection, .blocks = &stage->blocks,
    .profile = &stage->profile, .flat = &stage->flat, .cg = stage->cg
  };
  src_marks_init (&stage->marks, &stage->view);
}

static void
stage_close (struct stage *stage)
{
  src_marks_free (&stage->marks);
  cg_free (stage->cg);
  bb_counts_free (&stage->blocks);
  flat_free (&stage->flat);
  profile_free (&stage->profile);
  selection_free (stage->selection);
  lines_free (stage->lines);
  sources_free (stage->sources);
  symtab_free (stage->symtab);
}

/* The marks of the source file ID as "line:calls[field]", with M for merged
   ones, f where none is a function, ! where the count is small.  */
static void
check_marks (struct stage *stage, source_id id, uint64_t *last,
             const char *want, const char *name)
{
  char got[600] = "";
  for (size_t i = stage->marks.start[id]; i < stage->marks.start[id + 1]; i++)
    {
      const struct src_mark *mark = &stage->marks.items[i];
      struct src_field field
        = src_field_make (&stage->marks, &stage->view, mark, last);
      size_t len = strlen (got);
      snprintf (got + len, sizeof got - len,
                "%s%" PRIu64 ":%" PRIu64 "%s%s%s[%.*s]", len ? " " : "",
                mark->line, mark->calls, mark->is_merged ? "M" : "",
                mark->has_func ? "" : "f", field.is_small ? "!" : "",
                (int) field.len, field.text);
    }
  CHECK_STR (got, want, name);
}

static void
test_fields (void)
{
  struct style style = { .quirks = quirks_gnu (), .min_count = 1 };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 0, &last, "3:7[7,7,9 -> ] 4:0f[9,9,2 -> ] 5:0f[3 -> ]"
               " 6:0f[] 8:11M[11,1 -> ] 9:8M[4 -> ]", "calls and blocks");
  check_marks (&stage, 1, &last, "2:0![##### -> ]"
               " 9:40000000000[40000000000,5000]", "a small one, a cut one");
  stage_close (&stage);
}

static void
test_all_lines (void)
{
  struct style style = { .quirks = quirks_gnu (), .min_count = 1,
                         .all_lines = true };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 0, &last, "3:7[7,9 -> ] 4:0f[9,2 -> ] 5:0f[2,3 -> ]"
               " 6:0f[3 -> ] 8:11M[11,1 -> ] 9:8M[1,4 -> ]", "-x");
  CHECK_U64 (last, 4, "the count that is carried on");
  stage_close (&stage);
}

static void
test_min_count (void)
{
  struct style style = { .quirks = quirks_gnu (), .min_count = 16 };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 0, &last,
               "3:7[7,7,9 -> ] 4:0f[9,9,2 -> ] 5:0f![##### -> ] 6:0f[]"
               " 8:11M![##### -> ] 9:8M![##### -> ]",
               "-m is compared with the sum of what is shown");
  stage_close (&stage);
  style.min_count = 0;
  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 1, &last, "2:0[0 -> ] 9:40000000000[40000000000,5000]",
               "-m 0: nothing is small");
  stage_close (&stage);
}

/* The same for the default mode, where more is known: see src_counts.h.  */
static void
test_ours (void)
{
  struct style style = { .min_count = 1 };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 0, &last, "3:7[7,9 -> ] 4:0f[9,9,2 -> ] 5:0f[3 -> ]"
               " 6:0f[] 8:11M[11,1,2 -> ] 9:8M[8,4 -> ]",
               "entries that are blocks; all of a line");
  check_marks (&stage, 1, &last, "2:0![##### -> ]"
               " 9:40000000000[50000000000,40000000000 -> ]",
               "never entered; a wide one");
  check_marks (&stage, 2, &last, "1:3[3 -> ] 2:0Mf[3,0,4 -> ] 3:0f[1 -> ]"
               " 4:0[20,20 -> ] 5:0f[999999999,88888888,7777777,... -> ]"
               " 7:0f[2,1 -> ]", "entries by block; too many counts");
  CHECK_U64 (stage.marks.items[stage.marks.start[0]].count, 9,
             "a line ran as often as its busiest block");
  CHECK_U64 (stage.marks.items[stage.marks.start[0] + 4].count, 11,
             "that of two functions as often as both");
  CHECK_U64 (stage.marks.items[stage.marks.start[2] + 1].count, 4,
             "code that goes on after another line");
  CHECK_U64 (stage.marks.items[stage.marks.start[0] + 4].time, 5 + 7,
             "its time is that of both");
  stage_close (&stage);
}

static void
test_ours_with_all_lines (void)
{
  struct style style = { .min_count = 3, .all_lines = true };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, NULL, INCL_ANNO);
  check_marks (&stage, 0, &last, "3:7[7,9 -> ] 4:0f[9,2 -> ] 5:0f[2,3 -> ]"
               " 6:0f[3 -> ] 8:11M[11,1,2 -> ] 9:8M[8,4 -> ]", "ours, -x");
  check_marks (&stage, 2, &last, "1:3[3 -> ] 2:0Mf[3,0,4,1 -> ] 3:0f[4,1 -> ]"
               " 4:0[20 -> ] 5:0f[999999999,88888888,7777777,... -> ]"
               " 7:0f![##### -> ]", "by address, not by line; -m");
  stage_close (&stage);
}

static void
test_selection (void)
{
  struct style style = { .quirks = quirks_gnu (), .min_count = 1 };
  struct stage stage;
  uint64_t last = 0;

  stage_open (&stage, &style, ":8", INCL_ANNO);
  check_marks (&stage, 0, &last, "8:11M[11,1 -> ]", "one line included");
  check_marks (&stage, 1, &last, "", "nothing of the other file");
  stage_close (&stage);
  stage_open (&stage, &style, "a.c", EXCL_ANNO);
  check_marks (&stage, 0, &last, "", "a file excluded");
  CHECK_U64 (stage.marks.start[2] - stage.marks.start[1], 2, "but no other");
  stage_close (&stage);
}

int
main (void)
{
  test_fields ();
  test_all_lines ();
  test_min_count ();
  test_selection ();
  test_ours ();
  test_ours_with_all_lines ();
  return check_end ();
}
