/* wait_kind.h -- why a thread is blocked, by its system call.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WAIT_KIND_H
#define GMON_WAIT_KIND_H

#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_process.h"

/* Returns the kind of a wait in the system call NUMBER with ARGUMENTS, six
   words.  Async-signal-safe.  */
enum gmon_wait wait_kind (uint64_t number, const uint64_t *arguments);

#endif /* GMON_WAIT_KIND_H */
