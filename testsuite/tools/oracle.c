/* oracle.c -- compares the results of two gprofs, byte for byte.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  oracle LABEL DIRECTORY COMMANDS

   In the environment:
     REFERENCE       the GNU gprof
     SUBJECT         ours, with its options: "../src/gprof --compat=gnu"
     ORACLE_TIMEOUT  seconds for one run (default 60)
     ORACLE_TWIN     if set, REFERENCE is no GNU gprof that may die: nothing is
                     skipped
     ORACLE_SCATTER  gprof.oracle/scatter.c as a library to preload, or unset

   Runs each line of the file COMMANDS (arguments of gprof as the shell reads
   them; NAME=VALUE before them sets a variable) in DIRECTORY, once with either
   program, and compares standard output, every file that was written there
   (gmon.sum, NAME-ann), the exit status, and whether standard error is empty.
   Prints "PASS: ..." or "FAIL: ..." for each, and "SKIP: ..." where GNU gprof
   itself crashes, gives up with an internal error, answers differently when
   malloc fills memory with other bytes or takes it from elsewhere, or is seen
   by valgrind (if there is one) to read memory that is not its own: it read
   past a table.  A failure leaves both answers in DIRECTORY/fail-N and prints a
   command that shows the difference.

   The 12 spare header bytes of a gmon.sum in the magic format are left out: GNU
   gprof writes whatever was on its stack.

   Why not a shell script: it is the innermost loop of 100,000 comparisons, and
   a run of gprof takes less time than ten processes around it.  */

#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_LINE 65536
#define MAX_WORDS 512
#define MAX_FILES 64

/* GNU gprof believes the sizes in a file; more memory than this it shall not
   fill.  */
#define REFERENCE_MEMORY (2UL << 30)

/* Nor shall it fill a disk: some orders of functions it prints for ever.  */
#define MAX_WRITTEN (256UL << 20)

/* The most it may write to a file: -r with a spec of calls that means several
   runs of functions (-k with a name that is there twice) never ends.  */
#define REFERENCE_OUTPUT (64UL << 20)

/* More of a standard output or a written file is not kept.  */
#define MAX_BYTES (512L << 20)

#define SPARE_AT 8
#define SPARE_END 20

struct bytes
{
  char *data;
  size_t size;
};

/* What one run left behind.  */
struct answer
{
  int status;                   /* 128 + the signal's number if it was killed */
  struct bytes out, err;
  unsigned n_files;             /* sorted by name */
  char *names[MAX_FILES];
  struct bytes files[MAX_FILES];
};

struct oracle
{
  const char *label;
  char **reference, **subject;  /* words, NULL at the end */
  const char *subject_text;
  const char *scatter;
  bool twin;
  unsigned timeout;
  int out, err, null;           /* descriptors the children write to and read */
  unsigned n_known;             /* sorted names of what is not an answer */
  char **known;
};

static void
die (const char *what)
{
  fprintf (stderr, "oracle: %s: %s\n", what, strerror (errno));
  exit (EXIT_FAILURE);
}

static void *
must (void *p)
{
  if (!p)
    die ("memory");
  return p;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The names in the current directory, sorted, but the hidden ones; their
   number in *N.  */
static char **
list_files (unsigned *n)
{
  DIR *dir = opendir (".");
  struct dirent *entry;
  char **names = NULL;

  if (!dir)
    die ("opendir");
  *n = 0;
  while ((entry = readdir (dir)))
    {
      if (entry->d_name[0] == '.')
        continue;
      if (*n % 64 == 0)
        names = must (realloc (names, (*n + 64) * sizeof *names));
      names[(*n)++] = must (strdup (entry->d_name));
    }
  closedir (dir);
  qsort (names, *n, sizeof *names, compare_names);
  return names;
}

static bool
is_known (const struct oracle *o, char *name)
{
  return bsearch (&name, o->known, o->n_known, sizeof *o->known,
                  compare_names) != NULL;
}

/* All of FD, which is at any position.  */
static struct bytes
read_all (int fd)
{
  struct stat st;
  struct bytes b = { NULL, 0 };
  ssize_t got;

  if (fstat (fd, &st) != 0)
    die ("fstat");
  if (st.st_size > MAX_BYTES)
    st.st_size = MAX_BYTES;
  b.data = must (malloc ((size_t) st.st_size + 1));
  while (b.size < (size_t) st.st_size
         && (got = pread (fd, b.data + b.size, (size_t) st.st_size - b.size,
                          (off_t) b.size)) > 0)
    b.size += (size_t) got;
  b.data[b.size] = '\0';
  return b;
}

/* Takes what was written beside the known files, and removes it.  */
static void
take_files (const struct oracle *o, struct answer *a)
{
  unsigned n;
  char **names = list_files (&n);

  a->n_files = 0;
  for (unsigned i = 0; i < n; i++)
    {
      int fd;

      if (is_known (o, names[i]) || a->n_files == MAX_FILES
          || (fd = open (names[i], O_RDONLY)) < 0)
        {
          free (names[i]);
          continue;
        }
      a->names[a->n_files] = names[i];
      a->files[a->n_files] = read_all (fd);
      close (fd);
      unlink (names[i]);
      if (strcmp (names[i], "gmon.sum") == 0
          && a->files[a->n_files].size >= SPARE_END
          && memcmp (a->files[a->n_files].data, "gmon", 4) == 0)
        memset (a->files[a->n_files].data + SPARE_AT, 0,
                SPARE_END - SPARE_AT);
      a->n_files++;
    }
  free (names);
}

static void
free_answer (struct answer *a)
{
  free (a->out.data);
  free (a->err.data);
  for (unsigned i = 0; i < a->n_files; i++)
    {
      free (a->names[i]);
      free (a->files[i].data);
    }
  memset (a, 0, sizeof *a);
}

/* Command lines.  */

struct command
{
  char *words[MAX_WORDS];       /* NULL at the end */
  unsigned n_env;               /* so many of them are NAME=VALUE */
  char *input;                  /* after <, or NULL */
  char *buffer;                 /* where the words are */
  bool needs_shell;             /* words are not to be believed */
};

static bool
is_assignment (const char *word)
{
  size_t n = strspn (word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

  return n > 0 && word[n] == '=';
}

/* Reads one word at *IN to *OUT, both moved on; false if it takes a shell.  */
static bool
read_word (const char **in, char **out)
{
  const char *p = *in;
  char *to = *out;

  while (*p && !strchr (" \t\n<", *p))
    if (*p == '\'')
      {
        const char *end = strchr (++p, '\'');
        if (!end)
          return false;
        while (p < end)
          *to++ = *p++;
        p++;
      }
    else if (strchr ("\"\\$`*?[;&|>~(){}#", *p))
      return false;
    else
      *to++ = *p++;
  *to++ = '\0';
  *in = p;
  *out = to;
  return true;
}

static void
parse_command (struct command *c, const char *line)
{
  unsigned n = 0;
  char *out;

  memset (c, 0, sizeof *c);
  out = c->buffer = must (malloc (2 * strlen (line) + 2));
  for (const char *p = line; *(p += strspn (p, " \t\n"));)
    {
      bool input = *p == '<';
      char *word = out;

      if (input)
        {
          p++;
          p += strspn (p, " \t");
        }
      if (n == MAX_WORDS - 1 || !read_word (&p, &out))
        {
          c->needs_shell = true;
          return;
        }
      if (input)
        c->input = word;
      else
        {
          if (c->n_env == n && is_assignment (word))
            c->n_env++;
          c->words[n++] = word;
        }
    }
  c->words[n] = NULL;
}

/* The child: PREFIX, then the words of C, or the shell that reads LINE.  */
static void
exec_command (const struct oracle *o, char **prefix, const struct command *c,
              const char *line)
{
  char *argv[2 * MAX_WORDS];
  unsigned n = 0;

  if (c->needs_shell)
    {
      char *script = must (malloc (2 * MAX_LINE));
      size_t at = 0;

      for (; *prefix; prefix++)
        at += (size_t) snprintf (script + at, 2 * MAX_LINE - at, "%s ",
                                 *prefix);
      snprintf (script + at, 2 * MAX_LINE - at, "%s", line);
      execl ("/bin/sh", "sh", "-c", script, (char *) NULL);
      _exit (127);
    }
  for (unsigned i = 0; i < c->n_env; i++)
    putenv (c->words[i]);
  while (*prefix && n < MAX_WORDS)
    argv[n++] = *prefix++;
  for (unsigned i = c->n_env; c->words[i]; i++)
    argv[n++] = c->words[i];
  argv[n] = NULL;
  if (c->input)
    {
      int fd = open (c->input, O_RDONLY);
      if (fd < 0)
        _exit (127);
      dup2 (fd, 0);
    }
  else
    dup2 (o->null, 0);
  execvp (argv[0], argv);
  _exit (127);
}

static void
rewind_output (int fd)
{
  if (ftruncate (fd, 0) != 0 || lseek (fd, 0, SEEK_SET) != 0)
    die ("output file");
}

/* What malloc gives: blocks filled with something, or at places that chance
   chose.  */
struct memory
{
  const char *fill;             /* MALLOC_PERTURB_ */
  const char *scatter;          /* SCATTER_SEED, or NULL for libc's malloc */
};

static const struct memory usual_memory = { "85", NULL };

/* Runs PREFIX over the command, with MEMORY.  */
static void
run (const struct oracle *o, char **prefix, const struct command *c,
     const char *line, const struct memory *memory, struct answer *a)
{
  int status;
  pid_t pid;

  rewind_output (o->out);
  rewind_output (o->err);
  pid = fork ();
  if (pid < 0)
    die ("fork");
  if (pid == 0)
    {
      struct rlimit limit = { REFERENCE_MEMORY, REFERENCE_MEMORY };

      alarm (o->timeout);
      if (prefix == o->reference)
        {
          setrlimit (RLIMIT_AS, &limit);
          limit.rlim_cur = limit.rlim_max = REFERENCE_OUTPUT;
          setrlimit (RLIMIT_FSIZE, &limit);
        }
      limit.rlim_cur = limit.rlim_max = MAX_WRITTEN;
      setrlimit (RLIMIT_FSIZE, &limit);
      limit.rlim_cur = limit.rlim_max = 0;
      setrlimit (RLIMIT_CORE, &limit);
      setenv ("MALLOC_PERTURB_", memory->fill, 1);
      if (memory->scatter && o->scatter)
        {
          setenv ("LD_PRELOAD", o->scatter, 1);
          setenv ("SCATTER_SEED", memory->scatter, 1);
        }
      dup2 (o->out, 1);
      dup2 (o->err, 2);
      exec_command (o, prefix, c, line);
    }
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      die ("waitpid");
  a->status = WIFEXITED (status) ? WEXITSTATUS (status)
              : 128 + WTERMSIG (status);
  a->out = read_all (o->out);
  a->err = read_all (o->err);
  take_files (o, a);
}

/* Comparing.  */

static bool
same_bytes (const struct bytes *a, const struct bytes *b)
{
  return a->size == b->size && memcmp (a->data, b->data, a->size) == 0;
}

static bool
same_files (const struct answer *a, const struct answer *b)
{
  if (a->n_files != b->n_files)
    return false;
  for (unsigned i = 0; i < a->n_files; i++)
    if (strcmp (a->names[i], b->names[i]) != 0
        || !same_bytes (&a->files[i], &b->files[i]))
      return false;
  return true;
}

/* What A and B disagree in: words for the message, NULL for nothing.  */
static const char *
difference (const struct answer *a, const struct answer *b)
{
  static char what[64];

  snprintf (what, sizeof what, "%s%s%s%s", a->status != b->status ? " status"
            : "", same_bytes (&a->out, &b->out) ? "" : " out",
            same_files (a, b) ? "" : " files",
            (a->err.size == 0) == (b->err.size == 0) ? "" : " noise");
  return what[0] ? what : NULL;
}

/* Did GNU gprof crash, or end for a reason that is its own fault?  */
static bool
gave_up (const struct answer *a)
{
  return (a->status >= 124 || strstr (a->err.data, "somebody miscounted")
          || strstr (a->err.data, "find_cycle"));
}

/* Did it want more memory than it may have?  Its status is then 1, as ours
   should be for a profile with such numbers.  */
static bool
wants_too_much (const struct answer *a)
{
  return (strstr (a->err.data, "out of memory")
          || strstr (a->err.data, "emory exhausted"));
}

static void
save (const char *dir, const char *who, const char *name,
      const struct bytes *b)
{
  char path[4096];
  FILE *f;

  snprintf (path, sizeof path, "%s/%s.%s", dir, who, name);
  f = fopen (path, "w");
  if (!f || fwrite (b->data, 1, b->size, f) != b->size || fclose (f) != 0)
    die (path);
}

static void
save_answer (const char *dir, const char *who, const struct answer *a)
{
  char status[16];
  struct bytes b = { status, 0 };

  b.size = (size_t) snprintf (status, sizeof status, "%d\n", a->status);
  save (dir, who, "status", &b);
  save (dir, who, "out", &a->out);
  save (dir, who, "err", &a->err);
  for (unsigned i = 0; i < a->n_files; i++)
    save (dir, who, a->names[i], &a->files[i]);
}

static void
report_failure (const struct oracle *o, const char *line, unsigned n,
                const char *what, const struct answer *gnu,
                const struct answer *our)
{
  char dir[32], cwd[4096] = "?";

  snprintf (dir, sizeof dir, "fail-%u", n);
  mkdir (dir, 0777);
  save_answer (dir, "gnu", gnu);
  save_answer (dir, "our", our);
  printf ("FAIL: %s: gprof %s\n  differ:%s; see: cd %s && %s %s"
          " | diff %s/gnu.out -\n", o->label, line, what,
          getcwd (cwd, sizeof cwd) ? cwd : "?", o->subject_text, line, dir);
}

/* Has C a map of object files (-R)?  Looking functions up in it, GNU reads
   memory that it never wrote, whatever fills it; seen from 26 lines on.  */
static bool
has_map (const struct command *c)
{
  for (unsigned i = c->n_env; c->words[i]; i++)
    if (strncmp (c->words[i], "-R", 2) == 0
        || strncmp (c->words[i], "--file-o", 8) == 0)
      return true;
  return false;
}

/* Does GNU gprof read memory that is not its own?  Asked only after a
   difference, for it takes a second.  */
static bool
reads_beyond (const struct oracle *o, const struct command *c,
              const char *line)
{
  static char tool[] = "valgrind", quiet[] = "-q";
  static char code[] = "--error-exitcode=113";
  static char defined[] = "--undef-value-errors=no";
  static char undefined[] = "--undef-value-errors=yes";
  char *words[] = { tool, quiet, code, has_map (c) ? undefined : defined,
                    o->reference[0], NULL };
  static const struct memory zeros = { "0", NULL };
  struct answer a = { 0 };
  bool bad;

  run (o, words, c, line, &zeros, &a);
  bad = a.status == 113;
  free_answer (&a);
  return bad;
}

/* What GNU gprof disagrees with itself in, whose first answer was GNU, when
   memory is another; NULL for nothing.  */
static const char *
doubt (const struct oracle *o, const struct command *c, const char *line,
       const struct answer *gnu)
{
  /* The last ones: of two functions at the same addresses BFD takes one by
     where malloc put what it knows of them, and a sanitizer's malloc puts it
     elsewhere.  */
  static const struct memory others[]
    = { { "170", NULL }, { "0", NULL }, { "1", NULL }, { "77", NULL },
        { "254", NULL }, { "0", "1" }, { "0", "2" }, { "0", "3" },
        { "0", "4" }, { "0", "5" }, { "0", "6" }, { "0", "7" }, { "0", "8" } };
  const char *what = wants_too_much (gnu) ? " memory" : NULL;

  for (unsigned i = 0; i < sizeof others / sizeof *others && !what; i++)
    {
      struct answer again = { 0 };

      run (o, o->reference, c, line, &others[i], &again);
      what = difference (gnu, &again);
      free_answer (&again);
    }
  if (!what && reads_beyond (o, c, line))
    what = " valgrind";
  return what;
}

/* Compares one command line, the N-th.  True if a directory was made.  */
static bool
compare_line (const struct oracle *o, const char *line, unsigned n)
{
  struct answer gnu = { 0 }, our = { 0 };
  struct command c;
  const char *what;
  char first[64];
  bool failed = false;

  parse_command (&c, line);
  run (o, o->reference, &c, line, &usual_memory, &gnu);
  if (gnu.status == 127)
    printf ("ERROR: %s: cannot run %s\n", o->label, o->reference[0]);
  else if (!o->twin && gave_up (&gnu))
    printf ("SKIP: %s: GNU gprof dies: gprof %s\n", o->label, line);
  else
    {
      run (o, o->subject, &c, line, &usual_memory, &our);
      what = difference (&gnu, &our);
      if (!what)
        printf ("PASS: %s: gprof %s\n", o->label, line);
      else
        {
          snprintf (first, sizeof first, "%s", what);
          what = o->twin ? NULL : doubt (o, &c, line, &gnu);
          if (what)
            printf ("SKIP: %s: GNU gprof is not sure (%s ): gprof %s\n",
                    o->label, what, line);
          else
            {
              report_failure (o, line, n, first, &gnu, &our);
              failed = true;
            }
        }
    }
  fflush (stdout);
  free_answer (&gnu);
  free_answer (&our);
  free (c.buffer);
  return failed;
}

/* The words of TEXT, which stays in them; NULL at the end.  */
static char **
split_words (const char *text)
{
  char **words = must (calloc (MAX_WORDS + 1, sizeof *words)), *save_at;
  char *copy = must (strdup (text));
  unsigned n = 0;

  for (char *w = strtok_r (copy, " ", &save_at); w && n < MAX_WORDS;
       w = strtok_r (NULL, " ", &save_at))
    words[n++] = w;
  return words;
}

static const char *
want_env (const char *name)
{
  const char *value = getenv (name);

  if (!value || !*value)
    {
      fprintf (stderr, "oracle: %s is not set\n", name);
      exit (EXIT_FAILURE);
    }
  return value;
}

static void
know_files (struct oracle *o)
{
  unlink ("gmon.sum");
  o->known = list_files (&o->n_known);
}

/* A failure's directory is no answer of the next run.  */
static void
know_again (struct oracle *o)
{
  for (unsigned i = 0; i < o->n_known; i++)
    free (o->known[i]);
  free (o->known);
  know_files (o);
}

int
main (int argc, char **argv)
{
  static char line[MAX_LINE];
  const char *timeout = getenv ("ORACLE_TIMEOUT");
  struct oracle o = { 0 };
  unsigned n = 0;
  FILE *in;

  if (argc != 4)
    {
      fputs ("usage: oracle LABEL DIRECTORY COMMANDS\n", stderr);
      return EXIT_FAILURE;
    }
  o.label = argv[1];
  o.subject_text = want_env ("SUBJECT");
  o.subject = split_words (o.subject_text);
  o.reference = split_words (want_env ("REFERENCE"));
  o.twin = getenv ("ORACLE_TWIN") != NULL;
  o.scatter = getenv ("ORACLE_SCATTER");
  o.timeout = timeout ? (unsigned) strtoul (timeout, NULL, 10) : 60;
  /* A tool that cannot be found must not look like one that fails.  */
  if (chdir (argv[2]) != 0)
    die (argv[2]);
  in = fopen (argv[3], "r");
  if (!in)
    die (argv[3]);
  o.out = memfd_create ("out", MFD_CLOEXEC);
  o.err = memfd_create ("err", MFD_CLOEXEC);
  o.null = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  if (o.out < 0 || o.err < 0 || o.null < 0)
    die ("output files");
  know_files (&o);
  while (fgets (line, sizeof line, in))
    {
      line[strcspn (line, "\n")] = '\0';
      if (compare_line (&o, line, ++n))
        know_again (&o);
    }
  fclose (in);
  return EXIT_SUCCESS;
}
