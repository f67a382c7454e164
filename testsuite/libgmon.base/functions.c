/* functions.c -- calls known functions known times, for functions.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: functions plain|threads|fork|signals
          functions open PLUG
          functions mdwe CASE          runs CASE where no page may become
                                       writable and executable
          functions nowrite CASE       where pwrite fails
          functions nochange CASE      where both fails
   Prints how many bytes of the program's code differ from the file.  Exits with
   3.  */

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline, noclone))
#define UNCOUNTED __attribute__ ((no_instrument_function))
#define THREADS 4
#define ROUNDS 100000
#ifndef PR_SET_MDWE
# define PR_SET_MDWE 65
#endif

int parse_word (int x);
int parse_tiny_word (int x);
int eval_word (int x);

NOINLINE int
parse_word (int x)
{
  __asm__ volatile ("" ::: "memory");
  return x + 1;
}

NOINLINE int
parse_tiny_word (int x)
{
  char room[4096];

  room[x & 1] = (char) x;
  __asm__ volatile ("" : : "r" (room) : "memory");
  return parse_word (x) + room[x & 1];
}

NOINLINE int
eval_word (int x)
{
  __asm__ volatile ("" ::: "memory");
  return parse_tiny_word (x) + parse_word (x);
}

NOINLINE static double
eval_many (int n, double a, double b, double c, int d, int e, int f, int g,
           int h)
{
  double sum = a + b + c + d + e + f + g + h;

  for (int i = 0; i < n; i++)
    sum += eval_word (i & 7);
  return sum;
}

NOINLINE static void *
run_thread (void *data)
{
  int rounds = *(int *) data;

  eval_many (rounds, 1, 2, 3, 4, 5, 6, 7, 8);
  return NULL;
}

NOINLINE static void
run_threads (void)
{
  pthread_t threads[THREADS];
  int rounds = ROUNDS;

  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, run_thread, &rounds) != 0)
      exit (1);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

NOINLINE static void
run_fork (void)
{
  int status = 1;
  pid_t child = fork ();

  if (child == 0)
    {
      eval_many (70, 1, 2, 3, 4, 5, 6, 7, 8);
      exit (0);
    }
  if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
    exit (1);
  eval_many (50, 1, 2, 3, 4, 5, 6, 7, 8);
}

NOINLINE static void
on_signal (int signal)
{
  parse_tiny_word (signal & 1);
}

NOINLINE static void
run_signals (void)
{
  signal (SIGUSR1, on_signal);
  for (int i = 0; i < 100; i++)
    {
      raise (SIGUSR1);
      eval_word (i);
    }
}

#ifndef NO_OPEN

NOINLINE static void
run_open (const char *path)
{
  for (int i = 0; i < 3; i++)
    {
      void *handle = dlopen (path, RTLD_NOW);
      int (*run) (int) = NULL;

      if (handle != NULL)
        run = (int (*) (int)) dlsym (handle, "plug_run");
      if (run == NULL || run (10) != 20)
        exit (1);
      dlclose (handle);
    }
}

#endif

/* Returns how many bytes of a segment differ between memory and FILE.  */
UNCOUNTED static long
count_changes (const ElfW (Phdr) *segment, uintptr_t base, int file)
{
  unsigned char *copy = malloc (segment->p_filesz);
  const unsigned char *memory = (const void *) (base + segment->p_vaddr);
  long changes = 0;

  if (copy == NULL
      || pread (file, copy, segment->p_filesz, (off_t) segment->p_offset)
         != (ssize_t) segment->p_filesz)
    exit (1);
  for (size_t i = 0; i < segment->p_filesz; i++)
    changes += copy[i] != memory[i];
  free (copy);
  return changes;
}

UNCOUNTED static int
look_at_program (struct dl_phdr_info *info, size_t size, void *data)
{
  int file = open ("/proc/self/exe", O_RDONLY);

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD
        && (info->dlpi_phdr[i].p_flags & PF_X) != 0)
      *(long *) data += count_changes (&info->dlpi_phdr[i], info->dlpi_addr,
                                       file);
  close (file);
  return 1;
}

/* Has the system refuse pwrite, and with ALL also pages that are writable and
   executable.  */
UNCOUNTED static void
refuse_changes (int all)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 3, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, all ? SYS_mprotect : ~0u, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
              offsetof (struct seccomp_data, args[2])),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, 7, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    exit (1);
}

static void
run_refused (char **argv, int all)
{
  refuse_changes (all);
  execv ("/proc/self/exe", argv);
  exit (1);
}

static void
run_restricted (char **argv)
{
  if (prctl (PR_SET_MDWE, 1, 0, 0, 0) != 0)
    {
      puts (errno == EINVAL ? "no MDWE" : "failed");
      exit (0);
    }
  execv ("/proc/self/exe", argv);
  exit (1);
}

int
main (int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "plain";
  long changes = 0;

  if (strcmp (name, "mdwe") == 0)
    run_restricted (argv + 1);
  if (strncmp (name, "no", 2) == 0)
    run_refused (argv + 1, strcmp (name, "nochange") == 0);
  eval_many (1000, 1, 2, 3, 4, 5, 6, 7, 8);
  if (strcmp (name, "threads") == 0)
    run_threads ();
  else if (strcmp (name, "fork") == 0)
    run_fork ();
  else if (strcmp (name, "signals") == 0)
    run_signals ();
#ifndef NO_OPEN
  else if (strcmp (name, "open") == 0)
    run_open (argv[2]);
#endif
  dl_iterate_phdr (look_at_program, &changes);
  printf ("changed %ld\n", changes);
  return 3;
}
