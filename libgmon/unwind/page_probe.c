/* page_probe.c -- reads memory that may not be there.

   SPDX-License-Identifier: 0BSD

   The system call is rt_sigprocmask with an invalid first argument.  The kernel
   copies the new signal mask from memory before it looks at that argument, so
   the error is EFAULT if the memory is not readable, and EINVAL if it is.  */

#include "unwind/page_probe.h"

#include <errno.h>
#include <sys/uio.h>

#include "arch/valgrind.h"
#include "machine.h"

/* Of prctl.  Headers of the kernel are not there for musl's compiler.  */
#define GET_SECCOMP 21

size_t
page_copy_some (void *to, uintptr_t address, size_t size)
{
  const struct iovec into = { to, size };
  const struct iovec from = { (void *) address, size };
  const long n = machine_syscall (SYS_process_vm_readv, machine_process_id (),
                                  (long) &into, 1, (long) &from, 1, 0);

  return n < 0 ? 0 : (size_t) n;
}

bool
page_copy_works (void)
{
  const long filter = machine_syscall (SYS_prctl, GET_SECCOMP, 0, 0, 0, 0, 0);
  char byte = 1, copy = 0;

  /* A kernel that has no filters does not know the question.  */
  return (filter == 0 || filter == -EINVAL)
         && page_copy (&copy, (uintptr_t) &byte, sizeof copy) && copy == byte
         && !page_copy (&copy, 0, sizeof copy);
}

/* Returns what ask_kernel does, by a call whose arguments valgrind does not
   take for an error of the program.  It costs three times as much.  */
static long
ask_by_copy (uintptr_t page)
{
  char byte = 0;

  return page_copy (&byte, page + 64, sizeof byte) ? -EINVAL : -EFAULT;
}

/* Returns the answer of the kernel for the page that begins at PAGE.  The mask
   is not at its begin, because the address 0 means that there is no mask.  */
static long
ask_kernel (uintptr_t page)
{
  if (machine_is_valgrind ())
    return ask_by_copy (page);
  return machine_syscall (SYS_rt_sigprocmask, -1, (long) (page + 64), 0,
                          KERNEL_SIGNALS / 8, 0, 0);
}

bool
page_probe (struct page_range *range, uintptr_t address)
{
  uintptr_t page = address & -PROBE_PAGE;

  if (ask_kernel (page) != -EINVAL)
    return false;
  if (page == range->end && range->end != 0)
    range->end += PROBE_PAGE;
  else if (page + PROBE_PAGE == range->start)
    range->start = page;
  else
    {
      range->start = page;
      range->end = page + PROBE_PAGE;
    }
  return true;
}

bool
page_probe_works (void)
{
  char readable;

  return ask_kernel ((uintptr_t) &readable & -PROBE_PAGE) == -EINVAL
         && ask_kernel (0) == -EFAULT;
}
