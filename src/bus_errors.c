/* bus_errors.c -- files that others shorten while gprof has them mapped.

   SPDX-License-Identifier: GPL-3.0-or-later

   Copies of the files would need no signal, but the programs of a job have
   hundreds of megabytes of code, of which few are read.  */

#include <config.h>

#include "bus_errors.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Puts a page of zeros where the file has none.  If that fails, the read is
   tried again without this handler, and ends gprof.  */
static void
put_zeros (int number, siginfo_t *info, void *unused)
{
  const int error = errno;
  const uintptr_t size = (uintptr_t) sysconf (_SC_PAGESIZE);
  char *const page = (char *) info->si_addr - (uintptr_t) info->si_addr % size;

  (void) unused;
  if (info->si_code != BUS_ADRERR
      || mmap (page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
               -1, 0) == MAP_FAILED)
    signal (number, SIG_DFL);
  errno = error;
}

void
take_bus_errors (void)
{
  struct sigaction action;

  if (sigaction (SIGBUS, NULL, &action) != 0
      || action.sa_handler != SIG_DFL)
    return;
  memset (&action, 0, sizeof action);
  action.sa_sigaction = put_zeros;
  action.sa_flags = SA_SIGINFO;
  sigemptyset (&action.sa_mask);
  sigaction (SIGBUS, &action, NULL);
}
