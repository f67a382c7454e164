/* base/diag.h -- the one sink for errors and warnings.

   SPDX-License-Identifier: GPL-3.0-or-later

   Nothing else in the library writes to the error stream, and nothing exits:
   a function that fails calls diag_error once and returns false or NULL.
   FORMAT is as in printf; errors, warnings and notes look for it in the user's
   language.
   Every message is one line, "PROGRAM: TEXT\n" or "PROGRAM: warning: TEXT\n";
   what a terminal would obey is escaped in it (base/safe_text).  */

#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "base/intl.h"

struct diag;

/* A sink for messages of the program called PROGRAM (argv[0] as typed; kept,
   not copied) on STREAM (borrowed; NULL = count only, for tests and fuzzers).
   Never NULL.  */
struct diag *diag_new (const char *program, FILE *stream);
void diag_free (struct diag *diag);

/* Reports an error: the operation it is about did not happen.  */
void diag_error (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Reports something the user should know although the work went on.  */
void diag_warning (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Reports what was done and is no trouble.  Not counted.  */
void diag_note (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Writes TEXT as it is, without prefix: the usage after an error in the
   command line.  Not counted.  */
void diag_text (struct diag *diag, const char *text);

/* Is the error stream a terminal?  */
bool diag_on_terminal (const struct diag *diag);

/* Shows a line that is no message: it is replaced by the next, and gone before
   a message; an empty one is none.  For terminals alone.  Not counted.  */
void diag_status (struct diag *diag, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* What -d can tell of, as bits; 1 and 8 are none.  */
enum trace_topic
{
  TRACE_DFN = 2,                /* the topological order */
  TRACE_CYCLES = 4,
  TRACE_TALLY = 16,             /* calls, as they were recorded */
  TRACE_ARC_SORT = 32,          /* the order of calls in an entry */
  TRACE_SAMPLES = 64,
  TRACE_SYMBOLS = 128,          /* which are taken, and why others are not */
  TRACE_STATIC_CALLS = 256,     /* those in the machine code */
  TRACE_LOOKUP = 512,           /* addresses to symbols */
  TRACE_PROPAGATION = 1024,     /* of time */
  TRACE_BLOCKS = 2048,
  TRACE_SPECS = 4096,           /* what symspecs select */
  TRACE_SOURCES = 8192          /* source lines and files */
};

/* Which topics, bits of enum trace_topic, are told; none at first.  */
void diag_set_topics (struct diag *diag, unsigned topics);

/* Is TOPIC told?  To be asked before a loop that only tells.  */
bool diag_traces (const struct diag *diag, enum trace_topic topic);

/* Tells something, if TOPIC is told: "PROGRAM: [TOPIC] TEXT\n".  */
void diag_trace (struct diag *diag, enum trace_topic topic,
                 const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* How many errors, and how many warnings, were reported so far.  */
unsigned diag_errors (const struct diag *diag);
unsigned diag_warnings (const struct diag *diag);

/* The text of the last message without prefix and newline, "" at first; for
   tests.  Borrowed until the next message.  */
const char *diag_last (const struct diag *diag);

#endif /* BASE_DIAG_H */
