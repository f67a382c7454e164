/* proc_thread.h -- what the kernel tells about a thread that may be blocked.

   SPDX-License-Identifier: 0BSD

   For the sampling thread (wait_thread.h): files are opened without a care for
   standard descriptors, which it has not.  Others hold the lock of the
   descriptors.  All functions are
   async-signal-safe and make no libc call.  */

#ifndef GMON_PROC_THREAD_H
#define GMON_PROC_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_process.h"
#include "sys/thread_times.h"

/* Files of one thread that stay open, to be read again.  -1: not open.  */
struct proc_files
{
  int call;                     /* "syscall" */
  int times;                    /* "schedstat" */
};

/* Where a thread is.  */
enum proc_place
{
  PROC_GONE,                    /* it has ended */
  PROC_REFUSED,                 /* the kernel does not tell: EACCES, EPERM */
  PROC_RUNNING,                 /* it runs, or waits for a CPU */
  PROC_BLOCKED
};

struct proc_call
{
  enum gmon_wait kind;
  bool is_fault;                /* it waits for a page of memory, pc is the
                                   instruction; else pc is behind the call */
  uintptr_t pc, sp;
};

/* Finds out where the thread ID is, whose folder is in the open folder TASKS.
   Fills *CALL if it is blocked.  Opens the file if FILES does not have it, and
   keeps it open there if KEEP.  */
enum proc_place proc_read_call (int tasks, uint32_t id,
                                struct proc_files *files, bool keep,
                                struct proc_call *call);

/* Stores in *QUEUED the time in ns in which the thread has waited for a CPU.
   Returns false if the kernel does not tell.  */
bool proc_read_queued (int tasks, uint32_t id, struct proc_files *files,
                       bool keep, uint64_t *queued);

/* Stores the name of the thread, filled up with zeros.  Returns false if it has
   ended.  */
bool proc_read_name (int tasks, uint32_t id, char name[THREAD_NAME_SIZE]);

/* Closes the FILES.  */
void proc_close (struct proc_files *files);

/* Returns the exit status, 0 to 255, of the main thread of the process, which
   has ended; 0 if the kernel does not tell.  */
int proc_read_exit_status (void);

/* Facts that must be equal in all threads, or absent.  */
struct proc_state
{
  uint32_t user[4];             /* ids of the user: real, effective, saved and
                                   of file systems */
  uint32_t seccomp;             /* 0: no filter of system calls */
  bool is_dead;                 /* it has ended, but not its process */
};

/* Stores the state of the thread whose file "status" is at PATH.  Returns false
   if it cannot be read.  */
bool proc_read_state (const char *path, struct proc_state *state);

#endif /* GMON_PROC_THREAD_H */
