/* arch/raw_thread.h -- a thread that the C library does not know.

   SPDX-License-Identifier: 0BSD

   If the machine.h of a machine defines MACHINE_RAW_THREAD_HEADER, the name of
   a header in quotes, then libgmon can have such a thread on that machine.
   That header defines

     machine_raw_thread (FLAGS, STACK, ID, FUNCTION, DATA)   makes a thread by
                         the system call clone with FLAGS, which runs
                         FUNCTION (DATA) on the memory that ends at STACK, a
                         multiple of 16, and ends when FUNCTION returns.  The
                         kernel may store the thread's id in *ID, as FLAGS say.
                         Returns the thread's id or a negative errno value

   The thread has the thread-local memory of the thread that makes it, errno
   among it.  So FUNCTION calls no function of libc that uses such memory, and
   makes its system calls by machine_syscall.  */

#ifndef GMON_RAW_THREAD_H
#define GMON_RAW_THREAD_H

#include "arch/compiler.h"
#include "machine.h"

/* A machine that has such a thread also has a system_call.S.  It defines the
   function syscall of the C library under its weak name and another one.  Calls
   that the thread may be in the way of (unshare, setns, prctl and seccomp) go
   to system_call_special; all others leave by a jump to syscall_next
   (sys/libc_next.h), or, if that is NULL, by a system call.  */
long leave_by_syscall (long number, ...) HIDDEN;

/* hooks/identity_wrap.c: makes the system call NUMBER with the arguments A to
   E.  Returns what the function syscall returns.  */
long system_call_special (long number, long a, long b, long c, long d,
                          long e) HIDDEN;

/* hooks/identity_wrap.c: sets errno if a system call has given RESULT, an
   error.  Returns -1.  */
long system_call_failed (long result) HIDDEN;

#ifdef MACHINE_RAW_THREAD_HEADER
# include MACHINE_RAW_THREAD_HEADER
# define HAVE_RAW_THREADS
#endif

#endif /* GMON_RAW_THREAD_H */
