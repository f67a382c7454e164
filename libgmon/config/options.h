/* options.h -- the user's wishes in GMON_OPTIONS, and names of files.

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
  OPTIONS_CLOCK_EVENT           /* options->event is counted instead of time */
};

/* Which signals that end the program are caught.  */
enum options_catch
{
  OPTIONS_CATCH_USUAL,          /* TERM HUP ABRT SEGV BUS FPE ILL, and INT if
                                   the executable is linked with libgmon */
  OPTIONS_CATCH_NONE,
  OPTIONS_CATCH_TERM,           /* requests to end: TERM HUP INT */
  OPTIONS_CATCH_ALL             /* all of the above, and QUIT SYS TRAP XCPU */
};

/* Whether the whole process is recorded.  */
enum options_stacks
{
  OPTIONS_STACKS_USUAL,         /* as far as it is possible */
  OPTIONS_STACKS_ON,            /* likewise; a message says if it is not */
  OPTIONS_STACKS_OFF
};

/* How many children may write a file unless GMON_OPTIONS sets another
   limit.  */
#define OPTIONS_CHILDREN_USUAL 1000

#define OPTIONS_HOST_SIZE 65
#define OPTIONS_PROGRAM_SIZE 256
#define OPTIONS_RANK_SIZE 24

struct options
{
  const char *out;              /* pattern of the file's name, or NULL */
  unsigned rate;                /* samples per second, 0: the default */
  enum options_clock clock;
  const struct perf_kind *event;        /* the counted event (perf_event.h) */
  unsigned period;              /* events per sample, 0: the default */
  enum options_catch catch;
  unsigned children;            /* how many children may write a file */
  int dump;                     /* signal that requests a file, 0: none */
  unsigned checkpoint;          /* seconds between files, 0: none */
  enum options_stacks stacks;
  unsigned stacks_memory;       /* bytes for call stacks */
  const char *pool;             /* pattern of the file of all processes, then
                                   also in out; or NULL.  The last of the keys
                                   out and pool counts.  */
  const char *library_calls;    /* pattern of libraries' names, or NULL */
  const char *functions;        /* patterns separated by commas, "@FILE",
                                   "none" or ""; NULL: all are counted */
  bool command_full;            /* the file has the whole command line */
  bool wait;                    /* blocked threads are polled */
  char program[OPTIONS_PROGRAM_SIZE];   /* replaces %e in patterns */
  char host[OPTIONS_HOST_SIZE];         /* replaces %h */
  char rank[OPTIONS_RANK_SIZE];         /* replaces %r */
  bool has_rank;                /* a launcher has set the rank */
  bool is_read;                 /* options_read has filled all fields */
  char text[PATH_MAX];          /* copy of the list; `out' points into it */
};

/* Sets OPTIONS to the defaults, and then applies TEXT unless it is NULL.  TEXT
   is a list "key=value,key=value".  An entry that is not understood has no
   effect; a message on stderr names the entry, the reason and the accepted
   values.  A rate above CLOCK_MAX_RATE is replaced by that limit, with a
   message on stderr.  The entry "help" prints the keys and their values on
   stderr.  Uses no malloc and no stdio.  */
void options_parse (struct options *options, const char *text);

/* Does what options_parse does, with GMON_OPTIONS of the environment as text.
   A program that runs with more rights than its user ignores the variable.
   Also stores the names of the program and the host, and the rank of this
   process in a parallel job.  */
void options_read (struct options *options);

/* Returns true if GMON_OPTIONS has an entry, right or wrong.  For the time
   before options_read; prints no messages.  */
bool options_are_given (void);

/* Returns true if GMON_OPTIONS has clock=perf without a mark, and marks it: the
   word is "Perf" then.  Processes that this one starts inherit the mark, so
   that a message appears once in a job.  Returns true also without the
   variable.  */
bool options_first_perf (void);

/* Stores in NAME, a buffer of SIZE bytes, the file name that PATTERN stands
   for: %p becomes PID, %e the program, %h the host, %r the rank, %% a percent
   sign.  Sets *HAS_PID to whether PATTERN contains %p.  Returns false if the
   name does not fit or PATTERN ends with a single percent sign.
   Async-signal-safe.  */
bool options_name (const struct options *options, const char *pattern,
                   char *name, size_t size, uint32_t pid, bool *has_pid);

/* Returns true if PATTERN contains %e, so that each program has a name of its
   own.  Async-signal-safe.  */
bool options_names_program (const char *pattern);

/* Appends ".PID" to the string NAME in a buffer of SIZE bytes.  Returns false
   and does nothing if it does not fit.  Async-signal-safe.  */
bool options_add_pid (char *name, size_t size, uint32_t pid);

/* Returns the value of the environment variable NAME, which ends with an equal
   sign ("X=").  Returns NULL if the variable is not set or the program runs
   with more rights than its user.  The value belongs to the environment.  Does
   not call getenv, which may take a lock.  Async-signal-safe.  */
const char *options_variable (const char *name);

#endif /* GMON_OPTIONS_H */
