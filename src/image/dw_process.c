/* image/dw_process.c -- libdw, in a process of its own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/dw_process.h"

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fileio.h"

#define DW_SONAME "libdw.so.1"

/* The time limit for the process of libdw: seconds in all, plus seconds for
   each MiB of the file.  It takes 0.1 s for one MiB on a slow machine.  If it
   takes too long, BFD alone finds the lines, which ends.  */
#define TIME_LIMIT 10
#define TIME_PER_MIB 1

/* -- In the child process ------------------------------------------------- */

static bool
dw_find_calls (struct dw *dw)
{
  /* The library is never closed, since it keeps memory of its own.  */
  void *library = dlopen (DW_SONAME, RTLD_NOW);
  if (!library)
    return false;
#define FIND_CALL(name)                                                       \
  dw->name = (__typeof__ (dw->name)) dlsym (library, "dwarf_" #name);         \
  if (!dw->name)                                                              \
    return false;
  DW_CALLS (FIND_CALL)
#undef FIND_CALL
  return true;
}

uint64_t
dw_address (const struct dw *dw, Dwarf_Addr addr)
{
  return dw->sign_extend ? (uint64_t) (int32_t) addr : addr;
}

Dwarf_Addr
dw_own_address (const struct dw *dw, uint64_t addr)
{
  return dw->sign_extend ? (uint32_t) addr : addr;
}

bool
dw_get_rows (const struct dw *dw, Dwarf_Die *die, Dwarf_Lines **rows,
             size_t *n_rows)
{
  *n_rows = 0;
  return (!dw->hasattr (die, DW_AT_stmt_list)
          || dw->getsrclines (die, rows, n_rows) == 0);
}

/* Makes a signal end this process when the time limit for the file FD is
   reached.  */
static void
limit_time (int fd)
{
  struct stat st;
  sigset_t set;
  off_t mib = fstat (fd, &st) == 0 ? st.st_size >> 20 : 0;
  signal (SIGALRM, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  alarm (TIME_LIMIT + TIME_PER_MIB * (unsigned) mib);
}

/* Makes this process as harmless as it can be.  It prints no messages, and
   leaves no dump of its memory.  If the parent is killed, a reader of its
   output must not have to wait for this process to close it.  */
static void
limit_effects (void)
{
  setrlimit (RLIMIT_CORE, &(struct rlimit) { 0, 0 });
  close (STDERR_FILENO);
  close (STDOUT_FILENO);
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/* Does WORK for DATA on IMAGE.  OUT is the descriptor of the answer, or -1.
   The result is the status with which the process is to end.  */
static enum dw_result
do_work (const struct image *image, dw_work_fn *work, void *data, int out)
{
  const struct wire wire = image_wire (image);
  const int fd = image_lines_file (image);
  struct dw dw = { .sign_extend = wire.sign_extend && wire.addr_size == 4 };
  /* The standard streams are closed.  */
  dw.out = (out < 0 || out > STDERR_FILENO
            ? out : fcntl (out, F_DUPFD, STDERR_FILENO + 1));
  limit_time (fd);
  limit_effects ();
  if (!dw_find_calls (&dw))
    return DW_NOTHING;
  dw.dwarf = dw.begin (fd, DWARF_C_READ);
  if (!dw.dwarf)
    return DW_NOTHING;
  return work (&dw, data);
}

/* -- In this process ------------------------------------------------------ */

bool
dw_read_part (int fd, void *bytes, size_t size)
{
  char *at = bytes;
  while (size > 0)
    {
      ssize_t n = file_read (fd, at, size);
      if (n <= 0)
        return false;
      at += n;
      size -= (size_t) n;
    }
  return true;
}

/* Waits until CHILD ends, and returns its result.  */
static enum dw_result
end_of (pid_t child)
{
  int status = 0;
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return DW_FAILED;
  if (!WIFEXITED (status))
    return DW_FAILED;
  enum dw_result result = (enum dw_result) WEXITSTATUS (status);
  return result <= DW_NOTHING ? result : DW_FAILED;
}

/* As dw_process_run, with the PIPE of the answer.  Closes the end for
   writing.  */
static enum dw_result
run_child (const struct image *image, dw_work_fn *work, dw_answer_fn *answer,
           void *data, int pipe[2])
{
  pid_t child = fork ();
  if (child == 0)
    _exit (do_work (image, work, data, pipe[1]));
  if (answer)
    close (pipe[1]);
  if (child < 0)
    return DW_FAILED;
  bool is_read = !answer || answer (pipe[0], data);
  enum dw_result result = end_of (child);
  return result == DW_DONE && !is_read ? DW_FAILED : result;
}

bool
dw_process_run (struct image *image, dw_work_fn *work, dw_answer_fn *answer,
                void *data)
{
  int ends[2] = { -1, -1 };
  if (image_lines_file (image) < 0)
    return false;
  const bool can_answer = !answer || pipe (ends) == 0;
  enum dw_result result = can_answer
                          ? run_child (image, work, answer, data, ends)
                          : DW_FAILED;
  if (answer && can_answer)
    close (ends[0]);
  if (result == DW_FAILED || result == DW_UNREADABLE)
    image_leave_libdw (image, result == DW_FAILED);
  return result == DW_DONE;
}

#endif
