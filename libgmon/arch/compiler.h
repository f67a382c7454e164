/* compiler.h -- attributes of functions and variables.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_COMPILER_H
#define GMON_COMPILER_H


/* Visible outside libgmon.so; libgmon.map lists these names as well.  */
#define EXPORTED __attribute__ ((visibility ("default")))

/* The default of libgmon's files; spelled out where other compilations, such as
   those of the assembly's callees, must know.  */
#define HIDDEN __attribute__ ((visibility ("hidden")))

/* Thread-local storage that is reached without a call, which could allocate
   memory.  */
#define INITIAL_EXEC __attribute__ ((tls_model ("initial-exec")))

#define WEAK_ALIAS_OF(name) __attribute__ ((weak, alias (name)))

#endif /* GMON_COMPILER_H */
