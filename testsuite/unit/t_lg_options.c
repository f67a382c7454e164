/* unit/t_lg_options.c -- tests of GMON_OPTIONS and of names made of patterns.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: texts.  Out: what libgmon makes of them, and what it says on stderr,
   which is a file here meanwhile.  Run by gprof.unit.  */

#include <config.h>

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/options.h"
#include "check.h"
#include "clock/sampler.h"
#include "gmon_out.h"


static struct options options;
static char said[4096];

/* Parse TEXT; what is said goes to `said'.  */
static void
parse (const char *text)
{
  char name[] = "t_lg_options.XXXXXX";
  int fd = mkstemp (name);
  int saved = dup (2);
  ssize_t len;

  if (fd < 0 || saved < 0 || dup2 (fd, 2) != 2)
    exit (2);
  unlink (name);
  options_parse (&options, text);
  dup2 (saved, 2);
  close (saved);
  len = pread (fd, said, sizeof said - 1, 0);
  close (fd);
  if (len < 0)
    exit (2);
  said[len] = '\0';
}

static bool
is_usual (void)
{
  return options.out == NULL && options.rate == 0
         && options.clock == OPTIONS_CLOCK_CPU
         && options.event == NULL && options.period == 0
         && options.catch == OPTIONS_CATCH_USUAL
         && options.children == OPTIONS_CHILDREN_USUAL && options.dump == 0
         && options.checkpoint == 0
         && options.stacks == OPTIONS_STACKS_USUAL
         && options.stacks_memory == 8388608 && !options.command_full
         && options.library_calls == NULL && options.functions == NULL;
}

static void
test_nothing (void)
{
  static const char *const texts[] = { NULL, "", ",", ",,," };

  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
      parse (texts[i]);
      CHECK (is_usual () && said[0] == '\0', "nothing said: the usual");
    }
}

static void
test_all (void)
{
  parse ("out=a/%e.%p,rate=250,clock=none,catch=all,children=7,dump=USR2,"
         "checkpoint=60,stacks=on,stacks-memory=64K,command=full,"
         "library-calls=libc.so.*");
  CHECK_STR (said, "", "all keys: no message");
  CHECK_STR (options.out, "a/%e.%p", "out");
  CHECK_U64 (options.rate, 250, "rate");
  CHECK (options.clock == OPTIONS_CLOCK_NONE, "clock");
  CHECK (options.catch == OPTIONS_CATCH_ALL, "catch");
  CHECK_U64 (options.children, 7, "children");
  CHECK (options.dump == SIGUSR2, "dump");
  CHECK_U64 (options.checkpoint, 60, "checkpoint");
  CHECK (options.stacks == OPTIONS_STACKS_ON && options.command_full,
         "stacks, command");
  CHECK (options.library_calls != NULL
         && strcmp (options.library_calls, "libc.so.*") == 0, "library-calls");
  CHECK_U64 (options.stacks_memory, 65536, "stacks-memory");
  parse ("stacks=on,stacks=off");
  CHECK (options.stacks == OPTIONS_STACKS_OFF, "no stacks");
  parse ("stacks-memory=1024M");
  CHECK_U64 (options.stacks_memory, 1073741824, "stacks-memory in MiB");
}

static void
test_values (void)
{
  parse ("children=yes,catch=none,dump=SIGHUP,clock=itimer");
  CHECK (options.children == UINT_MAX && options.catch == OPTIONS_CATCH_NONE
           && options.dump == SIGHUP
           && options.clock == OPTIONS_CLOCK_ITIMER && said[0] == '\0',
         "words");
  parse ("children=no,catch=term,dump=10,rate=100000,rate=1");
  CHECK (options.children == 0 && options.catch == OPTIONS_CATCH_TERM
           && options.dump == SIGUSR1 && options.rate == 1 && said[0] == '\0',
         "numbers; the last of two counts");
  parse ("clock=perf,rate=20000");
  CHECK (options.clock == OPTIONS_CLOCK_PERF && options.rate == 20000
           && said[0] == '\0',
         "a faster clock");
  parse ("dump=40,out=x=y");
  CHECK (options.dump == 40 && said[0] == '\0', "a realtime signal");
  CHECK_STR (options.out, "x=y", "an equal sign in a value");
}

static void
test_functions (void)
{
  static const struct
  {
    const char *text, *functions, *said;
  } cases[] = {
    { "functions=none", "none", "" },
    { "functions=", "", "" },
    { "functions=,rate=7", "", "" },
    { "functions=parse*,!*tiny*,rate=7", "parse*,!*tiny*", "" },
    { "rate=7,functions=a,,,b", "a,,,b", "" },
    { "functions=a,help,rate=7,functions=b,!c", "b,!c", "" },
    { "functions=@list.txt,rate=7", "@list.txt", "" },
    { "functions=a,rate=7,b", "a", "libgmon: GMON_OPTIONS: b: unknown key" },
    { "functions=@f,b", "@f", "libgmon: GMON_OPTIONS: b: unknown key" },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      parse (cases[i].text);
      CHECK_STR (options.functions, cases[i].functions, cases[i].text);
      CHECK (strncmp (said, cases[i].said, strlen (cases[i].said)) == 0
               && (*cases[i].said != '\0' || *said == '\0'),
             "%s: message: %s", cases[i].text, said);
      CHECK (options.rate == (strstr (cases[i].text, "rate") != NULL ? 7 : 0),
             "%s: the rest counts", cases[i].text);
    }
}

static void
test_wrong (void)
{
  static const char *const wrong[] = {
    "out=", "out=a%", "out=%q", "rate=", "rate=0", "rate=x", "rate=1000000x",
    "rate=-1", "rate= 5", "rate=:", "rate=/", "clock=", "clock=sun",
    "clock=cp", "clock=cpus", "clock=cpu ", "catch=maybe", "catch=usual",
    "children=-1", "children=", "dump=KILL", "dump=9",
    "dump=0", "dump=11", "dump=", "dump=SIG", "checkpoint=1s", "checkpoint=",
    "checkpoint=9999999", "stacks=", "stacks=yes",
    "library-calls=", "functions=!", "functions=@", "functions=!!a",
    "functions=!@a", "stacks-memory=", "stacks-memory=M", "stacks-memory=63K",
    "stacks-memory=0M",
    "stacks-memory=1025M", "stacks-memory=1048577K", "stacks-memory=8",
    "stacks-memory=8m", "stacks-memory=8MB", "stacks-memory=99999999999M",
    "command=", "command=all",
    "event=", "event=faults", "event=page-fault", "event=cycles ",
    "period=0", "period=3", "period=1024000", "period=2000000000",
    "children=1000001", "children=99999999999999999999", "dump=USR", "dump=64x",
  };
  char want[100];

  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    {
      parse (wrong[i]);
      snprintf (want, sizeof want,
                "libgmon: GMON_OPTIONS: %s: invalid value, ignored; %.*s takes"
                " ", wrong[i], (int) strcspn (wrong[i], "=") + 1, wrong[i]);
      CHECK (strncmp (said, want, strlen (want)) == 0
               && strchr (said, '\n') == said + strlen (said) - 1,
             "%s", wrong[i]);
      CHECK (is_usual (), "and nothing is changed");
    }
  parse ("clock=sun");
  CHECK_STR (said,
             "libgmon: GMON_OPTIONS: clock=sun: invalid value, ignored;"
             " clock= takes one of cpu, itimer, wall, perf, kernel, none\n",
             "a wrong value: what is accepted");
  parse ("colour=red,rate=200,rates=5,=3,rate");
  CHECK_STR (said,
             "libgmon: GMON_OPTIONS: colour: unknown key, ignored;"
             " GMON_OPTIONS=help lists the keys\n"
             "libgmon: GMON_OPTIONS: rates: unknown key, ignored;"
             " did you mean rate=? GMON_OPTIONS=help lists the keys\n"
             "libgmon: GMON_OPTIONS: : unknown key, ignored;"
             " GMON_OPTIONS=help lists the keys\n"
             "libgmon: GMON_OPTIONS: rate: no value, ignored;"
             " rate= takes a number from 1 to 100000\n",
             "unknown keys: one line for each");
  CHECK_U64 (options.rate, 200, "unknown keys: the rest counts");
}

static void
test_near (void)
{
  static const struct
  {
    const char *text, *near;    /* NULL: none */
  } rows[] = {
    { "rat", "rate" }, { "RATE", NULL }, { "ouy", "out" }, { "ot", "out" },
    { "clokc", "clock" }, { "chidren", "children" }, { "evnet", "event" },
    { "checkpoints", "checkpoint" }, { "catsh", "catch" },
    { "o", NULL }, { "x", NULL }, { "xyz", NULL }, { "cluck", "clock" },
    { "checkpointcheckpointcheckpoint", NULL }, { "chekpiont", NULL },
    { "checkpo", NULL }, { "dumpp", "dump" },
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      char want[100] = "";

      parse (rows[i].text);
      if (rows[i].near != NULL)
        snprintf (want, sizeof want, "did you mean %s=? ", rows[i].near);
      CHECK (strstr (said, ": unknown key, ignored; ") != NULL
               && (rows[i].near != NULL ? strstr (said, want) != NULL
                                        : strstr (said, "mean") == NULL),
             "%s", rows[i].text);
    }
}

/* A rate that is too high becomes the highest one.  */
static void
test_high_rates (void)
{
  static const char *const rates[] = {
    "100001", "1000000", "4294967295", "4294967296", "4294967396",
    "429496729700000000000000",
  };
  char text[100];

  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
    {
      snprintf (text, sizeof text, "rate=%s", rates[i]);
      parse (text);
      CHECK_U64 (options.rate, CLOCK_MAX_RATE, rates[i]);
      snprintf (text, sizeof text,
                "libgmon: GMON_OPTIONS: rate=%s: the highest rate, 100000,"
                " is used\n", rates[i]);
      CHECK_STR (said, text, "and it is said");
    }
}

/* Each value that the help lists is accepted.  */
static void
test_help (void)
{
  static char help[sizeof said];
  char *line = help, *end;
  char key[20] = "";
  unsigned words = 0;

  parse ("help");
  CHECK (is_usual (), "help: nothing else");
  CHECK (strncmp (said, "libgmon: GMON_OPTIONS=KEY=VALUE", 31) == 0,
         "help: its head");
  memcpy (help, said, sizeof help);
  for (; (end = strchr (line, '\n')) != NULL; line = end + 1)
    {
      char *word = line + strspn (line, " ");

      *end = '\0';
      if (word == line + 2)
        snprintf (key, sizeof key, "%.*s", (int) strcspn (word, "="), word);
      if (word == line || word == line + 2
          || strncmp (word, "one of ", 7) != 0)
        continue;
      for (word = strtok (word + 7, ", "); word != NULL
           && strcmp (word, "or") != 0; word = strtok (NULL, ", "))
        {
          char text[60];

          snprintf (text, sizeof text, "%s=%s", key, word);
          parse (text);
          CHECK_STR (said, "", text);
          words++;
        }
    }
  CHECK_U64 (words, 6 + 8 + 3 + 8 + 2 + 2 + 2,
             "help: words of clock, event, catch, dump, stacks, command, wait");
}

static void
test_events (void)
{
  parse ("event=page-faults");
  CHECK (options.clock == OPTIONS_CLOCK_EVENT && options.event != NULL
           && options.event == event_find ("page-faults")
           && options.period == 0 && said[0] == '\0',
         "an event");
  parse ("clock=none,period=1000000000,event=branch-misses");
  CHECK (options.clock == OPTIONS_CLOCK_EVENT
           && options.event == event_find ("branch-misses")
           && options.period == 1000000000 && said[0] == '\0',
         "an event and its period");
  parse ("event=cycles,clock=perf");
  CHECK (options.clock == OPTIONS_CLOCK_PERF && said[0] == '\0',
         "the last of clock and event counts");
  parse ("rate=100,event=cycles,period=64");
  CHECK (options.rate == 0 && options.period == 64, "an event has no rate");
  CHECK_STR (said,
             "libgmon: GMON_OPTIONS: rate: ignored with event=; period= says"
             " how many events make a sample\n",
             "an event has no rate: message");
  parse ("period=5");
  CHECK_STR (said,
             "libgmon: GMON_OPTIONS: period: ignored without event=, which"
             " chooses what is counted\n",
             "a period without an event");
}

/* What the header is to say, for the largest numbers and names.  */
static void
test_units (void)
{
  static const struct
  {
    const char *event;
    unsigned period;
    const char *unit;
    char letter;
    unsigned rate;
  } wanted[] = {
    { "page-faults", 0, "page-faults", 'f', 1 },
    { "page-faults", 1, "page-faults", 'f', 1 },
    { "minor-faults", 8, "kminor-faults", 'k', 125 },
    { "major-faults", 1000, "kmajor-faults", 'k', 1 },
    { "context-switches", 64, "Mswitches", 'M', 15625 },
    { "cycles", 0, "Gcycles", 'G', 100 },
    { "instructions", 500000, "Minstructions", 'M', 2 },
    { "cache-misses", 1000000000, "Gcache-misses", 'G', 1 },
    { "branch-misses", 512, "Gbranch-misses", 'G', 1953125 },
  };
  static struct sampler sampler;

  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    {
      const struct clock *clock
        = event_choose (&sampler, event_find (wanted[i].event),
                        wanted[i].period);
      char unit[GMON_DIMEN_SIZE + 1] = "";

      memcpy (unit, clock->dimension, GMON_DIMEN_SIZE);
      CHECK_STR (unit, wanted[i].unit, wanted[i].event);
      CHECK_STR (clock->name, wanted[i].event, "and its name in messages");
      CHECK (clock->abbreviation == wanted[i].letter
               && clock->file_rate (&sampler) == wanted[i].rate,
             "and what a sample is of that");
    }
}

static void
test_long (void)
{
  static char text[PATH_MAX + 10];

  memset (text, 'x', sizeof text - 1);
  memcpy (text, "out=", 4);
  parse (text);
  CHECK_STR (said,
             "libgmon: GMON_OPTIONS: ignored, as it is longer than the limit of"
             " 4095 characters\n", "too long: said");
  CHECK (is_usual (), "too long: ignored");
  text[PATH_MAX - 1] = '\0';
  parse (text);
  CHECK (said[0] == '\0' && options.out != NULL
           && strlen (options.out) == PATH_MAX - 5,
         "the longest that fits");
}

static char name[32];
static bool has_pid;

static bool
make_name (const char *pattern, uint32_t pid)
{
  memset (name, '#', sizeof name);
  return options_name (&options, pattern, name, 16, pid, &has_pid)
         && name[16] == '#';
}

static void
test_names (void)
{
  memcpy (options.program, "prog", 5);
  memcpy (options.host, "node7", 6);
  memcpy (options.rank, "12", 3);
  CHECK (make_name ("a%p", 4194304) && has_pid, "pid");
  CHECK_STR (name, "a4194304", "pid: name");
  CHECK (make_name ("%e.%h.%r", 1) && !has_pid, "program, host, rank");
  CHECK_STR (name, "prog.node7.12", "program, host, rank: name");
  CHECK (make_name ("100%%p", 1) && !has_pid, "percent sign");
  CHECK_STR (name, "100%p", "percent sign: name");
  CHECK (make_name ("%p", 0), "pid 0");
  CHECK_STR (name, "0", "pid 0: name");
  CHECK (make_name ("123456789012345", 1), "15 bytes fit 16");
  CHECK (!make_name ("1234567890123456", 1), "16 do not");
  CHECK (make_name ("12345678901%e", 1), "a part that fits");
  CHECK (!make_name ("123456789012%e", 1), "a part that does not");
}

static void
test_given (void)
{
  unsetenv ("GMON_OPTIONS");
  CHECK (!options_are_given (), "given: no variable");
  setenv ("GMON_OPTIONS", "", 1);
  CHECK (!options_are_given (), "given: an empty variable");
  setenv ("GMON_OPTIONS", ",,", 1);
  CHECK (!options_are_given (), "given: no entries");
  setenv ("GMON_OPTIONS", ",stack", 1);
  CHECK (options_are_given (), "given: a wrong entry");
}

static void
test_environment (void)
{
  options.is_read = false;
  setenv ("GMON_OPTIONS", "rate=50", 1);
  setenv ("SLURM_PROCID", "3", 1);
  setenv ("OMPI_COMM_WORLD_RANK", "1/2", 1);
  options_read (&options);
  CHECK_U64 (options.rate, 50, "environment: options");
  CHECK (options.is_read, "environment: is read");
  CHECK_STR (options.rank, "1_2", "environment: rank, without a slash");
  CHECK (strstr (options.program, "t_lg_options") != NULL, "program");
  CHECK (options.host[0] != '\0' && strchr (options.host, '/') == NULL,
         "host");
  unsetenv ("OMPI_COMM_WORLD_RANK");
  options_read (&options);
  CHECK_STR (options.rank, "3", "environment: rank by Slurm");
  setenv ("PMIX_NAMESPACE", "1047396353", 1);
  options_read (&options);
  CHECK_STR (options.rank, "3", "environment: Open MPI's first world");
  setenv ("PMIX_NAMESPACE", "1047396354", 1);
  options_read (&options);
  CHECK_STR (options.rank, "3.2", "environment: Open MPI's second world");
  setenv ("PMIX_NAMESPACE", "prterun-node7-1234@3", 1);
  options_read (&options);
  CHECK_STR (options.rank, "3.3", "environment: PRRTE's third world");
  setenv ("PMIX_NAMESPACE", "slurm.pmix.12.5", 1);
  options_read (&options);
  CHECK_STR (options.rank, "3", "environment: Slurm's name of a world");
  CHECK (options.has_rank, "environment: a rank is told");
  unsetenv ("SLURM_PROCID");
  unsetenv ("PMIX_NAMESPACE");
  unsetenv ("GMON_OPTIONS");
  options_read (&options);
  CHECK_STR (options.rank, "0", "environment: no rank");
  CHECK (!options.has_rank, "environment: no rank is told");
  CHECK (is_usual (), "environment: no options");
}

int
main (void)
{
  test_nothing ();
  test_all ();
  test_values ();
  test_functions ();
  test_wrong ();
  test_near ();
  test_high_rates ();
  test_help ();
  test_events ();
  test_units ();
  test_long ();
  test_names ();
  unsetenv ("PMIX_RANK");
  unsetenv ("PMI_RANK");
  test_given ();
  test_environment ();
  return check_end ();
}
