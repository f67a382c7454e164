/* base/diag.h -- the one sink for errors and warnings.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only this module writes to the error stream, and no function of the library
   exits: a function that fails calls diag_error once and returns false or
   NULL.  FORMAT is as in printf; errors, warnings and notes translate it to
   the user's language.
   Every message is one line, "PROGRAM: TEXT\n" or "PROGRAM: warning: TEXT\n".
   Characters that would control a terminal are escaped (base/safe_text).  */

#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/intl.h"

struct diag;
struct memory_files;

/* Returns a new sink for messages, never NULL; diag_free frees it.  PROGRAM is
   the name that begins each message (argv[0] as typed; borrowed).  STREAM is
   borrowed; if it is NULL, messages are only counted, for tests and
   fuzzers.  */
struct diag *diag_new (const char *program, FILE *stream);
void diag_free (struct diag *diag);

/* Return the files in memory (base/memory_file.h) that are found by who reports
   to DIAG; NULL: there are none.  diag_make_files makes the list first, which
   diag_free frees.  */
struct memory_files *diag_files (const struct diag *diag);
struct memory_files *diag_make_files (struct diag *diag);

/* Reports an error: the operation that the message is about has failed.  */
void diag_error (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Reports a problem that did not stop the operation.  */
void diag_warning (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Reports an action that was done and is no problem.  Notes are not
   counted.  */
void diag_note (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Writes TEXT unchanged and without a prefix.  This is for the usage text that
   follows an error in the command line.  It is not counted.  */
void diag_text (struct diag *diag, const char *text);

/* Returns true if the error stream is a terminal.  */
bool diag_on_terminal (const struct diag *diag);

/* Shows a status line.  The next status line replaces it, and it is cleared
   before the next message.  An empty text only clears it.  The caller makes
   sure that the stream is a terminal.  Status lines are not counted.  */
void diag_status (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* The topics of the traces that -d prints, as bits; the bits 1 and 8 have no
   topic.  */
enum trace_topic
{
  TRACE_DFN = 2,                /* the topological order */
  TRACE_CYCLES = 4,
  TRACE_TALLY = 16,             /* calls, as they were recorded */
  TRACE_ARC_SORT = 32,          /* the order of calls in an entry */
  TRACE_SAMPLES = 64,
  TRACE_SYMBOLS = 128,          /* symbols used, and why one is not used */
  TRACE_STATIC_CALLS = 256,     /* calls found in the machine code */
  TRACE_LOOKUP = 512,           /* addresses to symbols */
  TRACE_PROPAGATION = 1024,     /* propagation of time to callers */
  TRACE_BLOCKS = 2048,
  TRACE_SPECS = 4096,           /* symbols that each symspec selects */
  TRACE_SOURCES = 8192          /* source lines and files */
};

/* Sets the topics to trace: TOPICS has bits of enum trace_topic.  A new sink
   traces none.  */
void diag_set_topics (struct diag *diag, unsigned topics);

/* Returns true if TOPIC is traced.  Test it before a loop that does nothing
   but trace.  */
bool diag_traces (const struct diag *diag, enum trace_topic topic);

/* Writes "PROGRAM: [TOPIC] TEXT\n" if TOPIC is traced.  */
void diag_trace (struct diag *diag, enum trace_topic topic,
                 const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Return the number of errors, and of warnings, that were reported so far.  */
unsigned diag_errors (const struct diag *diag);
unsigned diag_warnings (const struct diag *diag);

/* Returns the text of the warning number I, from 0, in the language of the user
   and without prefix, or NULL if there was none.  Only the first warnings, 100
   at most, are kept.  Borrowed; DIAG owns it.  */
const char *diag_kept_warning (const struct diag *diag, size_t i);

/* Returns the text of the last message without prefix and newline, or "" if
   there was none; borrowed until the next message.  This is for tests.  */
const char *diag_last (const struct diag *diag);

#endif /* BASE_DIAG_H */
