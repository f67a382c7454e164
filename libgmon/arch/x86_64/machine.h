/* arch/x86_64/machine.h -- what differs per machine: x86-64 Linux.

   SPDX-License-Identifier: 0BSD

   System calls are made here, not through libc: the hook may interrupt
   anything, its caller has live vector registers that a libc (or something
   preloaded before it) may use, and errno must stay.  Included by whoever
   runs inside a hook, or beside one.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long result;

  __asm__ volatile ("syscall"
                    : "=a" (result)
                    : "0" (number), "D" (a), "S" (b), "d" (c), "r" (r10),
                      "r" (r8), "r" (r9)
                    : "rcx", "r11", "memory");
  return result;
}

/* SIZE bytes of zeros, or NULL.  */
static inline void *
machine_map (size_t size)
{
  long result = machine_syscall (SYS_mmap, 0, (long) size,
                                 PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                 -1, 0);

  return result < 0 && result > -4096 ? NULL : (void *) result;
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

/* Does no thread THREAD of PROCESS exist any more?  */
static inline bool
machine_thread_is_gone (uint32_t process, uint32_t thread)
{
  return machine_syscall (SYS_tgkill, process, thread, 0, 0, 0, 0) == -ESRCH;
}

/* Where the program was when the signal with CONTEXT arrived.  */
static inline uintptr_t
machine_context_pc (const void *context)
{
  const ucontext_t *uc = context;

  return (uintptr_t) uc->uc_mcontext.gregs[REG_RIP];
}

/* Run FUNCTION with the caller's vector and mask registers put aside; the
   hook's own C code touches none, but what FUNCTION calls in libc may.  */
void keep_vectors (void (*function) (void));

static inline void
machine_call_from_hook (void (*function) (void))
{
  keep_vectors (function);
}

#endif /* GMON_MACHINE_H */
