/* compiler.h -- attributes of functions and variables.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_COMPILER_H
#define GMON_COMPILER_H


/* Visible outside libgmon.so; libgmon.map lists these names as well.  */
#define EXPORTED __attribute__ ((visibility ("default")))

/* Not visible outside libgmon.so.  This is the default for libgmon's files.
   It is written out where other compilations must know it, such as those of
   the C functions that the assembly calls.  */
#define HIDDEN __attribute__ ((visibility ("hidden")))

/* Thread-local storage that is accessed without a call, since such a call
   could allocate memory.  */
#define INITIAL_EXEC __attribute__ ((tls_model ("initial-exec")))

#define WEAK_ALIAS_OF(name) __attribute__ ((weak, alias (name)))

#endif /* GMON_COMPILER_H */
