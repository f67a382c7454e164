/* made.c -- a program that makes code at run time, which others call through.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: made CASE
   Writes /tmp/perf-PID.map, which CASE is about: "plain", "fork" (a child runs
   the code), "exec" (then executes "true"), "old" (the file is older than the
   process), "link", "fifo".  Takes 0.2 s of CPU time in each of three paths:
   run calls Made::loop(int); and through Made::call, listed and unlisted.  Out:
   the file's name, and another file to be removed.  x86-64 only.  See
   made.exp.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FUNCTION __attribute__ ((noinline))
#define SIZE 4096
#define CALL 256                /* offset of the second function */

/* push %rbp; mov %rsp,%rbp; dec %edi; jnz -4; pop %rbp; ret  */
static const unsigned char loop_code[]
  = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xcf, 0x75, 0xfc, 0x5d, 0xc3 };

/* push %rbp; mov %rsp,%rbp; mov %rsi,%rax; call *%rax; pop %rbp; ret  */
static const unsigned char call_code[]
  = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf0, 0xff, 0xd0, 0x5d, 0xc3 };

typedef void worker (int);

/* A function that the unwind tables do not list.  */
worker unlisted;
__asm__ (".text\n"
         ".type unlisted, @function\n"
         "unlisted:\n"
         " push %rbp\n"
         " mov %rsp, %rbp\n"
         " push %rbx\n"
         "1: dec %edi\n"
         " jnz 1b\n"
         " pop %rbx\n"
         " pop %rbp\n"
         " ret\n"
         ".size unlisted, . - unlisted\n");

static FUNCTION void
listed (int n)
{
  while (n-- > 0)
    __asm__ volatile ("");
}

static void
write_map (const char *path, unsigned long code)
{
  FILE *map = fopen (path, "w");

  if (map == NULL)
    exit (2);
  /* The older names are those of code that was there before.  */
  fprintf (map, "%lx 400 older\n%lx 8 shorter\n", code - 16, code);
  fprintf (map, "%lx %zx Made::loop(int)\n", code, sizeof loop_code);
  fprintf (map, "damaged\n%lx\n%lx zz\n-1 10 negative\n\n", code, code);
  fprintf (map, "0x%lx 0x%zx Made::call\n%lx 10 elsewhere\n%lx", code + CALL,
           sizeof call_code, code + 2 * SIZE, code);
  fclose (map);
}

static void
make_map (const char *kind, const char *path, const char *other,
          unsigned long code)
{
  const struct timeval old[2] = { { 1000000000, 0 }, { 1000000000, 0 } };

  if (strcmp (kind, "fifo") == 0)
    {
      if (mkfifo (path, 0600) != 0)
        exit (2);
      return;
    }
  write_map (strcmp (kind, "link") == 0 ? other : path, code);
  if ((strcmp (kind, "link") == 0 && symlink (other, path) != 0)
      || (strcmp (kind, "old") == 0 && utimes (path, old) != 0))
    exit (2);
}

static FUNCTION void
run (worker *loop, void (*call) (int, worker *), double until)
{
  while ((double) clock () / CLOCKS_PER_SEC < until)
    {
      loop (500000);
      call (500000, listed);
      call (500000, unlisted);
    }
}

int
main (int argc, char **argv)
{
  const char *kind = argc > 1 ? argv[1] : "plain";
  char path[64], other[80];
  unsigned char *code = mmap (NULL, SIZE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (code == MAP_FAILED)
    return 2;
  memcpy (code, loop_code, sizeof loop_code);
  memcpy (code + CALL, call_code, sizeof call_code);
  mprotect (code, SIZE, PROT_READ | PROT_EXEC);
  snprintf (path, sizeof path, "/tmp/perf-%ld.map", (long) getpid ());
  snprintf (other, sizeof other, "%s.other", path);
  make_map (kind, path, other, (unsigned long) code);
  printf ("files %s %s\n", path, other);
  fflush (stdout);
  if (strcmp (kind, "fork") != 0 || fork () == 0)
    run ((worker *) (void *) code,
         (void (*) (int, worker *)) (void *) (code + CALL), .6);
  else
    wait (NULL);
  if (strcmp (kind, "exec") == 0)
    execlp ("true", "true", (char *) NULL);
  return 0;
}
