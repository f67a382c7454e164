/* base/diag.c -- the one sink for errors and warnings.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes one line for each message on the stream given to diag_new, and the
   numbers of errors and warnings.  Messages contain file and symbol names of
   hostile input and end up in terminals, logs and web pages.  So every message
   is made safe, also if the stream is not a terminal, and a name cannot forge
   a line.  */

#include <config.h>

#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/memory_file.h"
#include "base/safe_text.h"

/* The warnings that are kept for exports.  */
#define MOST_KEPT 100

struct diag
{
  struct memory_files *files;   /* heap, or NULL */
  const char *program;
  FILE *stream;                 /* borrowed, or NULL */
  unsigned errors, warnings;
  unsigned topics;              /* bits of enum trace_topic */
  char *raw;                    /* heap; a text before it is made safe */
  size_t raw_cap;
  char *last;                   /* heap; NULL before the first message */
  size_t cap;
  char **kept;                  /* heap; the first warnings, each heap */
  size_t n_kept, cap_kept;
  int status_len;               /* length of the status line, 0 if none */
  char *line;                   /* heap; text of a trace or status line */
  size_t line_cap;
};

struct diag *
diag_new (const char *program, FILE *stream)
{
  struct diag *diag = array_new (1, sizeof *diag);

  diag->program = program;
  diag->stream = stream;
  return diag;
}

void
diag_free (struct diag *diag)
{
  if (!diag)
    return;
  for (size_t i = 0; i < diag->n_kept; i++)
    free (diag->kept[i]);
  free (diag->kept);
  free (diag->raw);
  free (diag->last);
  free (diag->line);
  memory_files_free (diag->files);
  free (diag);
}

struct memory_files *
diag_files (const struct diag *diag)
{
  return diag->files;
}

struct memory_files *
diag_make_files (struct diag *diag)
{
  if (!diag->files)
    diag->files = memory_files_new ();
  return diag->files;
}

/* Returns the character set of the stream, SAFE_UTF8 or 0.  A stream that is
   not a terminal gets UTF-8 unchanged in any locale.  */
static unsigned
charset (const struct diag *diag)
{
  return diag_on_terminal (diag) ? safe_locale () : SAFE_UTF8;
}

/* Formats the text and writes it, made safe, to *TEXT, a heap buffer for *CAP
   characters that grows as needed.  */
static void __attribute__ ((format (printf, 4, 0)))
format_text (struct diag *diag, char **text, size_t *cap, const char *format,
             va_list args)
{
  va_list again;
  int len;

  va_copy (again, args);
  len = vsnprintf (NULL, 0, format, args);
  if (len < 0)
    len = 0;                    /* the text cannot be converted: use "" */
  diag->raw = array_reserve (diag->raw, &diag->raw_cap, (size_t) len + 1, 1);
  diag->raw[0] = '\0';
  vsnprintf (diag->raw, (size_t) len + 1, format, again);
  va_end (again);
  len = (int) strlen (diag->raw);
  *text = array_reserve (*text, cap, (size_t) len + 1, SAFE_GROWTH);
  (*text)[safe_write (*text, diag->raw, (size_t) len, charset (diag))] = '\0';
}

/* Stores the translated and formatted text in `last'.  */
static void __attribute__ ((format (printf, 2, 0)))
keep (struct diag *diag, const char *format, va_list args)
{
  format_text (diag, &diag->last, &diag->cap, _(format), args);
}

/* Overwrites the status line with blanks, since not every terminal has a
   command to clear a line.  */
static void
clear_status (struct diag *diag)
{
  if (diag->status_len)
    fprintf (diag->stream, "\r%*s\r", diag->status_len, "");
  diag->status_len = 0;
}

static void
diag_put (struct diag *diag, const char *kind)
{
  clear_status (diag);
  if (diag->stream)
    fprintf (diag->stream, "%s: %s%s\n", diag->program, kind, diag->last);
}

void
diag_error (struct diag *diag, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  keep (diag, format, args);
  va_end (args);
  diag->errors++;
  diag_put (diag, "");
}

void
diag_warning (struct diag *diag, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  keep (diag, format, args);
  va_end (args);
  diag->warnings++;
  if (diag->n_kept < MOST_KEPT)
    {
      *ARRAY_APPEND (diag->kept, diag->cap_kept, diag->n_kept)
        = xstrdup (diag->last);
    }
  diag_put (diag, _("warning: "));
}

void
diag_note (struct diag *diag, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  keep (diag, format, args);
  va_end (args);
  diag_put (diag, "");
}

void
diag_text (struct diag *diag, const char *text)
{
  if (diag->stream)
    fputs (text, diag->stream);
}

bool
diag_on_terminal (const struct diag *diag)
{
  return diag->stream && isatty (fileno (diag->stream));
}

void
diag_status (struct diag *diag, const char *format, ...)
{
  va_list args;

  clear_status (diag);
  if (!diag->stream)
    return;
  va_start (args, format);
  format_text (diag, &diag->line, &diag->line_cap, format, args);
  va_end (args);
  diag->status_len = fprintf (diag->stream, "%s", diag->line);
  fflush (diag->stream);
}

static const char *
topic_name (enum trace_topic topic)
{
  switch (topic)
    {
    case TRACE_DFN: return "order";
    case TRACE_CYCLES: return "cycles";
    case TRACE_TALLY: return "calls";
    case TRACE_ARC_SORT: return "sorting";
    case TRACE_SAMPLES: return "samples";
    case TRACE_SYMBOLS: return "symbols";
    case TRACE_STATIC_CALLS: return "code";
    case TRACE_LOOKUP: return "lookup";
    case TRACE_PROPAGATION: return "time";
    case TRACE_BLOCKS: return "blocks";
    case TRACE_SPECS: return "specs";
    case TRACE_SOURCES: return "sources";
    }
  return "trace";
}

void
diag_set_topics (struct diag *diag, unsigned topics)
{
  diag->topics = topics;
}

bool
diag_traces (const struct diag *diag, enum trace_topic topic)
{
  return (diag->topics & topic) != 0;
}

void
diag_trace (struct diag *diag, enum trace_topic topic, const char *format, ...)
{
  va_list args;

  if (!diag_traces (diag, topic) || !diag->stream)
    return;
  va_start (args, format);
  format_text (diag, &diag->line, &diag->line_cap, format, args);
  va_end (args);
  fprintf (diag->stream, "%s: [%s] %s\n", diag->program, topic_name (topic),
           diag->line);
}

unsigned
diag_errors (const struct diag *diag)
{
  return diag->errors;
}

unsigned
diag_warnings (const struct diag *diag)
{
  return diag->warnings;
}

const char *
diag_kept_warning (const struct diag *diag, size_t i)
{
  return i < diag->n_kept ? diag->kept[i] : NULL;
}

const char *
diag_last (const struct diag *diag)
{
  return diag->last ? diag->last : "";
}
