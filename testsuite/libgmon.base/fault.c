/* fault.c -- runs a program in which a system call of libgmon's fails.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: fault REPORT RANGE WHAT NUMBER PROGRAM [ARGUMENT...]
   RANGE is "LOW-HIGH", the addresses of libgmon's code in hexadecimal, or the
   name of the shared library.  A system call is libgmon's if it is made there,
   or by a function that was called from there, that is, if a return address
   into it is on the stack not far away.  After the name of the library there
   may be ":LOW-HIGH", the addresses in it of a wrapper that calls the function
   of libc for the program: what libc does there is not libgmon's.
   WHAT happens to the call of that NUMBER: "0", "1" and so on, the first or
   second of the failures that it can have; "kill", SIGKILL comes before it.
   "+" and an errno value: of the calls that fail as long as a disk is full or
   broken, or there is no memory, that one does and all after it.  Calls that
   cannot fail are not counted.
   Out: REPORT has a line "SYSCALL ERROR FAILURES NAME" if there was such a
   call: its number, how it failed (-1: it wrote one byte), in how many ways it
   can; "tmpfile", "link" or "rename" if it is one of those by which the file
   gets its name, else "other".
   The status or signal of the program is ours.  x86-64.  See faults.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_WORDS 256         /* where a return address is looked for */
#define STACK_MARK 0x6b72616d6b617473   /* but not beyond this (victim.c) */
#define CALL_SIZE 7             /* the longest call instruction */
#define THREADS 64

enum what { FAIL, FAIL_ON, KILL };

struct plan
{
  FILE *report;
  uintptr_t low, high;
  const char *library;          /* NULL: low and high are known */
  uintptr_t wrapper, wrapper_end;       /* in the library until it is found */
  enum what what;
  size_t which;                 /* of the failures */
  long error;                   /* the one that is made */
  long number;                  /* calls to go */
};

struct thread
{
  pid_t id;                     /* 0: no thread */
  bool in_call;
  long error;                   /* its call is to fail with, or 0 */
};

/* -- Whose call ----------------------------------------------------------- */

/* Looks for the library in the memory of PROCESS.  */
static void
find_library (struct plan *plan, pid_t process)
{
  char line[4096];
  unsigned long low, high, base = 0;
  FILE *maps;

  snprintf (line, sizeof line, "/proc/%d/maps", (int) process);
  maps = fopen (line, "r");
  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (strstr (line, plan->library) != NULL
        && sscanf (line, "%lx-%lx", &low, &high) == 2)
      {
        if (base == 0)
          base = low;
        if (strstr (line, " r-x") != NULL)
          {
            plan->low = low;
            plan->high = high;
          }
      }
  if (maps != NULL)
    fclose (maps);
  if (plan->high != 0)
    {
      plan->wrapper += base;
      plan->wrapper_end += base;
    }
}

static bool
is_inside (const struct plan *plan, uintptr_t address)
{
  return address >= plan->low && address < plan->high;
}

static size_t
peek (pid_t id, uintptr_t address, void *memory, size_t size)
{
  struct iovec here = { memory, size };
  struct iovec there = { (void *) address, size };
  ssize_t got = process_vm_readv (id, &here, 1, &there, 1, 0);

  return got > 0 ? (size_t) got : 0;
}

/* Is there a call instruction before ADDRESS: direct, or through memory or a
   register?  */
static bool
follows_call (pid_t id, uintptr_t address)
{
  unsigned char code[CALL_SIZE];

  if (peek (id, address - CALL_SIZE, code, CALL_SIZE) != CALL_SIZE)
    return false;
  if (code[2] == 0xe8)
    return true;
  for (int i = 0; i <= CALL_SIZE - 2; i++)
    if (code[i] == 0xff && (code[i + 1] & 0x38) == 0x10)
      return true;
  return false;
}

static bool
is_ours (const struct plan *plan, pid_t id,
         const struct user_regs_struct *registers)
{
  uintptr_t words[STACK_WORDS];
  size_t n;

  if (plan->high == 0)
    return false;
  if (is_inside (plan, registers->rip))
    return true;
  n = peek (id, registers->rsp, words, sizeof words) / sizeof words[0];
  for (size_t i = 0; i < n && words[i] != STACK_MARK; i++)
    if (is_inside (plan, words[i]) && follows_call (id, words[i]))
      return words[i] < plan->wrapper || words[i] >= plan->wrapper_end;
  return false;
}

/* -- What may fail, and how ------------------------------------------------ */

#define SHORT (-1)              /* no failure: fewer bytes than asked for */
#define FAILURES 9

/* What is not here may be forbidden, as by seccomp.  */
static const struct failures
{
  long call;
  int errors[FAILURES];         /* up to 0 */
} failures[] = {
  { SYS_close, { EINTR, EIO, ENOSPC, EDQUOT } },
  { SYS_faccessat2, { ENOSYS, EPERM, EIO, ENOMEM, EACCES } },
  { SYS_fchmod, { EIO, EPERM, EROFS, ENOSPC } },
  { SYS_fchown, { EIO, EPERM, EROFS, EDQUOT } },
  { SYS_flock, { EINTR, ENOLCK, EOPNOTSUPP, EWOULDBLOCK } },
  { SYS_fcntl, { EINTR, EMFILE, EINVAL, EPERM } },
  { SYS_getcwd, { ENOENT, ENOMEM, ERANGE } },
  { SYS_getdents64, { EIO, ENOENT, ENOMEM } },
  { SYS_linkat, { EXDEV, ENOENT, EIO, ENOSPC, EPERM, EEXIST, EDQUOT } },
  { SYS_mmap, { ENOMEM, EAGAIN, EPERM } },
  { SYS_munmap, { ENOMEM } },
  { SYS_newfstatat, { EIO, ENOMEM, EACCES } },
  { SYS_openat, { EINTR, EIO, ENOSPC, ENOMEM, EMFILE, EACCES, EROFS,
                  EOPNOTSUPP, ENOENT } },
  { SYS_poll, { EINTR, ENOMEM } },
  { SYS_renameat, { EIO, ENOSPC, EPERM, EACCES, EROFS } },
  { SYS_timer_create, { EAGAIN, ENOMEM, ENOSYS } },
  { SYS_unlinkat, { EIO, EACCES, EROFS } },
  { SYS_write, { EINTR, EIO, ENOSPC, EDQUOT, EFBIG, EPERM, SHORT } },
  { SYS_writev, { EINTR, EIO, EPIPE, EAGAIN } },
  { 0, { EPERM, ENOSYS, ENOMEM } },     /* anything else */
};

static bool
may_fail (long call)
{
  switch (call)
    {
    case SYS_getpid: case SYS_gettid: case SYS_exit: case SYS_exit_group:
    case SYS_rt_sigreturn: case SYS_sched_yield:
      return false;
    default:
      return true;
    }
}

static const int *
failures_of (long call, size_t *n)
{
  const struct failures *found = failures;

  while (found->call != 0 && found->call != call)
    found++;
  for (*n = 0; *n < FAILURES && found->errors[*n] != 0; ++*n)
    continue;
  return found->errors;
}

/* Is CALL one that fails with ERROR as long as a disk is full or broken, or
   there is no memory or no descriptor?  */
static bool
is_of_kind (long call, long error)
{
  switch (call)
    {
    case SYS_open: case SYS_openat:
      return error != ENOMEM;
    case SYS_write: case SYS_linkat: case SYS_renameat:
      return error != ENOMEM && error != EMFILE;
    case SYS_mmap: case SYS_brk: case SYS_timer_create:
      return error == ENOMEM;
    default:
      return false;
    }
}

static const char *
name_of (const struct user_regs_struct *registers)
{
  switch ((long) registers->orig_rax)
    {
    case SYS_openat:
      return (registers->rdx & O_TMPFILE) == O_TMPFILE ? "tmpfile" : "other";
    case SYS_linkat:
      return "link";
    case SYS_renameat:
      return "rename";
    default:
      return "other";
    }
}

/* -- Its failure ----------------------------------------------------------- */

/* A call of ours of THREAD begins, with REGISTERS.  */
static void
spoil (struct plan *plan, struct thread *thread,
       struct user_regs_struct *registers)
{
  long call = (long) registers->orig_rax;
  const int *errors;
  size_t n;

  if ((plan->what == FAIL_ON && !is_of_kind (call, plan->error))
      || --plan->number > 0 || (plan->number < 0 && plan->what != FAIL_ON))
    return;
  errors = failures_of (call, &n);
  if (plan->what == FAIL)
    plan->error = plan->which < n ? errors[plan->which] : 0;
  if (plan->number == 0)
    {
      fprintf (plan->report, "%ld %ld %zu %s\n", call, plan->error, n,
               name_of (registers));
      fflush (plan->report);
    }
  if (plan->what == KILL)
    kill (thread->id, SIGKILL);
  else if (plan->error == SHORT && registers->rdx > 1)
    registers->rdx = 1;
  else if (plan->error > 0)
    {
      thread->error = plan->error;
      registers->orig_rax = (unsigned long) -1;
    }
  ptrace (PTRACE_SETREGS, thread->id, NULL, registers);
}

static void
at_system_call (struct plan *plan, struct thread *thread)
{
  struct user_regs_struct registers;

  if (ptrace (PTRACE_GETREGS, thread->id, NULL, &registers) != 0)
    return;
  thread->in_call = !thread->in_call;
  if (thread->in_call && may_fail ((long) registers.orig_rax)
      && is_ours (plan, thread->id, &registers))
    spoil (plan, thread, &registers);
  else if (!thread->in_call && thread->error != 0)
    {
      registers.rax = (unsigned long) -thread->error;
      thread->error = 0;
      ptrace (PTRACE_SETREGS, thread->id, NULL, &registers);
    }
  if (!thread->in_call && plan->library != NULL && plan->high == 0
      && registers.orig_rax == SYS_mmap)
    find_library (plan, thread->id);
}

/* -- Threads -------------------------------------------------------------- */

static struct thread *
thread_of (struct thread *threads, pid_t id)
{
  struct thread *none = NULL;

  for (int i = 0; i < THREADS; i++)
    if (threads[i].id == id)
      return &threads[i];
    else if (threads[i].id == 0 && none == NULL)
      none = &threads[i];
  if (none == NULL)
    exit (124);
  *none = (struct thread) { .id = id };
  return none;
}

/* STATUS is what wait says of a stop.  */
static void
go_on (struct plan *plan, struct thread *thread, int status)
{
  long signal = WSTOPSIG (status);

  if (signal == (SIGTRAP | 0x80))
    {
      at_system_call (plan, thread);
      signal = 0;
    }
  else if (status >> 16 != 0 || signal == SIGSTOP || signal == SIGTRAP)
    signal = 0;
  ptrace (PTRACE_SYSCALL, thread->id, NULL, signal);
}

/* How the process FIRST ended, as of wait.  */
static int
follow (struct plan *plan, pid_t first)
{
  static struct thread threads[THREADS];
  int end = 0;
  int status;
  pid_t id;

  waitpid (first, &status, 0);
  if (!WIFSTOPPED (status))
    return status;
  ptrace (PTRACE_SETOPTIONS, first, NULL,
          PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE
            | PTRACE_O_TRACEFORK | PTRACE_O_TRACEEXEC);
  ptrace (PTRACE_SYSCALL, first, NULL, 0);
  while ((id = waitpid (-1, &status, __WALL)) > 0)
    if (WIFSTOPPED (status))
      go_on (plan, thread_of (threads, id), status);
    else
      {
        thread_of (threads, id)->id = 0;
        if (id == first)
          end = status;
      }
  return end;
}

/* ------------------------------------------------------------------------- */

static bool
read_plan (struct plan *plan, char **argv)
{
  char *end, *colon;

  plan->report = fopen (argv[1], "w");
  plan->low = strtoul (argv[2], &end, 16);
  if (end != argv[2] && *end == '-')
    plan->high = strtoul (end + 1, NULL, 16);
  else
    {
      plan->library = argv[2];
      colon = strchr (argv[2], ':');
      if (colon != NULL)
        {
          *colon = '\0';
          plan->wrapper = strtoul (colon + 1, &end, 16);
          plan->wrapper_end = strtoul (end + 1, NULL, 16);
        }
    }
  plan->what = strcmp (argv[3], "kill") == 0 ? KILL
               : argv[3][0] == '+'           ? FAIL_ON
                                             : FAIL;
  plan->which = strtoul (argv[3], NULL, 10);
  plan->error = (long) plan->which;
  plan->number = strtol (argv[4], NULL, 10);
  return plan->report != NULL;
}

int
main (int argc, char **argv)
{
  struct plan plan = { 0 };
  pid_t child;
  int status;

  if (argc < 6 || !read_plan (&plan, argv))
    return 125;
  child = fork ();
  if (child == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit (126);
      raise (SIGSTOP);
      execv (argv[5], argv + 5);
      _exit (127);
    }
  status = follow (&plan, child);
  fclose (plan.report);
  if (WIFSIGNALED (status))
    {
      signal (WTERMSIG (status), SIG_DFL);
      raise (WTERMSIG (status));
    }
  return WEXITSTATUS (status);
}
