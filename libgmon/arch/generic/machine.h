/* arch/generic/machine.h -- what differs per machine: any Linux, in plain C.

   SPDX-License-Identifier: 0BSD

   For machines where the compiler saves live registers around the hook
   itself, so that libc may be called.  errno is kept by hand.  Contracts are
   in arch/x86_64/machine.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  int saved = errno;
  long result = syscall (number, a, b, c, d, e, f);

  if (result == -1)
    result = -errno;
  errno = saved;
  return result;
}

static inline void *
machine_map (size_t size)
{
  int saved = errno;
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  errno = saved;
  return memory == MAP_FAILED ? NULL : memory;
}

static inline int
machine_map_shared (size_t size, int fd, void **memory)
{
  int saved = errno;
  void *mapped = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  int error = mapped == MAP_FAILED ? -errno : 0;

  errno = saved;
  *memory = mapped;
  return error;
}

static inline void
machine_unmap (void *memory, size_t size)
{
  int saved = errno;

  munmap (memory, size);
  errno = saved;
}

static inline uint32_t
machine_process_id (void)
{
  return (uint32_t) getpid ();
}

static inline uint32_t
machine_thread_id (void)
{
  return (uint32_t) syscall (SYS_gettid);
}

static inline bool
machine_thread_is_gone (uint32_t process, uint32_t thread)
{
  int saved = errno;
  bool gone = syscall (SYS_tgkill, process, thread, 0) != 0 && errno == ESRCH;

  errno = saved;
  return gone;
}

static inline uintptr_t
machine_context_pc (const void *context)
{
  const ucontext_t *uc = context;

#if defined __x86_64__
  return (uintptr_t) uc->uc_mcontext.gregs[REG_RIP];
#elif defined __i386__
  return (uintptr_t) uc->uc_mcontext.gregs[REG_EIP];
#elif defined __aarch64__
  return (uintptr_t) uc->uc_mcontext.pc;
#elif defined __arm__
  return (uintptr_t) uc->uc_mcontext.arm_pc;
#elif defined __riscv
  return (uintptr_t) uc->uc_mcontext.__gregs[REG_PC];
#elif defined __powerpc64__
  return (uintptr_t) uc->uc_mcontext.gp_regs[32];       /* PT_NIP */
#elif defined __s390x__
  return (uintptr_t) uc->uc_mcontext.psw.addr;
#elif defined __mips__
  return (uintptr_t) uc->uc_mcontext.pc;
#elif defined __loongarch__
  return (uintptr_t) uc->uc_mcontext.__pc;
#else
# error "add this machine's program counter, see arch/x86_64/machine.h"
#endif
}

static inline void
machine_call_from_hook (void (*function) (void))
{
  function ();
}

#endif /* GMON_MACHINE_H */
