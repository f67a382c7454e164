/* arch/linux.h -- what the runtime wants of the machine, by system calls.

   SPDX-License-Identifier: 0BSD

   Every machine.h includes this file.  Code that runs inside a hook, or beside
   one, includes machine.h.  machine.h first includes its code.h and defines

     machine_syscall            one system call, which returns the kernel's
                                result, a negative errno value on failure, and
                                keeps errno
     MACHINE_MAPS_BY_BLOCK      if the system call mmap takes a block of memory
                                with its arguments (s390x)
     MACHINE_HAS_VECTORS        if there is a vectors.S, because the hook's
                                caller has live vector registers

   Except in arch/generic, machine_syscall does not go through libc.  The hook
   may interrupt anything, and its caller has live vector registers, which libc
   (or a library preloaded before it) may use.  */

#ifndef GMON_LINUX_H
#define GMON_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "arch/namespace.h"

/* KERNEL_SIGNALS is the kernel's number of signals.  KERNEL_SIGTIMEDWAIT is
   the system call sigtimedwait whose timeout is two longs; musl uses the
   longer name where its time_t has 64 bits.  */
#if _NSIG > 65
# define KERNEL_SIGNALS 128
#else
# define KERNEL_SIGNALS 64
#endif
#ifdef SYS_rt_sigtimedwait_time32
# define KERNEL_SIGTIMEDWAIT SYS_rt_sigtimedwait_time32
#else
# define KERNEL_SIGTIMEDWAIT SYS_rt_sigtimedwait
#endif

/* Calls mmap for SIZE bytes.  Returns the address, or a negative errno value.
   The 32-bit machines have mmap2, whose offset counts pages.  */
static inline long
machine_map_with (size_t size, long protection, long flags, long fd)
{
#ifdef MACHINE_MAPS_BY_BLOCK
  const long arguments[6] = { 0, (long) size, protection, flags, fd, 0 };

  return machine_syscall (SYS_mmap, (long) arguments, 0, 0, 0, 0, 0);
#elif defined SYS_mmap2
  return machine_syscall (SYS_mmap2, 0, (long) size, protection, flags, fd, 0);
#else
  return machine_syscall (SYS_mmap, 0, (long) size, protection, flags, fd, 0);
#endif
}

static inline bool
machine_is_error (long result)
{
  return result < 0 && result > -4096;
}

/* Returns SIZE new bytes of zeros, or NULL.  */
static inline void *
machine_map (size_t size)
{
  long result = machine_map_with (size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                  -1);

  return machine_is_error (result) ? NULL : (void *) result;
}

/* Maps the first SIZE bytes of FD, shared with the kernel, and stores their
   address in *MEMORY.  Returns 0 or minus an errno value.  */
static inline int
machine_map_shared (size_t size, int fd, void **memory)
{
  long result = machine_map_with (size, PROT_READ | PROT_WRITE, MAP_SHARED,
                                  fd);

  if (machine_is_error (result))
    return (int) result;
  *memory = (void *) result;
  return 0;
}

/* Maps the first SIZE bytes of the file FD, to be read.  Returns the address,
   or a negative errno value.  */
static inline long
machine_map_file (size_t size, long fd)
{
  return machine_map_with (size, PROT_READ, MAP_PRIVATE, fd);
}

static inline void
machine_unmap (void *memory, size_t size)
{
  machine_syscall (SYS_munmap, (long) memory, (long) size, 0, 0, 0, 0);
}

static inline uint32_t
machine_process_id (void)
{
  return (uint32_t) machine_syscall (SYS_getpid, 0, 0, 0, 0, 0, 0);
}

static inline uint32_t
machine_thread_id (void)
{
  return (uint32_t) machine_syscall (SYS_gettid, 0, 0, 0, 0, 0, 0);
}

/* Sleeps for NS ns, which must be less than a second; a signal ends the sleep
   early.  On machines without this system call only lets other threads
   run.  */
static inline void
machine_sleep (long ns)
{
#ifdef SYS_nanosleep
  const long pause[2] = { 0, ns };

  machine_syscall (SYS_nanosleep, (long) pause, 0, 0, 0, 0, 0);
#else
  (void) ns;
  machine_syscall (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
#endif
}

/* Returns true if PROCESS has no thread THREAD any more.  */
static inline bool
machine_thread_is_gone (uint32_t process, uint32_t thread)
{
  return machine_syscall (SYS_tgkill, process, thread, 0, 0, 0, 0) == -ESRCH;
}

/* Returns the place of the program when the signal with CONTEXT arrived.  */
static inline uintptr_t
machine_context_pc (const void *context)
{
  const ucontext_t *uc = context;

  return MACHINE_CONTEXT_PC (uc);
}

/* Returns whether the thread was in a system call, and so the kernel used its
   CPU time, when the signal with CONTEXT arrived.  False on machines that do
   not tell.  */
static inline bool
machine_is_in_system_call (const void *context)
{
#ifdef MACHINE_CONTEXT_IN_SYSTEM_CALL
  const ucontext_t *uc = context;

  return MACHINE_CONTEXT_IN_SYSTEM_CALL (uc);
#else
  (void) context;
  return false;
#endif
}

#ifdef MACHINE_HAS_VECTORS

/* Runs FUNCTION and then restores the registers in which a function has its
   floating-point and vector arguments.  Defined in vectors.S.  */
void keep_vectors (void (*function) (void));

#endif

/* Runs FUNCTION from within the hook.  The C code of the hook touches no
   vector registers, but FUNCTION may call functions of libc that do.  */
static inline void
machine_call_from_hook (void (*function) (void))
{
#ifdef MACHINE_HAS_VECTORS
  keep_vectors (function);
#else
  function ();
#endif
}

#endif /* GMON_LINUX_H */
