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

#include "machine.h"

#ifdef MACHINE_RAW_THREAD_HEADER
# include MACHINE_RAW_THREAD_HEADER
# define HAVE_RAW_THREADS
#endif

#endif /* GMON_RAW_THREAD_H */
