/* base/variable.h -- variables of the environment.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_VARIABLE_H
#define BASE_VARIABLE_H

#include <stdlib.h>
#include <unistd.h>

/* Returns the value of the environment variable NAME, borrowed.  Returns NULL
   if it is not set, or if the program runs with more rights than the user that
   started it (setuid or setgid).  */
static inline const char *
variable (const char *name)
{
#if HAVE_SECURE_GETENV
  return secure_getenv (name);
#else
  return (getuid () == geteuid () && getgid () == getegid () ? getenv (name)
          : NULL);
#endif
}

#endif /* BASE_VARIABLE_H */
