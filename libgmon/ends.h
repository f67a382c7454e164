/* ends.h -- the ways out of a program that libc lets nobody know of.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ENDS_H
#define GMON_ENDS_H

#include "namespace.h"

/* The definitions that would be used without ours; NULL: not known.  */
struct ends
{
  void (*usual_exit) (int status);      /* libc's exit, whatever address an
                                           executable has for it */
  void (*exit) (int status);
  int (*execve) (const char *path, char *const *argv, char *const *envp);
  int (*execvpe) (const char *file, char *const *argv, char *const *envp);
  int (*fexecve) (int fd, char *const *argv, char *const *envp);
  int (*execveat) (int fd, const char *path, char *const *argv,
                   char *const *envp, int flags);
};

/* To *FUNCTION, a pointer to a function, the definition of NAME that would be
   used without ours; NULL: there is none, or the program is static.  May
   allocate.  */
void ends_next (void *function, const char *name);

/* Look for those of struct ends; once, when libc can be called.  */
void ends_look_up (struct ends *ends);

#endif /* GMON_ENDS_H */
