/* pool.h -- one file for all processes of a host.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_POOL_H
#define GMON_POOL_H

#include <stdbool.h>

#include "arch/namespace.h"

struct dump;

/* Returns true if GMON_OPTIONS=pool= names a file to which this process adds
   its profile when it ends; false also if the process writes a file of its own
   instead.  Async-signal-safe.  */
bool pool_is_used (const struct dump *dump);

/* Puts the sum of the pool, the file with the name in DUMP's writer, and of the
   profile to the new file on FD, which output_open has opened; output_finish
   makes it the pool.  From now until pool_leave no other process of this host
   does the same.  Returns NULL, or the reason why the profile cannot be added,
   a text.  Async-signal-safe.  */
const char *pool_write (struct dump *dump, int fd);

/* Ends pool_write.  Async-signal-safe.  */
void pool_leave (struct dump *dump);

/* Says on stderr that because of WHY the process writes a file of its own, and
   has all later writes do so.  */
void pool_divert (struct dump *dump, const char *why);

#endif /* GMON_POOL_H */
