/* unit/t_diag.c -- tests of base/diag: messages and their counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/diag.h"

/* A sink into memory, and what it got.  */
struct caught
{
  struct diag *diag;
  FILE *stream;
  char *text;
  size_t len;
};

static void
catch_open (struct caught *c)
{
  c->text = NULL;
  c->stream = open_memstream (&c->text, &c->len);
  c->diag = diag_new ("./gprof", c->stream);
}

static void
catch_check (struct caught *c, const char *want, const char *name)
{
  fflush (c->stream);
  CHECK_STR (c->text, want, name);
  diag_free (c->diag);
  fclose (c->stream);
  free (c->text);
}

static void
test_lines (void)
{
  struct caught c;

  catch_open (&c);
  CHECK_STR (diag_last (c.diag), "", "no message at first");
  CHECK (diag_errors (c.diag) == 0 && diag_warnings (c.diag) == 0,
         "nothing counted at first");
  diag_error (c.diag, "%s: offset %d", "gmon.out", 20);
  CHECK_STR (diag_last (c.diag), "gmon.out: offset 20", "the last message");
  diag_warning (c.diag, "odd");
  diag_warning (c.diag, "100%%");
  diag_text (c.diag, "Usage: %s\n");
  CHECK_U64 (diag_errors (c.diag), 1, "errors counted");
  CHECK_U64 (diag_warnings (c.diag), 2, "warnings counted");
  CHECK_STR (diag_last (c.diag), "100%", "the last message again");
  catch_check (&c, "./gprof: gmon.out: offset 20\n./gprof: warning: odd\n"
               "./gprof: warning: 100%\nUsage: %s\n", "the lines");
}

static void
test_controls (void)
{
  struct caught c;

  catch_open (&c);
  diag_error (c.diag, "%s", "a\nb\033[31m\t\177 caf\303\251");
  catch_check (&c, "./gprof: a\\012b\\033[31m\\011\\177 caf\303\251\n",
               "control characters are escaped, others are not");
}

static void
test_long (void)
{
  struct caught c;
  char *name = malloc (100001);

  memset (name, 'x', 100000);
  name[100000] = '\0';
  catch_open (&c);
  diag_error (c.diag, "%s", name);
  CHECK_STR (diag_last (c.diag), name, "a message of 100,000 bytes");
  fflush (c.stream);
  CHECK_U64 (c.len, 100000 + 10, "its line");
  diag_error (c.diag, "short");
  CHECK_STR (diag_last (c.diag), "short", "a short one after it");
  diag_free (c.diag);
  fclose (c.stream);
  free (c.text);
  free (name);
}

static void
test_silent (void)
{
  struct diag *diag = diag_new ("gprof", NULL);

  diag_error (diag, "error %d", 1);
  diag_text (diag, "text");
  CHECK_U64 (diag_errors (diag), 1, "a sink without a stream counts");
  CHECK_STR (diag_last (diag), "error 1", "and keeps the message");
  diag_free (diag);
  diag_free (NULL);
  pass ("diag_free (NULL)");
}

static void
test_trace (void)
{
  struct caught c;

  catch_open (&c);
  diag_trace (c.diag, TRACE_SAMPLES, "not yet");
  diag_set_topics (c.diag, TRACE_SAMPLES | TRACE_DFN | 1);
  CHECK (diag_traces (c.diag, TRACE_DFN) && !diag_traces (c.diag, TRACE_SPECS),
         "topics are bits");
  diag_warning (c.diag, "odd");
  diag_trace (c.diag, TRACE_SAMPLES, "bin %d\n", 7);
  diag_trace (c.diag, TRACE_SPECS, "not this");
  CHECK_STR (diag_last (c.diag), "odd", "a trace is no message");
  CHECK (diag_errors (c.diag) == 0 && diag_warnings (c.diag) == 1,
         "and does not count");
  catch_check (&c, "./gprof: warning: odd\n./gprof: [samples] bin 7\\012\n",
               "what is traced");
}

/* A line that goes away before the next one, and before a message.  */
static void
test_status (void)
{
  struct caught c;

  catch_open (&c);
  CHECK (!diag_on_terminal (c.diag), "memory is no terminal");
  diag_status (c.diag, "%u of 9", 7u);
  diag_status (c.diag, "8 of 9");
  diag_error (c.diag, "no");
  diag_status (c.diag, "9");
  diag_status (c.diag, "%s", "");
  CHECK_U64 (diag_errors (c.diag), 1, "a status is not counted");
  catch_check (&c, "7 of 9\r      \r8 of 9\r      \r./gprof: no\n9\r \r",
               "status lines");
}

/* The first 100 warnings are kept, errors and notes are not.  */
static void
test_kept (void)
{
  struct diag *diag = diag_new ("./gprof", NULL);

  CHECK (!diag_kept_warning (diag, 0), "no warning at first");
  diag_error (diag, "error");
  diag_note (diag, "note");
  for (unsigned i = 0; i < 150; i++)
    diag_warning (diag, "warning %u\n", i);
  CHECK_STR (diag_kept_warning (diag, 0), "warning 0\\012", "the first one");
  CHECK_STR (diag_kept_warning (diag, 99), "warning 99\\012", "the 100th one");
  CHECK (!diag_kept_warning (diag, 100), "no more are kept");
  diag_free (diag);
}

int
main (void)
{
  test_kept ();
  test_lines ();
  test_trace ();
  test_controls ();
  test_long ();
  test_silent ();
  test_status ();
  return check_end ();
}
