/* options.h -- what the user wants: GMON_OPTIONS, and names of files.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_OPTIONS_H
#define GMON_OPTIONS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "clock/clock_list.h"

struct perf_kind;

enum options_clock
{
#define OPTIONS_CLOCK(enumerator, name) OPTIONS_CLOCK_##enumerator,
  CLOCK_LIST (OPTIONS_CLOCK)
#undef OPTIONS_CLOCK
  OPTIONS_CLOCK_NONE,           /* no samples */
  OPTIONS_CLOCK_EVENT           /* no time: options->event is counted */
};

/* Which signals that end the program are caught.  */
enum options_catch
{
  OPTIONS_CATCH_USUAL,          /* TERM HUP ABRT SEGV BUS FPE ILL, and INT if
                                   the executable is linked with us */
  OPTIONS_CATCH_NONE,
  OPTIONS_CATCH_TERM,           /* requests to end: TERM HUP INT */
  OPTIONS_CATCH_ALL             /* all of these, and QUIT SYS TRAP XCPU */
};

/* So many children write a file if nothing is said.  */
#define OPTIONS_CHILDREN_USUAL 1000

#define OPTIONS_HOST_SIZE 65
#define OPTIONS_PROGRAM_SIZE 256
#define OPTIONS_RANK_SIZE 24

struct options
{
  const char *out;              /* pattern of the file's name, or NULL */
  unsigned rate;                /* samples per second, 0: the usual */
  enum options_clock clock;
  const struct perf_kind *event;        /* perf_event.h */
  unsigned period;              /* events that make a sample, 0: the usual */
  enum options_catch catch;
  unsigned children;            /* how many of them may write a file */
  int dump;                     /* signal, 0: none */
  unsigned checkpoint;          /* seconds between two files, 0: none */
  char program[OPTIONS_PROGRAM_SIZE];   /* what %e, %h and %r stand for */
  char host[OPTIONS_HOST_SIZE];
  char rank[OPTIONS_RANK_SIZE];
  bool has_rank;                /* a launcher has told it */
  char text[PATH_MAX];          /* `out' points in here */
};

/* Set OPTIONS to the usual ones, and to what TEXT says unless NULL: a list
   "key=value,key=value".  An entry that is not understood has no effect, and a
   line on stderr names it, the reason and what is accepted.  A rate above
   CLOCK_MAX_RATE becomes that, with a line on stderr.  The entry "help"
   writes the keys and their values to stderr.  No malloc, no stdio.  */
void options_parse (struct options *options, const char *text);

/* The same with GMON_OPTIONS of the environment, which a program that runs with
   more rights than its user ignores; also finds the names of program and host
   and the rank among the processes of a parallel job.  */
void options_read (struct options *options);

/* The pattern PATTERN made into a file name: %p is PID, %e the program, %h the
   host, %r the rank, %% a percent sign.  *HAS_PID: there was a %p.  False: it
   does not fit into the SIZE bytes of NAME.  Async-signal-safe.  */
bool options_name (const struct options *options, const char *pattern,
                   char *name, size_t size, uint32_t pid, bool *has_pid);

/* Append ".PID" to NAME, a string in SIZE bytes.  False, and nothing is done:
   it does not fit.  Async-signal-safe.  */
bool options_add_pid (char *name, size_t size, uint32_t pid);

/* The value of the variable NAME ("X=") in the environment, or NULL if there
   is none or the program runs with more rights than its user.  Not by getenv,
   which may lock.  Async-signal-safe.  */
const char *options_variable (const char *name);

#endif /* GMON_OPTIONS_H */
